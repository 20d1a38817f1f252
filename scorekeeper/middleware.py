"""Middleware: the log, limits on bodies and rates, headers for the browser."""

import logging
import math
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.urls import Resolver404, is_valid_path, resolve
from django.utils.cache import patch_vary_headers
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from clubs.accounts import events
from clubs.accounts.sessions import note_use
from clubs.authentication import ApiTokenAuthentication
from clubs.callers import Caller
from clubs.links import request_links as links_cookie
from clubs.role_table import Capability
from core import cookies
from games.match import tables_cookie
from jobs import job_owner as jobs_cookie
from ratelimits import limits
from scorekeeper.logs import CAUSE
from scorekeeper.status.measures import count_request
from tournaments import cookie as tournaments_cookie

# A key of the request's scope. The value says what is too much: `all` requests, `sign-ins`, or
# `large` bodies.
CROWDED = "scorekeeper.crowded"
GetResponse = Callable[[HttpRequest], HttpResponseBase]

log = logging.getLogger("scorekeeper.requests")


class RequestLog:
    """Logs one line for each request: its view and duration, but not its caller or address.

    It is outside of all others, so that it sees what they refuse. Static files are not logged.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, then log. A refusal has a digest of its caller too, a failure its cause."""
        started = time.perf_counter()
        response = self.get_response(request)
        if request.path_info.startswith(settings.STATIC_URL):
            return response
        match = request.resolver_match
        log_request(
            view=match.view_name if match else "-",
            method=request.method or "",
            status=response.status_code,
            seconds=time.perf_counter() - started,
            more=self._more(request, response.status_code),
        )
        return response

    def _more(self, request: HttpRequest, status: int) -> dict[str, str]:
        """Return who was refused, as a digest, and why a request failed."""
        caller = {"who": events.caller_digest(request)} if status in _REFUSALS else {}
        return {**caller, **request.META.get(CAUSE, {})}


def log_request(
    *, view: str, method: str, status: int, seconds: float, more: dict[str, str]
) -> None:
    """Write the event of a request, and count it. `more` has further pairs of the event."""
    count_request(view=view, method=method, status=status, seconds=seconds)
    fields = {
        "method": method if method in _METHODS else "other",
        "view": view,
        "status": status,
        "ms": round(seconds * 1000),
        **more,
    }
    level = logging.WARNING if status in _REFUSALS or more else logging.INFO
    log.log(logging.ERROR if "code" in more else level, "request", extra={"fields": fields})


# Statuses for missing identity, missing rights and exceeded rates: signs of an attack.
_REFUSALS = {401, 403, 429}
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class FormAddress:
    """Redirects a GET of an address that accepts only POST (after a reload) to the page above."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; if Django answers an empty 405, redirect to the page above."""
        response = self.get_response(request)
        reads = request.method in ("GET", "HEAD") and not request.path_info.startswith("/api/")
        if response.status_code != 405 or not reads:
            return response
        return HttpResponseRedirect(_page_above(request.path_info))


def _page_above(path: str) -> str:
    """Return the nearest address above `path` that exists; it may redirect further up."""
    parts = path.strip("/").split("/")
    for count in range(len(parts) - 1, 0, -1):
        above = f"/{'/'.join(parts[:count])}/"
        if is_valid_path(above):
            return iri_to_uri(above)
    return "/"


# API answers that are the same for everybody, in each language.
_PUBLIC = {"api-schema", "game-list", "game", "api-index"}
_PUBLIC_AGE = 300  # seconds
# The request headers on which an answer of the API may depend: the caller, the token, the
# language.
_API_VARY = (
    "Authorization",
    "Cookie",
    "Accept-Language",
    "X-Match-Token",
    "X-Table-Token",
    "X-Job-Token",
)
_JARS = (links_cookie.NAME, tables_cookie.NAME, tournaments_cookie.NAME, jobs_cookie.NAME)


class Caching:
    """Sets what browsers and proxies may cache: no answer that depends on the caller."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with `Cache-Control` and `Vary`."""
        response = self.get_response(request)
        if request.path_info.startswith("/api/"):
            _keep_from_api(request, response)
        elif "Cache-Control" not in response.headers and _is_somebody(request):
            response.headers["Cache-Control"] = "private, no-store"
            patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response


def _keep_from_api(request: HttpRequest, response: HttpResponseBase) -> None:
    match = request.resolver_match
    if match and match.view_name in _PUBLIC and response.status_code in (200, 304):
        response.headers["Cache-Control"] = f"public, max-age={_PUBLIC_AGE}"
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return
    response.headers["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, _API_VARY)


def _is_somebody(request: HttpRequest) -> bool:
    """Return whether the request has a session or a cookie with tokens."""
    cookie_names = (settings.SESSION_COOKIE_NAME, *(cookies.name_of(jar) for jar in _JARS))
    return any(name in request.COOKIES for name in cookie_names)


class SessionUse:
    """Stores the last day on which a session was used, because an unused one ends."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Store the day, then answer."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            note_use(request)
        return self.get_response(request)


class PermissionsPolicy:
    """Adds the header that lists the features of the phone that pages use."""

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
    """Return the name of the address if it has a higher body limit, else None."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return None
    return name if name in settings.BODY_LIMITS else None


def body_limit(path: str) -> int:
    """Return the body limit in bytes of a path."""
    name = large_address(path)
    return settings.BODY_LIMITS[name][0] if name else settings.BODY_LIMIT


class BodyLimit:
    """Refuses a body that is over the limit of its address, or that its sender may not send.

    It refuses before the body is read. For a large body the server first passes on the request
    without the body, marked with `ASKS`. The answer to that request is 204 if the body may be
    sent, else the refusal.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer 413 to a body that is too large, 400 to a body of unknown length."""
        if ASKS in request.META.get("asgi.scope", ()):
            return _sender_refused(request) or _admitted(request)
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if not (declared.isascii() and declared.isdigit()):
            sentence = _("La longueur annoncée de la demande n'est pas lisible.")
            return refusal(request, 400, "parse_error", sentence)
        length = int(declared) if len(declared) < 19 else 10**18
        if length > settings.BODY_LIMIT:
            refused = _too_large(request, length) or _sender_refused(request)
            if refused:
                return refused
        return self.get_response(request)


# Keys of the request's scope. `ASKS`: the server asks whether the sender may send a large body.
# `SENDER`: the account from whose share of places the body is received; this module sets it.
ASKS, SENDER = "scorekeeper.asks", "scorekeeper.sender"


def _too_large(request: HttpRequest, length: int) -> HttpResponse | None:
    limit = body_limit(request.path_info)
    if length <= limit:
        return None
    sentence = _("La demande dépasse %(kilobytes)s ko.") % {"kilobytes": limit // 1024}
    return refusal(request, 413, "body_too_large", sentence)


def _sender_refused(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal if the sender may not send a large body here, else None."""
    name = large_address(request.path_info)
    needed = settings.BODY_LIMITS[name][1] if name else None
    if needed is None:
        return None
    try:
        user = _user(request)
    except APIException as fault:
        return refusal(request, fault.status_code, fault.default_code, str(fault.detail))
    if _may_send_large(user, needed):
        return None
    sentence = _(
        "Plus de %(kilobytes)s ko ne se prennent ici que d'un compte qui a ce droit dans un club"
        " confirmé par le propriétaire du site."
    )
    text = sentence % {"kilobytes": settings.BODY_LIMIT // 1024}
    return refusal(request, 403, "sender_not_allowed", text)


def _may_send_large(user: Any, needed: Capability) -> bool:
    """Return whether an account has the right `needed` in any club, by its role there."""
    return Caller(user=user).may_somewhere(needed)


# The right for which an account has its own share of places, at addresses where anybody may send
# large bodies.
_OWN_PLACES: Capability = "accept_matches"


def _admitted(request: HttpRequest) -> HttpResponse:
    """Answer 204, and set the account whose own place the body takes (see `server.places`)."""
    name = large_address(request.path_info)
    needed = settings.BODY_LIMITS[name][1] if name else None
    try:
        user = _user(request)
    except APIException:
        user = None  # a sender with a wrong token is treated as one without an account
    if user and _may_send_large(user, needed or _OWN_PLACES):
        request.META["asgi.scope"][SENDER] = str(user.pk)
    return HttpResponse(status=204)


def _user(request: HttpRequest) -> Any:
    """Return the account of the request, by cookie or by token. Raises `APIException`."""
    if not request.path_info.startswith("/api/"):
        return request.user
    account_and_token = ApiTokenAuthentication().authenticate(Request(request))
    return account_and_token[0] if account_and_token else request.user


class BusyGuard:
    """Answers 503 to requests that the server has marked as too many."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer 503 with `Retry-After` to a request that is marked with `CROWDED`."""
        crowd = request.META.get("asgi.scope", {}).get(CROWDED)
        if not crowd:
            return self.get_response(request)
        sentence = _(_CROWDED_SENTENCES[crowd]) % {"count": _BUSY_FOR}
        response = refusal(request, 503, "busy", sentence)
        response["Retry-After"] = str(_BUSY_FOR)
        return response


_BUSY_FOR = 10  # seconds after which to try again
_CROWDED_SENTENCES = {
    "all": gettext_noop(
        "Trop de monde à la fois, et rien n'a été fait. Recommencer dans %(count)s secondes."
    ),
    "sign-ins": gettext_noop(
        "Beaucoup de monde se connecte en ce moment. Recommencer dans %(count)s secondes."
    ),
    "large": gettext_noop(
        "Plusieurs gros fichiers arrivent déjà. Recommencer dans %(count)s secondes."
    ),
}


class PageLimit:
    """Limits the rates of posts and of reads that need much computation, as in the API.

    Above the limit it answers 429.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer. The limit is checked in `process_view`, where the view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Answer 429 with `Retry-After` if this caller has exceeded the rate of the scope."""
        match = request.resolver_match
        if match is None or request.path_info.startswith("/api/"):
            return None
        scope = None
        if request.method == "POST":
            scope = settings.PAGE_SCOPES.get(match.view_name, "write")
        elif request.method in ("GET", "HEAD"):
            scopes = settings.READ_SCOPES
            scope = scopes.get(match.view_name) or scopes.get(match.url_name or "")
        seconds = limits.take_from(scope, request) if scope else 0
        return _slow_down(request, seconds) if seconds else None


def _slow_down(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 with a page or, to htmx, with its sentence only."""
    sentence = wait_sentence(seconds)
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(sentence, status=429, content_type="text/plain; charset=utf-8")
    else:
        response = refusal(request, 429, "throttled", sentence)
    response["Retry-After"] = str(seconds)
    return response


def wait_sentence(seconds: int) -> str:
    """Return the sentence about how long to wait: in seconds or, over a minute, in minutes."""
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


def refusal(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    """Return a refusal: in the format of the API's errors under `/api/`, else as a page."""
    if request.path_info.startswith("/api/"):
        error = {"code": code, "detail": sentence, "attr": None}
        kind = "server_error" if status >= 500 else "client_error"
        body = {"type": kind, "errors": [error]}
        return JsonResponse(body, status=status, json_dumps_params={"ensure_ascii": False})
    try:
        page = render_to_string(f"{status}.html", {"sentence": sentence}, request)
    except TemplateDoesNotExist:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(page, status=status)
