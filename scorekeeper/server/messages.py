"""The types of ASGI messages, and functions that choose the headers for Django."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


def trusted_headers(headers: Headers, body: bytes) -> Headers:
    """Return the headers for Django, with the length of the body as it was read.

    Headers with `_` are dropped: WSGI can't tell `x_forwarded_proto` from `x-forwarded-proto`.
    """
    trusted = [pair for pair in headers if b"_" not in pair[0] and pair[0] != b"content-length"]
    return [*trusted, (b"content-length", b"%d" % len(body))] if body else trusted


def bodiless(headers: Headers) -> Headers:
    """Return a request's headers as if it had no body."""
    body = (b"content-length", b"content-type", b"transfer-encoding")
    return trusted_headers([pair for pair in headers if pair[0] not in body], b"")


def replay(body: bytes) -> Receive:
    """Return a `receive` that gives a body which was read already."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def forever() -> Message:
    """Wait for ever: a `receive` that never returns a message."""
    return await asyncio.get_running_loop().create_future()


def collect(answer: list[Message]) -> Send:
    """Return a `send` that appends the messages of an answer to a list."""

    async def send(message: Message) -> None:
        answer.append(message)

    return send
