"""Ratings and counts of boards, in templates."""

from decimal import Decimal

from django import template
from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _

from games.presentation.wording import figure

register = template.Library()


@register.filter
def rating(value: float, places: int = 1) -> str:
    """Return a number with `places` decimals and a sheet's minus: « −57,7 », never « −0,0 »."""
    text = number_format(round(value, places) + 0.0, places)
    return text.replace("-", "−")


@register.filter
def gain(value: float) -> str:
    """Return how far a rating moved, in whole points with its sign: « +84 », « −12 », « 0 »."""
    text = rating(value, 0)
    return text if text.startswith("−") or text == "0" else f"+{text}"


@register.filter
def bracketed(value: float) -> str:
    """Return a number that is to be subtracted, in brackets if negative: « 57,7 », « (−57,7) »."""
    text = rating(value)
    return f"({text})" if text.startswith("−") else text


@register.filter
def mean(value: float) -> str:
    """Return an average with one decimal, so that a column of averages lines up: « 8 840,0 »."""
    text, point = figure(Decimal(str(round(value, 1)))), str(get_format("DECIMAL_SEPARATOR"))
    return text if point in text[-2:] else f"{text}{point}0"


@register.filter
def percent(value: int) -> str:
    """Return a percentage as the reader's language writes it: « 50 % », "50%"."""
    return _("%(share)s %%") % {"share": value}
