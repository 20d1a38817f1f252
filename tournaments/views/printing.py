"""Pages to print on A4: table cards with their QR, round sheet, bracket, standings, diplomas."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.addresses import shareable
from clubs.links.showing import qr
from tournaments import permissions
from tournaments.queries import View
from tournaments.showing.pools import pool_views
from tournaments.showing.ranking import podium, ranked
from tournaments.showing.tables import TableView, call_list, tables_of
from tournaments.state.tournament import Round
from tournaments.views.common import base, round_of, run, seen, tournament_page
from tournaments.views.drawing import sheets

# How many codes one page of cards has, and the one pattern that they are drawn with.
CODES, MASK = 72, 2
# How many groups one page prints: more than a club's evening has.
POOLS = 60
SHEETS = ("ronde", "appel", "poules", "tableau", "classement", "diplomes")


@require_safe
@never_cache
@tournament_page
def sheet(request: HttpRequest, tournament_id: str, what: str) -> HttpResponseBase:
    """Show one of the sheets that anybody may print."""
    view = seen(request, tournament_id)
    if what not in SHEETS:
        raise Http404
    published = [drawn for drawn in view.folded.rounds if drawn.state != "draft"]
    context: dict[str, Any] = base(view) | {"what": what}
    if what == "ronde" and published:
        context |= {"round": published[-1], "tables": tables_of(view, published[-1])}
    if what == "appel" and published:
        context |= {"round": published[-1], "calls": call_list(view, published[-1])}
    if what == "poules" and published:
        context["page"] = Paginator(view.pools, POOLS).get_page(request.GET.get("page"))
        first = context["page"].start_index() - 1
        context["pools"] = pool_views(view, max(first, 0), first + POOLS)
    if what == "tableau" and published:
        context["drawn"] = sheets(view)
    if what == "classement":
        context["rows"] = ranked(view, why=False) if published else []
    if what == "diplomes" and view.folded.state == "finished":
        context["podium"] = podium(view)
    return render(request, "tournaments/print.html", context)


@require_safe
@never_cache
@tournament_page
def cards(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Show the cards of a round's tables, with a QR for each side; only to those who run it."""
    view = run(request, tournament_id)
    drawn = round_of(view, number)
    tables = [one for one in tables_of(view, drawn) if not one.bye]
    sides = max((len(one.sides) for one in tables), default=1)
    page = Paginator(tables if drawn.state != "draft" else [], max(1, CODES // sides)).get_page(
        request.GET.get("page")
    )
    context = base(view) | {
        "round": drawn,
        "page": page,
        "cards": _cards(request, view, drawn, page),
    }
    return render(request, "tournaments/cards.html", context)


def _cards(
    request: HttpRequest, view: View, drawn: Round, tables: Iterable[TableView]
) -> list[dict[str, Any]]:
    return [
        {
            "table": table,
            "sides": [
                {"side": side, **_link(request, view, drawn, table.number, side.number)}
                for side in table.sides
            ],
        }
        for table in tables
    ]


def _link(request: HttpRequest, view: View, drawn: Round, table: int, side: int) -> dict[str, Any]:
    token = permissions.side_token(view.tournament, drawn.number, drawn.table(table), side)
    path = reverse("tournaments:open", args=[view.tournament.pk, drawn.number, table, token])
    url = shareable(request, path)
    return {"url": url, "path": path, "qr": qr(url, mask=MASK)}
