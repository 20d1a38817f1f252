"""Counts and texts of the jeu du Maître's sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from games.presentation.table import Part

register = template.Library()

# The codes of the notes on a manche that the sheet and the preview show, in this order. The line's
# own page shows all notes.
STORY = (
    "validated",
    "not_validated",
    "eliminated",
    "gap_kept",
    "gap_failed",
    "contract_kept",
    "contract_failed",
)


@register.filter
def begins_tour(place: int, seats: Sequence[Any]) -> bool:
    """Return whether the manche at index `place` is the first of its tour."""
    return place % len(seats) == 0


@register.filter
def tour(place: int, seats: Sequence[Any]) -> int:
    """Return the tour (from 1) of the manche at index `place`."""
    return place // len(seats) + 1


@register.filter
def story(line: Any) -> list[Part]:
    """Return how the manche ended for its Maître: the outcome, then the reasons for it.

    `line` is a line of the sheet, or a preview.
    """
    parts = line["parts"] if isinstance(line, Mapping) else line.parts
    story_parts = [part for part in parts if part.code in STORY]
    return sorted(story_parts, key=lambda part: STORY.index(part.code))
