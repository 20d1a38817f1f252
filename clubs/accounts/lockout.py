"""Who has guessed at a password too often: what axes counts by, and what it answers."""

import math
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _


def digest(login: str) -> str:
    """Return what stands for an e-mail address in the table of attempts."""
    return salted_hmac("axes", login.strip().lower(), algorithm="sha256").hexdigest()


def account_digest(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Return which account is being guessed at, whether it exists or not."""
    known = credentials or {}
    login = known.get("email") or request.POST.get("login") or known.get("login") or ""
    return digest(str(login))


def address(request: HttpRequest) -> str | None:
    """Return the caller's address: the server has put it there, no header is believed."""
    return request.META.get("REMOTE_ADDR") or None


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Answer 429 with the time left, whether the account exists or not."""
    left = _seconds_left(request, credentials)
    sentence = _("Trop de mots de passe faux pour ce compte : réessayer dans %(minutes)s min.") % {
        "minutes": math.ceil(left / 60)
    }
    # Whoever has forgotten it need not wait.
    page = render(request, "429.html", {"sentence": sentence, "forgotten": True}, status=429)
    page["Retry-After"] = str(left)
    return page


def _seconds_left(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    AxesProxyHandler.update_request(request)
    last = (
        AccessAttempt.objects.filter(
            username=account_digest(request, credentials), ip_address=address(request)
        )
        .order_by("-attempt_time")
        .first()
    )
    cool_off = settings.AXES_COOLOFF_TIME
    end = (last.attempt_time if last else timezone.now()) + cool_off
    return max(1, math.ceil((end - timezone.now()).total_seconds()))


def forget_attempts(emails: list[str]) -> None:
    """Forget what was tried on these addresses."""
    AccessAttempt.objects.filter(username__in=[digest(email) for email in emails]).delete()
