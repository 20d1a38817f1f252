"""A worker thread of Django for some of the requests, and how long a further one would wait."""

import asyncio
import re
from time import monotonic
from typing import Any

from a2wsgi import WSGIMiddleware

from scorekeeper.server.messages import Message, Receive, Send, replay

# Keys in a request's scope: the caller has gone; when the worker thread began with it.
LEFT, BEGUN = "scorekeeper.left", "scorekeeper.begun"
USUAL = 0.02  # seconds: what is thought of a request before any of its kind is answered
WEIGHT = 0.1  # of the last request in the mean of its kind
MOST_KINDS = 1000  # so many are remembered
NAMED = re.compile(r"[^/]*[0-9A-Z][^/]*|(?<=/clubs/)[^/]+")  # the part of an address that is a name


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
            await self.run(scope, replay(body), send)  # type: ignore[arg-type]
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


async def _note_leaving(scope: Message, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope[LEFT] = True
