"""The ASGI application for uvicorn: it keeps the live streams of matches, Django does the rest.

Django runs as WSGI on worker threads (`server/`), at a third of the cost of its own ASGI. It also
answers the request for a stream, `/api/v1/matches/<id>/live/`, after it has checked the caller. The
stream then stays open here, without a thread or a database connection. A new version of a match is
rendered once, on the worker thread, for all the streams that send the page.
"""

import asyncio
import contextlib
import logging
import re
import signal
import threading
from collections.abc import AsyncIterator
from functools import partial
from types import FrameType
from typing import Any

from django.db import close_old_connections, connection

# This must be the first import from this project: it makes the apps ready. With several
# processes, each of them starts here.
from scorekeeper.wsgi import application as pages

# isort: split

from games.live.hub import Hub, Watcher, hub, listen
from games.live.readers import READER, StreamReader
from games.live.watching import news
from jobs import processes
from scorekeeper.server.admission import Admission
from scorekeeper.server.bodies import Bodies
from scorekeeper.server.event_stream import GZIP_HEAD, StreamEvent, accepts_gzip
from scorekeeper.server.gc_tuning import tune_gc
from scorekeeper.server.messages import Message, Receive, Send, collect, replay

LIVE = re.compile(r"/api/v1/matches/([0-9A-Z]{8})/live/")
SILENT = StreamEvent(b": \n\n")  # a comment of the stream, without which a proxy would close it
VERSION = re.compile(rb"data: (\d+)")
HEARTBEAT = 15.0  # seconds between comments: less than the timeouts of proxies and phone networks
# seconds that the start waits until the hub listens to the database; pages are then served in
# any case
LISTENING_PATIENCE = 5.0

log = logging.getLogger(__name__)


class Site:
    """The ASGI application; it wraps a WSGI application, and streams versions from a hub."""

    def __init__(self, wsgi: Any, watched: Hub, *, heartbeat: float = HEARTBEAT) -> None:
        self.admission = Admission(wsgi)
        self.bodies = Bodies(self.admission, self._serve)
        self.hub = watched
        self.hub.bring = self._bring
        self.bringing: dict[str, asyncio.Task[None]] = {}  # the running `_bring`, by match
        self.behind: dict[str, int] = {}  # the newer version to render next, by match
        self.heartbeat = heartbeat

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection: start and stop of the server, or a request."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self.bodies.take(scope, receive, send)

    async def _serve(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        """Answer a request whose body has been read."""
        live = LIVE.fullmatch(scope["path"]) if scope["method"] == "GET" else None
        if live:
            await self._live(live[1], scope, receive, send)
        else:
            await self.admission.serve(scope, body, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        _end_streams_on_signals(self.hub)
        listening = await self._listen() if connection.vendor == "postgresql" else None
        tune_gc()
        living = asyncio.create_task(self._tell_state())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if listening:
            listening.cancel()
        living.cancel()
        processes.end()
        self.admission.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _tell_state(self) -> None:
        """Write now and then how much memory this process holds, and who waits in it."""
        loop = asyncio.get_running_loop()
        while True:
            state = partial(
                processes.write, "site", streams=len(self.hub), waiting=self.admission.waiting
            )
            await loop.run_in_executor(None, state)
            await asyncio.sleep(processes.BEAT)

    async def _listen(self) -> "asyncio.Task[None]":
        heard = asyncio.Event()
        task = asyncio.create_task(listen(self.hub, heard))
        # If the database does not answer in time, pages are served anyway.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LISTENING_PATIENCE):
                await heard.wait()
        return task

    async def _live(self, match_id: str, scope: Message, receive: Receive, send: Send) -> None:
        # Subscribe before Django reads the match, so that no version is missed.
        watcher = self.hub.subscribe(match_id)
        try:
            answer: list[Message] = []
            await self.admission.pages.run(scope, replay(b""), collect(answer))  # type: ignore[arg-type]
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
        """Render a match for its streams; then again, if a newer version came meanwhile."""
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
                drawn, events = await loop.run_in_executor(self.admission.pages.run.executor, draw)
                for watcher, event in zip(watchers, events, strict=True):
                    watcher.tell(drawn, event)
                version = self.behind.pop(match_id, None)
        finally:
            del self.bringing[match_id]


def _drawn(
    match_id: str, version: int, readers: list[StreamReader]
) -> tuple[int, list[StreamEvent | None]]:
    """Return the version rendered, and for each reader an event with the page, or None.

    A reader with None must request the page. Runs on the worker thread.
    """
    close_old_connections()
    try:
        latest = news(match_id, readers)
    except Exception:
        # A reader who gets no event with the page requests the page.
        log.exception("not drawn for those who watch")
        latest = None
    finally:
        close_old_connections()
    if latest is None:
        return version, [None] * len(readers)
    events = {part: StreamEvent.of("page", part) for part in set(latest.parts) if part is not None}
    return latest.version, [events[part] if part is not None else None for part in latest.parts]


def _end_streams_on_signals(watched: Hub) -> None:
    """Close the streams at a signal to stop, because the server waits for open connections."""
    if threading.current_thread() is not threading.main_thread():
        return  # a test: Python handles signals only in the main thread
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)

        def end(number: int, frame: FrameType | None, stop: Any = stop) -> None:
            watched.close()
            if callable(stop):
                stop(number, frame)

        signal.signal(number, end)


async def _events(
    watcher: Watcher, sent_version: int, heartbeat: float
) -> AsyncIterator[StreamEvent]:
    """Yield the events of a stream until it is closed.

    After `heartbeat` seconds without an event, a comment is sent.
    """
    while True:
        newest = await watcher.next(heartbeat)
        if watcher.closed:
            return
        if newest is None:
            yield SILENT
            continue
        version, part = newest
        if version > sent_version:
            sent_version = version
            yield part or StreamEvent.of("version", str(version))


async def _close_when_gone(watcher: Watcher, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.close()


def _is_stream(start: Message) -> bool:
    kind = dict(start["headers"]).get(b"content-type", b"")
    return start["status"] == 200 and kind.startswith(b"text/event-stream")


def _opened(start: Message, *, gzip: bool) -> Message:
    """Return the start of a stream's answer: without a length, and not buffered by proxies."""
    headers = [pair for pair in start["headers"] if pair[0] != b"content-length"]
    headers.append((b"x-accel-buffering", b"no"))
    if gzip:
        headers.append((b"content-encoding", b"gzip"))
    return {**start, "headers": headers}


def _version_in(first: bytes) -> int:
    match_ = VERSION.search(first)
    return int(match_[1]) if match_ else 0


application = Site(pages, hub)
