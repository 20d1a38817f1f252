"""Pages that only read may be answered from a standby of PostgreSQL (`DATABASE_REPLICA_URLS`).

A request reads there if its page is one of `PAGES`, and if its caller has written nothing a moment
ago: a standby is a little late. Whoever sends a token reads the primary, as programs carry no
cookies. If a standby does not answer, the primary does.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from scorekeeper.database_away import DatabaseGate
from scorekeeper.middleware import GetResponse

# Boards, records, players, graph, the list and the standings of tournaments: nothing that a table
# is playing at this moment, and nothing with a form.
PAGES = frozenset(
    {
        "leaderboards:index",
        "leaderboards:board",
        "leaderboards:records",
        "clubs:player",
        "clubs:player-results",
        "clubs:honours",
        "transmission:graph",
        "transmission:whole",
        "leaderboards:explained",
        "tournaments:palmares",
    }
)
# Seconds for which somebody who wrote reads the primary: far more than a standby is ever behind.
AFTER_A_WRITE = 30
COOKIE = "wrote"
SAFE = {"GET", "HEAD"}

_reading_from: ContextVar[str | None] = ContextVar("reading_from", default=None)


class Router:
    """Django's choice of a database: reads go where the request reads, writes to the primary."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        """Return the standby of this request, or None for the primary."""
        return _reading_from.get()

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Return the primary, also for an object that was read from a standby."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Model, two: Model, **hints: Any) -> bool:
        """Allow all: they are copies of one database."""
        return True

    def allow_migrate(self, database: str, app_label: str, **hints: Any) -> bool:
        """Allow the primary only."""
        return database == DEFAULT_DB_ALIAS


class Replicas:
    """Chooses a standby for a request that may read there, one after another."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._gates = {name: DatabaseGate() for name in connections if name != DEFAULT_DB_ALIAS}
        self._turn = itertools.cycle(sorted(self._gates))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, from a standby if this page may be; remember who writes."""
        name = self._standing_by() if self._gates and may_read_late(request) else None
        with reading_from(name):
            response = self.get_response(request)
        if self._gates and request.method not in SAFE and response.status_code < 400:
            response.set_cookie(
                settings.COOKIE_PREFIX + COOKIE, "1", max_age=AFTER_A_WRITE,
                secure=settings.PUBLIC, httponly=True, samesite="Lax",
            )  # fmt: skip
        return response

    def _standing_by(self) -> str | None:
        """Return a standby that answers, or None."""
        for _try in self._gates:
            name = next(self._turn)
            gate = self._gates[name]
            if gate.shut:
                continue
            try:
                connections[name].ensure_connection()
            except Error as error:
                gate.note(error)
                continue
            return name
        return None


@contextmanager
def reading_from(name: str | None) -> Iterator[None]:
    """Read from a standby (None: the primary) within the block."""
    token = _reading_from.set(name)
    try:
        yield
    finally:
        _reading_from.reset(token)


def may_read_late(request: HttpRequest) -> bool:
    """Say whether a request may be answered from a standby."""
    headers = request.headers
    if request.method not in SAFE or "Authorization" in headers or "X-Match-Token" in headers:
        return False
    if settings.COOKIE_PREFIX + COOKIE in request.COOKIES:
        return False
    try:
        return resolve(request.path_info).view_name in PAGES
    except Resolver404:
        return False
