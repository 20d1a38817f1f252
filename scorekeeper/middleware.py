"""What happens to every request: a log line, a limit on its body, a header for the browser."""

import logging
import math
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from clubs import limits
from clubs.authentication import ApiTokenAuthentication
from clubs.callers import Caller

GetResponse = Callable[[HttpRequest], HttpResponseBase]

log = logging.getLogger("scorekeeper.requests")


class RequestLog:
    """One line a request: the view that answered and how long it took, not who asked for what."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, then log."""
        started = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        fields = {
            "method": request.method if request.method in _METHODS else "other",
            "view": match.view_name if match else "-",
            "status": response.status_code,
            "ms": round((time.perf_counter() - started) * 1000),
        }
        log.info("request", extra={"fields": fields})
        return response


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class FormAddress:
    """Tells whoever opens an address that only takes forms, after a reload say, where they are."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; with a page where Django answers an empty 405."""
        response = self.get_response(request)
        reads = request.method in ("GET", "HEAD") and not request.path_info.startswith("/api/")
        if response.status_code != 405 or not reads:
            return response
        sentence = _("Cette adresse ne fait que recevoir un formulaire.")
        page = _refusal(request, 405, "method_not_allowed", sentence)
        page["Allow"] = response.headers.get("Allow", "")
        return page


class PermissionsPolicy:
    """Tells the browser which abilities of the phone the pages use."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.header = ", ".join(
            f"{feature}=({' '.join(allowed)})"
            for feature, allowed in settings.PERMISSIONS_POLICY.items()
        )

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with the header."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", self.header)
        return response


def large_address(path: str) -> str | None:
    """Return the name of an address that takes more than the usual body; None for any other."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return None
    return name if name in settings.BODY_LIMITS else None


def body_limit(path: str) -> int:
    """Return how many bytes a request at that path may carry."""
    name = large_address(path)
    return settings.BODY_LIMITS[name][0] if name else settings.BODY_LIMIT


class BodyLimit:
    """Refuses a body over the limit of its address, or of a sender without the right to send it.

    Nobody has read it yet. Where a server reads bodies before it calls Django, it asks first
    (`ASKS`): the same request without its body is then answered 204, or refused.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer 413 to a body that is too large, 400 to one of no known length."""
        if ASKS in request.META.get("asgi.scope", ()):
            return _sender_refused(request) or HttpResponse(status=204)
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if not (declared.isascii() and declared.isdigit()):
            sentence = _("La longueur annoncée de la demande n'est pas lisible.")
            return _refusal(request, 400, "parse_error", sentence)
        length = int(declared) if len(declared) < 19 else 10**18
        if length > settings.BODY_LIMIT:
            refused = _too_large(request, length) or _sender_refused(request)
            if refused:
                return refused
        return self.get_response(request)


# In a request's scope: may its sender send a large body here?
ASKS = "scorekeeper.asks"


def _too_large(request: HttpRequest, length: int) -> HttpResponse | None:
    limit = body_limit(request.path_info)
    if length <= limit:
        return None
    sentence = _("La demande dépasse %(kilobytes)s ko.") % {"kilobytes": limit // 1024}
    return _refusal(request, 413, "body_too_large", sentence)


def _sender_refused(request: HttpRequest) -> HttpResponse | None:
    """Refuse who may not send a large body here: by their account, as nothing else is known yet."""
    name = large_address(request.path_info)
    needed = settings.BODY_LIMITS[name][1] if name else None
    if needed is None:
        return None
    try:
        user = _user(request)
    except APIException as fault:
        return _refusal(request, fault.status_code, fault.default_code, str(fault.detail))
    if Caller(user=user).may_somewhere(needed):
        return None
    sentence = _(
        "Plus de %(kilobytes)s ko ne se prennent ici que d'un compte qui a ce droit dans un club."
    )
    told = sentence % {"kilobytes": settings.BODY_LIMIT // 1024}
    return _refusal(request, 403, "sender_not_allowed", told)


def _user(request: HttpRequest) -> Any:
    """Return the account behind a page's cookie, or a program's token. Raises `APIException`."""
    if not request.path_info.startswith("/api/"):
        return request.user
    found = ApiTokenAuthentication().authenticate(Request(request))
    return found[0] if found else request.user


class PageLimit:
    """Holds what is posted from pages to the rates of the API, and answers 429 beyond."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; the limit comes when the view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Answer 429 with `Retry-After` when this caller has posted too much."""
        match = request.resolver_match
        if request.method != "POST" or match is None:
            return None
        if request.path_info.startswith("/api/"):
            return None
        scope = settings.PAGE_SCOPES.get(match.view_name, "write")
        seconds = limits.take(scope, limits.account_or_address(request))
        return _slow_down(request, seconds) if seconds else None


def _slow_down(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429: a page, or to a part of a page (htmx) the sentence alone, which it shows."""
    sentence = wait_sentence(seconds)
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(sentence, status=429, content_type="text/plain; charset=utf-8")
    else:
        response = _refusal(request, 429, "throttled", sentence)
    response["Retry-After"] = str(seconds)
    return response


def wait_sentence(seconds: int) -> str:
    """Return how long to wait, in seconds or, beyond a minute, in minutes."""
    minutes = math.ceil(seconds / 60)
    long = ngettext(
        "Trop de demandes en peu de temps. Recommencer dans %(count)s minute.",
        "Trop de demandes en peu de temps. Recommencer dans %(count)s minutes.",
        minutes,
    )
    short = ngettext(
        "Trop de demandes en peu de temps. Recommencer dans %(count)s seconde.",
        "Trop de demandes en peu de temps. Recommencer dans %(count)s secondes.",
        seconds,
    )
    return long % {"count": minutes} if minutes > 1 else short % {"count": seconds}


def _refusal(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        error = {"code": code, "detail": sentence, "attr": None}
        body = {"type": "client_error", "errors": [error]}
        return JsonResponse(body, status=status, json_dumps_params={"ensure_ascii": False})
    try:
        page = render_to_string(f"{status}.html", {"sentence": sentence}, request)
    except TemplateDoesNotExist:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(page, status=status)
