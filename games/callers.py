"""The caller of a request, who may be behind a page (cookies) or the API (headers)."""

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
    """Store a new match's token in the browser.

    If the match is proposed to a club, also store the phone's own token.
    """
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

    From other callers only a token in the header counts: the `edit_token` of a match, or the
    token of a link. Cookies do not count for them, because a browser also sends cookies when a
    page of another site makes the request. A page of this site proves itself with the CSRF
    token. Its cookies count as they do on pages.
    """
    caller = request_links.api_caller(request)
    return _with_cookies(caller, request) if from_own_page(request) else caller


def starting_caller(request: Request) -> Caller:
    """Return the caller of an API call that starts a match.

    A browser on a page of this site gets a phone token of its own, if it has none.
    """
    caller = api_caller(request)
    if from_own_page(request):
        request_links.give_phone(caller)
    return caller


def from_own_page(request: Request) -> bool:
    """Return whether the call comes from a script of this site's pages.

    Another site's page can neither send the CSRF header nor know its value. Raise
    `PermissionDenied` if the value is outdated.
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

    Cookies are accepted here too, because the stream writes nothing, and another site's page
    could not read it.
    """
    return _with_cookies(request_links.api_caller(request), request)
