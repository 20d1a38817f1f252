"""A decision of a match that cost something, as a game's engine finds it. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

# How many of a match are told.
TOLD = 3


class Decision(NamedTuple):
    """A decision of `seat` in a line (from 1): its `cost` in points, against the best one then.

    `code` and `params` say what was done and what was better (`Words.decisions`).
    """

    number: int
    seat: int
    cost: float
    code: str
    params: Mapping[str, Any]


def costliest(decisions: Iterable[Decision], count: int = TOLD) -> list[Decision]:
    """Return those that cost most, dearest first; of equals the earlier one. None costs nothing."""
    costly = [decision for decision in decisions if decision.cost >= 0.5]
    return sorted(costly, key=lambda decision: (-decision.cost, decision.number))[:count]
