"""Home, help, the API's documentation, and the error pages."""

import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Club
from clubs.queries import home_club_of, is_visible, own_clubs
from core.shapes import NOTHING_HERE
from core.text.markdown_pages import rendered
from games.callers import page_caller
from games.match import list_queries
from games.models import Match
from games.registry.installed import game_of, games
from games.views.lists import all_unsent_words, cards, not_playing, ways_back
from games.views.rules import language
from scorekeeper.api.api_schema import codes
from scorekeeper.api.made_texts import made
from scorekeeper.database import database_away
from scorekeeper.pages import club_parts
from scorekeeper.pages.operations import entries, operations, shapes
from scorekeeper.pages.tournaments import next_tournament

LISTED = 8


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page: matches to start, to continue and to watch."""
    return render(request, "pages/home.html", _home(page_caller(request)))


def _home(caller: Caller) -> dict[str, Any]:
    """Return the context of the home page."""
    joined = own_clubs(caller)
    club = home_club_of(caller, joined)
    running, over = _kept_matches(caller)
    own = [*running, *over]
    matches = club_parts.matches_of(club, caller, own, curves=True) if club else {}
    recent = matches.get("recent")
    return {
        "games": games(),
        "club": club,
        "clubs": _clubs(caller, joined, club),
        "running": ways_back(running),
        "unsent_words": all_unsent_words(),
        "mine": cards(over),
        **matches,
        "again": _again(not_playing(over, running)),
        "tournament": next_tournament(club, caller) if club else None,
        "is_new": caller.account is None and not own,
        "example": recent[0]["url"] if recent else "",
        **(_of_club(club) if club and is_visible(club, caller) else {}),
    }


def _of_club(club: Club) -> dict[str, Any]:
    """Return the context of what the page tells of a club that the reader may see."""
    bulletin = club_parts.last_bulletin(club)
    return {"top": club_parts.top_of_month(club), "bulletin": bulletin}


def _kept_matches(caller: Caller) -> tuple[list[Match], list[Match]]:
    """Return two lists of the matches of this browser or account: those running, and the others."""
    if caller.is_nobody:
        return [], []
    return list_queries.running_kept(caller, LISTED), list_queries.others_kept(caller, LISTED)


def _clubs(caller: Caller, joined: Sequence[Club], spoken_for: Club | None) -> list[Club]:
    """Return the clubs to list: `spoken_for`, which the page is about, and the reader's own."""
    own = [club for club in joined if club != spoken_for]
    if spoken_for is None or not (spoken_for.public or caller.may("see_club", spoken_for)):
        return own
    return [spoken_for, *own]


def _again(match: Match | None) -> dict[str, Any] | None:
    """Return a link to start a match with the people of `match`; None without one."""
    if match is None:
        return None
    return {
        "url": f"{reverse('games:start', args=[match.game])}?comme={match.pk}",
        "names": [seat.name for seat in match.seats.all()],
        "game": game_of(match.game),
    }


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show the help."""
    prose = rendered(settings.BASE_DIR / "docs" / f"help.{language()}.md")
    context = {"title": _("Aide"), "html": prose.html, "toc": prose.headings}
    return render(request, "pages/prose.html", context)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer the web manifest, with which a phone installs the site."""
    return render(
        request, "manifest.webmanifest", content_type="application/manifest+json; charset=utf-8"
    )


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show the documentation of the HTTP API, made from its OpenAPI description."""
    contract = mark_safe(made("docs", contract_html))  # noqa: S308 -- rendered by our templates
    return render(request, "pages/api_docs.html", {"contract": contract})


def contract_html() -> str:
    """Make the HTML of the API's documentation, which is long and the same for all readers."""
    context = {
        "operations": operations(),
        "shapes": shapes(),
        "entries": entries(),
        "codes": codes(),
    }
    return render_to_string("pages/_api_docs.html", context)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404: JSON under the API, elsewhere a page."""
    if request.path.startswith("/api/"):
        return api_error(404, "client_error", "not_found", str(NOTHING_HERE))
    return render(request, "404.html", status=404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400 to a request that Django does not accept (its host, its size, its form)."""
    if request.path.startswith("/api/"):
        return api_error(400, "client_error", "bad_request", _("Cette demande ne se lit pas."))
    return render(request, "400.html", status=400)


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer 429 to a caller whom allauth limits.

    The caller is told to wait a minute, because allauth's rates are for about a minute.
    """
    page = render(request, "429.html", status=429)
    page["Retry-After"] = "60"
    return page


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500 without details, or 503 if the database is away."""
    # Django calls this while it handles an exception of a view or of a middleware.
    error = sys.exc_info()[1]
    if isinstance(error, database_away.AWAY):
        database_away.door.note(error)
        return database_away.away(request)
    if request.path.startswith("/api/"):
        return api_error(500, "server_error", "error", _("Une erreur de notre côté."))
    return render(request, "500.html", status=500)


def api_error(status: int, kind: str, code: str, detail: str) -> JsonResponse:
    """Return an error as the API writes it."""
    errors = [{"code": code, "detail": detail, "attr": None}]
    return JsonResponse({"type": kind, "errors": errors}, status=status)
