"""How a request carries links: a browser in one HttpOnly cookie, a program in a header."""

import re
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from clubs.callers import Caller
from core import cookies

NAME = "links"
HEADER = "X-Match-Token"
MOST = 20
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
_TOKEN = re.compile(r"[\w.-]{68}", re.ASCII)


def read(request: HttpRequest) -> tuple[str, ...]:
    """Return the tokens that the browser keeps, newest first. Malformed ones are ignored."""
    tokens = cookies.read(request, NAME).split("~")
    return tuple(token for token in tokens if _TOKEN.fullmatch(token))[:MOST]


def keep(response: HttpResponseBase, request: HttpRequest, token: str) -> None:
    """Put a token in front of those that the browser keeps."""
    others = [known for known in read(request) if known != token]
    cookies.keep(response, NAME, "~".join([token, *others][:MOST]), age=AGE)


def page_caller(request: HttpRequest) -> Caller:
    """Return the person behind a page, with the links that the browser keeps."""
    return Caller(user=request.user, link_tokens=read(request))


def api_caller(request: Any) -> Caller:
    """Return the program or browser behind an API call.

    Only the header's token counts: a browser would also send a cookie from another site's page.
    """
    return Caller(user=request.user, any_token=request.headers.get(HEADER))
