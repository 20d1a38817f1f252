"""Reads a request's links: a browser sends them in one HttpOnly cookie, a program in a header."""

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
    """Return the tokens in the browser's cookie, newest first. Malformed ones are ignored."""
    tokens = cookies.read(request, NAME).split("~")
    return tuple(token for token in tokens if _TOKEN.fullmatch(token))[:MOST]


def keep(response: HttpResponseBase, request: HttpRequest, token: str) -> None:
    """Store a token in the browser, before the tokens that its cookie has already."""
    others = [known for known in read(request) if known != token]
    cookies.keep(response, NAME, "~".join([token, *others][:MOST]), age=AGE)


def page_caller(request: HttpRequest) -> Caller:
    """Return the caller of a page, with the links in the browser's cookie."""
    return Caller(user=request.user, link_tokens=read(request))


def api_caller(request: Any) -> Caller:
    """Return the caller of the API, with the token of the header.

    The cookie is not read, because a browser would send it with a request from another site's page
    too.
    """
    return Caller(user=request.user, any_token=request.headers.get(HEADER))
