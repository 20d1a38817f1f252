"""Functions that the pages of the transmission share."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from clubs.callers import Caller
from core.errors import Refused
from jobs.models import Job


def account(request: HttpRequest) -> Caller:
    """Return a caller with only the account of the request, without links from the browser's
    cookie.

    A job that works for the caller knows only the account too.
    """
    return Caller(user=request.user)


def go_on(
    start: Callable[[], Job], request: HttpRequest, slug: str, back: str = "import"
) -> HttpResponseBase:
    """Start a job, and redirect to its page. If it is refused, redirect to the page named
    `back`.
    """
    try:
        return redirect("jobs:job", start().pk)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(f"transmission:{back}", slug)
