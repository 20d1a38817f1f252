"""The winner by decision, if the final is over and nobody has won it."""

from dataclasses import replace

from tournaments.draws.brackets.ranking import nobody_won
from tournaments.state.errors import StateError, Unknown
from tournaments.state.tournament import TournamentState


def without_winner(tournament: TournamentState) -> bool:
    """Return whether the first field's final is over without a winner, so that one may be declared.

    In the first two editions it never is, because both who forfeit the final are first.
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
    """Declare a winner, or with None take that back.

    Raises `winner_known`, `winner_not_drawn`, `Unknown`.
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
