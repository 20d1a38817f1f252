"""Template filters for names of entrants, for ranks and for clocks."""

from django import template
from django.utils.translation import gettext as _

from tournaments.presentation import open_rounds
from tournaments.presentation.tables import TableView
from tournaments.state.tournament import Round
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
def round_name(view: View, drawn: Round) -> str:
    """Return a round's name: « Ronde 3 », or « Toutes les rondes » if they are played at once."""
    return open_rounds.round_name(view, drawn)


@register.filter
def at_once(view: View, drawn: Round) -> bool:
    """Return whether a round holds the tables of several rounds, to be played in any order."""
    return open_rounds.at_once(view, drawn)


@register.filter
def table_place(view: View, table: TableView) -> str:
    """Return where a table stands: « Ronde 2, table 3 », or « Table 3 » if it is of all rounds."""
    return open_rounds.table_place(view, table.round, table.number)


@register.filter
def clock(seconds: int) -> str:
    """Return a number of seconds as minutes and seconds: « 44:05 »."""
    return f"{seconds // 60}:{seconds % 60:02}"
