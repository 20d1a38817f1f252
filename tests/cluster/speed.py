"""How fast tables record: on one process, then on two machines, each at the rate of real tables and
faster.
"""

import asyncio
import time
from typing import NamedTuple

from tests.cluster.load import Table
from tests.cluster.machine import Machine, busy, cost
from tests.cluster.measured import Measured, percentiles, say
from tests.cluster.rehearsal import Rehearsal, off, up

FASTER = 20


class Price(NamedTuple):
    """What the site cost: milliseconds of processor per write, and megabytes of memory."""

    processor: float
    memory: float


async def compare(rehearsal: Rehearsal) -> int:
    """Measure one process and two machines, each at both rates; return the number of faults."""
    options = rehearsal.options
    ports = rehearsal.primary.port, rehearsal.standby.port
    processes = {"SCOREKEEPER_PROCESSES": str(options.processes)}
    alone = [rehearsal.machine("alone", *ports)]
    two = [rehearsal.machine(name, *ports, **processes) for name in ("fast-A", "fast-B")]
    front = await up(*alone)
    begun = time.monotonic()
    tables = await rehearsal.sit_down(front.port, options.tables, options.watched)
    say(
        f"{len(tables)} tables sat down in {time.monotonic() - begun:.0f} s, "
        f"{options.watched} of them watched"
    )
    first: dict[int, Price] = {}
    for title, machines in (("one process", alone), ("two machines", two)):
        if machines is two:
            await off(alone[0].stop)
            front = await up(*two)
        for table in tables:
            table.port = front.port
        for faster in (1, FASTER):
            every = options.every / faster
            say(f"{title}, a hand every {every:g} s a table:")
            price = await _measure(rehearsal, machines, tables, every, first.get(faster))
            first.setdefault(faster, price)
    faults = await rehearsal.check(tables, front.port)
    for machine in two:
        await off(machine.stop)
    return faults


async def _measure(
    rehearsal: Rehearsal,
    machines: list[Machine],
    tables: list[Table],
    every: float,
    base: Price | None,
) -> Price:
    """Let tables record for a while, and print what they saw and what it cost. Return the cost."""
    measured = Measured()
    for table in tables:
        table.measured = measured
    sites = [machine.process.pid for machine in machines if machine.process]
    servers = [rehearsal.primary.pid, rehearsal.standby.pid]

    def spent() -> list[float]:
        return [time.monotonic(), busy(), cost(sites)[0], cost(servers)[0], time.process_time()]

    async with rehearsal.playing(tables, every):
        before = spent()
        await asyncio.sleep(rehearsal.options.seconds)
        took, whole, site, base_servers, own = _less(spent(), before)
        writes = len(measured.took)
        memory = cost(sites)[1] / 2**20
    rehearsal.broken += measured.broken
    price = Price(1000 * site / max(1, writes), memory)
    ratio = base and f" (× {price.processor / base.processor:.2f}, × {memory / base.memory:.2f})"
    say(
        f"  asked {len(tables) / every:.1f} writes a second, acknowledged {writes / took:.1f} "
        f"({writes}): {percentiles(measured.took)}; {measured.repeats()}\n"
        f"  watchers {percentiles(measured.update_delays)} after the acknowledgement; "
        f"{measured.watchers()}\n"
        f"  {price.processor:.1f} ms of processor a write, {memory:.0f} MB{ratio or ''}\n"
        f"  processors: the site {site / took:.2f}, PostgreSQL {base_servers / took:.2f}, "
        f"tables and proxy {own / took:.2f}, "
        f"others {(whole - site - base_servers - own) / took:.2f}"
    )
    return price


def _less(after: list[float], before: list[float]) -> list[float]:
    return [b - a for a, b in zip(before, after, strict=True)]
