"""Pages to print on A4: table cards with their QR, round sheet, bracket, standings, diplomas."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.links.showing import qr
from core.addresses import shareable
from core.names import sort_key
from tournaments import permissions
from tournaments.matches import deals_of
from tournaments.queries import View
from tournaments.showing.cross_table import cross_table
from tournaments.showing.ladder import rows as ladder_rows
from tournaments.showing.ladder import rule
from tournaments.showing.pools import pool_views
from tournaments.showing.ranking import other_podiums, podium, ranked
from tournaments.showing.tables import TableView, call_list, tables_of
from tournaments.state.tournament import GONE, Round
from tournaments.views.common import base, round_of, run, seen, tournament_page
from tournaments.views.drawing import sheets
from tournaments.views.movement import told as movement
from tournaments.views.signing import address as sign_up_address

# How many codes one page of cards has, and the one pattern that they are drawn with.
CODES, MASK = 72, 2
# How many groups one page prints: more than a club's evening has.
POOLS = 60
# How many tables have permanent cards at most.
MOST_TABLES = 500
SHEETS = (
    *("ronde", "appel", "bulletins", "classement", "croise", "poules", "tableau"),
    *("diplomes", "affiche", "mouvement", "echelle"),
)
# Empty slips, where no round is published: two pages of A4.
EMPTY_SLIPS = 12


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
    if what == "bulletins":
        context |= _slips(view, published)
    if what == "croise" and published:
        context["cross"] = cross_table(view)
    if what == "poules" and published:
        context["page"] = Paginator(view.pools, POOLS).get_page(request.GET.get("page"))
        first = context["page"].start_index() - 1
        context["pools"] = pool_views(view, max(first, 0), first + POOLS)
    if what == "echelle":
        context |= {"ladder": ladder_rows(view), "rule": rule(view) if view.way.declared else []}
    if what == "mouvement":
        context |= movement(view)
    if what == "tableau" and published:
        context["drawn"] = sheets(view)
    if what == "classement":
        context["rows"] = ranked(view, why=False) if published else []
    if what == "diplomes" and view.folded.state == "finished":
        context |= {"podium": podium(view), "others": other_podiums(view)}
    if what == "affiche":
        url, code = sign_up_address(request, view)
        context |= {"url": url, "qr": code}
    return render(request, "tournaments/print.html", context)


def _slips(view: View, published: Sequence[Round]) -> dict[str, Any]:
    """Return the slips of the last round's tables, to be signed by the sides; else empty ones."""
    if not published:
        return {"empty_slips": range(EMPTY_SLIPS), "slips": []}
    drawn = published[-1]
    slips = [one for one in tables_of(view, drawn) if not one.bye]
    deals = None if view.folded.options.duplicate else deals_of(view.tournament)
    return {"round": drawn, "slips": slips, "deals": deals}


@require_safe
@never_cache
@tournament_page
def permanent_cards(request: HttpRequest, tournament_id: str, kind: str) -> HttpResponseBase:
    """Show cards that serve the whole evening: one an entrant, or one a table, without names."""
    view = run(request, tournament_id)
    if kind not in ("inscrits", "tables"):
        raise Http404
    found = _entrants_cards(view) if kind == "inscrits" else _places_cards(request, view)
    page = Paginator(found, CODES).get_page(request.GET.get("page"))
    cards_ = [one | _code(request, one["path"]) for one in page]
    context = base(view) | {"kind": kind, "page": page, "cards": cards_}
    return render(request, "tournaments/permanent_cards.html", context)


def _entrants_cards(view: View) -> list[dict[str, Any]]:
    return [
        {"name": view.names[one.number], "path": _own_path(view, one.number)}
        for one in sorted(view.folded.counted, key=lambda one: sort_key(view.names[one.number]))
        if one.state not in GONE
    ]


def _own_path(view: View, number: int) -> str:
    token = permissions.entrant_token(view.tournament, number)
    return reverse("tournaments:open-my-table", args=[view.tournament.pk, number, token])


def _places_cards(request: HttpRequest, view: View) -> list[dict[str, Any]]:
    """Return the cards of the tables that the round may have, or of as many as asked."""
    asked = request.GET.get("tables", "")
    likely = max((len(view.folded.counted) + 1) // 2, 1)
    count = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else likely
    return [
        {"number": number, "path": _place_path(view, number)}
        for number in range(1, min(max(count, 1), MOST_TABLES) + 1)
    ]


def _place_path(view: View, number: int) -> str:
    token = permissions.place_token(view.tournament, number)
    return reverse("tournaments:place", args=[view.tournament.pk, number, token])


def _code(request: HttpRequest, path: str) -> dict[str, Any]:
    return {"qr": qr(shareable(request, path), mask=MASK)}


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
