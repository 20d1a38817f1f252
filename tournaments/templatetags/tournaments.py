"""Template filters for names and clocks."""

from django import template

from tournaments.view import View

register = template.Library()


@register.filter
def entrant_name(view: View, number: int) -> str:
    """Return an entrant's name by number."""
    return view.names.get(number, "")


@register.filter
def clock(seconds: int) -> str:
    """Return seconds as a clock shows them: « 44:05 »."""
    return f"{seconds // 60}:{seconds % 60:02}"
