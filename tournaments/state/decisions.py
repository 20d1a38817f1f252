"""Decides a tournament whose final has no winner: an organiser declares one."""

from dataclasses import replace

from tournaments.draws.brackets.ranking import nobody_won
from tournaments.state.errors import StateError, Unknown
from tournaments.state.tournament import TournamentState


def without_winner(tournament: TournamentState) -> bool:
    """Return whether the final of the first field is over without a winner.

    Only then a winner may be declared. In the first two editions this is never so, because two
    entrants who both forfeit the final are both first there.
    """
    way = tournament.way
    if way.bracket is None or tournament.options.edition < 3 or not tournament.rounds:
        return False
    bracket = way.bracket(tournament.field())
    first = min((meeting.node.field for meeting in bracket.values()), default="")
    return nobody_won(
        {slug: meeting for slug, meeting in bracket.items() if meeting.node.field == first}
    )


def declare(tournament: TournamentState, winner: int | None) -> TournamentState:
    """Declare the winner. None takes a declaration back.

    Raise `StateError` `winner_known` if the final has a winner or is not over,
    `winner_not_drawn` if the entrant was never drawn, or `Unknown` if there is no such entrant.
    """
    if winner is None:
        return replace(tournament, winner=None)
    entrant = next((entrant for entrant in tournament.entrants if entrant.number == winner), None)
    if entrant is None:
        raise Unknown("entrant_unknown", "winner")
    if winner not in tournament.drawn:
        raise StateError("winner_not_drawn", "winner", name=entrant.name)
    if not without_winner(tournament):
        raise StateError("winner_known", "winner")
    return replace(tournament, winner=winner)
