"""The evening for which a format is wanted (`Situation`), and a format suggested for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, Literal, NamedTuple

from tournaments.draws.plans import Plan, PlannedRound

# The minutes between two rounds. In this time the last scores come in, the draw is made, and
# everybody finds their table.
BETWEEN = 5

# The ways to enter. `sides` stay together. `people` get a new partner for each round, and `many`
# a new table of several for each round.
Entering = Literal["sides", "people", "many"]


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of a tournament before its format is chosen: entrants, time and tables.

    `minutes` is the length of the evening, `match_minutes` the length of one match. `tables` is
    None if there are enough tables. With `season`, the tournament lasts months, in which people
    play when they like. `deal_minutes` is what a table needs for one deal; None if the game can't
    be played with the same deals at all tables. `numbers` are values that the organiser has chosen
    for options, by name; a format uses them in place of its own, whether they fit or not.
    """

    entrants: int
    minutes: int
    match_minutes: int
    tables: int | None = None
    entering: Entering = "sides"
    season: bool = False
    deal_minutes: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def of_sides(self) -> bool:
        """Whether the entrants are sides that stay together, and the tournament lasts one
        evening.
        """
        return self.entering == "sides" and not self.season


def key_of(format_: str, options: Mapping[str, Any]) -> str:
    """Return the key of the suggestion of a format. The same deals at all tables have their own."""
    return f"{format_}-duplicate" if options.get("duplicate") else format_


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A format suggested for an evening.

    `over` is the number of minutes by which it is too long, or 0 if it fits. `waves` is how many
    times the room must be filled in the largest round. Suggestions are listed by `place`, lowest
    first. `usual` has the options before the organiser chose a number; None if they chose none.
    """

    format: str
    options: Mapping[str, Any]
    plan: Plan
    minutes: int
    over: int
    waves: int
    reasons: tuple[str, ...]
    place: int
    usual: Mapping[str, Any] | None = None

    @property
    def key(self) -> str:
        """A name of the suggestion, which no other suggestion for the same evening has."""
        return key_of(self.format, self.options)

    def lasting_months(self) -> "Suggestion":
        """Return the suggestion changed for a season, in which its duration does not matter."""
        return replace(self, minutes=0, over=0, waves=1)


class Pace(NamedTuple):
    """The pace of an evening: the minutes that a table needs for its matches, and the number of
    tables.

    `tables` is None if there are enough tables for everybody.
    """

    table_minutes: int
    tables: int | None = None

    def waves(self, tables: int) -> int:
        """Return how many times the room must be filled to play this number of tables."""
        return ceil(tables / self.tables) if self.tables else min(tables, 1)

    def minutes(self, rounds: tuple[PlannedRound, ...]) -> int:
        """Return how many minutes a sequence of rounds takes."""
        return sum(self.waves(planned.tables) * self.table_minutes + BETWEEN for planned in rounds)
