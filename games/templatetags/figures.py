"""Template filters for figures and names."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.presentation import wording
from games.presentation.table import Table
from games.sheet import Score

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
def figure_width(table: Table) -> int:
    """Return the length of the longest score, from 3 to 7, by which the wall sets its columns."""
    return min(7, max(3, *(len(wording.figure(side.score)) for side in table.sides)))


@register.filter
def seat_name(table: Table, number: Any) -> str:
    """Return the short name of the player on a seat, or nothing without such a seat."""
    seats = table.seats
    return seats[number].short if isinstance(number, int) and number < len(seats) else ""


@register.simple_tag
def figure_rows(table: Table, template_name: str) -> list[SafeString]:
    """Render each line with a template that gets `table` and `line`; rendered lines are cached.

    So what the template shows of the table must be the same for every caller, and stay the same
    when lines are added.
    """

    def draw(index: int) -> SafeString:
        return render_to_string(template_name, {"table": table, "line": table.line(index)})

    places = range(table.part.start, table.part.end)
    rows = list(table.rendered_lines(template_name, draw, places))
    for number in table.corrected:
        if number - 1 in places:
            context = {"table": table, "line": table.lines[number - 1]}
            rows[places.index(number - 1)] = render_to_string(template_name, context)
    return rows


@register.filter
def card(code: str) -> str:
    """Write a card: « 10♥ »."""
    return wording.card_name(code)
