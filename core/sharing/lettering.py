"""Draws text on pictures, in Source Sans Pro and, for Arabic and Hebrew, in Rubik.

A letter that both fonts lack becomes « ? ».
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Literal

from PIL import ImageDraw, ImageFont

Weight = Literal["Regular", "Semibold"]
# The number of each weight in a font that has all weights in one file.
NUMBERS = {"Regular": 400, "Semibold": 600}
SOURCE = files("font_source_sans_pro") / "files"
OTHER = files("fontpkg_rubik") / "files" / "Rubik[wght].ttf"
UNKNOWN = "?"
# No font has this character. So what a font draws for it is its box for unknown letters.
NO_LETTER = "\U0010ffff"
# The categories of characters without a form of their own. If the fonts lack one, it is left out.
UNDRAWN = {"Cf", "Mn", "Me"}
# The places where a word may be broken: after a hyphen, a slash or a dash.
PARTS = re.compile(r"[^-–/]*[-–/]+|[^-–/]+")


def write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    colour: str,
    weight: Weight = "Regular",
) -> None:
    """Draw a text whose upper left corner is at the point `at`."""
    x, y = at
    # The texts in both fonts stand on the same line.
    base = y + _font(size, weight).getmetrics()[0]
    for part, other in _parts(_drawable(text)):
        font = _font(size, weight, other=other)
        pen.text((x, base), part, fill=colour, font=font, anchor="ls")
        x += font.getlength(part)


@lru_cache(maxsize=16_384)
def length(text: str, size: float, weight: Weight = "Regular") -> float:
    """Return how many pixels wide a text is."""
    return sum(
        _font(size, weight, other=other).getlength(part) for part, other in _parts(_drawable(text))
    )


def wrapped(text: str, size: float, width: float, weight: Weight = "Regular") -> list[str]:
    """Return a whole text as lines of at most `width` pixels.

    A wider word is broken, at a hyphen if it has one, so nothing of the text is lost.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if length(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines += _broken(word, size, width, weight)
    return [line for line in lines if line] or [""]


def _broken(word: str, size: float, width: float, weight: Weight) -> list[str]:
    """Return a word as lines of at most `width` pixels."""
    lines = [""]
    for part in PARTS.findall(word):
        if length(lines[-1] + part, size, weight) <= width:
            lines[-1] += part
        else:
            lines += _cut_up(part, size, width, weight)
    return lines


def _cut_up(part: str, size: float, width: float, weight: Weight) -> list[str]:
    """Return a part of a word as lines of at most `width` pixels.

    The widths of its letters are added up: to measure each line anew would take seconds for a
    picture with many names without a space.
    """
    if length(part, size, weight) <= width:
        return [part]
    lines, taken = [""], 0.0
    for letter in part:
        wide = length(letter, size, weight)
        if lines[-1] and taken + wide > width:
            lines.append("")
            taken = 0.0
        lines[-1] += letter
        taken += wide
    return lines


@lru_cache(maxsize=128)
def _font(size: float, weight: Weight, *, other: bool = False) -> ImageFont.FreeTypeFont:
    if not other:
        return ImageFont.truetype(str(SOURCE / f"SourceSansPro-{weight}.ttf"), size)
    font = ImageFont.truetype(str(OTHER), size)
    font.set_variation_by_axes([NUMBERS[weight]])
    return font


def _drawable(text: str) -> str:
    """Return a text as it is drawn: « ? » replaces each letter that both fonts lack.

    Invisible characters, and accents that the fonts lack, are left out.
    """
    letters = []
    for letter in unicodedata.normalize("NFC", text):
        if _has(letter, False) or _has(letter, True):
            letters.append(letter)
        elif unicodedata.category(letter) not in UNDRAWN:
            letters.append(UNKNOWN)
    return "".join(letters)


def _parts(text: str) -> list[tuple[str, bool]]:
    """Return a text as parts in one font each, and whether it is the other font.

    What stands between two words in the other font belongs to them, so that words from right to
    left stay in their order.
    """
    if text.isascii():
        return [(text, False)]
    fonts = [None if _neutral(letter) else not _has(letter, False) for letter in text]
    for at, other in enumerate(fonts):
        if other is None:
            after = next((font for font in fonts[at:] if font is not None), False)
            mark = unicodedata.combining(text[at]) > 0
            fonts[at] = bool(at and fonts[at - 1] and (after or mark))
    pairs = groupby(zip(text, fonts, strict=True), key=lambda pair: pair[1])
    return [("".join(letter for letter, _font in pair), bool(other)) for other, pair in pairs]


def _neutral(letter: str) -> bool:
    return letter.isspace() or letter in "-.'’&" or unicodedata.combining(letter) > 0


@lru_cache(maxsize=4096)
def _has(letter: str, other: bool) -> bool:
    """Return whether a font has a letter. Of invisible characters it has none but spaces."""
    if letter.isspace():
        return True
    if unicodedata.category(letter) == "Cf":
        return False
    # An accent without a letter is drawn on a circle, so it is looked at on one that all have.
    before = "o" if unicodedata.category(letter) in UNDRAWN else ""
    return _shape(before + letter, other) != _shape(before + NO_LETTER, other)


def _shape(text: str, other: bool) -> bytes:
    return bytes(_font(24, "Regular", other=other).getmask(text))
