"""How wide a text is when it is drawn, and how a long one is broken into lines.

The reader's browser chooses the font, so widths are those of a wide one in bold (DejaVu Sans). In
other fonts the text leaves some room.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

# Widths in thousandths of the font's size, by letters of about the same width. Letters with an
# accent are as wide as those without one.
WIDTHS = {
    "ijlI.,:;'’!|()[]": 430,
    ' rtf-/J"·': 500,
    "scxzvyk1?*": 690,
    "abdeghnopqu0123456789_": 730,
    "ELFSTXYZBPCKR$": 800,
    "ADGHNOQUV&+=<>": 880,
    "mwM": 1060,
    "W@%": 1120,
}
USUAL = {letter: width for letters, width in WIDTHS.items() for letter in letters}
# The width of other letters of the Latin, Greek and Cyrillic scripts, and of all other signs.
OTHER, FULL = 900, 1300


@cache
def _width(letter: str) -> int:
    plain = unicodedata.normalize("NFD", letter)[0]
    if unicodedata.combining(plain) or unicodedata.category(plain) in ("Mn", "Me", "Cf"):
        return 0
    return USUAL.get(plain, OTHER if ord(plain) < 0x530 else FULL)


def text_width(text: str, size: int) -> int:
    """Return how many pixels wide a text is at most, in letters of `size` pixels."""
    return -(-sum(map(_width, text)) * size // 1000)


def in_lines(text: str, size: int, room: int) -> list[str]:
    """Break a text into lines of at most `room` pixels, between words where it can be.

    A pair's name is broken after its « & » if each of the two then has a line.
    """
    if text_width(text, size) <= room:
        return [text]
    first, between, second = text.partition(" & ")
    halves = [f"{first} &", second] if between and " & " not in second else []
    if halves and all(text_width(half, size) <= room for half in halves):
        return halves
    return list(_broken(text, size, room))


def _broken(text: str, size: int, room: int) -> Iterator[str]:
    line = ""
    for between, word in re.findall(r"( *)([^ -]+-*|-+)", text):
        longer = f"{line}{between}{word}"
        if text_width(longer, size) <= room:
            line = longer
            continue
        if line:
            yield line
        line = word
        while text_width(line, size) > room:
            head = _head(line, size, room)
            yield head
            line = line.removeprefix(head)
    if line:
        yield line


def _head(word: str, size: int, room: int) -> str:
    """Return the beginning of a word that fits; at least one letter with its accents."""
    past = 1
    while past < len(word) and text_width(word[: past + 1], size) <= room:
        past += 1
    while past < len(word) and not _width(word[past]):
        past += 1
    return word[:past]
