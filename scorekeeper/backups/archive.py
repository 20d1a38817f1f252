"""The file of a backup: a zip of `manifest.json` and, for each table, a member of JSON lines.

A line is the canonical JSON of a row. The digest of a table is the sum of the SHA-256 hashes of its
lines. So it depends neither on their order nor on the kind of database.
"""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from scorekeeper.console import gettext as _

FORMAT = 1
MANIFEST = "manifest.json"
SECRET_KEY = "secret-key"  # noqa: S105 -- the name of a member
MODULUS = 1 << 256
# A zip member must have a date; this is the earliest possible one. The manifest has the date of the
# backup.
NO_TIME = (1980, 1, 1, 0, 0, 0)
# The exceptions that zipfile and zlib raise for a damaged member.
DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)


class BackupError(Exception):
    """Raised for a backup that can't be written or used. Its text is one sentence for the user."""


@dataclass(frozen=True)
class Table:
    """A table as the manifest describes it.

    `columns` has the names of the columns, in the order of the values in a line.
    """

    columns: list[str]
    rows: int
    digest: str


@dataclass(frozen=True)
class Manifest:
    """The description of a backup. `made_at`: ISO 8601. `migrations`: the names applied, by app.

    `secret_key`: whether the file contains the secret key of the site. `club`: what is known of the
    club, if the file has only one (`scorekeeper.club_files`).
    """

    version: str
    made_at: str
    migrations: dict[str, list[str]]
    tables: dict[str, Table]
    secret_key: bool
    format: int = FORMAT
    club: dict[str, str] | None = None

    @property
    def hash(self) -> str:
        """The hash of all data, in 64 hexadecimal digits."""
        return state_hash(self.tables)

    @property
    def rows(self) -> int:
        """The number of rows in all tables."""
        return sum(table.rows for table in self.tables.values())

    def as_json(self) -> str:
        """Return the text of `manifest.json`."""
        known = {name: value for name, value in asdict(self).items() if name != "club" or value}
        return json.dumps({**known, "hash": self.hash}, indent=1, sort_keys=True)

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse the text of `manifest.json`. Raises ValueError, KeyError or TypeError."""
        data: dict[str, Any] = json.loads(text)
        stored_hash = data.pop("hash")
        data["tables"] = {name: Table(**table) for name, table in data["tables"].items()}
        manifest = cls(**data)
        if manifest.hash != stored_hash:
            raise ValueError("hash")
        return manifest


def state_hash(tables: dict[str, Table]) -> str:
    """Return one hash of all tables."""
    fields_by_table = {name: asdict(table) for name, table in tables.items()}
    return hashlib.sha256(json.dumps(fields_by_table, sort_keys=True).encode()).hexdigest()


class Digest:
    """Computes the digest of a table while its lines are read or written."""

    def __init__(self) -> None:
        self.rows, self._sum = 0, 0

    def passing(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the lines unchanged, and add each of them to the digest."""
        for line in lines:
            self._sum += int.from_bytes(hashlib.sha256(line).digest(), "big")
            self.rows += 1
            yield line

    def table(self, columns: list[str]) -> Table:
        """Return the description of the table, once all its lines have passed."""
        return Table(columns, self.rows, f"{self._sum % MODULUS:064x}")


def _member(table: str) -> str:
    return f"tables/{table}.jsonl"


class Writer:
    """Writes the members of a backup one after another."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._zip = archive

    def write_table(self, name: str, columns: list[str], lines: Iterable[bytes]) -> Table:
        """Write the lines of a table as they are yielded; return the table's description.

        If the disk is full, the lines are closed at once: they read from a cursor, which must end
        before its connection does.
        """
        digest = Digest()
        info = self._info(_member(name))
        try:
            with self._zip.open(info, "w", force_zip64=True) as member:
                for line in digest.passing(lines):
                    member.write(line + b"\n")
        finally:
            if isinstance(lines, Generator):
                lines.close()
        return digest.table(columns)

    def write_text(self, name: str, text: str) -> None:
        """Write a small member."""
        self._zip.writestr(self._info(name), text)

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, NO_TIME)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        return info


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Open a new backup for writing. It is written completely or not at all.

    Only its owner may read the file.
    """
    try:
        # readable by its owner only (mode 600)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _cannot_write(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w") as archive:
                yield Writer(archive)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        raise _cannot_write(path, error) from error
    finally:
        Path(draft).unlink(missing_ok=True)


def _cannot_write(path: Path, error: OSError) -> BackupError:
    return BackupError(
        _("%(path)s : impossible d'écrire ce fichier (%(reason)s).")
        % {"path": path, "reason": error.strerror}
    )


class Reader:
    """Reads a backup. Raises BackupError for any damage."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self._path, self._zip = path, archive
        self.manifest = self._manifest()
        self._check_members()

    def _manifest(self) -> Manifest:
        try:
            text = self.text(MANIFEST)
            newer = json.loads(text)["format"] > FORMAT
        except (KeyError, TypeError, ValueError) as error:
            raise self._no_backup() from error
        if newer:
            raise newer_program(json.loads(text).get("version"))
        try:
            return Manifest.of(text)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._damaged(MANIFEST) from error

    def _no_backup(self) -> BackupError:
        return BackupError(_("%(path)s n'est pas une sauvegarde du carnet.") % {"path": self._path})

    def _damaged(self, member: str) -> BackupError:
        return BackupError(
            _(
                "%(path)s est abîmé : « %(member)s » n'est pas ce qui a été écrit. "
                "Prendre une autre sauvegarde."
            )
            % {"path": self._path, "member": member}
        )

    def _check_members(self) -> None:
        expected = {_member(name) for name in self.manifest.tables} | {MANIFEST}
        if self.manifest.secret_key:
            expected.add(SECRET_KEY)
        names = self._zip.namelist()
        for wrong in sorted(expected.symmetric_difference(names)):
            raise self._damaged(wrong)
        if len(names) != len(expected):
            raise self._damaged(MANIFEST)

    def text(self, name: str) -> str:
        """Return the text of a small member. Raises KeyError if the file has no such member."""
        try:
            return self._zip.read(name).decode()
        except (*DAMAGES, UnicodeDecodeError) as error:
            raise self._damaged(name) from error

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a table. Raises BackupError at the end if the digest differs."""
        table, digest = self.manifest.tables[name], Digest()
        try:
            with self._zip.open(_member(name)) as member:
                yield from digest.passing(line.rstrip(b"\n") for line in member)
        except DAMAGES as error:
            raise self._damaged(_member(name)) from error
        if digest.table(table.columns) != table:
            raise self._damaged(_member(name))


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """Open a backup, or raise BackupError."""
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        raise BackupError(
            _("%(path)s : impossible de lire ce fichier (%(reason)s).")
            % {"path": path, "reason": error.strerror}
        ) from error
    except DAMAGES as error:
        raise _not_whole(path) from error
    with archive:
        yield Reader(path, archive)


def _not_whole(path: Path) -> BackupError:
    """Return the error for a file that is not a complete zip.

    The directory of a zip is at its end: a file that was cut has lost it, but begins as a zip
    does.
    """
    with path.open("rb") as file:
        began = file.read(4) == b"PK\x03\x04"
    if began:
        return BackupError(
            _("%(path)s est coupé : la fin manque. Prendre une autre sauvegarde.") % {"path": path}
        )
    return BackupError(_("%(path)s n'est pas une sauvegarde du carnet.") % {"path": path})


def newer_program(version: object) -> BackupError:
    """Return the error for a file that a newer version of the program wrote."""
    return BackupError(
        _(
            "Ce fichier vient d'une version plus récente du carnet (%(version)s) : "
            "mettre le programme à jour, puis recommencer."
        )
        % {"version": version}
    )


def unpacked_size(path: Path) -> int:
    """Return the bytes that a backup says to have once unpacked; no more are ever read of it.

    Raises BackupError if the file is no complete zip.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(member.file_size for member in archive.infolist())
    except DAMAGES as error:
        raise _not_whole(path) from error


def verify(path: Path) -> Manifest:
    """Read a whole backup and return its manifest. Raises BackupError for any damage."""
    with reading(path) as reader:
        for name in reader.manifest.tables:
            for _line in reader.lines(name):
                pass
        if reader.manifest.secret_key:
            reader.text(SECRET_KEY)
        return reader.manifest
