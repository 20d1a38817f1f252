"""The cost of decisions in a match, for games that judge them. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from core.progress import ProgressCallback
from games.registry.estimate import SMALL, Estimate
from games.review.decision import Decision


@dataclass(frozen=True, slots=True)
class Judge:
    """Functions that compute the cost of decisions in a match.

    `by_dice` returns whether an entry was recorded with its dice, so that it can be judged.
    `decisions` takes the rules, the number of seats, the entries, and a callback for its progress.
    """

    by_dice: Callable[[Any], bool]
    decisions: Callable[[Any, int, Sequence[Any], ProgressCallback], list[Decision]]
    # Takes the rules and a number of entries. Returns the estimate for judging the entries.
    estimate: Callable[[Any, int], Estimate] = lambda rules, count: SMALL
    # The name of the model behind the chances of decisions, for games that know them.
    model: str | Promise = ""
    # Whether `decisions` needs the compiler, which is an extra of the wheel (`jobs.extras`).
    compiled: bool = False
