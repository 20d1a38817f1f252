"""`manage.py messages`: updates the catalogues from the sentences of the code."""

import re
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polib
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.translation.catalogs import compile_catalogs
from scorekeeper.translation.extraction import Sentence, sentences
from scorekeeper.translation.style import style_faults

PLACES = re.compile(r"%\((\w+)\)|(?<!\{)\{(\w*)\}(?!\})|%(?:%|([sd]))")
PLURAL_FORMS = {"en": "nplurals=2; plural=(n != 1);", "fr": "nplurals=2; plural=(n > 1);"}
LINE_WIDTH = 100


class Command(BaseCommand):
    """Extracts the sentences, merges them into the catalogues, and checks these.

    The msgids are French, so that only other languages need translations.
    """

    help = "Met les catalogues de traduction à jour avec les phrases du code (--check : vérifie)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--check", action="store_true", help="vérifie, sans rien écrire")

    def handle(self, *args: Any, **options: Any) -> None:
        """Update the catalogues, or print what is missing in them."""
        root = Path(settings.BASE_DIR)
        extracted = sentences(root, own_folders(root))
        folder = Path(settings.LOCALE_PATHS[0])
        if options["check"]:
            self._check(folder, extracted)
            return
        for language in PLURAL_FORMS:
            path = folder / language / "LC_MESSAGES" / "django.po"
            write(path, merged(language, extracted, path))
        compile_catalogs(folder)
        left = faults(_read(folder / "en/LC_MESSAGES/django.po"), extracted)
        self.stdout.write(f"{len(extracted)} phrases, {len(left)} à revoir.")

    def _check(self, folder: Path, extracted: list[Sentence]) -> None:
        lines = faults(_read(folder / "en/LC_MESSAGES/django.po"), extracted)
        path = folder / "fr/LC_MESSAGES/django.po"
        if str(_read(path)) != str(merged("fr", extracted, path)):
            lines.append("locale/fr n'est pas à jour : manage.py messages")
        if lines:
            raise CommandError("\n".join([f"{len(lines)} phrase(s) à revoir :", *lines]))
        self.stdout.write(f"{len(extracted)} phrases, toutes traduites.")


def own_folders(root: Path) -> list[str]:
    """Return the folders of this repository that contain sentences: templates, apps, `core`."""
    paths = {Path(config.path) for config in apps.get_app_configs()}
    paths |= {root / "templates", root / "core"}
    elsewhere = (root / "tests", root / ".venv")
    own = {
        path
        for path in paths
        if path.is_relative_to(root) and not any(path.is_relative_to(other) for other in elsewhere)
    }
    # The folder of a game is inside `games`, which is in the list already.
    outer = [path for path in own if not own & set(path.parents)]
    return sorted(path.relative_to(root).as_posix() for path in outer)


def merged(language: str, extracted: Iterable[Sentence], path: Path) -> polib.POFile:
    """Return the catalogue of the sentences, with the translations that are already at `path`."""
    known = {_key(entry): entry for entry in _read(path)}
    catalogue = polib.POFile(wrapwidth=LINE_WIDTH)
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "MIME-Version": "1.0",
        "Plural-Forms": PLURAL_FORMS[language],
    }
    for sentence in extracted:
        entry = _entry(sentence)
        if language == "fr":
            if not sentence.plural:
                continue
            entry.msgstr_plural = {0: sentence.text, 1: sentence.plural}
        else:
            _keep_translation(entry, known.get(_key(entry)))
        catalogue.append(entry)
    return catalogue


def faults(catalogue: polib.POFile, extracted: Iterable[Sentence]) -> list[str]:
    """Return a message for each missing, superfluous, wrong or badly written translation."""
    known = {_key(entry): entry for entry in catalogue}
    wanted = {_key(_entry(sentence)): sentence for sentence in extracted}
    missing = [f"absente : {wanted[key].text}" for key in wanted if key not in known]
    gone = [f"plus dans le code : {known[key].msgid}" for key in known if key not in wanted]
    wrong = [fault for entry in catalogue for fault in _faults_of(entry)]
    return missing + gone + wrong + [fault for entry in catalogue for fault in _style_of(entry)]


def write(path: Path, catalogue: polib.POFile) -> None:
    """Write a catalogue, if it changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"{catalogue}\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _faults_of(entry: polib.POEntry) -> list[str]:
    texts = [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]
    if not texts or not all(texts):
        return [f"non traduite : {entry.msgid}"]
    if entry.fuzzy:
        return [f"incertaine : {entry.msgid}"]
    if entry.msgid_plural:
        # A singular form may leave out the number, in either language: « une partie ».
        allowed = _places(entry.msgid) | _places(entry.msgid_plural)
        good = all(_places(text) <= allowed for text in texts)
        good = good and _places(texts[-1]) == _places(entry.msgid_plural)
    else:
        good = _places(entry.msgstr) == _places(entry.msgid)
    return [] if good else [f"places différentes : {entry.msgid}"]


def _style_of(entry: polib.POEntry) -> list[str]:
    french = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
    english = [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]
    faults = style_faults("fr", french) + style_faults("en", english)
    return [f"{fault} : {entry.msgid}" for fault in faults]


def _places(text: str) -> set[str]:
    return {match[0] for match in PLACES.finditer(text) if match[0] != "%%"}


def _keep_translation(entry: polib.POEntry, known: polib.POEntry | None) -> None:
    if entry.msgid_plural:
        old = known.msgstr_plural if known is not None else {}
        entry.msgstr_plural = {0: old.get(0, ""), 1: old.get(1, "")}
    elif known is not None:
        entry.msgstr = known.msgstr
    if known is not None:
        entry.tcomment = known.tcomment
        if known.fuzzy:
            entry.flags.append("fuzzy")


def _entry(sentence: Sentence) -> polib.POEntry:
    return polib.POEntry(
        msgctxt=sentence.context,
        msgid=sentence.text,
        msgid_plural=sentence.plural,
        occurrences=[(name, "") for name in sorted(sentence.files)],
        flags=["python-format"] if "%(" in sentence.text + sentence.plural else [],
    )


def _key(entry: polib.POEntry) -> tuple[str, str, str]:
    return (entry.msgctxt or "", entry.msgid, entry.msgid_plural)


def _read(path: Path) -> polib.POFile:
    return polib.pofile(str(path), wrapwidth=LINE_WIDTH) if path.exists() else polib.POFile()
