"""The language of the terminal, for messages at the start of the site.

When a setting is refused, Django is not set up yet. So this module reads the catalogue itself.
"""

import gettext as catalogues
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from scorekeeper.places import SHARED

LOCALE = SHARED / "locale"
# The variables that set the language of the terminal, in the order in which programs read them.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


# The language of whoever reads instead of the terminal, for example of a job's owner.
_reader: ContextVar[str | None] = ContextVar("reader", default=None)


@contextmanager
def read_in(code: str) -> Iterator[None]:
    """Let sentences be in the language of a reader of the pages within the block."""
    token = _reader.set(code)
    try:
        yield
    finally:
        _reader.reset(token)


def language(variables: Mapping[str, str] = os.environ) -> str:
    """Return `fr` or `en`: French, unless the terminal is set to another language."""
    locale = next(filter(None, (variables.get(name) for name in VARIABLES)), "")
    return "fr" if locale.split(".")[0] in ("", "C", "POSIX") or locale.startswith("fr") else "en"


def gettext(sentence: str) -> str:
    """Return a French sentence of the code in the language of the terminal, or of the reader."""
    if (_reader.get() or language()) == "fr":
        return sentence
    return catalogues.translation("django", LOCALE, ["en"], fallback=True).gettext(sentence)
