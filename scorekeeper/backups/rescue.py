"""Reads a SQLite database that cannot be opened in its place.

SQLite writes next to the database even to read it, and waits for whoever holds it. If the disk can
only be read, or if another process does not let go, a copy of the files is read instead.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from core.database_codes import database_code
from scorekeeper.backups.archive import BackupError
from scorekeeper.console import gettext as _

# The errors of a database that may be whole all the same, by the beginnings of their names.
OUT_OF_REACH = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_BUSY", "SQLITE_LOCKED")
# What holds the newest writes, beside the database: one of the two.
JOURNALS = ("-wal", "-journal")
TRIES = 3


def is_out_of_reach(error: BaseException) -> bool:
    """Return whether a copy of the files could be read although the database itself could not."""
    return (
        connection.vendor == "sqlite"
        and database_code(error).startswith(OUT_OF_REACH)
        and Path(connection.settings_dict["NAME"]).is_file()
    )


@contextmanager
def copied_database() -> Iterator[None]:
    """Let the default connection read a copy of the database within the block.

    Raises BackupError if there is no room for a copy, or if another process changes it meanwhile.
    """
    place = Path(connection.settings_dict["NAME"])
    connection.close()
    with tempfile.TemporaryDirectory(prefix="carnet-") as folder:
        copy = Path(folder) / place.name
        try:
            _copy(place, copy)
        except OSError as error:
            raise BackupError(
                _("%(path)s : impossible de copier cette base (%(reason)s).")
                % {"path": place, "reason": error.strerror}
            ) from error
        connection.settings_dict["NAME"] = str(copy)
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = str(place)


def _copy(place: Path, copy: Path) -> None:
    """Copy the files of a database, again if they changed meanwhile or do not fit together."""
    for _try in range(TRIES):
        before = _state(place)
        for ending in ("", *JOURNALS):
            source = place.with_name(place.name + ending)
            target = copy.with_name(copy.name + ending)
            target.unlink(missing_ok=True)
            if source.is_file():
                shutil.copyfile(source, target)
        if _state(place) == before and _is_whole(copy):
            return
    raise BackupError(
        _("%(path)s : un autre programme écrit sans cesse dans cette base ; l'arrêter d'abord.")
        % {"path": place}
    )


def _state(place: Path) -> list[tuple[int, int] | None]:
    """Return the size and the time of each file of a database, None for one that is missing."""
    states: list[tuple[int, int] | None] = []
    for ending in ("", *JOURNALS):
        try:
            state = place.with_name(place.name + ending).stat()
        except FileNotFoundError:
            states.append(None)
        else:
            states.append((state.st_size, state.st_mtime_ns))
    return states


def _is_whole(copy: Path) -> bool:
    try:
        with closing(sqlite3.connect(copy)) as opened:
            return bool(opened.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False
