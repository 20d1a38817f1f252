"""The set-up of a rehearsal: a primary with its standby, two machines, the proxies between them,
and tables.
"""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from scorekeeper.places import REPOSITORY
from tests.cluster.load import Table, Watcher
from tests.cluster.machine import Machine
from tests.cluster.measured import Measured, say
from tests.cluster.network import Relay
from tests.cluster.postgres import USER, Postgres

BASE = "carnet"
SITTING_DOWN = 20  # tables that start at once
STUCK = 120.0  # seconds after which a table or a watcher has not come back
STREAMING = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"


class Rehearsal:
    """The servers, machines and tables of a rehearsal, and the check of what they stored."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.primary, self.standby = Postgres("one", folder), Postgres("two", folder)
        self.cables: dict[str, list[Relay]] = {}
        self.machines: list[Machine] = []
        self.tables: list[Table] = []
        self.broken = 0  # answers that were errors of ours

    async def build(self) -> None:
        """Start the database servers, and migrate the database."""
        await off(self.primary.initialise)
        await off(self.primary.start)
        for server in (self.primary, self.standby):
            await server.cable.open()
        self.primary.ask(f"CREATE DATABASE {BASE}")
        if self.options.prepared:
            # Copy a database that has run the migrations already.
            here = f"host=127.0.0.1 port={self.primary.port} user={USER} dbname={BASE}"
            dump = self.folder / "prepared.sql"
            await off(self.primary.run, "pg_dump", "-O", "-f", str(dump), self.options.prepared)
            await off(self.primary.run, "psql", "-q", "-f", str(dump), here)
        await off(self.standby.follow, self.primary)
        self.wait_for_standby()
        for name in ("A", "B"):
            self.cables[name] = [Relay(self.primary.port), Relay(self.standby.port)]
            for cable in self.cables[name]:
                await cable.open()
        begun = time.monotonic()
        await off(self.machine("first", self.primary.port).prepare)
        say(f"database prepared in {time.monotonic() - begun:.1f} s")

    def wait_for_standby(self) -> None:
        """Make the primary acknowledge a write only once its standby has it."""
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")
        self.primary.ask("SELECT pg_reload_conf()")

    def machine(
        self, name: str, *ports: int, base: str = BASE, code: Path = REPOSITORY, **settings: str
    ) -> Machine:
        """Return a new machine that knows the database servers at these ports."""
        places = ",".join(f"127.0.0.1:{port}" for port in ports)
        url = f"postgresql://{USER}@{places}/{base}"
        made = Machine(name, self.folder, url, code, **settings)
        self.machines.append(made)
        return made

    def machine_by_cable(self, name: str, base: str = BASE, **settings: str) -> Machine:
        """Return a new machine that reaches the servers through its own proxies, which can be
        cut.
        """
        ports = [cable.port for cable in self.cables[name]]
        # Either server may be the standby.
        replicas = [f"postgresql://{USER}@127.0.0.1:{port}/{base}" for port in ports]
        return self.machine(
            f"{name}-{base}", *ports, base=base,
            SCOREKEEPER_PROCESSES=str(self.options.processes),
            DATABASE_REPLICA_URLS=" ".join(replicas), **settings,
        )  # fmt: skip

    async def sit_down(self, port: int, count: int, watched: int) -> list[Table]:
        """Return `count` tables that have started a match; the first `watched` of them have a
        watcher.
        """
        measured, free = Measured(), asyncio.Semaphore(SITTING_DOWN)
        those = [Table(port, measured, watched=number < watched) for number in range(count)]
        self.tables += those

        async def start(table: Table) -> None:
            async with free:
                await table.sit_down()

        await asyncio.gather(*map(start, those))
        self.broken += measured.broken
        return those

    @asynccontextmanager
    async def playing(self, those: list[Table], every: float) -> AsyncIterator[None]:
        """Let tables record and watchers follow during the block. At its end, wait until every
        watcher has seen every hand.
        """
        stop = asyncio.Event()
        players = [asyncio.create_task(table.play(every, stop)) for table in those]
        watchers = [asyncio.create_task(t.watcher.follow()) for t in those if t.watcher]
        try:
            yield
            stop.set()
            await asyncio.gather(*players)
            await caught_up(those)
        finally:
            for task in (*players, *watchers):
                task.cancel()
            await asyncio.gather(*players, *watchers, return_exceptions=True)

    async def check(self, those: list[Table], port: int) -> int:
        """Compare the acknowledged hands with the stored ones; return the number of faults."""
        lost = doubled = hands = 0
        for table in those:
            table.port = port
            gone, twice = await table.faults()
            lost, doubled = lost + gone, doubled + twice
            hands += sum(map(len, table.matches.values()))
        say(
            f"{hands} hands acknowledged: {lost} lost, {doubled} stored twice; "
            f"{self.broken} answers were an error of ours"
        )
        return lost + doubled + self.broken

    def close(self) -> None:
        """Kill the machines and stop the database servers."""
        for machine in self.machines:
            if machine.process is not None and machine.process.poll() is None:
                machine.kill()
        for server in (self.primary, self.standby):
            server.stop()


async def caught_up(those: list[Table]) -> None:
    """Wait until every watcher has seen what was acknowledged before this call."""
    begun = time.monotonic()

    def behind(watcher: Watcher) -> bool:
        return bool(watcher.expected) and watcher.expected[0][2] < begun

    while any(table.watcher and behind(table.watcher) for table in those):
        assert time.monotonic() - begun < STUCK, "watchers do not come back"
        await asyncio.sleep(0.05)


async def up(*machines: Machine) -> Relay:
    """Start these machines and wait until they answer; return a proxy in front of them."""
    for machine in machines:
        machine.start()
    for machine in machines:
        await machine.ready()
    front = Relay(*(machine.port for machine in machines))
    await front.open()
    front.care = asyncio.create_task(front.look_after())
    return front


async def off(function, *arguments):
    """Run a blocking function in a thread, off the event loop; return its result."""
    return await asyncio.to_thread(function, *arguments)
