"""The site of a simulated evening: one process of the real WSGI application, and its database.

A `Trouble` strikes at one statement of one call: the process is killed, the database is busy, or
the connection breaks. What was committed before remains, and nothing else.
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

# The kinds of trouble, by the database system.
TROUBLES = {
    "sqlite": ("killed", "busy", "failed commit", "unheard commit"),
    "postgresql": (
        *("killed", "serialisation", "disconnected", "failed commit", "unheard commit"),
    ),
}
WRITES = ("INSERT", "UPDATE", "DELETE")


class Killed(BaseException):
    """Raised when the process is killed. It is a BaseException, so that no handler of the site
    catches it.
    """


@dataclass(frozen=True)
class Asked:
    """One request as it is sent."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    form: bool = False


@dataclass(frozen=True)
class Answer:
    """An answer of the site."""

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
        """The content, read as JSON."""
        return json.loads(self.content)

    def tells(self, content: bytes) -> bool:
        """Return whether the answer says the same as that content.

        JSON objects are compared without the order of their keys, which PostgreSQL changes.
        """
        if self.content == content:
            return True
        try:
            return bool(self.body == json.loads(content))
        except ValueError:  # a page, or nothing
            return False


class Trouble:
    """A trouble of some kind, which strikes at the statement number `at`, counted from 1.

    If that kind cannot strike there, it strikes at the next statement where it can.
    """

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
        """Let the commit fail, or let it succeed and raise an error all the same."""
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
    """The one process of the site, on a database of its own."""

    def __init__(self, database: Database):
        self._database = database
        # Exceptions and logged errors, in words. Only a bug causes any.
        self.bugs: list[str] = []
        self.restarts = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve from a fresh database of the evening instead of the caller's."""
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

    def ask(self, request: Asked, trouble: Trouble | None = None) -> Answer | None:
        """Return the answer to a request, or None if the process was killed before it answered."""
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def call() -> Answer:
            parts = application(_environ(request), lambda *begun: started.append(begun))
            try:
                content = b"".join(parts)
            finally:
                parts.close()
            status, headers = started[0]
            location = dict(headers).get("Location", "")
            return Answer(int(status.split()[0]), content, location, _cookies(headers))

        return self.do(call, trouble)

    def do(self, work: Callable[[], Any], trouble: Trouble | None = None) -> Any:
        """Do some work in the site's process and return its result.

        Return None if the process was killed, or the database failed.
        """
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
            # The site logs the trouble of its database as an error, which is not a bug. An answer
            # 500 would still be one.
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
        """Empty all caches of the process, because a new process has none."""
        for store in (memory, cache, caches["fragments"], drawn.parts):
            store.clear()
        database_away.door.open()

    def _boot(self) -> None:
        """Do what `scorekeeper.prepare` does before the site serves."""
        tournaments.catch_up()
        boards.catch_up()

    def _noted(self, **_kwargs: Any) -> None:
        error = sys.exc_info()[1]
        self.bugs.append("".join(traceback.format_exception(error)[-12:]))


class _Errors(logging.Handler):
    """A handler that stores the errors that the site logs."""

    def __init__(self, bugs: list[str]):
        super().__init__(logging.ERROR)
        self._bugs = bugs

    def emit(self, record: logging.LogRecord) -> None:
        """Store one error, with its traceback if it has one."""
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + "".join(traceback.format_exception(record.exc_info[1])[-12:])
        self._bugs.append(text)


def _cookies(headers: list[tuple[str, str]]) -> dict[str, str]:
    """Return the cookies that an answer sets, by name; a deleted cookie has an empty value."""
    jar: SimpleCookie = SimpleCookie()
    for name, value in headers:
        if name == "Set-Cookie":
            jar.load(value)
    return {name: morsel.value for name, morsel in jar.items()}


def _environ(request: Asked) -> dict[str, Any]:
    """Return the request as the environment that a WSGI server would pass on."""
    if request.form:
        content = urlencode(request.body).encode()
    else:
        content = b"" if request.body is None else json.dumps(request.body).encode()
    address = urlsplit(request.path)
    headers = {f"HTTP_{name.upper().replace('-', '_')}": it for name, it in request.headers.items()}
    return {
        "REQUEST_METHOD": request.method,
        "PATH_INFO": address.path,
        "QUERY_STRING": address.query,
        "CONTENT_TYPE": f"application/{'x-www-form-urlencoded' if request.form else 'json'}",
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
