"""Who is asking, read off a request: by page (cookies) or by program (headers)."""

from django.http import HttpRequest
from rest_framework.request import Request

from clubs.callers import Caller
from clubs.links import carried
from games import tables_cookie


def page_caller(request: HttpRequest) -> Caller:
    """Return the person behind a page, with the table tokens and links that the browser keeps."""
    caller = carried.page_caller(request)
    caller.match_tokens = tables_cookie.read(request)
    return caller


def api_caller(request: Request) -> Caller:
    """Return the program or browser behind an API call.

    Only the header's token counts, a match's `edit_token` or a link's: a cookie would be sent
    along by another site's page too.
    """
    return carried.api_caller(request)


def watching_caller(request: Request) -> Caller:
    """Return who asks for the stream of a match, which a browser opens without any header.

    It tells a version number and writes nothing, and another site's page could not read it: here
    the cookies count too.
    """
    caller = api_caller(request)
    caller.match_tokens = tables_cookie.read(request)
    caller.link_tokens = carried.read(request)
    return caller
