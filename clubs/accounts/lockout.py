"""Locks sign-in after too many wrong passwords: how axes counts, and the answer when locked."""

import math
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubs.accounts import known_browser
from ratelimits import limits


def digest(login: str) -> str:
    """Return the digest of an e-mail address under which wrong passwords are counted."""
    return salted_hmac("axes", login.strip().lower(), algorithm="sha256").hexdigest()


def account_digest(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Return the digest of the account that somebody tries to sign in to. It need not exist."""
    known = credentials or {}
    login = known.get("email") or request.POST.get("login") or known.get("login") or ""
    return digest(str(login))


def address(request: HttpRequest) -> str | None:
    """Return the caller's network address as the server sees it. No header is trusted."""
    return limits.address(request) or None


class Handler(AxesDatabaseHandler):
    """Counts wrong passwords by account and network, and by account from all networks together.

    The second count prevents many machines from guessing at one account. It does not apply to
    browsers that have signed in to the account before, so that an attacker can't lock out the
    account's owner.
    """

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Return whether this browser must wait before it tries again to sign in."""
        if super().is_locked(request, credentials):
            return True
        account = account_digest(request, credentials)
        return guessed_at(account) and not known_browser.knows(request, account)


def guessed_at(account: str) -> bool:
    """Return whether an account has too many wrong passwords, counted over all networks."""
    tried = _recent(account).aggregate(tried=Sum("failures_since_start"))["tried"] or 0
    return bool(tried >= settings.ACCOUNT_FAILURE_LIMIT)


def _recent(account: str) -> QuerySet[AccessAttempt]:
    since = timezone.now() - settings.AXES_COOLOFF_TIME
    rows: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(
        username=account, attempt_time__gt=since
    )
    return rows


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Answer 429 with the time to wait, whether the account exists or not."""
    left = _seconds_left(request, credentials)
    sentence = _("Trop de mots de passe faux pour ce compte : réessayer dans %(minutes)s min.") % {
        "minutes": math.ceil(left / 60)
    }
    # The page links to the reset, because a person who has forgotten the password need not wait.
    page = render(request, "429.html", {"sentence": sentence, "forgotten": True}, status=429)
    page["Retry-After"] = str(left)
    return page


def _seconds_left(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    AxesProxyHandler.update_request(request)
    tried = _recent(account_digest(request, credentials)).order_by("-attempt_time")
    last = tried.filter(ip_address=address(request)).first() or tried.first()
    cool_off = settings.AXES_COOLOFF_TIME
    end = (last.attempt_time if last else timezone.now()) + cool_off
    return max(1, math.ceil((end - timezone.now()).total_seconds()))


def forget_attempts(emails: list[str]) -> None:
    """Delete the attempts counted for these addresses."""
    AccessAttempt.objects.filter(username__in=[digest(email) for email in emails]).delete()
