"""Times a call, and prints a ratio or a cost with its limit.

A limit in seconds is that of a core on which `plain_loop` takes 10 ms, a usual one of 2020. The
loop is timed before and after each call: what a slower core takes longer is taken off.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

REFERENCE_MS = 10.0


def timed(call: Callable[[], Any]) -> float:
    """Return a call's milliseconds."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def processor_ms(call: Callable[[], Any]) -> float:
    """Return a call's milliseconds of processor: other processes on the machine do not count."""
    begun = time.process_time()
    call()
    return (time.process_time() - begun) * 1000


def core_ms(call: Callable[[], Any]) -> float:
    """Return a call's milliseconds on the core that the limits are meant for."""
    before = processor_ms(plain_loop)
    took = processor_ms(call)
    loop = (before + processor_ms(plain_loop)) / 2
    return took * REFERENCE_MS / max(loop, REFERENCE_MS)


def ms(times: list[float]) -> float:
    """Return the median."""
    return statistics.median(times)


def report(name: str, ours: float, baseline: float, limit: float | None) -> bool:
    """Print one ratio; say whether it is over its limit."""
    ratio = ours / baseline
    over = limit is not None and ratio > limit
    verdict = "sans limite" if limit is None else f"(≤ {limit}) {'au-delà' if over else 'tenu'}"
    print(f"{name:<55} {ours:7.2f} ms / {baseline:7.2f} ms = ×{ratio:4.2f} {verdict}", flush=True)
    return over


def report_cost(name: str, cost: float, limit: float) -> bool:
    """Print what `core_ms` says with its limit; say whether it is over."""
    over = cost > limit
    print(f"{name:<70} {cost:9.2f} ms (≤ {limit:g} ms) {'au-delà' if over else 'tenu'}", flush=True)
    return over


def report_size(name: str, size: int, limit: int) -> bool:
    """Print how many megabytes something takes, with its limit; say whether it is over."""
    over = size > limit
    verdict = f"(≤ {limit / 1e6:g} Mo) {'au-delà' if over else 'tenu'}"
    print(f"{name:<70} {size / 1e6:9.2f} Mo {verdict}", flush=True)
    return over


def plain_loop() -> list[tuple[str, int]]:
    """What any page does all the time: texts, a dictionary, a sort."""
    totals: dict[str, int] = {}
    for number in range(60_000):
        name = f"{number % 997}"
        totals[name] = totals.get(name, 0) + number
    return sorted(totals.items())
