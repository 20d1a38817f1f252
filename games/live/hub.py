"""Notifies the watchers of a match of its new versions.

A service calls `announce` inside its transaction. With SQLite the only serving process notifies its
own `hub` at commit. With PostgreSQL the database notifies every serving process (`listen`). An
announcement has only the number of the new version. Watchers fetch the match again, and may miss
versions in between.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, transaction

CHANNEL = "scorekeeper_match"
LISTENER = "scorekeeper-live"  # the name of the listening connection in PostgreSQL's lists
SILENCE = 30.0  # seconds without an announcement after which the listening connection is tested
ANSWER_PATIENCE = 10.0  # seconds in which it must then answer
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds between two attempts to listen again

log = logging.getLogger(__name__)


class Watcher:
    """One open stream. It stores only the newest version, so a slow reader skips some versions.

    `reader` is the reader for whom the page is drawn, or None if the stream sends only versions.
    """

    __slots__ = ("_newest", "_wake", "closed", "reader")

    def __init__(self) -> None:
        self._newest: tuple[int, Any] | None = None
        self._wake = asyncio.Event()
        self.closed = False
        self.reader: Any = None

    def tell(self, version: int, part: Any = None) -> None:
        """Store a version and its part, to be sent, unless a newer version is already waiting.

        Without a part, only the version is sent, and the reader requests the page.
        """
        if self._newest is None or version >= self._newest[0]:
            self._newest = (version, part)
        self._wake.set()

    def close(self) -> None:
        """End the stream. A browser that still shows the match reconnects."""
        self.closed = True
        self._wake.set()

    async def next(self, timeout: float) -> tuple[int, Any] | None:
        """Wait for a version and its part, at most `timeout` seconds; None if there was none."""
        try:
            async with asyncio.timeout(timeout):
                await self._wake.wait()
        except TimeoutError:
            return None
        self._wake.clear()
        newest, self._newest = self._newest, None
        return newest


class Hub:
    """The watchers of this process, by match. Only the event loop's thread may change them.

    If a match with a new version has `readers`, `bring` is called with its id and that version.
    """

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.bring: Callable[[str, int], object] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))

    def subscribe(self, match_id: str) -> Watcher:
        """Start to watch a match (call it on the loop). `unsubscribe` ends it."""
        self._loop = asyncio.get_running_loop()
        watcher = Watcher()
        self._watchers.setdefault(match_id, set()).add(watcher)
        return watcher

    def unsubscribe(self, match_id: str, watcher: Watcher) -> None:
        """Remove a watcher (call it on the loop)."""
        watchers = self._watchers.get(match_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(match_id, None)

    def publish(self, match_id: str, version: int) -> None:
        """Notify the watchers of a match of a new version, from any thread."""
        # A watcher that subscribes after this check reads the match later, so it sees the version.
        if match_id in self._watchers:
            self._on_loop(self._deliver, match_id, version)

    def close(self) -> None:
        """End every stream, from any thread or signal handler."""
        self._on_loop(self._close_all)

    def readers(self, match_id: str) -> list[Watcher]:
        """Return the watchers of a match to whom the stream sends the page; call it on the loop."""
        return [
            watcher for watcher in self._watchers.get(match_id, ()) if watcher.reader is not None
        ]

    def _deliver(self, match_id: str, version: int) -> None:
        for watcher in self._watchers.get(match_id, ()):
            if watcher.reader is None or self.bring is None:
                watcher.tell(version)
        if self.bring is not None and self.readers(match_id):
            self.bring(match_id, version)

    def _close_all(self) -> None:
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close()

    def _on_loop(self, function: Any, *arguments: Any) -> None:
        loop = self._loop
        if loop is None or loop.is_closed():
            return  # nobody watches, as in tests and commands
        try:
            loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:
            log.debug("the loop closed meanwhile")


hub = Hub()


def announce(match_id: str, version: int) -> None:
    """Announce a match's new version once the current transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{match_id}:{version}"])
    else:
        transaction.on_commit(lambda: hub.publish(match_id, version))


async def listen(to: Hub, heard: asyncio.Event) -> None:
    """Pass PostgreSQL's announcements on to a hub, for as long as the process serves.

    `heard` is set once the first connection listens.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                **connection_parameters(), autocommit=True, application_name=LISTENER
            ) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                # Announcements were lost until this connection listened, so every watcher must
                # reconnect and read its match again.
                to.close()
                heard.set()
                pause = FIRST_PAUSE
                await _pass_on(listening, to)
        except (psycopg.Error, OSError) as error:
            fields = {"error": type(error).__name__, "again_in_s": pause}
            log.warning("not listening", extra={"fields": fields})
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


async def _pass_on(listening: "psycopg.AsyncConnection[Any]", to: Hub) -> None:
    while True:
        async for notice in listening.notifies(timeout=SILENCE):
            match_id, _, version = notice.payload.partition(":")
            if version.isdecimal():
                to.publish(match_id, int(version))
        # If the connection was cut silently, this raises `TimeoutError`. It is an `OSError`, so
        # `listen` catches it and connects again.
        async with asyncio.timeout(ANSWER_PATIENCE):
            await listening.execute("SELECT 1")


def connection_parameters() -> dict[str, Any]:
    """Return psycopg's parameters for the site's database, outside of any pool."""
    given = settings.DIRECT_DATABASE or connection.settings_dict
    named = {
        "dbname": given["NAME"],
        "user": given["USER"],
        "password": given["PASSWORD"],
        "host": given["HOST"],
        "port": given["PORT"],
    }
    options = {key: value for key, value in given["OPTIONS"].items() if key in _LIBPQ_OPTIONS}
    return {**options, **{key: value for key, value in named.items() if value}}


_LIBPQ_OPTIONS = {
    "connect_timeout",
    "keepalives",
    "keepalives_idle",
    "options",
    "passfile",
    "service",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "target_session_attrs",
    "tcp_user_timeout",
}
