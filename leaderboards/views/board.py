"""The pages of boards, and a board as a file."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from core.spreadsheets import plain, spreadsheet
from games.callers import page_caller
from games.registry.game import Game
from leaderboards import queries
from leaderboards.front import front
from leaderboards.parameters import (
    board_query,
    game_of_address,
    page_number,
    plays_in_pairs,
)
from leaderboards.queries import BoardQuery
from leaderboards.seasons import ALL, RECENT, civil_year
from leaderboards.views.common import board_page as answers_404
from leaderboards.views.common import frame
from leaderboards.wording import CATEGORIES, LETTERS, outcome_letters, streak_words

FILE_ROWS = 100_000
FILTERS = ("club", "season", "kind", "family")


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponseBase:
    """Show a card for each game: its first three and its newest record."""
    return render(request, "leaderboards/index.html", {"cards": front(page_caller(request))})


@require_safe
@never_cache
@answers_404
def board_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the board that the address asks for."""
    game, caller = game_of_address(slug), page_caller(request)
    what = _query_of(game, request, caller)
    number = page_number(request.GET)
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    board = queries.board(what, caller, (number - 1) * queries.PAGE)
    context = {
        "game": game,
        "restrictions": _restrictions(game, what, final=board.final),
        "club": what.club,
        **frame(game, caller, what.club),
        "rows": [_row_context(row) for row in board.rows],
        "board_query": what,
        "letters": LETTERS,
        "page": number,
        "pairs": plays_in_pairs(game),
        "seasons": _seasons(what),
        "year": civil_year(what.season),
        "progress": board.progress,
        "query": urlencode(filters),
        "before": _page(filters, number - 1) if number > 1 else None,
        "after": _page(filters, number + 1) if board.more else None,
    }
    return render(request, "leaderboards/board.html", context)


def _query_of(game: Game, request: HttpRequest, caller: Caller) -> BoardQuery:
    """Return the board that an address asks for.

    Raise `Http404` if it asks for pairs of a game that is not played in pairs.
    """
    what = board_query(game, request.GET, caller)
    if what.pairs and not plays_in_pairs(game):
        raise Http404
    return what


def _restrictions(game: Game, what: BoardQuery, *, final: bool) -> str:
    """Return the season and the variant of a board as text; empty if it has all matches.

    The text is on the printed page too. `final`: the season is over.
    """
    preset = game.preset(what.family) if what.family else None
    season = "" if what.season == ALL else _season_name(what.season)
    restrictions = [
        _("%(season)s, classement final") % {"season": season} if final else season,
        _("Variante : %(name)s") % {"name": preset.name} if preset else "",
    ]
    return " · ".join(filter(None, restrictions))


def _season_name(season: str) -> str:
    return {ALL: _("Tout"), RECENT: _("90 derniers jours")}.get(season, season)


def _page(filters: dict[str, str], number: int) -> str:
    return urlencode({**filters, "page": number})


def _row_context(row: queries.BoardRow) -> dict[str, Any]:
    """Return a row with the words for its category, streak and form."""
    return {
        "row": row,
        "category": CATEGORIES[row.category] if row.category else None,
        "streak": streak_words(row.streak),
        "form": outcome_letters(row.form),
    }


def _seasons(what: BoardQuery) -> list[dict[str, Any]]:
    """Return the seasons to choose from, including the chosen season even if it has no match."""
    years = queries.years(queries.ladder(what))
    if what.season not in (ALL, RECENT, *years):
        years = sorted({what.season, *years}, reverse=True)
    return [{"value": value, "name": _season_name(value)} for value in (ALL, RECENT, *years)]


@require_safe
@never_cache
@answers_404
def board_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send a whole board as a file for spreadsheets."""
    game, caller = game_of_address(slug), page_caller(request)
    what = _query_of(game, request, caller)
    board = queries.board(what, caller, 0, FILE_ROWS)
    return spreadsheet(request, _file_name(what), _heads(), map(_cells, board.rows))


def _file_name(what: BoardQuery) -> str:
    """Return a file name that differs for each board of a game."""
    club = what.club.slug if what.club else ""
    season = "" if what.season == ALL else what.season
    parts = (what.game, club, what.family, "pairs" if what.pairs else "", season)
    return "-".join(filter(None, parts))


def _heads() -> list[str]:
    return [
        _("Rang"),
        _("Nom"),
        _("Cote sûre"),
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
        _("Gain"),
    ]


def _cells(row: queries.BoardRow) -> list[Any]:
    return [
        row.rank,
        " · ".join(person.public_name for person in row.people),
        round(row.safe_rating),
        round(row.rating),
        round(row.sigma),
        _("oui") if row.provisional else _("non"),
        str(CATEGORIES[row.category]) if row.category else "",
        row.played,
        row.won,
        row.drawn,
        row.lost,
        row.percent,
        plain(round(row.average, 2)),
        "" if row.best is None else plain(row.best),
        row.streak,
        "".join(str(LETTERS[mark]) for mark in row.form),
        "" if row.gain is None else round(row.gain),
    ]
