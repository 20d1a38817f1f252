"""The caller of a request: of a page (cookies) or of the API (headers)."""

from django.http import HttpRequest
from rest_framework.request import Request

from clubs.callers import Caller
from clubs.links import request_links
from games import tables_cookie


def page_caller(request: HttpRequest) -> Caller:
    """Return the person behind a page, with the table tokens and links that the browser keeps."""
    caller = request_links.page_caller(request)
    caller.match_tokens = tables_cookie.read(request)
    return caller


def api_caller(request: Request) -> Caller:
    """Return the program or browser behind an API call.

    Only the header's token counts, a match's `edit_token` or a link's: a browser would also send a
    cookie from another site's page.
    """
    return request_links.api_caller(request)


def watching_caller(request: Request) -> Caller:
    """Return the caller of a match's stream, which a browser opens without headers.

    The stream gives a version number and writes nothing, and another site's page could not read it.
    So the cookies count here too.
    """
    caller = api_caller(request)
    caller.match_tokens = tables_cookie.read(request)
    caller.link_tokens = request_links.read(request)
    return caller
