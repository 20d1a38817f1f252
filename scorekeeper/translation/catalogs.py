"""Compiles the translations: from the `.po` files of the repository it makes `.mo` files."""

import os
from pathlib import Path

import polib

from core.text.typography import glued
from scorekeeper.places import SHARED
from scorekeeper.translation import library_words


def compile_catalogs(folder: Path = SHARED / "locale") -> list[Path]:
    """Compile each catalogue that changed since it was last compiled; return the compiled files.

    A wheel has compiled catalogues only.
    """
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        target = source.with_suffix(".mo")
        sources = {source}
        if _is_french(source):
            sources |= {Path(library_words.__file__), *folder.glob("en/LC_MESSAGES/django.po")}
        newest = max(path.stat().st_mtime for path in sources)
        if not target.exists() or target.stat().st_mtime < newest:
            _compile(source, target)
            made.append(target)
    return made


def _is_french(source: Path) -> bool:
    return source.parts[-3] == "fr"


def _compile(source: Path, target: Path) -> None:
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    catalogue = polib.pofile(str(source))
    if _is_french(source):
        _add_library(catalogue)
        _glue(catalogue, source)
    catalogue.save_as_mofile(str(draft))
    draft.replace(target)  # in one step, because another process may be reading it


def _add_library(catalogue: polib.POFile) -> None:
    """Add our own French for sentences of the libraries; it replaces theirs."""
    for text, ours in library_words.FRENCH.items():
        catalogue.append(polib.POEntry(msgid=text, msgstr=glued(ours)))
    for (singular, many), forms in library_words.FRENCH_FORMS.items():
        plural = dict(enumerate(forms))
        catalogue.append(polib.POEntry(msgid=singular, msgid_plural=many, msgstr_plural=plural))


def _glue(catalogue: polib.POFile, source: Path) -> None:
    """Set the no-break spaces of French in the sentences.

    Most French sentences are in the code and not in the catalogue. Those that need such spaces are
    added to it.
    """
    for entry in catalogue:
        entry.msgstr_plural = {form: glued(text) for form, text in entry.msgstr_plural.items()}
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue}
    translated = source.parents[2] / "en/LC_MESSAGES/django.po"
    for entry in polib.pofile(str(translated)) if translated.exists() else ():
        if (entry.msgctxt, entry.msgid) not in known and glued(entry.msgid) != entry.msgid:
            own = polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgstr=glued(entry.msgid))
            catalogue.append(own)
