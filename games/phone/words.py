"""The games' sentences by code as JSON, one file per language, for phones without network.

On a phone, `page/sentences.js` fills them in, as `games.presentation.wording` does on the server.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.utils import translation
from django.utils.formats import get_format

from core import names
from games.presentation import wording
from games.refusals import SENTENCES
from games.registry import installed
from games.registry.game import Game, Text

# A sentence that phones can fill in: it has only named placeholders, and doubled percent signs.
_HOLDS = re.compile(r"(?:[^%]|%%|%\(\w+\)s)*")
# A placeholder in a sentence whose singular or plural was chosen (`_Form`).
_MARKED = re.compile("\0(\\w+)\0")
# Beyond this code point, no Unicode character changes the direction of text.
LAST_THAT_TURNS = 0x1FFFF


def words_text(language: str) -> str:
    """Return the words of every installed game in a language, as JSON."""
    with translation.override(language):
        words = _words(language)
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _words(language: str) -> dict[str, Any]:
    separators = (get_format("DECIMAL_SEPARATOR"), wording.thousands())
    return {
        "language": language,
        "decimal": separators[0],
        "thousands": separators[1],
        "either": _sentence(wording.EITHER),
        "span": _sentence(wording.SPAN),
        "unknown": _sentence(wording.UNKNOWN),
        "suits": _texts(wording.SUIT_NAMES),
        "signs": wording.SUIT_SIGNS,
        "faces": _texts(wording.FACES),
        "jokers": _texts(wording.JOKERS),
        "turning": turning(),
        "errors": _sentences(SENTENCES),
        "games": {game.slug: _game(game) for game in installed.games()},
    }


def _game(game: Game) -> dict[str, Any]:
    words = game.words
    return {
        "notes": _sentences(words.notes),
        "errors": _sentences(words.errors),
        "place": _sentences(game.place.sentences) if game.place else {},
        "ended_by": _sentences(words.ended_by),
        "terms": _texts(words.terms),
        "sides": [str(name) for name in game.seats.names],
    }


def _texts(texts: Mapping[str, Text]) -> dict[str, str]:
    return {code: str(text) for code, text in texts.items()}


def _sentences(texts: Mapping[str, Text]) -> dict[str, Any]:
    return {code: _sentence(text) for code, text in texts.items()}


class _Form(int):
    """A number that chooses singular or plural, and is written as a mark for its placeholder."""

    place: str

    def __str__(self) -> str:
        return f"\0{self.place}\0"


class _Places(dict[str, Any]):
    """Values that fill every placeholder of a sentence with a mark.

    `number` chooses singular or plural. `chooses` is the first placeholder that was read.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.chooses, self.number = "", number

    def __missing__(self, place: str) -> _Form:
        self.chooses = self.chooses or place
        form = _Form(self.number)
        form.place = place
        return form


def _sentence(text: Text) -> Any:
    """Return a sentence whose placeholders a phone can fill.

    A sentence with singular and plural is returned in both forms, with the name of the placeholder
    whose number chooses between them.
    """
    whole = str(text)
    if whole:
        return _fillable(whole)
    forms = [_Places(1), _Places(2)]
    filled = (str(text % places).replace("%", "%%") for places in forms)
    singular, plural = (_fillable(_MARKED.sub(r"%(\1)s", filled_text)) for filled_text in filled)
    return {"by": forms[0].chooses, "singular": singular, "plural": plural}


def _fillable(sentence: str) -> str:
    if not _HOLDS.fullmatch(sentence):
        raise ValueError(f"« {sentence} » holds more than places by name: %(name)s, and %%.")
    return sentence


@cache
def turning() -> str:
    """Return the characters that change the direction of text, as a class of a JavaScript regex.

    A name that contains one is isolated (`core.names.isolated`). Browsers have no such class of
    their own.
    """
    return "".join(_range(first, last) for first, last in _runs())


def _runs() -> Iterator[tuple[int, int]]:
    first: int | None = None
    for code in range(LAST_THAT_TURNS + 2):
        turns = code <= LAST_THAT_TURNS and names.turns(chr(code))
        if turns and first is None:
            first = code
        if not turns and first is not None:
            yield first, code - 1
            first = None


def _range(first: int, last: int) -> str:
    return f"\\u{{{first:x}}}-\\u{{{last:x}}}"
