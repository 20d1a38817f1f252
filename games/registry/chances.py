"""Each side's chance to win a match, if its game computes it. Pure except for the model's name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from core.progress import ProgressCallback


class ChancesNotReady(Exception):
    """Raised if the chances need a computation that is too long for a page
    (`ChancesOf.work_out`).
    """


@dataclass(frozen=True, slots=True)
class Chances:
    """Each side's chance to win a match, under a model that has a name.

    `runs` has one run for each side: the chance before the first line, then after each line. At
    every moment the chances sum to one. `model` is a sentence about the model, and `code` its name
    for programs.
    """

    code: str
    model: str | Promise
    runs: Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class ChancesOf:
    """The functions that compute the chances of a match, from its rules, its entries and a club's
    key.

    The key is that of the club whose matches the model may use, or None if it may use no club's. If
    `of_match` raises `ChancesNotReady`, a job calls `work_out` with a function that reports its
    progress.
    """

    of_match: Callable[[Any, Sequence[Any], int | None], Chances | None]
    work_out: Callable[[Any, Sequence[Any], int | None, ProgressCallback], object] = (
        lambda rules, entries, club, report: None
    )
    # By rule, a sentence on the values under which a match has no chances. It stands by the rule
    # on the form before the match.
    limits: Mapping[str, str | Promise] = field(default_factory=dict)
    # Whether `work_out` needs the compiler, which is an extra of the wheel (`jobs.extras`).
    compiled: bool = False
