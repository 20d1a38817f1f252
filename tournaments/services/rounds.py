"""Writes on rounds: drawing, arranging, publishing and closing them."""

from collections.abc import Iterable, Sequence

from tournaments.models import Tournament
from tournaments.ratings import ratings_of
from tournaments.services.entrants import partners
from tournaments.services.entrants.partners import WithoutPartner
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state import events, rounds
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState

IN_BODY = ("entrant_unknown", "table_unknown")


def draw(
    *,
    tournament_id: str,
    seed: str | None = None,
    without_partner: WithoutPartner | None = None,
    by: Writing,
) -> WriteOutcome:
    """Draw the next round as a draft. The first draw starts the tournament.

    If all rounds are published at once, the tables of those who came late join them.
    `without_partner` says what becomes of incomplete pairs.

    Raise `Refused` `round_not_closed` if the last round is open, `partner_missing` if there are
    incomplete pairs and no choice, `too_few_entrants`, `stage_finished` if there is nothing left to
    draw, or `no_pairing_without_rematch`. `partners.answered` names the refusals of a choice.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if not folded.rounds or folded.rounds[-1].state != "draft":
            # A published round may get the tables of those who came late.
            published = bool(folded.rounds) and folded.rounds[-1].state == "published"
            number = len(folded.rounds) + (not published)
            for event in partners.answered(tournament, folded, number, without_partner, by):
                folded = events.apply(folded, event)
                yield event
        if not folded.rounds:
            yield from rated(tournament, folded)
        yield Event("drawn", {"seed": seed})

    return write(tournament_id, by, ("draw", {"seed": seed, **_choice(without_partner)}), plan)


def _choice(without_partner: WithoutPartner | None) -> dict[str, str]:
    """Return the choice as posted data, in which it stands only if there is one."""
    return {partners.FIELD: without_partner} if without_partner else {}


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


def redraw(
    *,
    tournament_id: str,
    number: int,
    seed: str,
    without_partner: WithoutPartner | None = None,
    by: Writing,
) -> WriteOutcome:
    """Draw a draft round again with another seed. Its locked tables stay as they are.

    Incomplete pairs that wait for a partner go on waiting, unless `without_partner` is given. Raise
    `Refused` `already_published`, or as `partners.answered` does.
    """
    event = Event("redrawn", {"round": number, "seed": seed})

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        rounds.draft(folded, number)  # Raises before anybody is asked about.
        for answer in partners.answered(tournament, folded, number, without_partner, by):
            folded = events.apply(folded, answer)
            yield answer
        # Ratings are stored again, for the sake of entrants who have joined since the first
        # draw.
        if number == 1 and folded.rounds and folded.round(1).state == "draft":
            yield from rated(tournament, folded)
        yield event

    body = {**event.data, **_choice(without_partner)}
    return write(tournament_id, by, ("redrawn", body), plan, named=())


def publish(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Publish a draft round. From then on it can be played, and its draw is final.

    Raise `Refused` `already_published`, or `partner_missing` if an incomplete pair sits at one of
    its tables and no organiser has said that it plays without a partner.
    """
    event = Event("published", {"round": number})

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        rounds.draft(folded, number)  # Raises before anybody is asked about.
        partners.check_answered(tournament, folded, number)
        yield event

    return write(tournament_id, by, (event.kind, dict(event.data)), plan, named=())


def withdraw(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Make a published round a draft again, if it has no result yet.

    Matches that are being played at its tables continue outside the tournament. A ladder has no
    drafts, so all challenges of the round are withdrawn. Raise `Refused` `not_published`, or
    `round_begun` if it has a result.
    """
    return _simple(tournament_id, by, Event("withdrawn", {"round": number}), ())


def close(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Close a round, and confirm its reported results. Closing the last round finishes the
    tournament.
    """
    return _simple(tournament_id, by, Event("closed", {"round": number}), ())
