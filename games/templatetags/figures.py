"""Template filters for figures and names."""

import re
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.presentation import wording
from games.presentation.table import Table
from games.registry.game import Game
from games.sheet import Score

register = template.Library()


@register.filter
def figure(value: Score | None) -> str:
    """Return a number as a sheet writes it: « 10 000 », « −70 »."""
    return wording.figure(value)


@register.filter
def signed(value: Score | None) -> str:
    """Return a difference with its sign: « +40 », « −70 »."""
    return wording.signed(value)


@register.filter
def figure_width(table: Table) -> int:
    """Return the length of the longest score, at least 3 and at most 7. The wall sets its columns
    by it.
    """
    return min(7, max(3, *(len(wording.figure(side.score)) for side in table.sides)))


@register.filter
def seat_name(table: Table, number: Any) -> str:
    """Return the short name of the player on a seat, or an empty string if there is no such
    seat.
    """
    seats = table.seats
    return seats[number].short if isinstance(number, int) and number < len(seats) else ""


@register.simple_tag
def figure_rows(table: Table, template_name: str) -> list[SafeString]:
    """Return the shown lines, rendered by a template that gets `table` and `line`.

    The results are cached, except for corrected lines. So the template may only use data of the
    table that are the same for every caller and do not change when lines are added.
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
    """Return the name of a card: « 10♥ »."""
    return wording.card_name(code)


@register.filter
def marked(text: str, game: Game) -> SafeString:
    """Return a text in which the French words that the game keeps are marked as French.

    In French nothing is marked.
    """
    escaped = conditional_escape(text)
    if not game.words.notions or (get_language() or "").startswith("fr"):
        return escaped
    marked = _notions(tuple(game.words.notions)).sub(r'<span lang="fr">\1</span>', escaped)
    return mark_safe(marked)  # noqa: S308 (the text was escaped before)


@lru_cache(maxsize=32)
def _notions(words: tuple[str, ...]) -> re.Pattern[str]:
    names = (re.escape(word.split(" (")[0].rstrip(" !")) + "s?" for word in words)
    return re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE)
