"""The tokens of tables that a browser has started: one HttpOnly cookie, newest first."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core import cookies

NAME = "tables"
MOST = 40
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
_ITEM = re.compile(r"([0-9A-Z]{8}):([0-9a-f]{40})")


def read(request: HttpRequest) -> dict[str, str]:
    """Return the tokens by match id, newest first. Malformed ones are ignored."""
    return dict(_ITEM.findall(cookies.read(request, NAME)))


def keep(response: HttpResponseBase, request: HttpRequest, match_id: str, token: str) -> None:
    """Store a table's token in the browser, before those that its cookie has already."""
    tokens = {match_id: token}
    tokens |= {key: value for key, value in read(request).items() if key != match_id}
    value = ".".join(f"{key}:{token}" for key, token in list(tokens.items())[:MOST])
    cookies.keep(response, NAME, value, age=AGE)
