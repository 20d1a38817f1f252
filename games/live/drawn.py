"""Parts of a match's pages, each drawn once for all readers who have the same rights.

The cache key of a part has the match's version, the language, the rights, and all else that the
part shows: the names, the club, the event of the match. All of that is read from the database for
each request, so that a cached part is never out of date. The cache only saves the drawing.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from secrets import token_hex
from threading import Lock
from uuid import uuid4

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.live.readers import PAGE, SHEET, WALL
from games.match.places_cookie import seat_here
from games.presentation.place import place_view
from games.presentation.table import Can, Table
from games.views.common import address, match_context, match_details, pad_for

TEMPLATES = {PAGE: "games/_match.html", SHEET: "games/_table.html", WALL: "games/_wall.html"}
# Placeholders for a form's secrets in a cached part. Nobody can guess them, so no name contains
# one.
TOKEN, CLIENT_ID = token_hex(32), uuid4()
# The placeholder for the text that depends on the phone's seat. A cached part is drawn once for all
# seats.
PLACE = f"<i>{token_hex(32)}</i>"
# The most parts in the cache. A part has some 20 000 characters. All watchers of a match request
# the same part within seconds.
MOST_PARTS = 200


class _Parts:
    """A cache of the parts that were drawn last."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> SafeString | None:
        """Return a cached part, or None if it is not in the cache."""
        with self._lock:
            return self._drawn.get(key)

    def put(self, key: Hashable, part: SafeString) -> SafeString:
        """Store a part and return it; remove the oldest if there are too many."""
        with self._lock:
            self._drawn[key] = part
            if len(self._drawn) > MOST_PARTS:
                self._drawn.popitem(last=False)
        return part

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._drawn.clear()


parts = _Parts()


def drawn(table: Table, part: str, seat: int | None = None) -> SafeString:
    """Return a part of a match's page for readers who may only see it, in the active language.

    `seat`: the seat from which they look at the page.
    """
    whole = _drawn(replace(table, can=Can(see_club=table.can.see_club)), part)
    return _from_seat(whole, table, seat)


def _from_seat(part: SafeString, table: Table, seat: int | None) -> SafeString:
    """Insert the text for a phone's seat into a part. Only this text is drawn for each seat."""
    place = place_view(table, seat)
    context = {"place": place, "seats_url": address("seats", table.match.pk)}
    html = render_to_string("games/_place.html", context) if place else ""
    return mark_safe(part.replace(PLACE, html))  # noqa: S308


def drawn_for(request: HttpRequest, table: Table) -> SafeString:
    """Return the changing part of a match's page with the caller's rights, and an empty pad.

    Callers with the same rights share one cached part, in which the secrets of its forms are
    replaced by the caller's own. If messages wait for this browser, the part shows them and is
    drawn for this browser alone.
    """
    seat = seat_here(request, table.match)
    if len(get_messages(request)):
        context = match_context(table, pad_for(table)) | {"place": place_view(table, seat)}
        return render_to_string(TEMPLATES[PAGE], context, request)
    part = _from_seat(_drawn(table, PAGE, chances_asked="chances" in request.GET), table, seat)
    if not has_form(part):
        return part
    own = part.replace(TOKEN, get_token(request)).replace(str(CLIENT_ID), str(uuid4()))
    return mark_safe(own)  # noqa: S308


def has_form(part: str) -> bool:
    """Return whether a part has a form, which needs the secrets of its sender (`drawn_for`)."""
    return TOKEN in part


def _drawn(table: Table, part: str, *, chances_asked: bool = False) -> SafeString:
    details = match_details(table)
    match, club = table.match, table.match.club
    key = (
        part,
        match.pk,
        match.version,
        get_language(),
        table.before,
        table.can,
        match.status,
        match.advice,
        (club.pk, club.name, club.public) if club else None,
        table.seats,
        table.sides,
        table.corrected,
        details,
        chances_asked,
    )

    known = parts.get(key)
    if known is not None:
        return known
    pad = pad_for(table)
    context = match_context(table, pad, details) | {
        "csrf_token": TOKEN,
        "chances_asked": chances_asked,
        "place_part": mark_safe(PLACE),  # noqa: S308
    }
    if part == WALL:
        context["poll_url"] = f"{address('wall', match.pk)}?version={match.version}"
    html = render_to_string(TEMPLATES[part], context).strip()
    if pad is not None:
        html = html.replace(str(pad.initial["client_id"]), str(CLIENT_ID))
    return parts.put(key, mark_safe(html))  # noqa: S308
