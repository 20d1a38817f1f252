"""Reads a request's links: a browser sends them in one HttpOnly cookie, a program in a header."""

import re
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from clubs.callers import Caller
from clubs.links.tokens import new_token
from core import cookies
from ratelimits.limits import address

NAME = "links"
PHONE = "phone"
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


def read_phone(request: HttpRequest) -> str:
    """Return the phone's own token, or an empty text if its browser has none."""
    token = cookies.read(request, PHONE)
    return token if _TOKEN.fullmatch(token) else ""


def give_phone(caller: Caller) -> None:
    """Give the caller's phone a token of its own if it has none.

    This is called before the phone proposes something to a club.
    """
    caller.phone_token = caller.phone_token or new_token()


def keep_phone(response: HttpResponseBase, caller: Caller) -> None:
    """Store the phone's own token in its browser, by which a club may later trust the phone."""
    cookies.keep(response, PHONE, caller.phone_token, age=AGE)


def page_caller(request: HttpRequest) -> Caller:
    """Return the caller of a page, with the links in the browser's cookie."""
    caller = Caller(user=request.user, network=address(request))
    return with_cookies(caller, request)


def with_cookies(caller: Caller, request: Any) -> Caller:
    """Set the links and the phone's token of the browser's cookies on the caller; return it."""
    caller.link_tokens, caller.phone_token = read(request), read_phone(request)
    return caller


def api_caller(request: Any) -> Caller:
    """Return the caller of the API, with the token of the header.

    The cookies are not read, because a browser would also send them when a page of another site
    makes the request.
    """
    token = request.headers.get(HEADER)
    return Caller(user=request.user, any_token=token, network=address(request))
