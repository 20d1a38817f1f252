"""What a phone shows from its place at the table, as the game declares it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.sheet import Note, Scoresheet


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """`notes` takes the rules, a running match and a seat; its first note is shown in large.

    It is pure, so that a phone without network shows the same. `sentences` has the words of its
    codes, which speak to whoever sits there.
    """

    notes: Callable[[Any, Scoresheet, int], list[Note]]
    sentences: Mapping[str, str | Promise]
