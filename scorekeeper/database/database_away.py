"""Answers while the database is away or cannot write: 503, quickly, with a sentence.

Requests must not queue for a database that does not answer: after a failed connection, nobody tries
for a moment.
"""

import time

from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from scorekeeper.middleware import GetResponse, refusal

# The database could not answer: it is away, locked, or its disk is full.
AWAY = (OperationalError, InterfaceError)
CODE = "database_away"
# Seconds without a new try, and seconds after which callers come back.
REST = 2
POOL_EMPTY = "PoolTimeout"
HEALTH = "/sante/"


class DatabaseGate:
    """Whether the database is worth a try; shut for a moment after a failed connection."""

    def __init__(self) -> None:
        self._opens = 0.0

    @property
    def shut(self) -> bool:
        """Say whether it was away a moment ago."""
        return time.monotonic() < self._opens

    def note(self, error: Error) -> None:
        """Note that the database is away if no connection was possible."""
        if type(error.__cause__).__name__ == POOL_EMPTY:
            self.close()

    def close(self) -> None:
        """Let nobody try for a moment."""
        self._opens = time.monotonic() + REST

    def open(self) -> None:
        """Let everybody try again."""
        self._opens = 0.0


door = DatabaseGate()


def sentence() -> str:
    """Return the sentence for the caller."""
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
    """Answers 503 at once while the database is known to be away."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; the health page asks the database itself."""
        if door.shut and request.path_info != HEALTH:
            return away(request)
        return self.get_response(request)
