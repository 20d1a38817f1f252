"""A group of a tournament, as its pages display it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.draws.ranking.standings import StandingsRow

Fate = Literal["qualified", "open", "out"]


@dataclass(frozen=True, slots=True)
class Pool:
    """A group: its name, the slot of its tables, its standings, and the fate of each entrant."""

    name: str
    slot: str
    rows: tuple[StandingsRow, ...]
    points: Mapping[int, Fraction]
    fates: Mapping[int, Fate]
