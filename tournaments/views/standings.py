"""The page of the standings. Each row has the reason for its place."""

from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.draws.ranking.standings import StandingsRow
from tournaments.presentation import progress
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
    context["standings_html"] = cached_part(
        view, f"standings {page.number}", lambda: _standings_html(view, page)
    )
    return render(request, "tournaments/standings.html", context)


def _standings_html(view: View, page: "Page[StandingsRow]") -> str:
    if progress.running(view):
        context: dict[str, Any] = {"fields": progress.fields(view)}
        return render_to_string("tournaments/_progress.html", context)
    rows = ranked(view, max(page.start_index() - 1, 0), page.end_index())
    first = podium(view) if view.folded.state == "finished" else []
    context = {"podium": first, "others": other_podiums(view), "rows": rows, "page": page}
    return render_to_string("tournaments/_standings.html", context)
