"""Long texts about the API that only an upgrade changes: made at the start, not for a reader.

A text is stored in the data folder for each language, next to the fingerprint of the files that it
was made from. Without it (a test, or `runserver` after a change of the code) the process makes it.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.utils.translation import get_language, override

from scorekeeper.places import PACKAGE, SHARED

# The makers of the texts, by name. Each returns its text in the current language.
Makers = Mapping[str, Callable[[], str]]
FINGERPRINT = "fingerprint"


def made(name: str, make: Callable[[], str]) -> str:
    """Return a text in the current language: the stored one, or else one made now."""
    return _made(name, make, get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=8)
def _made(name: str, make: Callable[[], str], language: str) -> str:
    if _stamp() == fingerprint():
        with suppress(OSError):
            return _place(name, language).read_text(encoding="utf-8")
    with override(language):
        return make()


def store(makers: Makers) -> bool:
    """Make and store all texts in all languages, if the code changed. Return whether it did."""
    if _stamp() == fingerprint():
        return False
    folder().mkdir(mode=0o700, exist_ok=True)
    for language, _name in settings.LANGUAGES:
        with override(language):
            for name, make in makers.items():
                _place(name, language).write_text(make(), encoding="utf-8")
    (folder() / FINGERPRINT).write_text(fingerprint(), encoding="ascii")
    return True


def folder() -> Path:
    """Return the folder of the stored texts."""
    return Path(settings.DATA) / "api"


def _place(name: str, language: str) -> Path:
    return folder() / f"{name}.{language}"


def _stamp() -> str:
    try:
        return (folder() / FINGERPRINT).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(1)
def fingerprint() -> str:
    """Return a digest of the code, the templates and the translations: their sizes and times."""
    roots = {config.path for config in apps.get_app_configs()} | {str(PACKAGE.parent / "core")}
    paths = {path for root in roots for ending in ("py", "html") for path in _files(root, ending)}
    paths |= set(_files(str(SHARED / "locale"), "mo"))
    digest = hashlib.sha256()
    for path in sorted(paths):
        state = path.stat()
        digest.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _files(root: str, ending: str) -> list[Path]:
    return list(Path(root).rglob(f"*.{ending}"))
