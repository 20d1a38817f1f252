"""Who is asking, read off a request: by page (cookie) or by program (headers)."""

from django.http import HttpRequest
from rest_framework.request import Request

from clubs.callers import Caller
from games import tables_cookie


def page_caller(request: HttpRequest) -> Caller:
    """Return the person behind a page, with the table links that the browser keeps."""
    user = request.user
    return Caller(user=user, match_tokens=tables_cookie.read(request))


def api_caller(request: Request) -> Caller:
    """Return the program or browser behind an API call.

    Only the header's token counts: a cookie would be sent along by another site's page too.
    """
    return Caller(
        user=request.user,
        any_token=request.headers.get("X-Match-Token"),
    )
