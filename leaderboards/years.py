"""Civil years as bits: what a board of a year is read off by index, without a row for each year.

Somebody's row on a ladder has a bit for each year they played in, and the table an index for each
sixteenth year: of those who played in it, in the order of the board.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import BooleanField, Func, Q
from django.utils.deconstruct import deconstructible

# A year is a bit of a whole number; years so far apart share one.
YEARS = 62
# A board of a year is read off an index of years like it, so many years apart.
SLOTS = 16


def bit_of(year: int) -> int:
    """Return the bit of a year among those that somebody played in."""
    return 1 << year % YEARS


def slot_of(year: int) -> int:
    """Return which of the indexes of years a year's board is read off."""
    return year % YEARS % SLOTS


@deconstructible(path="leaderboards.years.AnyOf")
class AnyOf(Func):
    """Whether one of these bits is set. Written out, as an index must be told by its very words."""

    output_field = BooleanField()

    def __init__(self, expression: Any, bits: int, **extra: Any) -> None:
        super().__init__(expression, template=f"(%(expressions)s & {int(bits)}) <> 0", **extra)


def in_slot(slot: int) -> AnyOf:
    """Return the condition that somebody played in a year of a slot."""
    return AnyOf("years", sum(1 << bit for bit in range(slot, YEARS, SLOTS)))


def played_in(year: int) -> Q:
    """Return the condition that somebody played in a year, in words that its index knows."""
    return Q(in_slot(slot_of(year))) & Q(AnyOf("years", bit_of(year)))


def years_of(years: Iterable[int]) -> int:
    """Return the bits of years."""
    bits = 0
    for year in years:
        bits |= bit_of(year)
    return bits
