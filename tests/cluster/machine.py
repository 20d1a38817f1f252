"""A machine of the site, and how much processor and memory its processes use."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from scorekeeper.places import REPOSITORY
from tests.cluster.network import free_port, is_well

TICKS = os.sysconf("SC_CLK_TCK")


class Machine:
    """A machine of the site: `python -m scorekeeper` with several processes and its own folder."""

    def __init__(
        self, name: str, folder: Path, database_url: str, code: Path = REPOSITORY, **settings: str
    ) -> None:
        self.name, self.data = name, folder / name
        self.port = int(settings.get("PORT") or free_port())
        self.code = code  # the program: this one, or an older one
        self.data.mkdir(exist_ok=True)
        inherited = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.environment = {
            **inherited,
            "SCOREKEEPER_DATA": str(self.data), "DATABASE_URL": database_url,
            "HOST": "127.0.0.1", "PORT": str(self.port),
            "SCOREKEEPER_RATE_LIMITS": "off", "SCOREKEEPER_WORKER": "off",
            "SCOREKEEPER_SECRET_KEY": "the same on each machine, " * 4, **settings,
        }  # fmt: skip
        self.process: subprocess.Popen | None = None
        self.log = self.data.with_suffix(".log")

    def prepare(self) -> None:
        """Migrate the database, as an upgrade does."""
        if self._run("--prepare-only").wait():
            raise RuntimeError(f"{self.name}: {self.log.read_text()[-1500:]}")

    def _run(self, *arguments: str) -> subprocess.Popen:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "scorekeeper", *arguments], cwd=self.code,
                env=self.environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def start(self) -> None:
        """Start the machine without waiting until it answers."""
        self.process = self._run()

    async def ready(self, patience: float = 180) -> None:
        """Wait until the machine answers a page; raise RuntimeError after `patience` seconds."""
        begun = time.monotonic()
        while time.monotonic() - begun < patience:
            if await is_well(self.port):
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"{self.name} does not start: {self.log.read_text()[-1500:]}")

    def children(self) -> list[int]:
        """Return the process ids of the serving processes."""
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        pids = []
        for pid in map(int, path.read_text().split()):
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"resource_tracker" not in words:
                pids.append(pid)
        return pids

    def kill_one(self) -> None:
        """Kill one of the serving processes."""
        os.kill((self.children() or [self.process.pid])[-1], signal.SIGKILL)

    def kill(self) -> None:
        """Kill all processes of the machine together, as when it loses power."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Stop the machine as systemd does: ask, and kill after 20 seconds."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


def tree(pid: int) -> list[int]:
    """Return a process id and those of all its descendants."""
    pids = [pid]
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            pids += tree(int(child))
    return pids


def cost(pids: list[int]) -> tuple[float, int]:
    """Return the seconds of processor spent so far and the bytes of memory of these processes and
    their descendants.

    Memory that several processes share is counted once.
    """
    seconds, memory = 0.0, 0
    for pid in [child for root in pids for child in tree(root)]:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            seconds += sum(map(int, fields[11:15])) / TICKS  # also of children that have ended
            shared = Path(f"/proc/{pid}/smaps_rollup").read_text()
            memory += 1024 * int(shared.partition("\nPss:")[2].split()[0])
    return seconds, memory


def busy() -> float:
    """Return how many seconds of processor the whole computer has spent so far."""
    fields = list(map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]))
    return (sum(fields) - fields[3] - fields[4]) / TICKS
