"""Parts of a match's pages that are the same for all with the same rights, each drawn once.

A part is drawn for a version of the match, a language, the rights, and what else stands on it: the
names, the club, what the match is played for. All of that is read from the database each time and
compared, so that a kept part is never old; only the drawing is spared.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from secrets import token_hex
from threading import Lock
from uuid import uuid4

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.readers import PAGE, SHEET, WALL
from games.table import Can, Table
from games.views.common import address, match_context, match_details, pad_for

TEMPLATES = {PAGE: "games/_match.html", SHEET: "games/_table.html", WALL: "games/_wall.html"}
# What stands in a kept part for a form's secrets. Nobody can guess it, so nobody is named like it.
TOKEN, CLIENT_ID = token_hex(32), uuid4()
# Characters that a process keeps: a part has some 20 000.
MOST = 10_000_000


class DrawnParts:
    """The parts last asked for in this process; the one unused for longest is removed first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._length = 0
        self._parts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], SafeString]) -> SafeString:
        """Return a part, drawing it if it is not kept."""
        with self._lock:
            known = self._parts.get(key)
            if known is not None:
                self._parts.move_to_end(key)
                return known
        made = draw()
        with self._lock:
            if key not in self._parts:
                self._parts[key] = made
                self._length += len(made)
            while self._length > self._most:
                self._length -= len(self._parts.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._parts.clear()
            self._length = 0


parts = DrawnParts()


def drawn(table: Table, part: str) -> SafeString:
    """Return a part of a match's page as those see it who only see it, in the active language."""
    return _drawn(replace(table, can=Can(see_club=table.can.see_club)), part)


def drawn_for(request: HttpRequest, table: Table) -> SafeString:
    """Return the changing part of a match's page with the caller's rights, and an empty pad.

    All with the same rights have the same; only the secrets of the forms are each one's own.
    """
    made = _drawn(table, PAGE, asked="chances" in request.GET)
    if not has_form(made):
        return made
    own = made.replace(TOKEN, get_token(request)).replace(str(CLIENT_ID), str(uuid4()))
    return mark_safe(own)  # noqa: S308


def has_form(part: SafeString) -> bool:
    """Whether a kept part has a form, which needs the secrets of who sends it (`drawn_for`)."""
    return TOKEN in part


def _drawn(table: Table, part: str, *, asked: bool = False) -> SafeString:
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
        asked,
    )

    def draw() -> SafeString:
        pad = pad_for(table)
        context = match_context(table, pad, details) | {"csrf_token": TOKEN, "chances_asked": asked}
        if part == WALL:
            context["poll_url"] = f"{address('wall', match.pk)}?version={match.version}"
        html = render_to_string(TEMPLATES[part], context).strip()
        if pad is not None:
            html = html.replace(str(pad.initial["client_id"]), str(CLIENT_ID))
        return mark_safe(html)  # noqa: S308

    return parts.get(key, draw)
