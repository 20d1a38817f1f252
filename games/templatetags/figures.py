"""Figures and names in templates."""

from typing import Any

from django import template

from games import wording
from games.sheet import Score
from games.table import Table

register = template.Library()


@register.filter
def figure(value: Score | None) -> str:
    """Write a number as a sheet does: « 10 000 », « −70 »."""
    return wording.figure(value)


@register.filter
def signed(value: Score | None) -> str:
    """Write a difference with its sign: « +40 », « −70 »."""
    return wording.signed(value)


@register.filter
def seat_name(table: Table, number: Any) -> str:
    """Name who sits at a place, as the others at the table call them."""
    seats = table.seats
    return seats[number].short if isinstance(number, int) and number < len(seats) else ""


@register.filter
def card(code: str) -> str:
    """Write a card: « 10♥ »."""
    return wording.card_name(code)
