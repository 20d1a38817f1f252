"""The pages of the boards: a board, the same as a file, two people side by side."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Player
from clubs.queries import ID_MAX, find_player
from games.callers import page_caller
from games.registry import games
from leaderboards import queries
from leaderboards.asking import (
    asked,
    game_of_address,
    page_number,
    plays_in_pairs,
)
from leaderboards.files import spreadsheet
from leaderboards.pages.common import board_page as answers_404
from leaderboards.pages.common import frame
from leaderboards.queries import ALL, RECENT, Asked
from leaderboards.wording import CATEGORIES, LETTERS

FILE_ROWS = 100_000
FILTERS = ("club", "season", "kind", "family")


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponseBase:
    """Name the games that have boards."""
    return render(request, "leaderboards/index.html", {"games": games()})


@require_safe
@never_cache
@answers_404
def board_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a board, as its address asks for it."""
    game, caller = game_of_address(slug), page_caller(request)
    what = asked(game, request.GET, caller)
    number = page_number(request.GET.get("page"))
    board = queries.board(what, caller, (number - 1) * queries.PAGE)
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    context = {
        **frame(game, caller, what.club),
        "board": board,
        "rows": [_shown(row) for row in board.rows],
        "asked": what,
        "pairs": plays_in_pairs(game),
        "seasons": _seasons(what),
        "query": urlencode(filters),
        "before": _page(filters, number - 1) if number > 1 else None,
        "after": _page(filters, number + 1) if board.more else None,
    }
    return render(request, "leaderboards/board.html", context)


def _page(filters: dict[str, str], number: int) -> str:
    return urlencode({**filters, "page": number})


def _shown(row: queries.Row) -> dict[str, Any]:
    """Return a row with its words."""
    return {
        "row": row,
        "category": CATEGORIES[row.category] if row.category else None,
        "streak": _streak(row.streak),
        "form": [{"outcome": mark, "letter": LETTERS[mark]} for mark in row.form],
    }


def _streak(streak: int) -> str:
    if streak == 0:
        return "–"
    # Translators: a streak of won (V) or lost (D) matches, shortly.
    return (_("%(count)s V") if streak > 0 else _("%(count)s D")) % {"count": abs(streak)}


def _seasons(what: Asked) -> list[dict[str, Any]]:
    """The seasons to choose from, the one asked for among them even when nothing was played."""
    years = queries.years(queries.ladder(what))
    if what.season not in (ALL, RECENT, *years):
        years = sorted({what.season, *years}, reverse=True)
    names = [(ALL, _("Tout")), (RECENT, _("90 jours")), *((year, year) for year in years)]
    return [{"value": value, "name": name} for value, name in names]


@require_safe
@never_cache
@answers_404
def board_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer a whole board as a file for spreadsheets."""
    game, caller = game_of_address(slug), page_caller(request)
    board = queries.board(asked(game, request.GET, caller), caller, 0, FILE_ROWS)
    return spreadsheet(game.slug, _heads(), map(_cells, board.rows))


def _heads() -> list[str]:
    return [
        _("Rang"),
        _("Nom"),
        _("Cote"),
        _("Incertitude"),
        _("Provisoire"),
        _("Catégorie"),
        _("Jouées"),
        _("Gagnées"),
        _("Nulles"),
        _("Perdues"),
        _("Part gagnée"),
        _("Moyenne"),
        _("Meilleur"),
        _("Série"),
        _("Forme"),
    ]


def _cells(row: queries.Row) -> list[Any]:
    return [
        row.rank,
        " · ".join(person.public_name for person in row.people),
        round(row.rating),
        round(row.sigma),
        _("oui") if row.provisional else _("non"),
        str(CATEGORIES[row.category]) if row.category else "",
        row.played,
        row.won,
        row.drawn,
        row.lost,
        row.percent,
        round(row.average, 2),
        "" if row.best is None else row.best,
        row.streak,
        row.form,
    ]


@require_safe
@never_cache
@answers_404
def duel_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show how two people fared against each other, and on one side."""
    game, caller = game_of_address(slug), page_caller(request)
    one, other = _two(request)
    ratings = [queries.standing_of(player, game.slug) for player in (one, other)]
    context = {
        **frame(game, caller, None),
        "one": one,
        "other": other,
        "duel": queries.duel(one, other, game.slug, caller),
        "ratings": ratings,
        "both": all(ratings),
    }
    return render(request, "leaderboards/duel.html", context)


@require_safe
@never_cache
@answers_404
def duel_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer how two people fared, as a file for spreadsheets: a row each."""
    game, caller = game_of_address(slug), page_caller(request)
    people = _two(request)
    rows = []
    for one, other in (people, people[::-1]):
        duel, row = queries.duel(one, other, game.slug, caller), queries.standing_of(one, game.slug)
        rating = [round(row.rating), round(row.sigma)] if row else ["", ""]
        counts = [duel.won, duel.lost, duel.drawn, duel.together, duel.together_won]
        rows.append([one.public_name, *counts, *rating])
    heads = [_("Nom"), _("Devant l'autre"), _("Derrière l'autre"), _("À égalité"), _("Ensemble")]
    heads += [_("Gagnées ensemble"), _("Cote"), _("Incertitude")]
    return spreadsheet(f"{game.slug}-{people[0].pk}-{people[1].pk}", heads, rows)


def _two(request: HttpRequest) -> tuple[Player, Player]:
    """Return the two people of an address. Raises `Http404`, also for one and the same."""
    one, other = (_person(request, name) for name in ("a", "b"))
    if one.pk == other.pk:
        raise Http404
    return one, other


def _person(request: HttpRequest, name: str) -> Player:
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(ID_MAX)):
        raise Http404
    return find_player(int(text), page_caller(request))
