"""A PostgreSQL connection that is checked before a request gets it."""

import select
from typing import Any
from urllib.parse import urlsplit

import psycopg


def one_host(url: str) -> tuple[str, str, str]:
    """Return an address with its first host only; then all hosts, and all ports, for libpq.

    For `postgresql://a,b:5433/base` these are `a,b` and `5432,5433`. Both are empty for a single
    host.
    """
    parts = urlsplit(url)
    account, at, places = parts.netloc.rpartition("@")
    if "," not in places:
        return url, "", ""
    addresses = [urlsplit(f"//{place}") for place in places.split(",")]
    hosts = ",".join(place.hostname or "" for place in addresses)
    ports = ",".join(str(place.port or 5432) for place in addresses)
    return parts._replace(netloc=f"{account}{at}{places.split(',')[0]}").geturl(), hosts, ports


# Seconds that a server may take to answer a connection's check.
PATIENCE = 0.5


class Checked(psycopg.Connection[Any]):
    """A connection of psycopg whose check by the pool, an empty query, has a time limit.

    Without the limit, a frozen server, or a network that drops everything, would hold the request
    until the timeout of the system.
    """

    def execute(self, query: Any, *given: Any, **how: Any) -> Any:
        """Execute a query. Raise OperationalError if an empty query takes more than `PATIENCE`."""
        return super().execute(query, *given, **how) if query else self._check()

    def _check(self) -> None:
        self.pgconn.send_query(b"")
        self.pgconn.flush()
        while select.select([self.pgconn.socket], [], [], PATIENCE)[0]:
            self.pgconn.consume_input()
            while not self.pgconn.is_busy():
                if self.pgconn.get_result() is None:
                    return
        self.close()
        raise psycopg.OperationalError("no answer")
