"""Formats sums of money, which are stored in hundredths of the club's currency."""

from django.utils.formats import get_format

from games.presentation.wording import figure


def money(sum_: int) -> str:
    """Return a sum of money as text in the reader's language: « 12,50 », « 12 »."""
    whole, rest = divmod(sum_, 100)
    return figure(whole) + (f"{get_format('DECIMAL_SEPARATOR')}{rest:02}" if rest else "")


def amount(sum_: int) -> int | float:
    """Return a sum of money in units of the currency: an int if it is whole, else a float."""
    return sum_ // 100 if sum_ % 100 == 0 else sum_ / 100
