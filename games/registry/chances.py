"""Each side's chance to win a match, where a game can tell. Pure but for the model's name."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise


class ChancesNotReady(Exception):
    """The chances of a match need a computation that no page does: `Game.work_out_chances`."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Each side's chance to win a match, under a model that has a name.

    `runs` has one run a side: before the first line, then after each line; at every moment they sum
    to one. `model` names the model in a sentence, `code` is the same for programs.
    """

    code: str
    model: str | Promise
    runs: Sequence[Sequence[float]]
