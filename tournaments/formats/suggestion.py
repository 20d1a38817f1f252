"""The evening for which a format is wanted, and the suggestion of a format for it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Literal, NamedTuple

from tournaments.draws.plans import Plan, PlannedRound

# Minutes between two rounds, in which the last scores come in, the draw is made, and everybody
# finds their table.
BETWEEN = 5

# Who enters: sides that stay together, or people who get a partner or a table for each round.
Entering = Literal["sides", "people", "many"]


@dataclass(frozen=True, slots=True)
class Situation:
    """The entrants, time and tables that there are for a tournament.

    Times are in minutes; `match_minutes` is the time of one match. If `tables` is None there are
    enough tables. `season`: the tournament takes months, in which people play when they like.
    """

    entrants: int
    minutes: int
    match_minutes: int
    tables: int | None = None
    entering: Entering = "sides"
    season: bool = False

    @property
    def of_sides(self) -> bool:
        """Whether sides that stay together play one evening."""
        return self.entering == "sides" and not self.season


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A format for an evening. `over` is the number of minutes that it is too long; 0 if it fits.

    `place` is its place in the list of suggestions, lowest first.
    """

    format: str
    options: Mapping[str, Any]
    plan: Plan
    minutes: int
    over: int
    waves: int
    reasons: tuple[str, ...]
    place: int

    def lasting_months(self) -> "Suggestion":
        """Return the suggestion for a season, in which its duration does not matter."""
        return replace(self, minutes=0, over=0, waves=1)


class Pace(NamedTuple):
    """The pace of an evening: the minutes of a table's matches, and the number of tables."""

    table_minutes: int
    tables: int | None = None

    def waves(self, tables: int) -> int:
        """Return how many times the room must be filled to play a number of tables."""
        return ceil(tables / self.tables) if self.tables else min(tables, 1)

    def minutes(self, rounds: tuple[PlannedRound, ...]) -> int:
        """Return how many minutes rounds take."""
        return sum(self.waves(planned.tables) * self.table_minutes + BETWEEN for planned in rounds)
