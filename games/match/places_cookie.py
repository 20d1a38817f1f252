"""The seats from which a browser looks at its matches, in one HttpOnly cookie, newest first.

A seat gives no right. The cookie is not signed, because it only chooses between views of a match
that the browser may see.
"""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core import cookies
from games.models import Match, Seat

NAME = "places"
MOST = 20
AGE = 31 * 24 * 3600  # seconds
# A match and the number of a seat, or no number if the browser has left its seat.
_ITEM = re.compile(r"([0-9A-Z]{8}):(\d{0,2})")


def read(request: HttpRequest) -> dict[str, int | None]:
    """Return the seats by match id, newest first; None where the browser has left its seat."""
    items = _ITEM.findall(cookies.read(request, NAME))
    return {match: int(seat) if seat else None for match, seat in items}


def keep(response: HttpResponseBase, request: HttpRequest, match_id: str, seat: int | None) -> None:
    """Store the seat from which the browser looks at a match; None: from no seat."""
    places = {match_id: seat}
    places |= {key: value for key, value in read(request).items() if key != match_id}
    items = list(places.items())[:MOST]
    value = ".".join(f"{match}:{'' if at is None else at}" for match, at in items)
    cookies.keep(response, NAME, value, age=AGE)


def seat_here(request: HttpRequest, match: Match) -> int | None:
    """Return the seat from which the browser looks at a match; None if it has chosen no seat.

    In the next match of a series, this is the seat of the same person.
    """
    places = read(request)
    if match.pk in places or not places or match.series_id is None:
        return places.get(match.pk)
    earlier = Seat.objects.filter(match__in=places, match__series=match.series_id)
    for seat in earlier.order_by("-match__series_number"):
        if seat.number == places[seat.match_id]:
            return _seat_of(match, seat.in_series)
    return None


def _seat_of(match: Match, person: int) -> int | None:
    seats = Seat.objects.filter(match=match)
    return next((seat.number for seat in seats if seat.in_series == person), None)
