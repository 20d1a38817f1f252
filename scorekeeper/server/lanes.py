"""A worker thread of Django, and how long a further request would wait for it."""

import asyncio
import re
from time import monotonic
from typing import Any

from a2wsgi import WSGIMiddleware

from scorekeeper.server.messages import Message, Receive, Send, replay

# Keys in a request's scope: whether its caller has gone; when the worker thread began it.
LEFT, BEGUN = "scorekeeper.left", "scorekeeper.begun"
USUAL = 0.02  # expected seconds of a request whose kind has not been measured
WEIGHT = 0.1  # weight of the last request in the mean of its kind
MOST_KINDS = 1000  # kinds whose mean is stored
NAMED = re.compile(r"[^/]*[0-9A-Z][^/]*|(?<=/clubs/)[^/]+")  # the part of an address that is a name


class Lane:
    """A worker thread of Django, and how long a further request would wait for it.

    The expected time of a request is the moving mean of the earlier requests of its kind.
    """

    def __init__(self, wsgi: Any) -> None:
        # The queue of answers has no limit, so that the worker thread never waits for a reader.
        self.run = WSGIMiddleware(self._noting(wsgi), workers=1, send_queue_size=0)
        self.asked = 0  # requests that the worker thread has not answered yet
        self.expected = 0.0  # the sum of their expected seconds
        self.begun = 0.0  # when the worker thread began its present request
        # Expected seconds by kind of request. The kind of the latest request is last.
        self.costs: dict[str, float] = {}

    @property
    def wait(self) -> float:
        """The expected seconds until the thread would begin a further request.

        If the present request takes longer than all were expected to, it is expected to take as
        long again, because nobody knows when it ends.
        """
        return max(self.expected, monotonic() - self.begun) if self.asked else 0.0

    async def serve(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        """Have the worker thread answer a request, after those that came before."""
        # A read is skipped if its caller leaves the queue. A write is done in any case.
        queues = self.asked and scope["method"] in ("GET", "HEAD")
        leaving = asyncio.create_task(_note_leaving(scope, receive)) if queues else None
        kind = kind_of(scope)
        cost = self.costs.get(kind, USUAL)
        if not self.asked:
            self.begun = monotonic()
        self.asked += 1
        self.expected += cost
        try:
            await self.run(scope, replay(body), send)  # type: ignore[arg-type]
        finally:
            self.asked -= 1
            self.expected = self.expected - cost if self.asked else 0.0
            self._note(kind, monotonic() - scope.get(BEGUN, monotonic()))
            self.begun = monotonic()
            if leaving:
                leaving.cancel()

    def _noting(self, wsgi: Any) -> Any:
        """Return a WSGI application that notes when a request is begun.

        It skips a request whose caller has gone.
        """

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
    """Return the kind of a request: its method, and its address without names and ids.

    Requests of one kind are expected to take the same time.
    """
    return f"{scope['method']} {NAMED.sub('*', scope['path'])}"


async def _note_leaving(scope: Message, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope[LEFT] = True
