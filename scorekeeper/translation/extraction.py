"""Finds the sentences to translate in the code and the templates, without the gettext tools."""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.extract import extract
from django.utils.translation.template import templatize

KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
SKIPPED = {"migrations", "__pycache__", "node_modules"}


@dataclass
class Sentence:
    """A sentence to translate, and the files in which it occurs."""

    context: str | None
    text: str
    plural: str = ""
    files: set[str] = field(default_factory=set)

    @property
    def key(self) -> tuple[str, str]:
        """The key that identifies a sentence. The catalogue is sorted by it."""
        return (self.text, self.context or "")


def sentences(root: Path, folders: Iterable[str]) -> list[Sentence]:
    """Return every sentence in these folders of the repository `root`, in a stable order."""
    sentences_by_key: dict[tuple[str, str], Sentence] = {}
    for path in sorted(_sources(root, folders)):
        for sentence in _in_file(path):
            known = sentences_by_key.setdefault(sentence.key, sentence)
            known.plural = known.plural or sentence.plural
            known.files.add(path.relative_to(root).as_posix())
    return sorted(sentences_by_key.values(), key=lambda sentence: sentence.key)


def _sources(root: Path, folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".html", ".txt"} and not SKIPPED & set(path.parts):
                yield path


def _in_file(path: Path) -> Iterator[Sentence]:
    code = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        code = _template_as_code(code)
    if not _SAID.search(code):
        return  # reading tokens takes seconds for the whole code
    for _line, message, _comments, context in extract(
        "python", io.BytesIO(code.encode()), KEYWORDS, options={"encoding": "utf-8"}
    ):
        text, plural = message if isinstance(message, tuple) else (message, "")
        if text:
            yield Sentence(context or None, text, plural or "")


def _template_as_code(template: str) -> str:
    """Return the sentences of a template as Python calls, one a line.

    Django blanks out the rest of the template, except its indentation and comments, which are not
    Python. So only the calls are returned.
    """
    return "\n".join(match[0] for match in _CALL.finditer(templatize(template)))


_SAID = re.compile(r"\b_\(|gettext")
_STRING = r"""u?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
_CALL = re.compile(
    rf"\b(?:_|gettext|pgettext|ngettext|npgettext)\({_STRING}(?:, ?{_STRING}){{0,2}}(?:, ?count)?\)"
)
