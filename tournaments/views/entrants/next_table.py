"""The page with the next tables of the people at a table, shown when their match ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.presentation import open_rounds
from tournaments.presentation.tables import TableView, table_view
from tournaments.state.tournament import GONE
from tournaments.view import View, seats_of
from tournaments.views.common import (
    base,
    following,
    own_at,
    round_of,
    seen,
    side_token,
    tournament_page,
)


@dataclass(frozen=True, slots=True)
class NextTable:
    """An entrant's next table, or those that they may play next; none while it is not published.

    `gone`: they have left.
    """

    name: str
    tables: Sequence[TableView]
    gone: bool


@require_safe
@never_cache
@tournament_page
def next_table(
    request: HttpRequest, tournament_id: str, number: int, table: int
) -> HttpResponseBase:
    """Show where each entrant of a table plays next, as soon as that is published.

    The phone of a side sees only its own entrants. The phone of an entrant is redirected to the
    entrant's own page.
    """
    view = seen(request, tournament_id)
    drawn, seated = round_of(view, number), seats_of(view, number, table)
    own = own_at(view, seated)
    if own is not None:
        return redirect("tournaments:my-table", tournament_id, own)
    side, _token = side_token(view, number, seated)
    people = seated.table.entrants if side is None else seated.table.sides[side]
    context = base(view) | following(view, "next-table", drawn.number, seated.number)
    context |= {
        "round": drawn,
        "own": seated.number,
        "places": [_next(view, number, entrant) for entrant in people],
        "over": view.folded.state == "finished",
    }
    return render(request, "tournaments/next_table.html", context)


def _next(view: View, number: int, entrant: int) -> NextTable:
    present = view.folded.round(number)
    tables = [
        table_view(view, present, seated)
        for seated in open_rounds.own_tables(view, present, entrant)
        if open_rounds.at_once(view, present) and open_rounds.to_play(seated)
    ]
    coming = (
        table_view(view, drawn, seated)
        for drawn in view.folded.rounds
        if drawn.number > number and drawn.state != "draft"
        for seated in drawn.tables
        if entrant in seated.table.entrants
    )
    gone = view.folded.entrant(entrant).state in GONE
    return NextTable(view.names[entrant], tables or list(islice(coming, 1)), gone)
