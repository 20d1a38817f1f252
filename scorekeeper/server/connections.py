"""uvicorn's connections, with deadlines.

Without these, uvicorn waits for ever for the head of a request, and for the reader of an answer.
Each connection costs an open file and some memory. `serve` passes `Connection` to uvicorn as its
option `http`.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_PATIENCE = 10.0  # seconds until the head of a request has arrived
READER_PATIENCE = 30.0  # seconds within which the reader must read a part of a waiting answer
# The most connections without a request; beyond this number the oldest are closed. A proxy keeps
# fewer, and a browser simply opens another one.
WAITING_AT_ONCE = 512
waiting: dict["Connection", None] = {}


class Connection(H11Protocol):
    """A connection of HTTP/1.1 with deadlines."""

    deadline: asyncio.TimerHandle | None = None
    unread: float = float("inf")  # bytes of the answer unread at the last check

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline for the head of the first request."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, and cancel the deadline once the head of a request is complete."""
        super().data_received(data)
        if self.is_answering:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Start the deadline for the next head, unless a request is waiting already."""
        super().on_response_complete()
        if not self.is_answering:
            self._wait_for_head()

    def pause_writing(self) -> None:
        """Start the deadline for the reader, because writing waits until bytes have been read."""
        super().pause_writing()
        self._expect()

    def resume_writing(self) -> None:
        """Forget how many bytes were unread: the reader has read enough."""
        super().resume_writing()
        self.unread = float("inf")

    @property
    def is_answering(self) -> bool:
        """Whether a request has begun and is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_head(self) -> None:
        waiting.pop(self, None)
        waiting[self] = None
        self._expect()
        if len(waiting) > WAITING_AT_ONCE:
            next(iter(waiting)).give_up()

    def _stop_waiting(self) -> None:
        waiting.pop(self, None)
        if self.deadline:
            self.deadline.cancel()

    def _expect(self) -> None:
        if self.deadline:
            self.deadline.cancel()
        seconds = READER_PATIENCE if self.transport.get_write_buffer_size() else HEAD_PATIENCE
        self.deadline = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Close the connection at its deadline, unless a request has begun or the reader reads."""
        before, self.unread = self.unread, self.transport.get_write_buffer_size()
        if 0 < self.unread < before:
            self._expect()
        elif self.unread or not self.is_answering:
            self.give_up()

    def give_up(self) -> None:
        """Close at once, whatever is left to read or to write."""
        waiting.pop(self, None)
        self.transport.abort()
