"""Names that look alike though they are not one name: « Anne », and « Аnne » in Cyrillic. Pure.

Two names look alike if their skeletons are equal, as Unicode's UTS 39 has it: each character is
replaced by one that stands for all that look like it. Which ones do is the data of a library.
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
    """Return those of the names that look like a name and are not that name."""
    key, look = name_key(name), look_key(name)
    return [other for other in names if look_key(other) == look and name_key(other) != key]


@cache
def _prototypes() -> dict[int, str]:
    """Return what stands for each character, by its number."""
    data = resources.files("confusable_homoglyphs").joinpath("confusables.json")
    alike: dict[str, list[str]] = {}
    for text, others in json.loads(data.read_text("utf-8")).items():
        alike[text.strip(_MARKS)] = [other["c"].strip(_MARKS) for other in others]
    return {ord(text): _prototype(text, alike) for text in alike if len(text) == 1}


def _prototype(character: str, alike: dict[str, list[str]]) -> str:
    """Return what stands for a character among those that look alike.

    They are a star: the one that all look like lists all the others, and each of those only it.
    What looks like several characters together (« m » and « rn ») lists those.
    """
    others = alike[character]
    several = [other for other in others if len(other) > 1]
    if several:
        return min(several)
    if len(others) > 1:
        return character
    return others[0] if len(alike.get(others[0], ())) > 1 else min(character, others[0])
