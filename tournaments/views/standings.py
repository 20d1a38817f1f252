"""The page of the standings. Each row has the reason for its place."""

from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.draws.ranking.standings import StandingsRow
from tournaments.presentation import progress
from tournaments.presentation.cross_table import cross_standings
from tournaments.presentation.ranking import other_podiums, podium, ranked
from tournaments.view import View
from tournaments.views.common import base, cached_part, following, part_of, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def standings(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the standings. Each row has the reason for its place."""
    view = seen(request, tournament_id)
    page = part_of(request, view.ranking.rows)
    context = base(view) | following(view, "standings", page=page.number)
    drawn = cached_part(view, f"standings {page.number}", lambda: _standings_html(view, page))
    context["standings_html"] = with_own(view, drawn)
    return render(request, "tournaments/standings.html", context)


def _standings_html(view: View, page: "Page[StandingsRow]") -> str:
    if progress.running(view):
        context: dict[str, Any] = {"fields": progress.fields(view)}
        return render_to_string("tournaments/_progress.html", context)
    rows = ranked(view, max(page.start_index() - 1, 0), page.end_index())
    first = podium(view) if view.folded.state == "finished" else []
    cross = cross_standings(view, rows)
    context = {"podium": first, "others": other_podiums(view), "cross": cross, "page": page}
    return render_to_string("tournaments/_standings.html", context)


def first_rows(view: View, most: int) -> SafeString:
    """Return the HTML of the first rows of the standings, with the reader's own row marked."""

    def html() -> str:
        cross = cross_standings(view, ranked(view, 0, most))
        return render_to_string("tournaments/_standings.html", {"cross": cross})

    return with_own(view, cached_part(view, f"first {most} of the standings", html))


def with_own(view: View, drawn: str) -> SafeString:
    """Return standings with the reader's own rows marked.

    The marks are added to the cached rows, so that all readers can share them.
    """
    for number in view.own:
        mark = f'data-entrant="{number}"'
        drawn = drawn.replace(mark, f"{mark} data-own")
    return mark_safe(drawn)  # noqa: S308 - it was drawn here, and names have no bare quotes
