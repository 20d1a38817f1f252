"""Names that look alike though they are not one name: « Anne », and « Аnne » in Cyrillic. Pure.

Two names look alike if their skeletons are equal, as Unicode's UTS 39 defines them. In a skeleton
each character is replaced by its prototype: one character for all that look alike. A library has
the lists of characters that look alike.
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
    """Return a key equal for names that look alike, whatever their case."""
    plain = name
    if not name.isascii():
        plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", without_unseen(name)))
    skeleton = unicodedata.normalize("NFD", plain.translate(_prototypes()))
    return " ".join(skeleton.casefold().split())


def look_alike(name: str, names: Iterable[str]) -> list[str]:
    """Return those of `names` that look like `name` but are another name."""
    key, look = name_key(name), look_key(name)
    return [other for other in names if look_key(other) == look and name_key(other) != key]


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each character, by the number of the character."""
    data = resources.files("confusable_homoglyphs").joinpath("confusables.json")
    alike: dict[str, list[str]] = {}
    for text, others in json.loads(data.read_text("utf-8")).items():
        alike[text.strip(_MARKS)] = [other["c"].strip(_MARKS) for other in others]
    return {ord(text): _prototype(text, alike) for text in alike if len(text) == 1}


def _prototype(character: str, alike: dict[str, list[str]]) -> str:
    """Return the prototype of a character, from the library's lists.

    In a group of characters that look alike, the list of the prototype has all the others, and the
    list of each other one has only the prototype. In a pair the smaller character is the prototype.
    The list of a character that looks like several together (« m » and « rn ») has these.
    """
    others = alike[character]
    several = [other for other in others if len(other) > 1]
    if several:
        return min(several)
    if len(others) > 1:
        return character
    return others[0] if len(alike.get(others[0], ())) > 1 else min(character, others[0])
