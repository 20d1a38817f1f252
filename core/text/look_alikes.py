"""Names that look alike but are different names: « Anne » and, in Cyrillic, « Аnne ». Pure.

Two names look alike if their skeletons are equal, as Unicode's UTS 39 defines them. In a
skeleton each character is replaced by its prototype, which is one character for all those that
look alike. The lists of characters that look alike come from a library.
"""

import json
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources

from core.names import name_key, without_unseen

# The library puts these marks around writing that runs from right to left.
_MARKS = "\u200e\u200f"


@lru_cache(8192)
def look_key(name: str) -> str:
    """Return a key that is equal for names that look alike, whatever their case."""
    plain = name
    if not name.isascii():
        plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", without_unseen(name)))
    skeleton = unicodedata.normalize("NFD", plain.translate(_prototypes()))
    return " ".join(skeleton.casefold().split())


def look_alike(name: str, names: Iterable[str]) -> list[str]:
    """Return the names of `names` that look like `name` but are other names."""
    key, look = name_key(name), look_key(name)
    return [other for other in names if look_key(other) == look and name_key(other) != key]


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each character, by the character's code point."""
    data = resources.files("confusable_homoglyphs").joinpath("confusables.json")
    alike: dict[str, list[str]] = {}
    for text, others in json.loads(data.read_text("utf-8")).items():
        alike[text.strip(_MARKS)] = [other["c"].strip(_MARKS) for other in others]
    return {ord(text): _prototype(text, alike) for text in alike if len(text) == 1}


def _prototype(character: str, alike: dict[str, list[str]]) -> str:
    """Return the prototype of a character, from the library's lists of characters that look alike.

    The library lists, for each character, those that look like it. In a group, only the prototype
    lists several; each other member lists the prototype. In a pair, the smaller one is the
    prototype. A text of several characters (« rn » for « m ») comes before all.
    """
    others = alike[character]
    several = [other for other in others if len(other) > 1]
    if several:
        return min(several)
    if len(others) > 1:
        return character
    return others[0] if len(alike.get(others[0], ())) > 1 else min(character, others[0])
