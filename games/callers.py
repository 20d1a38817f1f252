"""The caller of a request: of a page (cookies) or of the API (headers)."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from clubs.callers import Caller
from clubs.links import request_links
from games.match import permissions, tables_cookie
from games.models import PROPOSED, Match

CSRF_HEADER, CSRF_FAILED = "X-CSRFToken", "csrf_failed"


def keep_started(
    response: HttpResponseBase, request: HttpRequest, match: Match, caller: Caller
) -> None:
    """Store in the browser a new match's token, and the phone's own if the match is proposed."""
    tables_cookie.keep(response, request, match.pk, permissions.edit_token(match))
    if match.counts == PROPOSED and caller.phone_token:
        request_links.keep_phone(response, caller)


def page_caller(request: HttpRequest) -> Caller:
    """Return the person behind a page, with the table tokens and links in the browser's cookies."""
    caller = request_links.page_caller(request)
    caller.match_tokens = tables_cookie.read(request)
    return caller


def api_caller(request: Request) -> Caller:
    """Return the program or browser behind an API call.

    Only a token in the header counts: a match's `edit_token`, or that of a link. A browser also
    sends cookies with a request from another site's page, so cookies do not count. A page of this
    site proves itself with the CSRF token; then they count as on pages.
    """
    caller = request_links.api_caller(request)
    return _with_cookies(caller, request) if from_own_page(request) else caller


def starting_caller(request: Request) -> Caller:
    """Return the caller of an API call that starts a match; a browser gets a token of its own."""
    caller = api_caller(request)
    if from_own_page(request):
        request_links.give_phone(caller)
    return caller


def from_own_page(request: Request) -> bool:
    """Return whether a script of this site's pages calls.

    Another site's page can neither send the CSRF header nor know its value. Raises
    `PermissionDenied` for an old value.
    """
    if CSRF_HEADER not in request.headers:
        return False
    try:
        SessionAuthentication().enforce_csrf(request)
    except PermissionDenied:
        raise PermissionDenied(_("La page a vieilli : la recharger."), CSRF_FAILED) from None
    return True


def _with_cookies(caller: Caller, request: Request) -> Caller:
    caller.match_tokens = tables_cookie.read(request)
    return request_links.with_cookies(caller, request)


def watching_caller(request: Request) -> Caller:
    """Return the caller of a match's stream, which a browser opens without headers.

    The cookies count here too, because the stream writes nothing and another site's page could not
    read it.
    """
    return _with_cookies(request_links.api_caller(request), request)
