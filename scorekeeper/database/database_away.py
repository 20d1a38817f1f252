"""Answers 503 at once, with a sentence, while the database is away or cannot write.

Requests must not queue for a database that does not answer. After a failed connection, none is
tried for `REST` seconds.
"""

import time

from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from scorekeeper.middleware import GetResponse, refusal

# The exceptions of a database that cannot answer: it is away, locked, or its disk is full.
AWAY = (OperationalError, InterfaceError)
CODE = "database_away"
# Seconds until the next try, which are also the `Retry-After` of the answers.
REST = 2
POOL_EMPTY = "PoolTimeout"
# The addresses that monitors ask, which must answer while the database is away.
MONITORED = ("/sante/", "/metrics")


class DatabaseGate:
    """A gate before the database. It is shut for `REST` seconds after a failure."""

    def __init__(self) -> None:
        self._opens = 0.0

    @property
    def shut(self) -> bool:
        """Whether the gate was closed less than `REST` seconds ago."""
        return time.monotonic() < self._opens

    def note(self, error: Error) -> None:
        """Close the gate if the error means that no connection was possible."""
        if type(error.__cause__).__name__ == POOL_EMPTY:
            self.close()

    def close(self) -> None:
        """Refuse all tries for `REST` seconds."""
        self._opens = time.monotonic() + REST

    def open(self) -> None:
        """Allow tries again at once."""
        self._opens = 0.0


door = DatabaseGate()


def sentence() -> str:
    """Return the sentence that tells the caller that the database is away."""
    return _(
        "Le carnet ne peut ni lire ni écrire en ce moment. Réessayer dans quelques secondes : "
        "ce qui était inscrit l'est toujours."
    )


def away(request: HttpRequest) -> HttpResponse:
    """Answer that the database is away."""
    response = refusal(request, 503, CODE, sentence())
    response["Retry-After"] = str(REST)
    return response


class DatabaseAway:
    """Answers 503 at once while the gate is shut."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer 503 while the gate is shut, except to monitors."""
        if door.shut and request.path_info not in MONITORED:
            return away(request)
        return self.get_response(request)
