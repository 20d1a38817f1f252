"""Pages to print on A4: table cards with QR codes, lists of a round, the bracket, standings,
diplomas.
"""

from collections.abc import Callable, Iterable, Mapping
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
from tournaments.presentation import progress
from tournaments.presentation.cross_table import cross_table
from tournaments.presentation.ladder import rows as ladder_rows
from tournaments.presentation.ladder import rule
from tournaments.presentation.open_rounds import at_once
from tournaments.presentation.pools import pool_views
from tournaments.presentation.ranking import other_podiums, podium, ranked
from tournaments.presentation.tables import TableView, call_list, tables_of
from tournaments.state.tournament import GONE, Round
from tournaments.view import View
from tournaments.views.common import base, round_of, run, seen, tournament_page
from tournaments.views.drawing import sheets
from tournaments.views.entrants.signing import address as sign_up_address
from tournaments.views.movement import movement_context

# `CODES` is the most QR codes on one page of cards. `MASK` is the mask pattern of all of them.
CODES, MASK = 72, 2
# The most groups that are printed. No club's evening has as many.
POOLS = 60
# The most tables that have permanent cards.
MOST_TABLES = 500
# The number of empty slips that are printed if no round is published. They fill two pages of A4.
EMPTY_SLIPS = 12


Context = Mapping[str, Any]


@require_safe
@never_cache
@tournament_page
def sheet(request: HttpRequest, tournament_id: str, what: str) -> HttpResponseBase:
    """Show one of the sheets that anybody may print. Its name is `what`."""
    view = seen(request, tournament_id)
    if what not in PRINTS or (view.tournament.past and what != "diplomes"):
        # A past tournament never had a round, a call list or standings.
        raise Http404
    template, made = PRINTS[what]
    context = made(request, view)
    whole = base(view) | {"ready": context is not None} | dict(context or {})
    return render(request, f"tournaments/{template}", whole)


def _published(view: View) -> Round | None:
    """Return the last published round; None if there is none."""
    return next((drawn for drawn in reversed(view.folded.rounds) if drawn.state != "draft"), None)


def _round(request: HttpRequest, view: View) -> Context | None:
    drawn = _published(view)
    return {"round": drawn, "tables": tables_of(view, drawn)} if drawn else None


def _calls(request: HttpRequest, view: View) -> Context | None:
    drawn = _published(view)
    calls = call_list(view, drawn) if drawn else []
    return {"round": drawn, "calls": calls} if calls else None


def _ranking(request: HttpRequest, view: View) -> Context | None:
    if _published(view) and progress.running(view):
        return {"fields": progress.fields(view)}
    rows = ranked(view, why=False) if _published(view) else []
    return {"rows": rows} if rows else None


def _cross(request: HttpRequest, view: View) -> Context | None:
    cross = cross_table(view) if _published(view) else None
    return {"cross": cross} if cross else None


def _pools(request: HttpRequest, view: View) -> Context | None:
    if not _published(view):
        return None
    page = Paginator(view.pools, POOLS).get_page(request.GET.get("page"))
    first = max(page.start_index() - 1, 0)
    pools = pool_views(view, first, first + POOLS)
    return {"page": page, "pools": pools} if pools else None


def _ladder(request: HttpRequest, view: View) -> Context | None:
    rows = ladder_rows(view)
    return {"ladder": rows, "rule": rule(view)} if rows else None


def _movement(request: HttpRequest, view: View) -> Context | None:
    context = movement_context(view)
    return context if context.get("planned") else None


def _bracket(request: HttpRequest, view: View) -> Context | None:
    drawn = sheets(view) if _published(view) else None
    return {"drawn": drawn} if drawn else None


def _diplomas(request: HttpRequest, view: View) -> Context:
    over = view.folded.state == "finished"
    return {"podium": podium(view), "others": other_podiums(view)} if over else {}


def _poster(request: HttpRequest, view: View) -> Context:
    url, code = sign_up_address(request, view)
    return {"url": url, "qr": code}


def _slips(request: HttpRequest, view: View) -> Context:
    """Return the context of the slips of the last published round, which the sides sign.

    If no round is published, the slips are empty.
    """
    drawn = _published(view)
    if drawn is None:
        return {"empty_slips": range(EMPTY_SLIPS), "slips": []}
    slips = [
        table
        for table in tables_of(view, drawn)
        if not table.bye and not (at_once(view, drawn) and table.state == "confirmed")
    ]
    deals = None if view.folded.options.duplicate else deals_of(view.tournament)
    return {"round": drawn, "slips": slips, "deals": deals}


# The sheets, by their name in addresses. Each has its template and the function that returns its
# context. The function returns None if there is nothing to print yet.
PRINTS: Mapping[str, tuple[str, Callable[[HttpRequest, View], Context | None]]] = {
    "ronde": ("prints/ronde.html", _round),
    "appel": ("prints/appel.html", _calls),
    "bulletins": ("prints/bulletins.html", _slips),
    "classement": ("prints/classement.html", _ranking),
    "croise": ("prints/croise.html", _cross),
    "tableau": ("prints/tableau.html", _bracket),
    "diplomes": ("prints/diplomes.html", _diplomas),
    "affiche": ("prints/affiche.html", _poster),
    "poules": ("formats/groups/print.html", _pools),
    "mouvement": ("formats/rotation/print.html", _movement),
    "echelle": ("formats/ladder/print.html", _ladder),
}


@require_safe
@never_cache
@tournament_page
def permanent_cards(request: HttpRequest, tournament_id: str, kind: str) -> HttpResponseBase:
    """Show cards that are valid for all rounds: one for each entrant, or one for each table."""
    view = run(request, tournament_id)
    if kind not in ("inscrits", "tables"):
        raise Http404
    all_cards = _entrants_cards(view) if kind == "inscrits" else _places_cards(request, view)
    page = Paginator(all_cards, CODES).get_page(request.GET.get("page"))
    cards_ = [card | _code(request, card["path"]) for card in page]
    context = base(view) | {"kind": kind, "page": page, "cards": cards_}
    return render(request, "tournaments/permanent_cards.html", context)


def _entrants_cards(view: View) -> list[dict[str, Any]]:
    return [
        {"name": view.names[enrolled.number], "path": _own_path(view, enrolled.number)}
        for enrolled in sorted(
            view.folded.counted, key=lambda enrolled: sort_key(view.names[enrolled.number])
        )
        if enrolled.state not in GONE
    ]


def _own_path(view: View, number: int) -> str:
    token = permissions.entrant_token(view.tournament, number)
    return reverse("tournaments:open-my-table", args=[view.tournament.pk, number, token])


def _places_cards(request: HttpRequest, view: View) -> list[dict[str, Any]]:
    """Return the permanent cards of the tables.

    The query says for how many tables. By default there are enough for the present entrants.
    """
    text = request.GET.get("tables", "")
    likely = max((len(view.folded.counted) + 1) // 2, 1)
    count = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else likely
    return [
        {"number": number, "path": _place_path(view, number)}
        for number in range(1, min(max(count, 1), MOST_TABLES) + 1)
    ]


def _place_path(view: View, number: int) -> str:
    token = permissions.place_token(view.tournament, number)
    return reverse("tournaments:place", args=[view.tournament.pk, number, token])


def _code(request: HttpRequest, path: str) -> dict[str, Any]:
    url = shareable(request, path)
    return {"url": url, "qr": qr(url, mask=MASK)}


@require_safe
@never_cache
@tournament_page
def cards(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Show the cards of a round's tables, with a QR code for each side.

    Only those who run the tournament may see them.
    """
    view = run(request, tournament_id)
    drawn = round_of(view, number)
    tables = [table for table in tables_of(view, drawn) if not table.bye]
    sides = max((len(table.sides) for table in tables), default=1)
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
