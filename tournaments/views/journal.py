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
    entries = export.log_of(view)
    page = Paginator(entries, PAGE_SIZE).get_page(request.GET.get("page"))
    told = lines(view, entries, max(page.start_index() - 1, 0), page.end_index())
    context = base(view) | {"page": page, "lines": told, "count": len(entries)}
    if view.can_run and "rejouer" in request.GET:
        tournament = view.tournament
        context["same"] = queries.course_at(tournament, tournament.version) == view.folded
    return render(request, "tournaments/journal.html", context)
