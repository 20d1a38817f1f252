"""Makes the phones' files when Django collects static files: rules, scripts, words, templates."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

from games.phone import rules, scripts, templates, words

FOLDER = "phone"


class PhoneFinder(BaseFinder):
    """Finds `phone/rules.js`, the scripts, and the words and templates of each language as JSON."""

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Return no messages, because the finder has no settings to check."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path of one of the phones' files. It is made again if it is out of date."""
        name = path.removeprefix(f"{FOLDER}/")
        if name == path or name not in _names():
            return []
        _make(name)
        place = str(rules.folder() / name)
        return [place] if find_all else place

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """Yield the name and the storage of each of the phones' files, after bringing the file up
        to date.
        """
        storage = FileSystemStorage(location=settings.PHONE_FILES)
        for name in _names():
            _make(name)
            yield f"{FOLDER}/{name}", storage


_TEXTS = {"words": words.words_text, "templates": templates.templates_text}


def _names() -> list[str]:
    languages = [language for language, _name in settings.LANGUAGES]
    texts = [f"{kind}.{language}.json" for kind in _TEXTS for language in languages]
    return ["rules.js", *scripts.SCRIPTS, *texts]


def _make(name: str) -> None:
    if name == "rules.js":
        rules.up_to_date()
    elif name in scripts.SCRIPTS:
        rules.write(rules.folder() / name, scripts.script_text(name))
    else:
        kind, language, _json = name.split(".")
        rules.write(rules.folder() / name, _TEXTS[kind](language))
