"""The page of a tournament's log in words, newest first. Its organiser can have the log
replayed.
"""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from jobs.job_owner import keep, page_owner
from tournaments import jobs, log_queries
from tournaments.files import export
from tournaments.presentation.journal import lines
from tournaments.view import View
from tournaments.views.common import base, run, seen, tournament_page

PAGE_SIZE = 50
# A log with more lines is replayed by the worker, because a request would take too long.
LONG = 250


@require_safe
@never_cache
@tournament_page
def journal(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the log. With `rejouer`, show whether replaying it gives the present tournament."""
    view = seen(request, tournament_id)
    entries = export.log_of(view)
    page = Paginator(entries, PAGE_SIZE).get_page(request.GET.get("page"))
    page_lines = lines(view, entries, max(page.start_index() - 1, 0), page.end_index())
    context = base(view) | {
        "page": page,
        "lines": page_lines,
        "count": len(entries),
        "same": _replayed(request, view, len(entries)),
    }
    return render(request, "tournaments/journal.html", context)


def _replayed(request: HttpRequest, view: View, count: int) -> bool | None:
    """Return whether replaying the log gives the present tournament; None if it was not asked
    for.
    """
    if not view.can_run:
        return None
    if job_id := request.GET.get(jobs.PARAMETER):
        return jobs.replayed(view.tournament, job_id, page_owner(request))
    if "rejouer" in request.GET and count <= LONG:
        return log_queries.log_gives(view.tournament)
    return None


@require_POST
@tournament_page
def replay(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Replay a short log right away, and a long one in a background job."""
    view = run(request, tournament_id)
    page = reverse("tournaments:journal", args=[tournament_id])
    if len(export.log_of(view)) <= LONG:
        return redirect(f"{page}?rejouer=1")
    owner = page_owner(request)
    try:
        job = jobs.start(tournament=view.tournament, by=owner)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(page)
    response = redirect("jobs:job", job.pk)
    keep(response, owner)
    return response
