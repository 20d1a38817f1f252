"""Counts requests in PostgreSQL, for all processes and machines of a deployment."""

import hashlib
import time
from typing import Any

from django.conf import settings
from django.db import connection

BETWEEN_SWEEPS = 60.0  # seconds
AT_A_SWEEP = 1000  # rows at most

# The row is locked before its hits are read. So requests of one caller wait for one another, and
# each request counts those before it. A refused request writes no row.
TAKE = """
INSERT INTO limits_hits AS kept (caller, hits, until)
VALUES (%(caller)s, ARRAY[{now}], {now} + %(period)s)
ON CONFLICT (caller) DO UPDATE SET
    hits = ARRAY(SELECT hit FROM unnest(kept.hits) AS hit WHERE hit > {now} - %(period)s)
        || excluded.hits,
    until = excluded.until
WHERE (SELECT count(*) FROM unnest(kept.hits) AS hit WHERE hit > {now} - %(period)s) < %(limit)s
"""
WAIT = """
SELECT hit + %(period)s - {now} FROM limits_hits, unnest(hits) AS hit
WHERE caller = %(caller)s ORDER BY hit DESC OFFSET %(limit)s - 1 LIMIT 1
"""
SWEEP = """
DELETE FROM limits_hits WHERE caller IN (
    SELECT caller FROM limits_hits WHERE until < {now} LIMIT %(rows)s FOR UPDATE SKIP LOCKED
)
"""


class Shared:
    """The times of each caller's counted requests, in a table of the database.

    Times are from the database's clock, because the clocks of several machines may differ.
    """

    now = "extract(epoch FROM statement_timestamp())::float8"

    def __init__(self) -> None:
        self._swept = time.monotonic()

    def take(self, scope: str, caller: str, limit: int, period: int) -> bool:
        """Count a request and return True, or return False when there were too many."""
        if time.monotonic() - self._swept >= BETWEEN_SWEEPS:
            self.sweep()
        given: dict[str, Any] = {"caller": _row(scope, caller), "limit": limit, "period": period}
        with connection.cursor() as cursor:
            cursor.execute(TAKE.format(now=self.now), given)
            return cursor.rowcount == 1

    def wait(self, scope: str, caller: str, limit: int, period: int) -> float:
        """Return how long until the next request is allowed; 0 or less if one is allowed now."""
        given: dict[str, Any] = {"caller": _row(scope, caller), "limit": limit, "period": period}
        with connection.cursor() as cursor:
            cursor.execute(WAIT.format(now=self.now), given)
            row: tuple[Any, ...] | None = cursor.fetchone()
        return row[0] if row else 0.0

    def sweep(self) -> None:
        """Delete at most `AT_A_SWEEP` rows that no longer count.

        If more may be left, the next request sweeps again.
        """
        self._swept = time.monotonic()
        with connection.cursor() as cursor:
            cursor.execute(SWEEP.format(now=self.now), {"rows": AT_A_SWEEP})
            if cursor.rowcount == AT_A_SWEEP:
                self._swept -= BETWEEN_SWEEPS


def _row(scope: str, caller: str) -> bytes:
    """Return the row's key: a digest, from which nobody can read an address, even in a backup."""
    secret = settings.SECRET_KEY.encode()[:64]
    return hashlib.blake2b(f"{scope} {caller}".encode(), key=secret, digest_size=16).digest()
