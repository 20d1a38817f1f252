"""Writes on rounds: drawing, arranging, publishing and closing them."""

from collections.abc import Iterable, Sequence

from tournaments.models import Tournament
from tournaments.ratings import ratings_of
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState

IN_BODY = ("entrant_unknown", "table_unknown")


def draw(*, tournament_id: str, seed: str | None = None, by: Writing) -> WriteOutcome:
    """Draw the next round as a draft. The first draw starts the tournament.

    If all rounds are published at once, the tables of those who came late join them.

    Raise `Refused` `round_not_closed` if the last round is open, `too_few_entrants`,
    `stage_finished` if there is nothing left to draw, or `no_pairing_without_rematch`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if not folded.rounds:
            yield from rated(tournament, folded)
        yield Event("drawn", {"seed": seed})

    return write(tournament_id, by, ("draw", {"seed": seed}), plan)


def rated(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
    """Yield the event that stores the entrants' ratings. Entrants without a seed are ordered by
    them.
    """
    players = {
        enrolled.number: [player for player, _guest in enrolled.members if player is not None]
        for enrolled in folded.entrants
    }
    ratings = ratings_of(tournament, players)
    if ratings:
        yield Event(
            "rated", {"ratings": {str(number): rating for number, rating in ratings.items()}}
        )


def _simple(
    tournament_id: str, by: Writing, event: Event, named: Sequence[str] = IN_BODY
) -> WriteOutcome:
    body = (event.kind, dict(event.data))
    return write(tournament_id, by, body, lambda tournament, folded: [event], named=named)


def swap(
    *, tournament_id: str, number: int, entrants: tuple[int, int], by: Writing
) -> WriteOutcome:
    """Exchange two entrants in a draft round."""
    event = Event("swapped", {"round": number, "swap": list(entrants)})
    return _simple(tournament_id, by, event, ("entrant_unknown",))


def lock(*, tournament_id: str, number: int, tables: Sequence[int], by: Writing) -> WriteOutcome:
    """Lock exactly these tables of a draft round. Drawing the round again leaves them as they
    are.
    """
    event = Event("locked", {"round": number, "lock": list(tables)})
    return _simple(tournament_id, by, event, ("table_unknown",))


def redraw(*, tournament_id: str, number: int, seed: str, by: Writing) -> WriteOutcome:
    """Draw a draft round again with another seed. Its locked tables stay as they are."""
    event = Event("redrawn", {"round": number, "seed": seed})

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        # Ratings are stored again, for the sake of entrants who have joined since the first
        # draw.
        if number == 1 and folded.rounds and folded.round(1).state == "draft":
            yield from rated(tournament, folded)
        yield event

    return write(tournament_id, by, ("redrawn", dict(event.data)), plan, named=())


def publish(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Publish a draft round. From then on it can be played, and its draw is final."""
    return _simple(tournament_id, by, Event("published", {"round": number}), ())


def withdraw(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Make a published round a draft again, if it has no result and no match yet.

    Raise `Refused` `not_published`, or `round_begun` if it has a result or a match.
    """
    return _simple(tournament_id, by, Event("withdrawn", {"round": number}), ())


def close(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Close a round, and confirm its reported results. Closing the last round finishes the
    tournament.
    """
    return _simple(tournament_id, by, Event("closed", {"round": number}), ())
