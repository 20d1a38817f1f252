"""A worker thread for Django, and how long a further request would wait for it."""

import asyncio
import re
from time import monotonic
from typing import Any

from a2wsgi import WSGIMiddleware

from scorekeeper.server.messages import Message, Receive, Send, replay

# Keys of the request's scope. `LEFT`: whether the caller has gone. `BEGUN`: when the thread
# began the request.
LEFT, BEGUN = "scorekeeper.left", "scorekeeper.begun"
USUAL = 0.02  # expected seconds of a kind of request that was never measured
WEIGHT = 0.1  # the weight of the last request in the mean of its kind
MOST_KINDS = 1000  # how many kinds have their mean stored
# a part of an address that names one thing: an id, a club
NAMED = re.compile(r"[^/]*[0-9A-Z][^/]*|(?<=/clubs/)[^/]+")


class Lane:
    """A worker thread for Django, and how long a further request would wait for it.

    A request is expected to take the moving mean of the earlier requests of its kind.
    """

    def __init__(self, wsgi: Any) -> None:
        # The queue of answers has no limit, so that the thread never waits for a reader.
        self.run = WSGIMiddleware(self._noting(wsgi), workers=1, send_queue_size=0)
        self.asked = 0  # requests that the thread has not answered yet
        self.expected = 0.0  # the sum of the expected seconds of these requests
        self.begun = 0.0  # when the thread began its present request
        # The expected seconds by kind of request; the kind of the last request is at the end.
        self.costs: dict[str, float] = {}

    @property
    def wait(self) -> float:
        """The expected seconds until the thread would begin a further request.

        Nobody knows when an overdue request ends. If the present request has already taken
        longer than all requests were expected to take, it is expected to take as long again.
        """
        return max(self.expected, monotonic() - self.begun) if self.asked else 0.0

    async def serve(self, scope: Message, body: bytes, receive: Receive, send: Send) -> None:
        """Let the thread answer a request, after those that came before."""
        # A read is skipped if its caller leaves the queue. A write is always done.
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
        """Return a WSGI application that notes when a request begins.

        It skips a request whose caller has left the queue.
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
    """Return the kind of a request: its method, and its address without names and ids."""
    return f"{scope['method']} {NAMED.sub('*', scope['path'])}"


async def _note_leaving(scope: Message, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope[LEFT] = True
