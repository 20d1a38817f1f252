"""Who reads a match over an open stream, and which part of its pages the stream sends them."""

from dataclasses import dataclass

from django.utils import translation
from rest_framework.request import Request

from clubs.callers import Caller
from games.live.recalled import Remembered, remember
from games.match.places_cookie import seat_here
from games.models import Match

# The parts of a match's pages that change with the match.
PAGE, SHEET, WALL = "page", "sheet", "wall"
# The parts that a stream may send, by their name in its address (`view`).
BROUGHT = (PAGE, WALL)
# The key of the reader in a request's scope, for the server that keeps the stream open.
READER = "scorekeeper.reader"


@dataclass(frozen=True, slots=True)
class StreamReader:
    """A reader of a stream, with their language and the part of the match's pages that they see.

    `seat`: the seat from which their phone looks at the match.
    """

    remembered: Remembered
    language: str
    part: str
    seat: int | None = None


def reader_of(request: Request, caller: Caller, match: Match) -> StreamReader | None:
    """Return the reader of a stream; None for a program, or if only versions are asked for."""
    part = request.query_params.get("view", "")
    if part not in BROUGHT or request.auth is not None or caller.any_token:
        return None
    language = translation.get_language() or ""
    seat = seat_here(request, match) if part == PAGE else None
    return StreamReader(remember(request, caller), language, part, seat)
