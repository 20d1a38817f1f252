"""Failures of machines, database servers and the network, while tables record and are watched."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from tests.cluster.load import Table
from tests.cluster.measured import Measured, say
from tests.cluster.rehearsal import BASE, STREAMING, STUCK, Rehearsal, caught_up, off, up

ANSWERED = f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{BASE}'"
EXPAND = "ALTER TABLE games_match ADD COLUMN later varchar(20) NULL"


async def suffer(rehearsal: Rehearsal) -> int:
    """Cause one failure after another; return the number of faults."""
    options = rehearsal.options
    failures = Failures(rehearsal)
    front = await up(*failures.machines)
    those = await rehearsal.sit_down(front.port, options.failing, options.failing)
    cut = f"is cut for {options.cut:g} s"
    async with rehearsal.playing(those, options.failing_every):
        await asyncio.sleep(options.calm)
        for title, failure in (
            ("a process is killed", failures.kill_process),
            ("a machine is killed", failures.kill_machine),
            ("the primary is killed, the standby promoted", failures.kill_primary),
            ("the old primary comes back as a standby (pg_rewind)", failures.rejoin),
            (f"the network between a machine and the databases {cut}", failures.cut_machine),
            (f"the network between primary and standby {cut}", failures.cut_standby),
            ("the standby is stopped and started again", failures.restart_standby),
            ("a column is added, then a rolling restart", failures.roll),
        ):
            await through(rehearsal, title, failure, those)
    before = await answered(rehearsal)
    faults = await rehearsal.check(those, front.port)
    answers = await answered(rehearsal) - before
    say(f"of these matches the standby was asked {answers} times")
    for machine in failures.machines:
        await off(machine.stop)
    return faults + (not answers)


async def answered(rehearsal: Rehearsal) -> int:
    """Return how many transactions of the site the standby has answered so far."""
    await asyncio.sleep(2)  # it counts a little late
    (row,) = await off(rehearsal.standby.ask, ANSWERED)
    return int(row[0])


async def through(
    rehearsal: Rehearsal, title: str, failure: Callable[[], Awaitable[None]], those: list[Table]
) -> None:
    """Cause a failure, wait until all tables record again and all watchers have caught up, and
    print what they saw.
    """
    measured, begun = Measured(), time.monotonic()
    for table in those:
        table.measured = measured
    await failure()
    done = time.monotonic()
    hands = {table: _hands(table) for table in those}
    while any(_hands(table) <= hands[table] for table in those):
        assert time.monotonic() - done < STUCK, f"{title}: tables are stuck"
        await asyncio.sleep(0.05)
    await caught_up(those)
    await asyncio.sleep(rehearsal.options.calm)
    rehearsal.broken += measured.broken
    say(
        f"{title} ({done - begun:.1f} s of it):\n"
        f"  no hand for {measured.longest_gap(begun):.1f} s at most, a phone waited "
        f"{max(measured.took):.1f} s at most; {measured.repeats()}\n"
        f"  watchers: {measured.watchers()}"
    )


def _hands(table: Table) -> int:
    return sum(map(len, table.matches.values()))


class Failures:
    """The failures that can happen to two machines and their database servers."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.site = rehearsal
        self.cut = rehearsal.options.cut
        self.machines = [rehearsal.machine_by_cable(name) for name in ("A", "B")]

    async def kill_process(self) -> None:
        """Kill -9 one serving process of a machine."""
        self.machines[0].kill_one()

    async def kill_machine(self) -> None:
        """Kill -9 all processes of a machine, and start it again after five seconds."""
        await off(self.machines[1].kill)
        await asyncio.sleep(5)
        self.machines[1].start()
        await self.machines[1].ready()

    async def kill_primary(self) -> None:
        """Kill -9 the primary and promote the standby, as a supervisor would."""
        site = self.site
        site.primary.kill()
        site.primary, site.standby = site.standby, site.primary
        await off(site.primary.run, "pg_ctl", "-D", str(site.primary.data), "-w", "promote")
        # The new primary took its configuration from the base backup. It has no standby to wait
        # for now.
        await off(site.primary.ask, "ALTER SYSTEM RESET synchronous_standby_names")
        await off(site.primary.ask, "SELECT pg_reload_conf()")

    async def rejoin(self) -> None:
        """Make the killed server a standby of the new primary, which waits for it from now on."""
        site = self.site
        (site.standby.data / "postmaster.pid").unlink(missing_ok=True)
        await off(site.standby.rewind_to, site.primary)
        while not await off(site.primary.ask, STREAMING):
            await asyncio.sleep(0.1)
        await off(site.wait_for_standby)

    async def cut_machine(self) -> None:
        """Cut the network between a machine and both database servers for a while."""
        await asyncio.gather(*(cable.cut_for(self.cut) for cable in self.site.cables["B"]))

    async def cut_standby(self) -> None:
        """Cut the network between primary and standby for a while; no write is acknowledged
        meanwhile.
        """
        await self.site.primary.cable.cut_for(self.cut)

    async def restart_standby(self) -> None:
        """Stop the standby for a while and start it again; meanwhile the primary waits for it."""
        await off(self.site.standby.stop)
        await asyncio.sleep(self.cut)
        await off(self.site.standby.start)

    async def roll(self) -> None:
        """Add a column while the processes run, then restart one machine after the other."""
        await off(self.site.primary.ask, EXPAND, BASE)
        for machine in self.machines:
            await off(machine.stop)
            machine.start()
            await machine.ready()
