"""The part of a game's declaration about what a phone shows for the seat that it has chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.sheet import Note, Scoresheet


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """The notes that a phone shows for its seat, and their sentences.

    `notes` takes the rules, the sheet of a running match and a seat. Its first note is shown in
    large letters. It is pure, so that a phone without network shows the same. `sentences` has the
    sentences of the notes' codes, which address the person at the seat.
    """

    notes: Callable[[Any, Scoresheet, int], list[Note]]
    sentences: Mapping[str, str | Promise]
