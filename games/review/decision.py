"""A decision in a match that cost points, as computed by the game's engine. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

# The most decisions of a match that are shown.
TOLD = 3
# The least cost that is shown, in points and in chance of winning the match.
LEAST_POINTS, LEAST_CHANCE = 0.5, 0.005


class Decision(NamedTuple):
    """A decision of `seat` in line `number` (from 1).

    `cost` is in points, compared with the best decision at that moment. `code` and `params` say
    what was done and what was better (`Words.decisions`). `chance` is the same cost in chance of
    winning the match, if the game knows it; then it is known of all decisions of the match.
    """

    number: int
    seat: int
    cost: float
    code: str
    params: Mapping[str, Any]
    chance: float | None = None

    @property
    def weight(self) -> float:
        """The cost in the match's own unit, in steps below which nothing is told."""
        return self.cost / LEAST_POINTS if self.chance is None else self.chance / LEAST_CHANCE


def costliest(decisions: Iterable[Decision], count: int = TOLD) -> list[Decision]:
    """Return the `count` costliest decisions, the costliest first; of equal ones the earlier first.

    Decisions that cost less than half a point, or half a percent of the match, are left out.
    """
    costly = [decision for decision in decisions if decision.weight >= 1]
    return sorted(costly, key=lambda decision: (-decision.weight, decision.number))[:count]
