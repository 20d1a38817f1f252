"""The databases of simulated evenings: each a copy of one that is filled once."""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from tests import migrated

MEMORY = Path("/dev/shm")


class Database:
    """A SQLite file, as far as possible in memory."""

    def __init__(self, fill: Callable[[], None]):
        self._folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        self._filled, self._file = self._folder / "filled", self._folder / "evening"
        with migrated.one_at_a_time():
            if not migrated.put_at(self._filled):
                _work_in({"NAME": str(self._filled)}, _migrate)
                migrated.keep(self._filled)
        _work_in({"NAME": str(self._filled)}, fill)
        with closing(connect(self._filled)) as whole:
            whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @property
    def settings(self) -> dict[str, Any]:
        """What Django is told of it."""
        return {"NAME": str(self._file), "CONN_MAX_AGE": None}

    def fresh(self) -> None:
        """Make it as it was when it had been filled."""
        for half in ("-wal", "-shm"):
            Path(f"{self._file}{half}").unlink(missing_ok=True)
        shutil.copyfile(self._filled, self._file)

    def remove(self) -> None:
        """Leave nothing of it."""
        shutil.rmtree(self._folder)


def _migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def _work_in(place: dict[str, Any], work: Callable[[], None]) -> None:
    """Do some work in another database than the caller's."""
    before = getattr(connections._connections, DEFAULT_DB_ALIAS, None)
    made = connections.create_connection(DEFAULT_DB_ALIAS)
    made.settings_dict = {**made.settings_dict, **place}
    connections[DEFAULT_DB_ALIAS] = made
    try:
        work()
    finally:
        made.close()
        if before is None:
            delattr(connections._connections, DEFAULT_DB_ALIAS)
        else:
            connections[DEFAULT_DB_ALIAS] = before
