"""Writes on a ladder's challenges. An entrant or an officer declares them."""

from collections.abc import Iterable

from django.utils import timezone

from tournaments import permissions
from tournaments.errors import Denied
from tournaments.models import Tournament
from tournaments.services.rounds import rated
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState


def challenge(*, tournament_id: str, challenger: int, challenged: int, by: Writing) -> WriteOutcome:
    """Declare a challenge, dated today. It becomes the last table of the last round.

    Raise `Denied` if the caller is neither the challenger nor an organiser, or `Refused` with
    the codes of the format's own `challenge`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        _check_right(tournament, challenger, by)
        if not folded.order:
            yield from rated(tournament, folded)
        pairing = {"challenger": challenger, "challenged": challenged, "on": today()}
        yield Event("challenged", pairing)

    body = ("challenged", {"challenger": challenger, "challenged": challenged})
    return write(tournament_id, by, body, plan, right=None, named=("entrant_unknown",))


def withdraw_challenge(*, tournament_id: str, number: int, table: int, by: Writing) -> WriteOutcome:
    """Take back a challenge that has no result and no match.

    Raise `Denied` if the caller is neither the challenger nor an organiser, or `Refused`
    `not_a_ladder` or `challenge_begun`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(number).table(table)
        _check_right(tournament, seated.table.entrants[0], by)
        yield Event("challenge_withdrawn", {"round": number, "table": table})

    body = ("challenge_withdrawn", {"round": number, "table": table})
    return write(tournament_id, by, body, plan, right=None)


def bring_up(*, tournament_id: str, by: Writing) -> WriteOutcome:
    """Record the drops, up to today, of entrants who have not played.

    Raise `Refused` `not_a_ladder` if the tournament is not a ladder.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        yield Event("brought_up", {"on": today()})

    return write(tournament_id, by, ("brought_up", {}), plan)


def today() -> str:
    """Return today's date in ISO format, as the log stores it."""
    return timezone.localdate().isoformat()


def _check_right(tournament: Tournament, challenger: int, by: Writing) -> None:
    """Raise `Denied` unless the caller runs the tournament or is the challenger."""
    own = permissions.is_entrant(tournament, challenger, by.table_token)
    if not (own or permissions.can_run(tournament, by.caller)):
        raise Denied("challenge_own_needed")
