"""Compiles the translations: `.po` files are kept in the repository, `.mo` files are made here."""

import os
from pathlib import Path

import polib

from scorekeeper.environment import REPOSITORY


def compile_catalogs(folder: Path = REPOSITORY / "locale") -> list[Path]:
    """Compile each catalogue that changed since it was last compiled; return those."""
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            _compile(source, target)
            made.append(target)
    return made


def _compile(source: Path, target: Path) -> None:
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(target)  # whole or not at all: another process may be reading it
