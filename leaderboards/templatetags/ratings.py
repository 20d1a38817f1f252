"""Ratings in templates."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def rating(value: float, places: int = 1) -> str:
    """Write a figure with so many decimals, and a minus as sheets do: « −57,7 », never « −0,0 »."""
    text = number_format(round(value, places) + 0.0, places)
    return text.replace("-", "−")
