"""Sums as they are shown: stored in hundredths, of whatever the club counts in."""

from decimal import Decimal

from games.wording import figure


def money(sum_: int) -> str:
    """Return a sum in the reader's language, without cents where there are none."""
    return figure(Decimal(sum_) / 100)


def amount(sum_: int) -> int | float:
    """Return a sum as a number: an int if it is whole."""
    return sum_ // 100 if sum_ % 100 == 0 else sum_ / 100
