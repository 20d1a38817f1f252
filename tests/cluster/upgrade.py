"""A rolling upgrade: an older milestone's program runs beside the current one while the database
migrates.

The older program is the last milestone before a migration. A newer machine migrates as it
starts, while an older one serves. Needs the repository's git history.
"""

import asyncio
import subprocess

from scorekeeper.places import REPOSITORY
from tests.cluster.failures import through
from tests.cluster.measured import say
from tests.cluster.rehearsal import Rehearsal, off, up
from tests.upgrades import MILESTONES, checked_out

OLDER = "older"
APPLIED = "SELECT app || '.' || name FROM django_migrations"


async def upgrade(rehearsal: Rehearsal) -> int:
    """Replace the older machines one after the other; return the number of faults."""
    options, primary = rehearsal.options, rehearsal.primary
    commit = next(commit for commit in reversed(MILESTONES) if migrations_since(commit))
    with checked_out(commit, rehearsal.folder / commit) as code:
        await off(primary.ask, f"CREATE DATABASE {OLDER}")
        processes = {"SCOREKEEPER_PROCESSES": str(options.processes)}
        # The older program can use only one database server.
        older = [
            rehearsal.machine(f"{name}-{commit}", primary.port, base=OLDER, code=code, **processes)
            for name in ("A", "B")
        ]
        newer = [
            rehearsal.machine_by_cable(name, OLDER, PORT=str(machine.port))
            for name, machine in zip(("A", "B"), older, strict=True)
        ]
        await off(older[0].prepare)
        before = _migrations(rehearsal)
        front = await up(*older)
        those = await rehearsal.sit_down(front.port, options.failing, options.failing)

        async def exchange(number: int) -> None:
            """Stop an older machine and start the newer one in its place."""
            await off(older[number].stop)
            newer[number].start()
            await newer[number].ready()

        async def beside() -> None:
            """Let the old and the new machine serve side by side for a while."""
            await asyncio.sleep(options.beside)

        async with rehearsal.playing(those, options.failing_every):
            await asyncio.sleep(options.calm)
            first = f"one machine is upgraded from {commit} and migrates"
            await through(rehearsal, first, lambda: exchange(1), those)
            say(f"  migrated: {', '.join(sorted(_migrations(rehearsal) - before))}")
            assert _migrations(rehearsal) > before, "there was nothing to migrate"
            await through(rehearsal, "old and new serve together", beside, those)
            await through(rehearsal, "the other machine is upgraded", lambda: exchange(0), those)
        faults = await rehearsal.check(those, front.port)
        for machine in newer:
            await off(machine.stop)
    return faults


def migrations_since(commit: str) -> str:
    """Return the paths of the migrations added since a commit, one a line."""
    added = ["git", "diff", "--diff-filter=A", "--name-only", commit, "--", "*/migrations/*.py"]
    return subprocess.run(added, cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout


def _migrations(rehearsal: Rehearsal) -> set[str]:
    return {name for (name,) in rehearsal.primary.ask(APPLIED, OLDER)}
