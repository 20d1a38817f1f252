"""Times a call and prints a ratio with its limit."""

import statistics
import time
from collections.abc import Callable
from typing import Any


def timed(call: Callable[[], Any]) -> float:
    """Return a call's milliseconds."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def ms(times: list[float]) -> float:
    """Return the median."""
    return statistics.median(times)


def report(name: str, ours: float, baseline: float, limit: float | None) -> bool:
    """Print one ratio; say whether it is over its limit."""
    ratio = ours / baseline
    over = limit is not None and ratio > limit
    verdict = "sans limite" if limit is None else f"(≤ {limit}) {'au-delà' if over else 'tenu'}"
    print(f"{name:<55} {ours:7.2f} ms / {baseline:7.2f} ms = ×{ratio:4.2f} {verdict}")
    return over
