"""The kicks that the players give each other at the end of a match. Pure.

« La règle la plus prisée par les marins était le coup de pied aux fesses. »
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.sheet import RankedSide


class Kicks(NamedTuple):
    """How many kicks a side gives and takes at the end."""

    side: int
    given: int
    taken: int


def kicks_of(ranking: Sequence[RankedSide]) -> list[Kicks]:
    """Return the kicks of each side, in the order of the ranking. Sides with the same rank give and
    take the same number of kicks.

    « Le premier donne 5 coups et n'en prend aucun, le 2e donne 4 coups et en prend 1 […]. »
    """
    return [
        Kicks(standing.side, len(ranking) - standing.rank, standing.rank - 1)
        for standing in ranking
    ]
