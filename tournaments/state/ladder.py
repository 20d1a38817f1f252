"""A ladder's challenges: declaring them, withdrawing them before play, and counting idle days."""

from dataclasses import replace
from datetime import date

from tournaments.draws.errors import PairingError
from tournaments.formats.ladder import draw as ladder
from tournaments.state.errors import StateError
from tournaments.state.tournament import Round, Seated, TournamentState

# The years in which a challenge may be. They bound the number of days that a ladder counts.
FIRST_YEAR, LAST_YEAR = 1900, 2199


def day_read(text: str) -> date:
    """Parse a day in the form of the log. Raises `ValueError` for any other text or year."""
    on = date.fromisoformat(text)
    if text != on.isoformat() or not FIRST_YEAR <= on.year <= LAST_YEAR:
        raise ValueError("on")
    return on


def challenge(
    tournament: TournamentState, challenger: int, challenged: int, on: str
) -> TournamentState:
    """Add a challenge, declared on the day `on`, as a table of the running round.

    Without a running round a new one is opened. The first challenge starts the tournament and
    freezes the list. Raises `not_a_ladder`, `tournament_finished`, and the refusals of
    `ladder.challenge`.
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

    Raises `not_a_ladder`, `tournament_finished`, `challenge_begun`.
    """
    _check_ladder(tournament)
    round_ = tournament.round(number)
    seated = round_.table(table)
    if seated.state != "waiting" or seated.match is not None:
        raise StateError("challenge_begun", table=table)
    left = tuple(other for other in round_.tables if other.number != table)
    return tournament.with_round(replace(round_, tables=left))


def bring_up(tournament: TournamentState, on: str) -> TournamentState:
    """Count the ladder's idle days up to `on`. An earlier day than the last one changes nothing.

    Raises `not_a_ladder`, `tournament_finished`.
    """
    _check_ladder(tournament)
    return replace(tournament, day=max(tournament.day, day_read(on).isoformat()))


def _check_ladder(tournament: TournamentState) -> None:
    if not tournament.way.declared:
        raise StateError("not_a_ladder")
    if tournament.state == "finished":
        raise StateError("tournament_finished")
