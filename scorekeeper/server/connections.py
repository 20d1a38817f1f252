"""The server's connections: uvicorn's, which are given up when nothing comes of them.

uvicorn lets a connection wait for a request's head, and an answer for its reader, as long as they
like; each is an open file and some memory. Named to it by `serve` (its option `http`).
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_PATIENCE = 10.0  # seconds for the head of a request to arrive
READER_PATIENCE = 30.0  # seconds in which a part of a waiting answer must be read
# Connections without a request, the oldest first; of more the oldest are given up. A proxy keeps
# fewer, and a browser that has left one idle opens another.
WAITING_AT_ONCE = 512
waiting: dict["Connection", None] = {}


class Connection(H11Protocol):
    """A connection of HTTP/1.1 with deadlines."""

    deadline: asyncio.TimerHandle | None = None
    unread: float = float("inf")  # bytes of the answer, when that was last looked at

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, and stop to wait once a head is whole."""
        super().data_received(data)
        if self.is_answering:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next head, unless it came with the last request."""
        super().on_response_complete()
        if not self.is_answering:
            self._wait_for_head()

    def pause_writing(self) -> None:
        """Wait for the reader: nothing more is written before."""
        super().pause_writing()
        self._expect()

    def resume_writing(self) -> None:
        """Go on: much of the answer was read."""
        super().resume_writing()
        self.unread = float("inf")

    @property
    def is_answering(self) -> bool:
        """Whether a request has begun that is not answered yet."""
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
        """Give the connection up, unless its answer is being read, or a request has begun."""
        before, self.unread = self.unread, self.transport.get_write_buffer_size()
        if 0 < self.unread < before:
            self._expect()
        elif self.unread or not self.is_answering:
            self.give_up()

    def give_up(self) -> None:
        """Close at once, whatever is left to read or to write."""
        waiting.pop(self, None)
        self.transport.abort()
