"""The databases of simulated evenings: each evening gets a copy of a database that is filled
once.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from os import getpid
from pathlib import Path
from sqlite3 import connect
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from games.live.hub import connection_parameters
from scorekeeper.settings import ENVIRONMENT

MEMORY = Path("/dev/shm")


class OnSQLite:
    """The filled database and the evening's copy as SQLite files, in memory where there is
    /dev/shm.
    """

    def __init__(self, fill: Callable[[], None]):
        self._folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        self._filled, self._file = self._folder / "filled", self._folder / "evening"
        with connected_to({"NAME": str(self._filled)}):
            call_command("migrate", interactive=False, verbosity=0)
            fill()
        with closing(connect(self._filled)) as whole:
            whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @property
    def settings(self) -> dict[str, Any]:
        """Django's settings of the evening's database."""
        return {"NAME": str(self._file)}

    def fresh(self) -> None:
        """Replace the evening's database by a copy of the filled one."""
        for half in ("-wal", "-shm"):
            Path(f"{self._file}{half}").unlink(missing_ok=True)
        shutil.copyfile(self._filled, self._file)

    def remove(self) -> None:
        """Remove both databases."""
        shutil.rmtree(self._folder)


class OnPostgres:
    """The filled database and the evening's copy on the PostgreSQL server of
    `TEST_DATABASE_URL`.
    """

    def __init__(self, fill: Callable[[], None]):
        self._filled, self._evening = f"filled_{getpid()}", f"evening_{getpid()}"
        parameters = {**connection_parameters(), "dbname": "postgres"}
        self._server = psycopg.connect(**parameters, autocommit=True)
        self.remove(last=False)
        self._server.execute(f"CREATE DATABASE {self._filled} {self._of_the_tests()}")
        with connected_to({**self.settings, "NAME": self._filled}):
            call_command("migrate", interactive=False, verbosity=0)
            fill()

    def _of_the_tests(self) -> str:
        """Return the TEMPLATE clause that copies the other tests' database, where all migrations
        have run.

        Return "" if this is not run as a test.
        """
        wrapper = connections[DEFAULT_DB_ALIAS]
        name = wrapper.settings_dict["NAME"]
        if not name.startswith("test_"):
            return ""
        wrapper.close()
        wrapper.close_pool()
        # PostgreSQL copies a database only while nobody is connected to it, and another test's
        # listener may still be.
        self._server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        return f"TEMPLATE {name}"

    @property
    def settings(self) -> dict[str, Any]:
        """Django's settings of the evening's database.

        They have no connection pool, because it would outlive a killed process.
        """
        options = {**settings.DATABASES[DEFAULT_DB_ALIAS]["OPTIONS"]}
        options.pop("pool", None)
        return {"NAME": self._evening, "OPTIONS": options, "CONN_MAX_AGE": None}

    def fresh(self) -> None:
        """Replace the evening's database by a copy of the filled one."""
        self._server.execute(f"DROP DATABASE IF EXISTS {self._evening} WITH (FORCE)")
        self._server.execute(f"CREATE DATABASE {self._evening} TEMPLATE {self._filled}")

    def remove(self, *, last: bool = True) -> None:
        """Remove both databases, and close the server connection if this is the `last` use."""
        for name in (self._evening, self._filled):
            self._server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        if last:
            self._server.close()


Database = OnSQLite | OnPostgres


def made(fill: Callable[[], None]) -> Database:
    """Fill and return the databases, on the same database system as the other tests."""
    return OnSQLite(fill) if ENVIRONMENT.on_sqlite else OnPostgres(fill)


@contextmanager
def connected_to(place: dict[str, Any]) -> Iterator[None]:
    """Make Django's default connection lead to the database `place` while the context lasts."""
    before = connections[DEFAULT_DB_ALIAS]
    wrapper = connections.create_connection(DEFAULT_DB_ALIAS)
    wrapper.settings_dict = {**wrapper.settings_dict, **place}
    connections[DEFAULT_DB_ALIAS] = wrapper
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = before
