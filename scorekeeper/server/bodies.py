"""The bodies of requests, read completely before Django begins, within limits of time and size.

No worker thread ever waits for a phone. A body over the usual limit is read only from a sender who
may send it, and while a place is free for it (`places`).
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from django.conf import settings

from ratelimits.limits import network
from scorekeeper.middleware import ASKS, CROWDED, SENDER, large_address
from scorekeeper.server.admission import Admission
from scorekeeper.server.messages import (
    Headers,
    Message,
    Receive,
    Send,
    bodiless,
    trusted_headers,
)
from scorekeeper.server.places import Places

Serve = Callable[[Message, bytes, Receive, Send], Awaitable[None]]

BODY_PATIENCE = 30.0  # seconds until a whole body has arrived
LARGE_PAUSE = 5.0  # seconds without a byte, after which a large body is dropped
# How many bytes of a refused body are still read, so that the sender reads the answer.
DRAINED = 16 * 1024 * 1024


class Disconnected(Exception):
    """Raised when the caller disconnects before the end of the request."""


class Bodies:
    """Reads the body of each request, then passes the request on."""

    def __init__(self, admission: Admission, serve: Serve) -> None:
        self.admission = admission
        self.serve = serve
        self.places = Places()  # for large bodies

    async def take(self, scope: Message, receive: Receive, send: Send) -> None:
        """Read the body of a request, and pass the request on."""
        if _has_two_lengths(scope["headers"]):
            send = _closing(send)
        name = large_address(scope["path"]) if _may_be_large(scope["headers"]) else None
        if name:
            await self._large(name, scope, receive, send)
        else:
            await self._read(settings.BODY_LIMIT, scope, receive, send)

    async def _large(self, name: str, scope: Message, receive: Receive, send: Send) -> None:
        """Read a large body if its sender may send it and a place is free, else refuse it."""
        bare = {**scope, "headers": bodiless(scope["headers"])}
        asking_scope = {**bare, ASKS: True}
        answer = await self.admission.before_body(asking_scope)
        if answer[0]["status"] == 204:
            address = (scope.get("client") or ("", 0))[0]
            with self.places.taken(name, asking_scope.get(SENDER), network(address)) as free:
                if free:
                    limit, _needed = settings.BODY_LIMITS[name]
                    await self._read(limit, scope, receive, send, pause=LARGE_PAUSE)
                    return
            answer = await self.admission.before_body({**bare, CROWDED: "large"})
        await _refuse(answer, receive, send)

    async def _read(
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
        scope = {**scope, "headers": trusted_headers(scope["headers"], body)}
        await self.serve(scope, body, receive, send)


def _may_be_large(headers: Headers) -> bool:
    """Return whether a body may be over the usual limit: a long one, or one of unknown length."""
    names = dict(headers)
    length = names.get(b"content-length", b"0")
    usual = length.isdigit() and len(length) < 19 and int(length) <= settings.BODY_LIMIT
    return b"transfer-encoding" in names or not usual


def _has_two_lengths(headers: Headers) -> bool:
    """Return whether a request declares both kinds of length.

    A proxy may have used one of them and this server the other.
    """
    return {b"content-length", b"transfer-encoding"} <= {name for name, _value in headers}


def _closing(send: Send) -> Send:
    """Return a `send` that closes the connection after this answer.

    Anything else that arrives on the connection can't be trusted (RFC 9112, 6.1).
    """

    async def close(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return close


async def _refuse(answer: list[Message], receive: Receive, send: Send) -> None:
    """Read the body without storing it, then send the answer.

    Many senders read the answer only after they have sent the whole body.
    """
    with contextlib.suppress(TimeoutError, Disconnected):
        async with asyncio.timeout(BODY_PATIENCE):
            await _read_body(-1, receive)
    for message in answer:
        await send(message)


async def _read_body(limit: int, receive: Receive, pause: float | None = None) -> bytes:
    """Return a body, cut one byte over `limit`, so that Django refuses it by its length.

    Raises TimeoutError if nothing arrives for `pause` seconds, Disconnected if the caller has gone.
    """
    content = bytearray()
    read = 0
    more = True
    while more and read <= max(limit, DRAINED):
        async with asyncio.timeout(pause):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        chunk = message.get("body", b"")
        read += len(chunk)
        content += chunk[: limit + 1 - len(content)]
        more = message.get("more_body", False)
    return bytes(content)


async def _answer_timeout(send: Send) -> None:
    headers = [(b"connection", b"close"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
