"""A decision in a match that cost points, as computed by the game's engine. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

# The most decisions of a match that are shown.
TOLD = 3


class Decision(NamedTuple):
    """A decision of `seat` in line `number` (from 1).

    `cost` is in points, compared with the best decision at that moment. `code` and `params` say
    what was done and what was better (`Words.decisions`).
    """

    number: int
    seat: int
    cost: float
    code: str
    params: Mapping[str, Any]


def costliest(decisions: Iterable[Decision], count: int = TOLD) -> list[Decision]:
    """Return the `count` costliest decisions, the costliest first; of equal ones the earlier first.

    Decisions that cost less than half a point are left out.
    """
    costly = [decision for decision in decisions if decision.cost >= 0.5]
    return sorted(costly, key=lambda decision: (-decision.cost, decision.number))[:count]
