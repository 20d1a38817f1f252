"""The page of a job: its progress, a button to stop it, and a redirect to its result."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.errors import Denied, NotFound
from core.refusals import SENTENCES
from jobs import queries, services
from jobs.job_owner import page_owner
from jobs.models import Job, State
from jobs.registry import JobSubject, shown_work


def job_or_404(request: HttpRequest, job_id: str) -> Job:
    """Return a job that the caller may see. Raises `Http404` for any other."""
    try:
        return queries.visible(job_id, page_owner(request))
    except NotFound:
        raise Http404 from None


@require_safe
@never_cache
def job_page(request: HttpRequest, job_id: str) -> HttpResponseBase:
    """Show a job, or only its progress (htmx); a finished one redirects to its result."""
    owner = page_owner(request)
    job = job_or_404(request, job_id)
    work = shown_work(job.kind)
    whole = job.state == State.DONE or (job.state == State.FAILED and job.result is not None)
    onward = work.result_page(job) if whole and work.result_page else None
    partial = bool(getattr(request, "htmx", False))
    if partial and not job.unfinished:
        # Reload the whole page, because the part around the bar has changed too.
        return HttpResponse(headers={"HX-Redirect": onward or request.path})
    if onward:
        return redirect(onward)
    context = {
        "job": job,
        "title": work.title,
        "sentence": error_sentence(job),
        "subject": subject_of(job),
        "may_stop": owner.may_stop(job),
    }
    template = "jobs/_bar.html" if partial else "jobs/job.html"
    return render(request, template, context)


@require_safe
@never_cache
def download(request: HttpRequest, job_id: str) -> HttpResponse:
    """Send the file that a job has made."""
    return file_response(job_or_404(request, job_id))


def file_response(job: Job) -> HttpResponse:
    """Return the file that a job has made. Raises `Http404` if there is no file."""
    try:
        name, media_type, content = queries.file_of(job)
    except NotFound:
        raise Http404 from None
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)


@require_POST
def cancel(request: HttpRequest, job_id: str) -> HttpResponseBase:
    """Stop a job, and show its new state."""
    job = job_or_404(request, job_id)
    try:
        services.cancel(job=job, by=page_owner(request))
    except Denied as denied:
        raise PermissionDenied(denied.sentence) from None
    return redirect("jobs:job", job.pk)


def subject_of(job: Job) -> JobSubject:
    """Return the page to which a job's page leads back; the home page for an unknown kind."""
    about = shown_work(job.kind).about
    return about(job) if about else JobSubject(reverse("home"), _("Accueil"))


def error_sentence(job: Job) -> str:
    """Return why a job failed, in the reader's language; empty if it did not fail."""
    if not job.error:
        return ""
    known = shown_work(job.kind).errors.get(job.error) or SENTENCES.get(job.error)
    return str(known or _("Ce travail n'a pas abouti."))
