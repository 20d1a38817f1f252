"""Starts the job that judges the decisions of a finished match; the match's page shows them."""

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from core.errors import NotFound, Refused
from games.review import decision_jobs
from games.views.common import table_or_404
from jobs.job_owner import keep, page_owner


@require_POST
def judge(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Start the job that judges the match, and redirect to the job's page."""
    table, _caller = table_or_404(request, match_id)
    here = redirect(f"{reverse('games:match', args=[match_id])}#decisions")
    owner = page_owner(request)
    try:
        job = decision_jobs.start(table=table, by=owner)
    except NotFound:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return here
    response = redirect("jobs:job", job.pk)
    keep(response, owner)
    return response
