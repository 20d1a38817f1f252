"""`make cluster`: the rehearsal. `--tables`, `--every` and `--seconds` make it longer or shorter.

Prints how fast tables record on one process, on the cluster, and at twenty times the rate; then
what each failure costs, in seconds until the first hand is acknowledged again and until every
table has had one. It exits with 1 if an acknowledged hand is lost, or a hand is stored twice.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

from tests.cluster.load import Measured, Table, watch
from tests.cluster.servers import USER, Machine, Postgres, Relay

BASE = "carnet"
STREAMING = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"
EXPAND = "ALTER TABLE games_match ADD COLUMN later varchar(20) NULL"


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def percentiles(values: list[float]) -> str:
    """Return p50, p95 and p99 in milliseconds."""
    found = sorted(values)
    if not found:
        return "none"
    parts = [found[min(len(found) - 1, int(len(found) * part))] for part in (0.5, 0.95, 0.99)]
    return " / ".join(f"{1000 * part:.0f}" for part in parts) + " ms"


class Rehearsal:
    """A primary with its standby, two machines, the proxies between, and the tables."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.primary, self.standby = Postgres("one", folder), Postgres("two", folder)
        self.front = Relay()
        self.cables: dict[str, list[Relay]] = {}
        self.machines: list[Machine] = []
        self.tables: list[Table] = []
        self.measured = Measured()

    async def build(self) -> None:
        """Make the servers and the machines, and start them."""
        await off(self.primary.initialise)
        await off(self.primary.start)
        self.primary.ask(f"CREATE DATABASE {BASE}")
        if self.options.prepared:
            # A database that has run the migrations already.
            here = f"host=127.0.0.1 port={self.primary.port} user={USER} dbname={BASE}"
            dump = self.folder / "prepared.sql"
            await off(self.primary.run, "pg_dump", "-O", "-f", str(dump), self.options.prepared)
            await off(self.primary.run, "psql", "-q", "-f", str(dump), here)
        await off(self.standby.follow, self.primary)
        self.wait_for_standby()
        for name in ("A", "B"):
            cables = [Relay(self.primary.port), Relay(self.standby.port)]
            for cable in cables:
                await cable.open()
            self.cables[name] = cables
            places = ",".join(f"127.0.0.1:{cable.port}" for cable in cables)
            replicas = f"postgresql://{USER}@127.0.0.1:{cables[1].port}/{BASE}"
            self.machines.append(
                Machine(
                    name, self.folder, f"postgresql://{USER}@{places}/{BASE}",
                    SCOREKEEPER_PROCESSES=str(self.options.processes),
                    DATABASE_REPLICA_URLS=replicas,
                )
            )  # fmt: skip
        begun = time.monotonic()
        await off(self.machines[0].prepare)
        say(f"database prepared in {time.monotonic() - begun:.1f} s")
        for machine in self.machines:
            machine.start()
        for machine in self.machines:
            await machine.ready()
        self.front.targets = [machine.port for machine in self.machines]
        await self.front.open()

    def wait_for_standby(self) -> None:
        """Let the primary acknowledge nothing that its standby has not."""
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")
        self.primary.ask("SELECT pg_reload_conf()")

    async def record(self, port: int, seconds: float, every: float, tables: int) -> Measured:
        """Let tables record for a while, each with a watcher; return what they saw."""
        measured, stop = Measured(), asyncio.Event()
        those = [Table(port, measured) for _ in range(tables)]
        self.tables += those
        tasks = [
            task
            for number, table in enumerate(those)
            for task in (
                asyncio.create_task(table.play(every, stop, later=every * number / tables)),
                asyncio.create_task(watch(table, stop)),
            )
        ]
        await asyncio.sleep(seconds)
        stop.set()
        await asyncio.gather(*tasks)
        return measured

    async def compare(self) -> None:
        """Measure one process, then the cluster at the rate of real tables and at 20 times that."""
        options = self.options
        alone = Machine(
            "alone", self.folder, f"postgresql://{USER}@127.0.0.1:{self.primary.port}/{BASE}"
        )
        alone.start()
        await alone.ready()
        base = await self._priced("one process", [alone], alone.port, options.every)
        await off(alone.stop)
        rates = (("two machines", options.every), ("20 times as fast", options.every / 20))
        for title, every in rates:
            await self._priced(title, self.machines, self.front.port, every, base)

    async def _priced(self, title, machines, port, every, base=None) -> tuple[float, float]:
        before = [machine.cost() for machine in machines]
        measured = await self.record(port, self.options.seconds, every, self.options.tables)
        after = [machine.cost() for machine in machines]
        computed = sum(b[0] - a[0] for a, b in zip(before, after, strict=True))
        a_hand = 1000 * computed / max(1, len(measured.took))
        memory = sum(cost[1] for cost in after) / 2**20
        heard = [
            at - measured.sent[key] for key, at in measured.heard.items() if key in measured.sent
        ]
        ratio = f" (× {a_hand / base[0]:.2f}, × {memory / base[1]:.2f})" if base else ""
        say(
            f"{title}: {len(measured.took)} writes, {percentiles(measured.took)}; "
            f"watchers {percentiles(heard)}; {measured.failures} failures; "
            f"{a_hand:.1f} ms of processor a write, {memory:.0f} MB{ratio}"
        )
        return a_hand, memory

    async def suffer(self) -> None:
        """Let one failure after another happen while tables record."""
        stop = asyncio.Event()
        those = [Table(self.front.port, self.measured) for _ in range(self.options.tables)]
        self.tables += those
        every = max(self.options.every / 20, 0.5)
        tasks = [asyncio.create_task(table.play(every, stop)) for table in those]
        tasks += [asyncio.create_task(watch(table, stop)) for table in those]
        await asyncio.sleep(self.options.calm)
        for title, failure in (
            ("a process is killed", self.kill_process),
            ("a machine is killed", self.kill_machine),
            ("the primary is killed, the standby promoted", self.kill_primary),
            ("the old primary comes back as a standby (pg_rewind)", self.rejoin),
            ("the network of a machine is cut for 4 s", self.cut_network),
            (
                "the standby's network is cut for 4 s: nothing is acknowledged meanwhile",
                self.cut_standby,
            ),
            ("a migration that expands, then a rolling restart", self.roll),
        ):
            await self._through(title, failure, those)
        stop.set()
        await asyncio.gather(*tasks)

    async def _through(
        self, title: str, failure: Callable[[], Awaitable[None]], those: list[Table]
    ) -> None:
        measured, begun = self.measured, time.monotonic()
        failed, had = measured.failures, len(measured.acknowledged_at)
        hands = {table: sum(map(len, table.matches.values())) for table in those}
        await failure()
        done = time.monotonic()
        while any(sum(map(len, table.matches.values())) <= hands[table] for table in those):
            assert time.monotonic() - done < 120, f"{title}: tables are stuck"
            await asyncio.sleep(0.05)
        await asyncio.sleep(self.options.calm)
        slowest = max(measured.took[had:], default=0.0)
        moments = [begun, *measured.acknowledged_at[had:]]
        gap = max((b - a for a, b in pairwise(moments)), default=0.0)
        say(
            f"{title}: {done - begun:.1f} s of it; no hand for {gap:.1f} s at most, a phone waited "
            f"{slowest:.1f} s at most; {measured.failures - failed} tries repeated"
        )

    async def kill_process(self) -> None:
        """Kill -9 one serving process."""
        self.machines[0].kill_one()

    async def kill_machine(self) -> None:
        """Kill -9 all of a machine; it starts again after two seconds."""
        await off(self.machines[1].kill)
        await asyncio.sleep(2)
        self.machines[1].start()
        await self.machines[1].ready()

    async def kill_primary(self) -> None:
        """Kill -9 the primary; who watches over it promotes the standby."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        await off(self.primary.run, "pg_ctl", "-D", str(self.primary.data), "-w", "promote")
        # Its configuration came with the base backup: there is nobody to wait for now.
        await off(self.primary.ask, "ALTER SYSTEM RESET synchronous_standby_names")
        await off(self.primary.ask, "SELECT pg_reload_conf()")

    async def rejoin(self) -> None:
        """The killed server follows the new primary, which waits for it from now on."""
        (self.standby.data / "postmaster.pid").unlink(missing_ok=True)
        await off(self.standby.rewind_to, self.primary)
        while not await off(self.primary.ask, STREAMING):
            await asyncio.sleep(0.1)
        await off(self.wait_for_standby)

    async def cut_network(self) -> None:
        """Nothing passes between a machine and the databases."""
        for cable in self.cables["B"]:
            cable.cut()
        await asyncio.sleep(4)
        for cable in self.cables["B"]:
            cable.heal()

    async def cut_standby(self) -> None:
        """The primary waits for its standby, which is stopped for a moment."""
        await off(self.standby.stop)
        await asyncio.sleep(4)
        await off(self.standby.start)

    async def roll(self) -> None:
        """Expand the tables under running processes, then restart machine after machine."""
        await off(self.primary.ask, EXPAND, BASE)
        for machine in self.machines:
            await off(machine.stop)
            machine.start()
            await machine.ready()

    async def check(self) -> int:
        """Compare what the tables were told with what is stored; return the number of faults."""
        lost = doubled = hands = 0
        for table in self.tables:
            table.port = self.front.port
            gone, twice = await table.faults()
            lost, doubled = lost + gone, doubled + twice
            hands += sum(map(len, table.matches.values()))
        say(f"{hands} hands acknowledged: {lost} lost, {doubled} stored twice")
        return lost + doubled

    def close(self) -> None:
        """End everything."""
        for machine in self.machines:
            if machine.process is not None and machine.process.poll() is None:
                machine.kill()
        for server in (self.primary, self.standby):
            server.stop()


async def off(function, *arguments):
    """Run something that waits, off the loop."""
    return await asyncio.to_thread(function, *arguments)


async def rehearse(options: argparse.Namespace) -> int:
    """Build all, measure, let it fail, check; return the number of faults."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-cluster-") as name:
        rehearsal = Rehearsal(Path(name), options)
        try:
            await rehearsal.build()
            if not options.failures_only:
                await rehearsal.compare()
            await rehearsal.suffer()
            return await rehearsal.check()
        finally:
            rehearsal.close()


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=120.0, help="seconds between two hands")
    parser.add_argument("--seconds", type=float, default=120.0, help="of each measurement")
    parser.add_argument("--calm", type=float, default=10.0, help="seconds between failures")
    parser.add_argument("--processes", type=int, default=2, help="serving processes a machine")
    parser.add_argument("--prepared", help="address of a database that has run the migrations")
    parser.add_argument("--failures-only", action="store_true")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(rehearse(parsed()))))
