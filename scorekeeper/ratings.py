"""Hands the players' ratings to the floors that do not keep them."""

from collections.abc import Mapping, Sequence

from tournaments.models import Tournament


def of_entrants(
    tournament: Tournament, players: Mapping[int, Sequence[int]]
) -> Mapping[int, float]:
    """Return each entrant's rating in the tournament's game: its players' mean.

    Nobody keeps ratings yet: nothing is handed over, and seeds and lots decide.
    """
    return {}
