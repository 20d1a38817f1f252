"""Counts and texts of the jeu du Maître's sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from games.presentation.table import Part

register = template.Library()

# The codes of the notes on a manche that the sheet shows. The line's own page shows all notes.
STORY = (
    "contract_kept",
    "contract_failed",
    "bonus",
    "no_bonus",
    "malus",
    "no_malus",
    "coffre_forbidden",
    "gap_kept",
    "gap_failed",
    "not_validated",
    "validated",
    "eliminated",
)
VERDICT = ("not_validated", "validated", "eliminated")


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
    """Return how the manche ended for its Maître: verdict, then contract, bonus or malus, gap.

    `line` is a line of the sheet, or a preview. The verdict comes first, because a phone may cut
    off the rest.
    """
    parts = line["parts"] if isinstance(line, Mapping) else line.parts
    story_parts = [part for part in parts if part.code in STORY]
    return sorted(story_parts, key=lambda part: part.code not in VERDICT)
