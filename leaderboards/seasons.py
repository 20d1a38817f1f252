"""What a season is: all time, the last 90 days, or a civil year by the site's clock.

A year's board is read by an index, without a row for each year: years are bits. Somebody's row on a
ladder has a bit for each year in which they played. The table has an index for each sixteenth year:
of those who played in it, in the order of the board.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import BooleanField, Func, Q
from django.utils.deconstruct import deconstructible

# Seasons by name: of all time, of the last 90 days. The others are civil years.
ALL, RECENT = "all", "90d"
LATELY = timedelta(days=90)

# Each year is one bit of an integer; years that are `YEARS` apart share a bit.
YEARS = 62
# Years that are `SLOTS` apart share an index.
SLOTS = 16


def bit_of(year: int) -> int:
    """Return the bit of a year."""
    return 1 << year % YEARS


def slot_of(year: int) -> int:
    """Return which index of years a year's board uses."""
    return year % YEARS % SLOTS


@deconstructible(path="leaderboards.seasons.AnyOf")
class AnyOf(Func):
    """Whether one of these bits is set.

    Written out, since an index is matched by its exact text.
    """

    output_field = BooleanField()

    def __init__(self, expression: Any, bits: int, **extra: Any) -> None:
        super().__init__(expression, template=f"(%(expressions)s & {int(bits)}) <> 0", **extra)


def in_slot(slot: int) -> AnyOf:
    """Return the condition that somebody played in a year of a slot."""
    return AnyOf("years", sum(1 << bit for bit in range(slot, YEARS, SLOTS)))


def played_in(year: int) -> Q:
    """Return the condition that somebody played in a year, in the text that its index has."""
    return Q(in_slot(slot_of(year))) & Q(AnyOf("years", bit_of(year)))


def years_of(years: Iterable[int]) -> int:
    """Return the years of bits."""
    bits = 0
    for year in years:
        bits |= bit_of(year)
    return bits
