"""The ASGI application for uvicorn: Django for requests, and the open streams of matches.

Django runs as WSGI on one worker thread, three times cheaper than its own ASGI. Forms of accounts
have a second thread, as they hash passwords, and what the lab computes a third. No thread must ever
wait for a phone: a request is read completely before it, and an answer is queued completely after
it. Django opens a stream of
`/api/v1/matches/<id>/live/` and checks the caller. The stream is then kept open here, without a
thread or a database connection. A new version of a match is drawn once, on the worker thread, for
all the streams that bring the page itself.
"""

import asyncio
import contextlib
import logging
import re
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from functools import partial
from time import monotonic
from types import FrameType
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.db import close_old_connections, connection
from django.http import HttpRequest, parse_cookie
from django.utils import translation

# Must be the first of our imports: one of several processes starts here, without ready apps.
from scorekeeper.wsgi import application as pages

# isort: split

from games.live import Hub, Watcher, hub, listen
from games.readers import READER, StreamReader
from games.views.watching import news
from ratelimits.limits import network
from scorekeeper.database_away import HEALTH
from scorekeeper.event_stream import GZIP_HEAD, StreamEvent, accepts_gzip
from scorekeeper.gc_tuning import tune_gc
from scorekeeper.large_bodies import Places
from scorekeeper.middleware import ASKS, CROWDED, SENDER, large_address

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LIVE = re.compile(r"/api/v1/matches/([0-9A-Z]{8})/live/")
ACCOUNTS = "/compte/"  # where passwords are hashed, half a second each
COMPUTING = ("/labo/", "/api/v1/labo/")  # where a read may compute for some tenths of a second
# Keys in a request's scope: the caller has gone; when the worker thread began with it.
LEFT, BEGUN = "scorekeeper.left", "scorekeeper.begun"
SILENT = StreamEvent(b": \n\n")  # a comment, so that a proxy does not end the stream
VERSION = re.compile(rb"data: (\d+)")
HEARTBEAT = 15.0  # seconds: shorter than the timeouts of proxies and phone networks
BODY_PATIENCE = 30.0  # seconds for a whole body to arrive
LARGE_PAUSE = 5.0  # seconds without a byte, after which a large body loses its place
LISTENING_PATIENCE = 5.0  # seconds for the database to answer, before pages are served without it
# Whoever would wait longer for the worker thread must come back later, in seconds. Phones give up
# after twenty (`outbox.js`): in a longer queue all work would be for callers who have gone.
LONGEST_WAIT = 5.0
USUAL = 0.02  # seconds: what is thought of a request before any of its kind is answered
WEIGHT = 0.1  # of the last request in the mean of its kind
MOST_KINDS = 1000  # so many are remembered
NAMED = re.compile(r"[^/]*[0-9A-Z][^/]*|(?<=/clubs/)[^/]+")  # the part of an address that is a name
HASHES_AT_ONCE = 16  # forms of accounts that run or wait; others must come back later
DRAINED = 16 * 1024 * 1024  # bytes of a refused body that are still read, so the answer arrives


log = logging.getLogger(__name__)


class Disconnected(Exception):
    """The caller has gone before the request was complete."""


class Lane:
    """A worker thread of Django for some of the requests, and how long a further one would wait.

    What a request is expected to take is the mean of those of its kind, however long they took.
    """

    def __init__(self, wsgi: Any) -> None:
        # A queue without a limit: the worker thread puts its answer in and continues.
        self.run = WSGIMiddleware(self._noting(wsgi), workers=1, send_queue_size=0)
        self.asked = 0  # requests that the worker thread has not answered yet
        self.expected = 0.0  # the seconds that they are expected to take
        self.begun = 0.0  # when the worker thread took up the one that it is at
        self.costs: dict[str, float] = {}  # seconds, by kind; that of the latest request is last

    @property
    def wait(self) -> float:
        """The seconds until a further request would be taken up.

        Of one that takes longer than expected, as much again is: nobody knows when it ends.
        """
        return max(self.expected, monotonic() - self.begun) if self.asked else 0.0

    async def serve(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        """Let the worker thread answer a request, once it has answered those before."""
        # A reader who must queue may leave meanwhile; a write is done in any case.
        queues = self.asked and scope["method"] in ("GET", "HEAD")
        leaving = asyncio.create_task(_note_leaving(scope, receive)) if queues else None
        kind = kind_of(scope)
        cost = self.costs.get(kind, USUAL)
        if not self.asked:
            self.begun = monotonic()
        self.asked += 1
        self.expected += cost
        try:
            await self.run(scope, _replay(body), send)  # type: ignore[arg-type]
        finally:
            self.asked -= 1
            self.expected = self.expected - cost if self.asked else 0.0
            self._note(kind, monotonic() - scope.get(BEGUN, monotonic()))
            self.begun = monotonic()
            if leaving:
                leaving.cancel()

    def _noting(self, wsgi: Any) -> Any:
        """Note when the thread takes up a request; skip those whose callers have gone."""

        def serve(environ: dict[str, Any], start_response: Any) -> Any:
            self.begun = environ["asgi.scope"][BEGUN] = monotonic()
            if not environ["asgi.scope"].get(LEFT):
                return wsgi(environ, start_response)
            start_response("204 No Content", [])
            return ()

        return serve

    def _note(self, kind: str, took: float) -> None:
        cost = self.costs.pop(kind, USUAL)
        self.costs[kind] = cost + WEIGHT * (took - cost)
        if len(self.costs) > MOST_KINDS:
            del self.costs[next(iter(self.costs))]


def kind_of(scope: Message) -> str:
    """Return what requests have in common that cost alike: the address without names and ids."""
    return f"{scope['method']} {NAMED.sub('*', scope['path'])}"


class Site:
    """The ASGI application over a WSGI one and a hub of watchers."""

    def __init__(self, wsgi: Any, watched: Hub, *, heartbeat: float = HEARTBEAT) -> None:
        self.pages = Lane(wsgi)
        # What is computed for one reader keeps no page waiting.
        self.computing = Lane(wsgi)
        # Hashing lets other threads run, so many sign-ins only delay sign-ins.
        self.accounts = WSGIMiddleware(wsgi, workers=1, send_queue_size=0)
        # The answer to those who must come back later: to a program or a browser, by language.
        self.sent_away: dict[tuple[bool, str], list[Message]] = {}
        self.hashing = 0  # forms of accounts that their thread has not answered yet
        # A monitor gets its answer at once, even while pages wait for a database that is away.
        self.monitors = WSGIMiddleware(wsgi, workers=1, send_queue_size=0)
        self.places = Places()  # of large bodies
        self.hub = watched
        self.hub.bring = self._bring
        self.bringing: dict[str, asyncio.Task[None]] = {}  # by match
        self.behind: dict[str, int] = {}  # a newer version than the one being drawn, by match
        self.heartbeat = heartbeat

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one connection of the server."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            if _has_two_lengths(scope["headers"]):
                send = _closing(send)
            name = large_address(scope["path"]) if _may_be_large(scope["headers"]) else None
            if name:
                await self._large(name, scope, receive, send)
            else:
                await self._http(settings.BODY_LIMIT, scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        _end_streams_on_signals(self.hub)
        listening = await self._listen() if connection.vendor == "postgresql" else None
        tune_gc()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if listening:
            listening.cancel()
        self.pages.run.executor.shutdown(wait=False)
        self.computing.run.executor.shutdown(wait=False)
        self.accounts.executor.shutdown(wait=False)
        self.monitors.executor.shutdown(wait=False)
        await send({"type": "lifespan.shutdown.complete"})

    async def _listen(self) -> "asyncio.Task[None]":
        heard = asyncio.Event()
        task = asyncio.create_task(listen(self.hub, heard))
        # Pages are served even if the database is away for now.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LISTENING_PATIENCE):
                await heard.wait()
        return task

    async def _large(self, name: str, scope: Message, receive: Receive, send: Send) -> None:
        """Accept a large body from a sender who may send it, if there is a place for it."""
        bare = {**scope, "headers": _bodiless(scope["headers"])}
        asked = {**bare, ASKS: True}
        answer = await self._before_body(asked)
        if answer[0]["status"] == 204:
            address = (scope.get("client") or ("", 0))[0]
            with self.places.taken(name, asked.get(SENDER), network(address)) as free:
                if free:
                    limit, _needed = settings.BODY_LIMITS[name]
                    await self._http(limit, scope, receive, send, pause=LARGE_PAUSE)
                    return
            answer = await self._before_body({**bare, CROWDED: "large"})
        await _refuse(answer, receive, send)

    async def _before_body(self, asked: Message) -> list[Message]:
        """Return Django's answer to a marked request without its body."""
        answer: list[Message] = []
        await self._page(asked, b"", _forever, _keep(answer))
        return answer

    async def _http(
        self,
        limit: int,
        scope: Message,
        receive: Receive,
        send: Send,
        pause: float | None = None,
    ) -> None:
        try:
            async with asyncio.timeout(BODY_PATIENCE):
                body = await _read_body(limit, receive, pause)
        except Disconnected:
            return
        except TimeoutError:
            await _answer_timeout(send)
            return
        scope = {**scope, "headers": _trusted_headers(scope["headers"], body)}
        live = LIVE.fullmatch(scope["path"]) if scope["method"] == "GET" else None
        if live:
            await self._live(live[1], scope, receive, send)
        elif scope["method"] == "POST" and scope["path"].startswith(ACCOUNTS):
            await self._account(scope, body, receive, send)
        elif scope["path"] == HEALTH:
            await self.monitors(scope, _replay(body), send)  # type: ignore[arg-type]
        else:
            await self._page(scope, body, receive, send)

    async def _page(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        reads = scope["method"] in ("GET", "HEAD")
        computes = reads and scope["path"].startswith(COMPUTING)
        lane = self.computing if computes else self.pages
        if lane.wait > LONGEST_WAIT:
            await self._send_away(lane, scope, send)
        else:
            await lane.serve(scope, body, receive, send)

    async def _send_away(self, lane: Lane, scope: Message, send: Send) -> None:
        """Ask to come back later. It must cost next to nothing: the answer is made once."""
        kind = scope["path"].startswith("/api/"), _language(scope["headers"])
        answer = self.sent_away.get(kind, [])
        if not answer:
            log.warning("too much to do", extra={"fields": {"waiting": lane.asked}})
            # On the monitors' thread: the worker thread has enough to do.
            await self.monitors(_anybodys(scope, *kind), _replay(b""), _keep(answer))  # type: ignore[arg-type]
            if answer[0]["status"] == 503:
                self.sent_away[kind] = answer
        for message in answer:
            await send(message)

    async def _account(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        if self.hashing >= HASHES_AT_ONCE:
            await self._page({**scope, CROWDED: "sign-ins"}, body, receive, send)
            return
        self.hashing += 1
        try:
            await self.accounts(scope, _replay(body), send)  # type: ignore[arg-type]
        finally:
            self.hashing -= 1

    async def _live(self, match_id: str, scope: Message, receive: Receive, send: Send) -> None:
        watcher = self.hub.subscribe(match_id)  # before Django looks, so that nothing is missed
        try:
            answer: list[Message] = []
            await self.pages.run(scope, _replay(b""), _keep(answer))  # type: ignore[arg-type]
            if not _is_stream(answer[0]):
                for message in answer:
                    await send(message)
                return
            watcher.reader = scope.get(READER)
            gzip = watcher.reader is not None and accepts_gzip(scope["headers"])
            await self._stream(watcher, gzip, answer, receive, send)
        finally:
            self.hub.unsubscribe(match_id, watcher)

    async def _stream(
        self, watcher: Watcher, gzip: bool, answer: list[Message], receive: Receive, send: Send
    ) -> None:
        first = b"".join(message.get("body", b"") for message in answer[1:])
        await send(_opened(answer[0], gzip=gzip))
        begun = (GZIP_HEAD if gzip else b"") + StreamEvent(first).sent(gzip=gzip)
        await send({"type": "http.response.body", "body": begun, "more_body": True})
        answer.clear()
        gone = asyncio.create_task(_close_when_gone(watcher, receive))
        try:
            async for event in _events(watcher, _version_in(first), self.heartbeat):
                chunk = event.sent(gzip=gzip)
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    def _bring(self, match_id: str, version: int) -> None:
        """Draw a match for its readers; if that is being done, once more afterwards."""
        if match_id in self.bringing:
            self.behind[match_id] = version
        else:
            self.bringing[match_id] = asyncio.create_task(self._bring_all(match_id, version))

    async def _bring_all(self, match_id: str, version: int | None) -> None:
        loop = asyncio.get_running_loop()
        try:
            while version is not None:
                watchers = self.hub.readers(match_id)
                readers = [watcher.reader for watcher in watchers]
                draw = partial(_drawn, match_id, version, readers)
                drawn, events = await loop.run_in_executor(self.pages.run.executor, draw)
                for watcher, event in zip(watchers, events, strict=True):
                    watcher.tell(drawn, event)
                version = self.behind.pop(match_id, None)
        finally:
            del self.bringing[match_id]


def _drawn(
    match_id: str, version: int, readers: list[StreamReader]
) -> tuple[int, list[StreamEvent | None]]:
    """Return the version to tell and what each reader is sent of it, on the worker thread."""
    close_old_connections()
    try:
        found = news(match_id, readers)
    except Exception:
        # Each asks for the page, and gets its own answer.
        log.exception("not drawn for those who watch")
        found = None
    finally:
        close_old_connections()
    if found is None:
        return version, [None] * len(readers)
    events = {part: StreamEvent.of("page", part) for part in set(found.parts) if part is not None}
    return found.version, [events[part] if part is not None else None for part in found.parts]


def _end_streams_on_signals(watched: Hub) -> None:
    """End the streams when the server is told to stop: it waits for open connections."""
    if threading.current_thread() is not threading.main_thread():
        return  # a test: Python handles signals only in the main thread
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)

        def end(number: int, frame: FrameType | None, stop: Any = stop) -> None:
            watched.close()
            if callable(stop):
                stop(number, frame)

        signal.signal(number, end)


async def _events(watcher: Watcher, shown: int, heartbeat: float) -> AsyncIterator[StreamEvent]:
    """Yield the next event, until the stream is closed."""
    while True:
        newest = await watcher.next(heartbeat)
        if watcher.closed:
            return
        if newest is None:
            yield SILENT
            continue
        version, part = newest
        if version > shown:
            shown = version
            yield part or StreamEvent.of("version", str(version))


async def _close_when_gone(watcher: Watcher, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.close()


async def _note_leaving(scope: Message, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope[LEFT] = True


def _anybodys(scope: Message, program: bool, language: str) -> Message:
    """Return a request of nobody in particular, marked as one too many."""
    own = {b"cookie", b"authorization", b"x-match-token", b"accept-encoding", b"accept-language"}
    headers = [pair for pair in _bodiless(scope["headers"]) if pair[0] not in own]
    headers.append((b"accept-language", language.encode()))
    path = "/api/v1/" if program else "/"
    asked = {"method": "GET", "path": path, "query_string": b"", "headers": headers}
    return {**scope, **asked, CROWDED: "all"}


def _language(headers: list[tuple[bytes, bytes]]) -> str:
    """Return the language of a caller, as Django's middleware finds it."""
    told = {name: value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = told.get(b"accept-language", "")
    request.COOKIES = parse_cookie(told.get(b"cookie", ""))
    return translation.get_language_from_request(request)


def _may_be_large(headers: list[tuple[bytes, bytes]]) -> bool:
    """Say whether a body may be over the usual limit, by its announced length."""
    told = dict(headers)
    length = told.get(b"content-length", b"0")
    usual = length.isdigit() and len(length) < 19 and int(length) <= settings.BODY_LIMIT
    return b"transfer-encoding" in told or not usual


def _has_two_lengths(headers: list[tuple[bytes, bytes]]) -> bool:
    """Say whether a body's end is told in two ways: a proxy may have read it differently."""
    return {b"content-length", b"transfer-encoding"} <= {name for name, _value in headers}


def _closing(send: Send) -> Send:
    """Close the connection after this answer: nothing on it can be trusted (RFC 9112, 6.1)."""

    async def close(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return close


def _bodiless(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return a request's head as if it had no body."""
    body = (b"content-length", b"content-type", b"transfer-encoding")
    return _trusted_headers([pair for pair in headers if pair[0] not in body], b"")


async def _refuse(answer: list[Message], receive: Receive, send: Send) -> None:
    """Answer before reading the body. The body is read and dropped, so that the answer arrives."""
    with contextlib.suppress(TimeoutError, Disconnected):
        async with asyncio.timeout(BODY_PATIENCE):
            await _read_body(-1, receive)
    for message in answer:
        await send(message)


async def _read_body(limit: int, receive: Receive, pause: float | None = None) -> bytes:
    """Read a body, up to one byte over its limit: Django then refuses it by its length.

    Raises TimeoutError after a longer pause than may be.
    """
    kept = bytearray()
    read = 0
    more = True
    while more and read <= max(limit, DRAINED):
        async with asyncio.timeout(pause):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        chunk = message.get("body", b"")
        read += len(chunk)
        kept += chunk[: limit + 1 - len(kept)]
        more = message.get("more_body", False)
    return bytes(kept)


def _trusted_headers(headers: list[tuple[bytes, bytes]], body: bytes) -> list[tuple[bytes, bytes]]:
    """Give Django the true length of the body, and no header that could be taken for another.

    WSGI cannot tell `x_forwarded_proto` from `x-forwarded-proto`, so the former is dropped.
    """
    kept = [pair for pair in headers if b"_" not in pair[0] and pair[0] != b"content-length"]
    return [*kept, (b"content-length", b"%d" % len(body))] if body else kept


def _replay(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _forever() -> Message:
    return await asyncio.get_running_loop().create_future()


def _keep(answer: list[Message]) -> Send:
    async def send(message: Message) -> None:
        answer.append(message)

    return send


def _is_stream(start: Message) -> bool:
    kind = dict(start["headers"]).get(b"content-type", b"")
    return start["status"] == 200 and kind.startswith(b"text/event-stream")


def _opened(start: Message, *, gzip: bool) -> Message:
    """Return the head of a stream: without a length, and not buffered by proxies."""
    headers = [pair for pair in start["headers"] if pair[0] != b"content-length"]
    headers.append((b"x-accel-buffering", b"no"))
    if gzip:
        headers.append((b"content-encoding", b"gzip"))
    return {**start, "headers": headers}


def _version_in(first: bytes) -> int:
    found = VERSION.search(first)
    return int(found[1]) if found else 0


async def _answer_timeout(send: Send) -> None:
    headers = [(b"connection", b"close"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


application = Site(pages, hub)
