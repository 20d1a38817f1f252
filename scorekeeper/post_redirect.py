"""Gives a page that answers a posted form a separate address.

A browser that got a page as the answer to a POST can't go back to it without asking whether to
send the form again. So such a page, which is a refusal or a question before a change, is stored,
and the browser is redirected to it.

Only whole pages are stored: htmx puts its answers into the present page, and programs read
theirs directly.
"""

import secrets
import time
import zlib
from typing import Any
from urllib.parse import parse_qsl, urlencode

from cryptography.fernet import Fernet, InvalidToken
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.http import escape_leading_slashes

from scorekeeper.middleware import GetResponse

PARAMETER = "reponse"
IN_SESSION = "answers"
# What is stored for one browser: at most this many pages, of at most this size (bytes, compressed),
# for this many seconds.
MOST, LARGEST, LIFE = 3, 64 * 1024, 3600
# The statuses with which a view refuses a form or asks a question. Other answers are not stored.
ANSWERS = (200, 400, 403, 409, 422)


class SeeOther(HttpResponseRedirect):
    """A redirect (303) to an address that is read with GET."""

    status_code = 303


class AnswerPage:
    """Stores the page that answers a form, and redirects to it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, but store a page that answers a POST, and redirect to it."""
        key = _taken_out(request)
        if request.method in ("GET", "HEAD"):
            page = _read(request, key) if key else None
            return page or self.get_response(request)
        response = self.get_response(request)
        if request.method != "POST" or not _browses(request):
            return response
        if 300 <= response.status_code < 400:
            _forget(request)
        if isinstance(response, HttpResponse) and _is_page(response):
            return _put_aside(request, response)
        return response


def _taken_out(request: HttpRequest) -> str:
    """Remove the key of a stored page from the address and return it; empty if there is none.

    So views never see this parameter.
    """
    query = request.META.get("QUERY_STRING", "")
    if f"{PARAMETER}=" not in query:
        return ""
    pairs = parse_qsl(query, keep_blank_values=True)
    request.META["QUERY_STRING"] = urlencode([pair for pair in pairs if pair[0] != PARAMETER])
    return next((value for name, value in pairs if name == PARAMETER), "")


def _browses(request: HttpRequest) -> bool:
    """Return whether a browser will show the answer as a page."""
    accepted = request.headers.get("Accept", "")
    return "text/html" in accepted and request.headers.get("HX-Request") != "true"


def _is_page(response: HttpResponse) -> bool:
    html = response.headers.get("Content-Type", "").startswith("text/html")
    return html and response.status_code in ANSWERS


def _put_aside(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the page in the session, and return a redirect to it.

    The page is encrypted, and only the address has its key: a page may show a link whose token must
    not be readable in the database.
    """
    packed = zlib.compress(response.content)
    if len(packed) > LARGEST:
        return response
    key = Fernet.generate_key()
    now = int(time.time())
    stored_page = {"id": secrets.token_hex(8), "path": request.path, "at": now}
    stored_page["page"] = Fernet(key).encrypt(packed).decode()
    before = [other for other in _pages(request) if other["at"] > now - LIFE]
    request.session[IN_SESSION] = [*before[1 - MOST :], stored_page]
    path, query = escape_leading_slashes(request.path), request.META.get("QUERY_STRING", "")
    own = urlencode({PARAMETER: f"{stored_page['id']}{key.decode()}"})
    answer = SeeOther(f"{path}?{query}&{own}" if query else f"{path}?{own}")
    answer.cookies = response.cookies
    return answer


def _read(request: HttpRequest, key: str) -> HttpResponse | None:
    """Return the stored page of a key; None if it is not in this browser's session, or too old."""
    name, secret = key[:16], key[16:]
    stored_page = next((page for page in _pages(request) if page["id"] == name), None)
    if stored_page is None or stored_page["path"] != request.path:
        return None
    try:
        packed = Fernet(secret).decrypt(stored_page["page"], ttl=LIFE)
    except (InvalidToken, ValueError):
        return None
    response = HttpResponse(zlib.decompress(packed))
    add_never_cache_headers(response)
    return response


def _forget(request: HttpRequest) -> None:
    """Delete the stored pages of an address whose form was accepted: they are out of date."""
    pages = _pages(request)
    left = [page for page in pages if page["path"] != request.path]
    if len(left) < len(pages):
        request.session[IN_SESSION] = left


def _pages(request: HttpRequest) -> list[dict[str, Any]]:
    pages: list[dict[str, Any]] = request.session.get(IN_SESSION, [])
    return pages
