"""Chooses the worker thread for a request, or refuses the request for now.

Forms of accounts have a separate thread, because they hash passwords. Computations of the lab
have another one. The health page also has one, so that it answers even while pages wait for a
database.
"""

import logging
from http.cookies import CookieError, SimpleCookie
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from scorekeeper.database.database_away import MONITORED
from scorekeeper.middleware import CROWDED, log_request
from scorekeeper.server.lanes import Lane
from scorekeeper.server.messages import (
    Headers,
    Message,
    Receive,
    Send,
    bodiless,
    collect,
    forever,
    replay,
)

ACCOUNTS = "/compte/"  # these pages hash passwords, half a second each
COMPUTING = ("/labo/", "/api/v1/labo/")  # reads here may compute for some tenths of a second
# Seconds. A request that would wait longer for its thread is refused with 503. A phone gives up
# after twenty seconds (`outbox.js`), so that in a longer queue all work would be for callers who
# have gone.
LONGEST_WAIT = 5.0
HASHES_AT_ONCE = 16  # account forms running or waiting; further ones are refused with 503

log = logging.getLogger(__name__)


class Admission:
    """Django's worker threads, and the choice of one of them for each request."""

    def __init__(self, wsgi: Any) -> None:
        self.pages = Lane(wsgi)
        # Computations have a separate thread, so that no page waits for one.
        self.computing = Lane(wsgi)
        # Hashing releases Python's lock, so that sign-ins delay only one another.
        self.accounts = WSGIMiddleware(wsgi, workers=1, send_queue_size=0)
        self.monitors = WSGIMiddleware(wsgi, workers=1, send_queue_size=0)
        self.hashing = 0  # account forms that are not answered yet
        # The answers of `_send_away`, by whether the caller is a program, and by language.
        self.sent_away: dict[tuple[bool, str], list[Message]] = {}

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet."""
        return self.pages.asked + self.computing.asked + self.hashing

    def close(self) -> None:
        """Stop the threads, without waiting for them."""
        for thread in (self.pages.run, self.computing.run, self.accounts, self.monitors):
            thread.executor.shutdown(wait=False)

    async def serve(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        """Answer a request whose body has been read."""
        if scope["method"] == "POST" and scope["path"].startswith(ACCOUNTS):
            await self._account(scope, body, receive, send)
        elif scope["path"] in MONITORED:
            await self.monitors(scope, replay(body), send)  # type: ignore[arg-type]
        else:
            await self._page(scope, body, receive, send)

    async def before_body(self, scope: Message) -> list[Message]:
        """Return Django's answer to a request without its body, marked with `ASKS` or `CROWDED`."""
        answer: list[Message] = []
        await self._page(scope, b"", forever, collect(answer))
        return answer

    async def _page(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        reads = scope["method"] in ("GET", "HEAD")
        computes = reads and scope["path"].startswith(COMPUTING)
        lane = self.computing if computes else self.pages
        if lane.wait > LONGEST_WAIT:
            await self._send_away(lane, scope, send)
        else:
            await lane.serve(scope, body, receive, send)

    async def _send_away(self, lane: Lane, scope: Message, send: Send) -> None:
        """Answer 503 (come back later). The answer is cached, because refusing must cost little."""
        kind = scope["path"].startswith("/api/"), language_of(scope["headers"])
        answer = self.sent_away.get(kind, [])
        if not answer:
            log.warning("too much to do", extra={"fields": {"waiting": lane.asked}})
            # The thread of the health page renders the answer, because the other threads are
            # busy.
            await self.monitors(_anybodys(scope, *kind), replay(b""), collect(answer))  # type: ignore[arg-type]
            if answer[0]["status"] == 503:
                self.sent_away[kind] = answer
        log_request(
            view="-", method=scope["method"], status=503, seconds=0.0, more={"cause": "busy"}
        )
        for message in answer:
            await send(message)

    async def _account(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        if self.hashing >= HASHES_AT_ONCE:
            await self._page({**scope, CROWDED: "sign-ins"}, body, receive, send)
            return
        self.hashing += 1
        try:
            await self.accounts(scope, replay(body), send)  # type: ignore[arg-type]
        finally:
            self.hashing -= 1


def _anybodys(scope: Message, program: bool, language: str) -> Message:
    """Return a request that identifies no caller, with the mark `CROWDED`."""
    own = {b"cookie", b"authorization", b"x-match-token", b"accept-encoding", b"accept-language"}
    headers = [pair for pair in bodiless(scope["headers"]) if pair[0] not in own]
    headers.append((b"accept-language", language.encode()))
    path = "/api/v1/" if program else "/"
    fields = {"method": "GET", "path": path, "query_string": b"", "headers": headers}
    return {**scope, **fields, CROWDED: "all"}


def language_of(headers: Headers) -> str:
    """Return the language of a caller, chosen as Django's middleware does."""
    values = {name: value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = values.get(b"accept-language", "")
    try:
        cookie = SimpleCookie(values.get(b"cookie", "")).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        cookie = None
    if cookie:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie.value
    return translation.get_language_from_request(request)
