"""The log of a tournament in words, newest first; its organiser may have it replayed."""

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import export, queries
from tournaments.showing.journal import lines
from tournaments.views.common import base, seen, tournament_page

PAGE_SIZE = 50


@require_safe
@never_cache
@tournament_page
def journal(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the log. With `rejouer`, say whether replaying it gives the present tournament."""
    view = seen(request, tournament_id)
    told = lines(view, export.log_of(view))[::-1]
    context = base(view) | {
        "page": Paginator(told, PAGE_SIZE).get_page(request.GET.get("page")),
        "count": len(told),
    }
    if view.can_run and "rejouer" in request.GET:
        tournament = view.tournament
        context["same"] = queries.course_at(tournament, tournament.version) == view.folded
    return render(request, "tournaments/journal.html", context)
