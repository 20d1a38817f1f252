"""Makes a backup for a command, and notes how it went where the status page reads it."""

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from jobs import upkeep
from scorekeeper.backups import copies, rescue
from scorekeeper.backups.archive import BackupError, Manifest
from scorekeeper.backups.backup import backup
from scorekeeper.backups.retention import Retention
from scorekeeper.console import gettext as _

NAME = "backup"
ENOUGH = 2  # the worker's copy needs this many times the size of the database on the disk


@dataclass(frozen=True)
class MadeBackup:
    """A backup that was made: its file, its description, and whether the hook took it elsewhere."""

    path: Path
    manifest: Manifest
    elsewhere: bool


def make(path: Path, *, with_secret_key: bool) -> tuple[Manifest, bool]:
    """Write a backup, from a copy of the database if it cannot be read in its place.

    Return its manifest, and whether the database itself was read. Raises BackupError.
    """
    try:
        return backup(path, with_secret_key=with_secret_key), True
    except (DatabaseError, InterfaceError) as error:
        if not rescue.is_out_of_reach(error):
            raise BackupError(_unreadable(error)) from error
    with rescue.copied_database():
        try:
            return backup(path, with_secret_key=with_secret_key), False
        except (DatabaseError, InterfaceError) as error:
            raise BackupError(_unreadable(error)) from error


def _unreadable(error: Exception) -> str:
    return _("La base %(database)s ne se lit pas : %(reason)s") % {
        "database": connection.display_name,
        "reason": " ".join(str(error).split()),
    }


def make_named(path: Path, *, with_secret_key: bool) -> MadeBackup:
    """Write a backup to a file that somebody named."""
    manifest, in_place = make(path, with_secret_key=with_secret_key)
    if in_place:
        _note(upkeep.note_done, path, {"hash": manifest.hash})
    return MadeBackup(path, manifest, elsewhere=False)


def make_dated(retention: Retention, *, with_secret_key: bool, of_worker: bool) -> MadeBackup:
    """Write a dated copy, run the hook, and delete the copies that need not stay.

    Raises BackupError, and notes why.
    """
    path = settings.BACKUPS.folder
    try:
        if of_worker:
            check_room()
        path = copies.new_path(of_worker=of_worker)
        manifest, _in_place = make(path, with_secret_key=with_secret_key)
    except BackupError as error:
        problem = "no_room" if isinstance(error, NoRoomError) else "not_made"
        _note(upkeep.note_failed, path, {"problem": problem})
        raise
    try:
        elsewhere = copies.take_elsewhere(path)
    except copies.HookError:
        _note(upkeep.note_done, path, {"hash": manifest.hash, "problem": "not_elsewhere"})
        raise
    finally:
        copies.delete_old(retention, of_worker=of_worker)
    _note(upkeep.note_done, path, {"hash": manifest.hash, "elsewhere": elsewhere})
    return MadeBackup(path, manifest, elsewhere)


class NoRoomError(BackupError):
    """Raised if the disk has too little room for the worker's copy."""


def check_room() -> None:
    """Raise NoRoomError if the disk of the folder has less than `ENOUGH` times the room needed."""
    folder = settings.BACKUPS.folder
    while not folder.exists():
        folder = folder.parent
    if shutil.disk_usage(folder).free < ENOUGH * database_size():
        raise NoRoomError(
            _("%(path)s : pas assez de place pour une copie de la base.")
            % {"path": settings.BACKUPS.folder}
        )


def database_size() -> int:
    """Return the bytes of the database, which no copy of it exceeds."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def _note(note: Any, path: Path, report: dict[str, Any]) -> None:
    """Note how a backup went, where the database can be written."""
    # The database may be one that nobody can write to just now.
    with suppress(DatabaseError, InterfaceError):
        note(NAME, {"file": path.name, **report})
