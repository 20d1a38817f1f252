"""The dated copies in the folder of backups: made, taken elsewhere by the hook, and deleted."""

import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from scorekeeper.backups.archive import BackupError
from scorekeeper.backups.retention import Retention, staying
from scorekeeper.console import gettext as _

NAME = re.compile(r"carnet-(?P<worker>jour-)?(?P<moment>\d{8}T\d{6}Z)\.zip")
MOMENT = "%Y%m%dT%H%M%SZ"
# Seconds after which a file that was begun and never finished is deleted.
ABANDONED = 24 * 3600
HOOK_PATIENCE = 3600  # seconds


@dataclass(frozen=True)
class Copy:
    """A dated copy. `of_worker`: the worker made it by itself."""

    path: Path
    moment: datetime
    of_worker: bool

    @property
    def size(self) -> int:
        """The bytes of the file; 0 if it was deleted meanwhile."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


class HookError(BackupError):
    """Raised if the command that takes a copy elsewhere fails. The copy itself is whole."""


def new_path(*, of_worker: bool) -> Path:
    """Return the path of a copy to be made now, in the folder, which is created if missing."""
    folder = settings.BACKUPS.folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(
            _("%(path)s : impossible d'écrire ce fichier (%(reason)s).")
            % {"path": folder, "reason": error.strerror}
        ) from error
    moment = datetime.now(UTC).strftime(MOMENT)
    path: Path = folder / f"carnet-{'jour-' if of_worker else ''}{moment}.zip"
    return path


def copies() -> list[Copy]:
    """Return the dated copies in the folder, the newest first."""
    return sorted(_copies(), key=lambda copy: copy.moment, reverse=True)


def _copies() -> Iterator[Copy]:
    try:
        paths = list(settings.BACKUPS.folder.iterdir())
    except OSError:
        return
    for path in paths:
        name = NAME.fullmatch(path.name)
        if name:
            moment = datetime.strptime(name["moment"], MOMENT).replace(tzinfo=UTC)
            yield Copy(path, moment, name["worker"] is not None)


def delete_old(retention: Retention, *, of_worker: bool) -> list[Path]:
    """Delete the copies that do not stay, and return their paths.

    Whoever makes copies deletes their own kind only: the worker's week never costs a timer's year.
    """
    own = [copy for copy in copies() if copy.of_worker == of_worker]
    stay = staying((copy.moment for copy in own), retention)
    deleted = [copy.path for copy in own if copy.moment not in stay]
    for path in [*deleted, *_abandoned()]:
        path.unlink(missing_ok=True)
    return deleted


def _abandoned() -> Iterator[Path]:
    """Yield the files that a killed process began."""
    for path in settings.BACKUPS.folder.glob(".carnet-*"):
        if time.time() - path.stat().st_mtime > ABANDONED:
            yield path


def take_elsewhere(path: Path) -> bool:
    """Run the hook with the path of a copy. Return False if there is none.

    Raises HookError if the command fails.
    """
    hook = settings.BACKUPS.hook
    if not hook:
        return False
    try:
        subprocess.run([*hook, str(path)], check=True, timeout=HOOK_PATIENCE)  # noqa: S603 -- a setting
    except (OSError, subprocess.SubprocessError) as error:
        raise HookError(
            _("%(path)s est fait, mais la commande qui l'emporte a échoué (%(reason)s).")
            % {"path": path, "reason": _reason(error)}
        ) from error
    return True


def _reason(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        return f"exit {error.returncode}"
    return str(getattr(error, "strerror", None) or type(error).__name__)
