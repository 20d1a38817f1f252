"""The owner's status page, the test letter, and the figures for monitoring."""

import hmac
from ipaddress import ip_address

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.mail import send_mail
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.callers import Caller
from scorekeeper import VERSION
from scorekeeper.backups import copies
from scorekeeper.backups.keeping import database_size
from scorekeeper.status import facts, figures
from scorekeeper.status.warnings import all_warnings

# Headers by which a proxy says that the request is somebody else's.
OF_A_PROXY = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")


def _require_site_owner(request: HttpRequest) -> None:
    if not Caller(user=request.user).is_site_owner:
        raise Http404


@require_safe
@never_cache
@login_required
def status_page(request: HttpRequest) -> HttpResponse:
    """Show the state of the site to its owner."""
    _require_site_owner(request)
    stored, machine = facts.stored(), facts.machine()
    context = {
        "version": VERSION,
        "database": {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor],
        "database_size": database_size(),
        "stored": stored,
        "machine": machine,
        "warnings": [warned.text(_) for warned in all_warnings(stored, machine)],
        "copies": copies.copies(),
        "backups": settings.BACKUPS,
        "mail": settings.MAIL,
    }
    return render(request, "status/status.html", context)


@require_POST
@login_required
def send_test_letter(request: HttpRequest) -> HttpResponse:
    """Send a letter to the owner's own address, and say on the page whether it went."""
    _require_site_owner(request)
    address = getattr(request.user, "email", "")
    if not settings.MAIL or not address:
        messages.error(request, _("Aucun courrier : il manque un serveur ou une adresse."))
        return redirect("status")
    title = _("Courrier d'essai du carnet")
    text = _("Ce courrier est arrivé : le carnet sait en envoyer.")
    try:
        send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + title, text, None, [address])
    except OSError as error:  # as all exceptions of smtplib are
        reason = " ".join(str(error).split())
        sentence = _("Le courrier n'est pas parti : %(reason)s")
        messages.error(request, sentence % {"reason": reason or type(error).__name__})
    else:
        messages.success(request, _("Courrier parti pour %(address)s.") % {"address": address})
    return redirect("status")


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer the figures for Prometheus: to this machine, or to whoever sends the token."""
    if not settings.METRICS:
        raise Http404
    if not (_has_token(request) or (settings.METRICS_TOKEN is None and _is_from_here(request))):
        return HttpResponse(status=403)
    content, media_type = figures.text()
    return HttpResponse(content, content_type=media_type)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    return token is not None and hmac.compare_digest(given.encode(), token.encode())


def _is_from_here(request: HttpRequest) -> bool:
    """Return whether a program of this machine asks, and no proxy for somebody else."""
    if any(header in request.headers for header in OF_A_PROXY):
        return False
    host = request.get_host()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    try:
        here = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    return here and name in settings.LOCAL_HOSTS
