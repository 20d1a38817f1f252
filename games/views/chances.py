"""Starts the job that computes the chances of a finished match."""

from django.contrib import messages
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from core.errors import NotFound, Refused
from games.review import chance_jobs
from games.views.common import HtmxRequest, table_or_404
from jobs.job_owner import keep, page_owner


@require_POST
@never_cache
def work_out(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Start the job. With htmx, answer with its progress; otherwise redirect to the job's page."""
    table, _caller = table_or_404(request, match_id)
    owner = page_owner(request)
    try:
        job = chance_jobs.start(table=table, by=owner)
    except NotFound:
        raise Http404 from None
    except Refused as refusal:
        if request.htmx:
            context = {"table": table, "sentence": refusal.sentence}
            return render(request, "games/_chances_pending.html", context)
        messages.error(request, refusal.sentence)
        return redirect("games:match", match_id)
    response: HttpResponseBase
    if request.htmx:
        context = {"table": table, "job": job, "may_stop": owner.may_stop(job)}
        response = render(request, "games/_chances_pending.html", context)
    else:
        response = redirect("jobs:job", job.pk)
    keep(response, owner)
    return response
