"""What happens to every request: a log line, a limit on its body, a header for the browser."""

import logging
import math
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import limits

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
    """Leads whoever opens an address that only takes forms, after a reload say, to its page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; where Django answers an empty 405, go to the page that stands above."""
        response = self.get_response(request)
        reads = request.method in ("GET", "HEAD") and not request.path_info.startswith("/api/")
        if response.status_code != 405 or not reads:
            return response
        return HttpResponseRedirect(_page_above(request.path_info))


def _page_above(path: str) -> str:
    """Return the nearest address above one that is known; it may lead further up in its turn."""
    parts = path.strip("/").split("/")
    for count in range(len(parts) - 1, 0, -1):
        above = f"/{'/'.join(parts[:count])}/"
        if is_valid_path(above):
            return iri_to_uri(above)
    return "/"


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


def body_limit(path: str) -> int:
    """Return how many bytes a request at that path may carry."""
    special = (limit for end, limit in settings.BODY_LIMITS.items() if path.endswith(end))
    return next(special, settings.BODY_LIMIT)


class BodyLimit:
    """Refuses a body over the limit of its address before anyone reads it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer 413 to a body that is too large, 400 to one of no known length."""
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if not (declared.isascii() and declared.isdigit()):
            sentence = _("La longueur annoncée de la demande n'est pas lisible.")
            return _refusal(request, 400, "parse_error", sentence)
        limit = body_limit(request.path_info)
        if len(declared) > 18 or int(declared) > limit:
            sentence = _("La demande dépasse %(kilobytes)s ko.") % {"kilobytes": limit // 1024}
            return _refusal(request, 413, "body_too_large", sentence)
        return self.get_response(request)


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
