"""The standings, each row with the reason for its place."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.showing.ranking import podium, ranked
from tournaments.views.common import base, following, part_of, seen, tournament_page


@require_safe
@never_cache
@tournament_page
def standings(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the standings; every row has the reason for its place."""
    view = seen(request, tournament_id)
    over = view.folded.state == "finished"
    page = part_of(request, view.ranking.rows)
    rows = ranked(view, max(page.start_index() - 1, 0), page.end_index())
    follow = following(view, "standings", page=page.number)
    context = base(view) | follow | {"rows": rows, "page": page}
    context["podium"] = podium(view) if over else []
    return render(request, "tournaments/standings.html", context)
