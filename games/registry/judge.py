"""What decisions of a match cost, where a game judges them. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.progress import ProgressCallback
from games.registry.estimate import SMALL, Estimate
from games.review.decision import Decision


@dataclass(frozen=True, slots=True)
class Judge:
    """Finds what decisions of a match cost.

    `by_dice`: whether an entry was recorded so that it can be judged. `decisions`: by the rules,
    the number of seats, the entries, and who is told the progress.
    """

    by_dice: Callable[[Any], bool]
    decisions: Callable[[Any, int, Sequence[Any], ProgressCallback], list[Decision]]
    # What judging so many entries takes under these rules.
    estimate: Callable[[Any, int], Estimate] = lambda rules, count: SMALL
