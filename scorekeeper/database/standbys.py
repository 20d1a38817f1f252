"""Answers some pages from a standby of PostgreSQL (`DATABASE_REPLICA_URLS`).

A standby is a little late. So a request reads it only if its page is one of `PAGES`, and if its
caller has not written in the last `AFTER_A_WRITE` seconds.

A page of `MATCHES` is read from a standby only if the match is over, and if the standby has the
version that the primary has: a caller who knows of a correction must not see the match without it.

A request with a token reads the primary, because programs store no cookies. The primary also
answers if no standby does, or if a standby has received nothing from it for a while.
"""

import itertools
import math
import time

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve

from games.models import Match, Status
from games.queries import MATCH_ID
from scorekeeper.database.database_away import REST, DatabaseGate, door
from scorekeeper.database.replicas import reading_from
from scorekeeper.middleware import GetResponse

# The names of the addresses that a standby may answer: boards, records, players, graph, the list
# and the standings of tournaments. No page of a running match or round is among them, and none
# with a form. Names of the API have no prefix.
PAGES = frozenset(
    {
        "leaderboards:index",
        "leaderboards:board",
        "leaderboards:csv",
        "leaderboards:duel",
        "leaderboards:duel-csv",
        "leaderboards:explained",
        "leaderboards:records",
        "leaderboards:records-csv",
        "leaderboard",
        "player-ratings",
        "head-to-head",
        "record-list",
        "clubs:player",
        "clubs:player-results",
        "clubs:player-company",
        "clubs:honours",
        "player-stats",
        "transmission:graph",
        "transmission:whole",
        "transmission-graph",
        "transmission-path",
        "transmission-player",
        "tournaments:palmares",
        "tournament-palmares",
    }
)
# The pages of one match, except the requests by which a page follows it live.
MATCHES = frozenset(
    {
        "games:match",
        "games:history",
        "match",
        "history",
        "export",
        "match-series",
    }
)
# Seconds for which a caller reads the primary after a write. A standby may be as many seconds
# behind.
AFTER_A_WRITE = 30
COOKIE = "wrote"
# This query is true if the server was promoted, if its last transaction is recent, or if it has
# applied all that it received and is still connected. Without the last condition, a standby that
# is cut off would answer old data for ever.
KEEPS_UP = """
    SELECT NOT pg_is_in_recovery()
        OR now() - pg_last_xact_replay_timestamp() < make_interval(secs => %s)
        OR pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
            AND EXISTS (SELECT FROM pg_stat_wal_receiver)
"""
SAFE = {"GET", "HEAD"}


class Standby:
    """A standby, and whether it may be read now."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._gate = DatabaseGate()
        self._asked = -math.inf  # when it last had what the primary has

    def serves(self) -> bool:
        """Return whether the standby may be read: it answers, and is not too far behind."""
        if self._gate.shut:
            return False
        try:
            connections[self.name].ensure_connection()
            if time.monotonic() - self._asked > REST:
                if not keeps_up(self.name):
                    self._gate.close()
                    return False
                self._asked = time.monotonic()
        except Error as error:
            self._gate.note(error)
            return False
        return True


class Replicas:
    """Chooses a standby, in turns, for a request that may read one."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._standbys = [Standby(name) for name in sorted(connections) if name != DEFAULT_DB_ALIAS]
        self._turn = itertools.cycle(self._standbys)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, from a standby if the page allows it. Set a cookie for a caller who writes."""
        name = self._standby_for(request) if self._standbys else None
        with reading_from(name):
            response = self.get_response(request)
        if self._standbys and request.method not in SAFE and response.status_code < 400:
            response.set_cookie(
                settings.COOKIE_PREFIX + COOKIE, "1", max_age=AFTER_A_WRITE,
                secure=settings.PUBLIC, httponly=True, samesite="Lax",
            )  # fmt: skip
        return response

    def _standby_for(self, request: HttpRequest) -> str | None:
        """Return the standby from which this request is answered, or None for the primary."""
        page = late_page(request)
        name = self._standing_by() if page else None
        if name is None or page is None or page.view_name in PAGES:
            return name
        return name if is_over_on(name, page.kwargs["match_id"]) else None

    def _standing_by(self) -> str | None:
        """Return a standby that answers and keeps up, or None."""
        for _try in self._standbys:
            standby = next(self._turn)
            if standby.serves():
                return standby.name
        return None


def keeps_up(name: str) -> bool:
    """Return whether a server is close behind the primary, or was promoted."""
    if connections[name].vendor != "postgresql":
        return True
    with connections[name].cursor() as cursor:
        cursor.execute(KEEPS_UP, [AFTER_A_WRITE])
        return bool(cursor.fetchone()[0])


def late_page(request: HttpRequest) -> ResolverMatch | None:
    """Return the page of a request that may be answered from a standby; None for any other."""
    headers = request.headers
    if request.method not in SAFE or "Authorization" in headers or "X-Match-Token" in headers:
        return None
    if settings.COOKIE_PREFIX + COOKIE in request.COOKIES:
        return None
    try:
        page = resolve(request.path_info)
    except Resolver404:
        return None
    return page if page.view_name in PAGES | MATCHES else None


def is_over_on(name: str, match_id: str) -> bool:
    """Return whether a match is over on the standby, in the version that the primary has."""
    if not MATCH_ID.fullmatch(match_id):
        return False
    over = Match.objects.filter(pk=match_id).exclude(status=Status.IN_PROGRESS)
    versions = over.values_list("version", flat=True)
    try:
        there = versions.using(name).first()
        # While the primary is away, it is not queried again and again.
        if there is None or door.shut:
            return False
        return there == versions.using(DEFAULT_DB_ALIAS).first()
    except Error:
        return False
