"""Counts requests in the memory of the only serving process."""

import threading
import time
from bisect import bisect_right

MOST_CALLERS = 50_000  # with more, those whose last requests are oldest are deleted
# Seconds without a request after which a caller is deleted. Every rate's period is shorter.
AWAY = 24 * 3600.0


class MemoryStore:
    """The times of each caller's counted requests, guarded by one lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # The callers are in the order of their last requests.
        self._hits: dict[tuple[str, str], list[float]] = {}

    def take(self, scope: str, caller: str, limit: int, period: int) -> bool:
        """Count a request and return True, or return False when there were too many."""
        with self._lock:
            now = time.monotonic()
            hits = self._hits[scope, caller] = self._hits.pop((scope, caller), [])
            del hits[: bisect_right(hits, now - period)]
            if len(hits) >= limit:
                return False
            hits.append(now)
            self._forget(now)
            return True

    def wait(self, scope: str, caller: str, limit: int, period: int) -> float:
        """Return how long until the next request is allowed; 0 or less if one is allowed now."""
        with self._lock:
            hits = self._hits.get((scope, caller), [])
            return hits[-limit] + period - time.monotonic() if len(hits) >= limit else 0.0

    def _forget(self, now: float) -> None:
        """Delete the callers whose last request is too old. They are the first in the mapping."""
        while self._hits:
            first, hits = next(iter(self._hits.items()))
            if hits[-1] > now - AWAY and len(self._hits) <= MOST_CALLERS:
                return
            del self._hits[first]
