"""Template filters for names, ranks and clocks."""

from django import template
from django.utils.translation import gettext as _

from tournaments.view import View

register = template.Library()


@register.filter
def entrant_name(view: View, number: int) -> str:
    """Return the name of the entrant with this number; empty if there is none."""
    return view.names.get(number, "")


@register.filter
def shared_rank(rank: int) -> str:
    """Return a rank that several share, in words: « 1ers ex æquo »."""
    if rank == 1:
        return _("1ers ex æquo")
    return _("%(rank)ses ex æquo") % {"rank": rank}


@register.filter
def clock(seconds: int) -> str:
    """Return a number of seconds as minutes and seconds: « 44:05 »."""
    return f"{seconds // 60}:{seconds % 60:02}"
