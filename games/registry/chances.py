"""Each side's chance to win a match, where a game can tell. Pure but for the model's name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from core.progress import ProgressCallback


class ChancesNotReady(Exception):
    """The chances of a match need a computation that no page does: `ChancesOf.work_out`."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Each side's chance to win a match, under a model that has a name.

    `runs` has one run a side: before the first line, then after each line; at every moment they sum
    to one. `model` names the model in a sentence, `code` is the same for programs.
    """

    code: str
    model: str | Promise
    runs: Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class ChancesOf:
    """The chances of a whole match: by its rules, its entries, and a club's key.

    The key is that of the club whose matches may be counted for it (None: of no club). `of_match`
    may raise `ChancesNotReady`: then a job calls `work_out`, with what is told of its progress.
    """

    of_match: Callable[[Any, Sequence[Any], int | None], Chances | None]
    work_out: Callable[[Any, Sequence[Any], int | None, ProgressCallback], object] = (
        lambda rules, entries, club, report: None
    )
