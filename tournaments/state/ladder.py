"""Changes of a ladder: declaring a challenge, withdrawing it before play, and recording drops."""

from dataclasses import replace
from datetime import date

from tournaments.draws.errors import PairingError
from tournaments.formats.ladder import draw as ladder
from tournaments.state.errors import StateError
from tournaments.state.tournament import Round, Seated, TournamentState

# The first and the last year in which a challenge may be declared. They limit the days over
# which drops are computed.
FIRST_YEAR, LAST_YEAR = 1900, 2199


def day_read(text: str) -> date:
    """Return the date in a text, which must be written as in the log.

    Raise `ValueError` for any other text, or for a year that is not allowed.
    """
    on = date.fromisoformat(text)
    if text != on.isoformat() or not FIRST_YEAR <= on.year <= LAST_YEAR:
        raise ValueError("on")
    return on


def challenge(
    tournament: TournamentState, challenger: int, challenged: int, on: str
) -> TournamentState:
    """Add a challenge, declared on the day `on`, as a table of the published round.

    If there is no such round, a new one is opened. The first challenge starts the tournament and
    fixes the order of the list. Raise `StateError` `not_a_ladder`, `tournament_finished`, or
    with the codes of the format's `challenge`.
    """
    _check_ladder(tournament)
    for entrant in (challenger, challenged):
        tournament.entrant(entrant)
    field = tournament.field()
    try:
        table = ladder.challenge(field, challenger, challenged, day_read(on))
    except PairingError as error:
        raise StateError(error.code, "challenged", **error.params) from error
    begun = replace(tournament, order=ladder.entered(field), day=table.why["on"], state="running")
    last = begun.rounds[-1] if begun.rounds else None
    if last is None or last.state != "published":
        last = Round(len(begun.rounds) + 1, begun.seed, (), state="published")
        begun = replace(begun, rounds=(*begun.rounds, last))
    number = max((seated.number for seated in last.tables), default=0) + 1
    added = Seated(replace(table, number=number))
    return begun.with_round(replace(last, tables=(*last.tables, added)))


def withdraw(tournament: TournamentState, number: int, table: int) -> TournamentState:
    """Remove a challenge that has neither a result nor a match yet.

    Raise `StateError` `not_a_ladder`, `tournament_finished`, or `challenge_begun` if it has one.
    """
    _check_ladder(tournament)
    round_ = tournament.round(number)
    seated = round_.table(table)
    if seated.state != "waiting" or seated.match is not None:
        raise StateError("challenge_begun", table=table)
    left = tuple(other for other in round_.tables if other.number != table)
    return tournament.with_round(replace(round_, tables=left))


def bring_up(tournament: TournamentState, on: str) -> TournamentState:
    """Apply the ladder's drops up to the day `on`. A day before the last one changes nothing.

    Raise `StateError` `not_a_ladder` or `tournament_finished`.
    """
    _check_ladder(tournament)
    return replace(tournament, day=max(tournament.day, day_read(on).isoformat()))


def _check_ladder(tournament: TournamentState) -> None:
    if not tournament.way.declared:
        raise StateError("not_a_ladder")
    if tournament.state == "finished":
        raise StateError("tournament_finished")
