"""Times a call, and prints a ratio or a cost with its limit.

A limit in seconds is that of a core on which `plain_loop` takes 10 ms, a usual one of 2020. Beside
each cost the loop is timed again: the limit is a ratio to it, however fast the machine is just now.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

REFERENCE_MS = 10.0
LOOPS = 3


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
    """Print milliseconds of a core with their limit; say whether they are over it."""
    loop = plain_loop_ms()
    allowed = limit * loop / REFERENCE_MS
    over = cost > allowed
    print(
        f"{name:<70} {cost:9.2f} ms (≤ {allowed:8.2f} : {limit:g} où la boucle prend "
        f"{REFERENCE_MS:g} ms, ici {loop:.1f}) {'au-delà' if over else 'tenu'}",
        flush=True,
    )
    return over


def plain_loop_ms() -> float:
    """Return the least milliseconds of processor of a few plain loops: how fast the core is now."""
    return min(processor_ms(plain_loop) for _ in range(LOOPS))


def plain_loop() -> list[tuple[str, int]]:
    """What any page does all the time: texts, a dictionary, a sort."""
    totals: dict[str, int] = {}
    for number in range(60_000):
        name = f"{number % 997}"
        totals[name] = totals.get(name, 0) + number
    return sorted(totals.items())
