"""The rights in a job about a finished match. Such a job serves all readers of the match."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from clubs.callers import Caller
from games import queries
from games.callers import api_caller, page_caller
from games.match import permissions
from jobs.models import Job
from jobs.registry import JobRights, JobSubject


def match_of_job(job: Job) -> JobSubject:
    """Return the subject of a job: the address of its match's page, and the word for a match."""
    return JobSubject(reverse("games:match", args=[job.arguments["match"]]), _("Le match"))


def rights_by_match(job: Job, request: Any) -> JobRights:
    """Return the rights in a job: readers of the match may see it, its table may stop it."""
    match, caller = queries.unchecked(job.arguments["match"]), caller_of(request)
    if match is None or not permissions.can_see(match, caller):
        return JobRights()
    return JobRights(see=True, stop=permissions.can_stop_work(match, caller))


def caller_of(request: Any) -> Caller:
    """Return the caller of a page, or of the API."""
    return api_caller(request) if isinstance(request, Request) else page_caller(request)
