"""The cookie that stores the tokens of tables and entrants: one HttpOnly cookie, newest first."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core import cookies

NAME = "tournaments"
MOST = 40
AGE = 60 * 24 * 3600  # seconds; a tournament is over by then
_ITEM = re.compile(r"([0-9A-Z]{8}):([0-9a-f]{40})")


def read(request: HttpRequest, tournament_id: str) -> list[str]:
    """Return the tokens of a tournament, newest first. Malformed ones are ignored."""
    pairs = _ITEM.findall(cookies.read(request, NAME))
    return [token for of, token in pairs if of == tournament_id][:MOST]


def keep(response: HttpResponseBase, request: HttpRequest, tournament_id: str, token: str) -> None:
    """Store a token in the browser's cookie, before the others."""
    new = (tournament_id, token)
    others = [item for item in _ITEM.findall(cookies.read(request, NAME)) if item != new]
    cookies.keep(
        response,
        NAME,
        ".".join(f"{of}:{held_token}" for of, held_token in [new, *others][:MOST]),
        age=AGE,
    )
