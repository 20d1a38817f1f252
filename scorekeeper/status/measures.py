"""Counts what happens, for the figures of monitoring; nothing without `SCOREKEEPER_METRICS`.

The processes share the counts through files (prometheus-client's multi-process mode), so that any
of them answers for all.
"""

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    pass

WRITES = frozenset(("POST", "PUT", "PATCH", "DELETE"))
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Measures:
    """The counted things. Their library is imported only where they are wanted."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Histogram  # noqa: PLC0415

        self.seconds: Histogram = Histogram(
            "scorekeeper_request_seconds", "Time of requests, by view.", ["view"], buckets=SECONDS
        )
        self.answers: Counter = Counter(
            "scorekeeper_answers", "Answers, by their status.", ["status"]
        )
        self.writes: Counter = Counter("scorekeeper_writes", "Writes that succeeded.")


@lru_cache(1)
def measures() -> Measures:
    """Return the counters of this process."""
    return Measures()


def count_request(*, view: str, method: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    if not settings.METRICS:
        return
    counted = measures()
    counted.seconds.labels(view).observe(seconds)
    counted.answers.labels(str(status)).inc()
    if method in WRITES and status < 400:
        counted.writes.inc()


def registry() -> Any:
    """Return the collected counts of all processes of this machine."""
    from prometheus_client import REGISTRY, CollectorRegistry, multiprocess  # noqa: PLC0415

    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        measures()
        return REGISTRY
    collected = CollectorRegistry()
    multiprocess.MultiProcessCollector(collected)
    return collected


def begin_anew() -> None:
    """Delete the counts of earlier processes, before the first process of a start."""
    if settings.METRICS:
        for path in settings.METRICS_FOLDER.glob("*.db"):
            path.unlink(missing_ok=True)
