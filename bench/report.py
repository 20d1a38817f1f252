"""Times a call, and prints it with its limit, as a ratio or as a cost.

A limit in seconds is for a core on which `plain_loop` takes 10 ms, a usual core of 2020. The loop
is timed before and after each call. On a slower core, the time of the call is reduced in
proportion.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

REFERENCE_MS = 10.0


def timed(call: Callable[[], Any]) -> float:
    """Return the milliseconds of wall-clock time that a call takes."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def processor_ms(call: Callable[[], Any]) -> float:
    """Return the milliseconds of processor time that this process spends on a call."""
    begun = time.process_time()
    call()
    return (time.process_time() - begun) * 1000


def core_ms(call: Callable[[], Any]) -> float:
    """Return the milliseconds that a call would take on the core for which the limits are set."""
    before = processor_ms(plain_loop)
    took = processor_ms(call)
    loop = (before + processor_ms(plain_loop)) / 2
    return took * REFERENCE_MS / max(loop, REFERENCE_MS)


def ms(times: list[float]) -> float:
    """Return the median of some times."""
    return statistics.median(times)


def report(name: str, ours: float, baseline: float, limit: float) -> bool:
    """Print the ratio of two times with its limit; return whether the ratio is over the limit."""
    ratio = ours / baseline
    return _print(
        name, f"×{ratio:.2f} = {ours:.2f} / {baseline:.2f} ms", f"×{limit:g}", ratio > limit
    )


def report_cost(name: str, cost: float, limit: float) -> bool:
    """Print a cost in milliseconds with its limit; return whether the cost is over the limit."""
    return _print(name, f"{cost:.2f} ms", f"{limit:g} ms", cost > limit)


def report_size(name: str, size: int, limit: int) -> bool:
    """Print a size (given in bytes) in megabytes with its limit; return whether it is over."""
    return _print(name, f"{size / 1e6:.2f} Mo", f"{limit / 1e6:g} Mo", size > limit)


def _print(name: str, measured: str, limit: str, over: bool) -> bool:
    """Print one row of the report. Return `over`."""
    verdict = "au-delà" if over else "tenu"
    print(f"{name:<70} {measured:>28} (≤ {limit}) {verdict}", flush=True)
    return over


def plain_loop() -> list[tuple[str, int]]:
    """Do a fixed amount of work that resembles a page: texts, a dictionary, a sort."""
    totals: dict[str, int] = {}
    for number in range(60_000):
        name = f"{number % 997}"
        totals[name] = totals.get(name, 0) + number
    return sorted(totals.items())
