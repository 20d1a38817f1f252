"""The site of a simulated evening: one process of the real WSGI application, and its database.

A `Trouble` strikes at one statement of one call: the process is killed, the database is busy, its
connection breaks. A killed process leaves what was committed, and nothing else.
"""

import json
import logging
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode, urlsplit

import psycopg
from django.core.cache import cache, caches
from django.core.signals import got_request_exception
from django.db import (
    DEFAULT_DB_ALIAS,
    OperationalError,
    close_old_connections,
    connection,
    connections,
)

from games.live import drawn
from games.match.match_cache import memory
from leaderboards import services as boards
from scorekeeper.database import database_away
from scorekeeper.wsgi import application
from tests.simulation.database import Database, connected_to
from tournaments import services as tournaments

# By the kind of database: what may strike.
TROUBLES = {
    "sqlite": ("killed", "busy", "failed commit", "unheard commit"),
    "postgresql": (
        *("killed", "serialisation", "disconnected", "failed commit", "unheard commit"),
    ),
}
WRITES = ("INSERT", "UPDATE", "DELETE")


class Killed(BaseException):
    """The process is dead: nothing of it goes on."""


@dataclass(frozen=True)
class Asked:
    """One call as it is sent."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    form: bool = False


@dataclass(frozen=True)
class Answer:
    """What the site said."""

    status: int
    content: bytes
    location: str = ""
    cookies: Mapping[str, str] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether the call succeeded."""
        return self.status < 300

    @property
    def body(self) -> Any:
        """Its JSON."""
        return json.loads(self.content)

    def tells(self, content: bytes) -> bool:
        """Whether it says the same as that text: JSON has no order of keys, PostgreSQL has one."""
        if self.content == content:
            return True
        try:
            return bool(self.body == json.loads(content))
        except ValueError:  # a page, or nothing
            return False


class Trouble:
    """What strikes at the statement of that number, counted from 1, or at the next that it can."""

    def __init__(self, kind: str, at: int):
        self.kind, self.at, self.count, self.struck = kind, at, 0, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += 1
        if self.kind == "killed" and self.count >= self.at:
            self.struck = True
            raise Killed
        strikes = not self.struck and self.count >= self.at and not self.kind.endswith("commit")
        if strikes and self._fits(sql):
            self.struck = True
            self._strike()
        return execute(sql, params, many, context)

    def _fits(self, sql: str) -> bool:
        if self.kind == "busy":  # a transaction holds the lock from its BEGIN
            return sql.startswith("BEGIN") or (
                not connection.in_atomic_block and sql.startswith(WRITES)
            )
        return self.kind != "serialisation" or connection.in_atomic_block

    def _strike(self) -> None:
        if self.kind == "busy":
            raise OperationalError("database is locked")
        if self.kind == "serialisation":
            raise OperationalError("could not serialize access") from (
                psycopg.errors.SerializationFailure()
            )
        if self.kind == "disconnected":
            connection.connection.close()  # the statement itself finds out

    @contextmanager
    def at_commit(self) -> Iterator[None]:
        """Let the commit fail, or be done without anybody hearing of it."""
        wrapper = type(connections[DEFAULT_DB_ALIAS])
        commit = wrapper.commit

        def troubled(database: Any) -> None:
            strikes = self.kind.endswith("commit") and not self.struck
            if not (strikes and self.kind == "failed commit"):
                commit(database)
            if strikes:
                self.struck = True
                raise OperationalError(self.kind)

        with patch.object(wrapper, "commit", troubled):
            yield


class Site:
    """The site's one process, on a database of its own."""

    def __init__(self, database: Database):
        self._database = database
        # What only a bug does, in words: exceptions, and errors in the log.
        self.bugs: list[str] = []
        self.restarts = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve from an evening's fresh database, in place of the caller's."""
        root = logging.getLogger()
        handlers, root.handlers = root.handlers, [_Errors(self.bugs)]
        got_request_exception.connect(self._noted)
        self._database.fresh()
        try:
            with connected_to(self._database.settings):
                self._boot()
                yield
        finally:
            self.forget()
            got_request_exception.disconnect(self._noted)
            root.handlers = handlers

    def ask(self, asked: Asked, trouble: Trouble | None = None) -> Answer | None:
        """Answer a call; None if the process was killed meanwhile."""
        said: list[tuple[str, list[tuple[str, str]]]] = []

        def call() -> Answer:
            parts = application(_environ(asked), lambda *begun: said.append(begun))
            try:
                content = b"".join(parts)
            finally:
                parts.close()
            status, headers = said[0]
            location = dict(headers).get("Location", "")
            return Answer(int(status.split()[0]), content, location, _cookies(headers))

        return self.do(call, trouble)

    def do(self, work: Callable[[], Any], trouble: Trouble | None = None) -> Any:
        """Do some work in the site's process; None if it was killed meanwhile."""
        if trouble is None:
            return work()
        known = len(self.bugs)
        try:
            with trouble.at_commit(), connection.execute_wrapper(trouble):
                done = work()
                if trouble.kind == "killed":
                    raise Killed
        except Killed:
            self.restart()
            return None
        except OperationalError:  # of work that is no call, which would close what is broken
            close_old_connections()
            return None
        if trouble.struck:
            # What the site logs of its database's troubles is no bug; an answer 500 still is.
            del self.bugs[known:]
        return done

    def restart(self) -> None:
        """Start the process again after it was killed."""
        self.restarts += 1
        self.forget()
        dead = connections[DEFAULT_DB_ALIAS]
        if dead.connection is not None:
            dead.connection.close()  # without a commit: the database rolls back
        connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
        connections[DEFAULT_DB_ALIAS].settings_dict = dead.settings_dict
        self._boot()

    def forget(self) -> None:
        """Forget what a process keeps, as a new one knows nothing."""
        for kept in (memory, cache, caches["fragments"], drawn.parts):
            kept.clear()
        database_away.door.open()

    def _boot(self) -> None:
        """Do what `scorekeeper.prepare` does before it serves."""
        tournaments.catch_up()
        boards.catch_up()

    def _noted(self, **_kwargs: Any) -> None:
        error = sys.exc_info()[1]
        self.bugs.append("".join(traceback.format_exception(error)[-12:]))


class _Errors(logging.Handler):
    """Keeps the errors that the site logs."""

    def __init__(self, bugs: list[str]):
        super().__init__(logging.ERROR)
        self._bugs = bugs

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + "".join(traceback.format_exception(record.exc_info[1])[-12:])
        self._bugs.append(text)


def _cookies(headers: list[tuple[str, str]]) -> dict[str, str]:
    """The cookies that an answer sets; one that it deletes is empty."""
    jar: SimpleCookie = SimpleCookie()
    for name, value in headers:
        if name == "Set-Cookie":
            jar.load(value)
    return {name: morsel.value for name, morsel in jar.items()}


def _environ(asked: Asked) -> dict[str, Any]:
    """The call as a WSGI server hands it over."""
    if asked.form:
        content = urlencode(asked.body).encode()
    else:
        content = b"" if asked.body is None else json.dumps(asked.body).encode()
    address = urlsplit(asked.path)
    headers = {f"HTTP_{name.upper().replace('-', '_')}": it for name, it in asked.headers.items()}
    return {
        "REQUEST_METHOD": asked.method,
        "PATH_INFO": address.path,
        "QUERY_STRING": address.query,
        "CONTENT_TYPE": f"application/{'x-www-form-urlencoded' if asked.form else 'json'}",
        "CONTENT_LENGTH": str(len(content)),
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.input": BytesIO(content),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
        **headers,
    }
