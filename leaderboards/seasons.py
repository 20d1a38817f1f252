"""Seasons: all time, the last 90 days, or a civil year by the site's clock.

The board of a year is read by an index, although there is no row for each year. A row on a
ladder has one bit for each year with a match. There are `SLOTS` indexes, and each serves every
sixteenth year. It contains the rows with a match in any of these years, in the order of the
board.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import BooleanField, Func, Q
from django.utils.deconstruct import deconstructible

# The names of two seasons: all time, and the last 90 days. Other seasons are civil years.
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
    """Return the number of the index that a year's board uses."""
    return year % YEARS % SLOTS


@deconstructible(path="leaderboards.seasons.AnyOf")
class AnyOf(Func):
    """A condition: at least one of these bits is set.

    The bits are written into the SQL text, because a database uses an index only if the query has
    the index's condition in the same text.
    """

    output_field = BooleanField()

    def __init__(self, expression: Any, bits: int, **extra: Any) -> None:
        super().__init__(expression, template=f"(%(expressions)s & {int(bits)}) <> 0", **extra)


def in_slot(slot: int) -> AnyOf:
    """Return the condition for rows with a match in any of the years that share an index."""
    return AnyOf("years", sum(1 << bit for bit in range(slot, YEARS, SLOTS)))


def played_in(year: int) -> Q:
    """Return the condition for rows with a match in a year.

    It repeats the condition of the index, so that the database uses the index.
    """
    return Q(in_slot(slot_of(year))) & Q(AnyOf("years", bit_of(year)))


def years_of(years: Iterable[int]) -> int:
    """Return the bits of these years, in one integer."""
    bits = 0
    for year in years:
        bits |= bit_of(year)
    return bits
