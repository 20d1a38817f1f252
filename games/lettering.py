"""Writing on pictures. The library's own font knows plain letters: other signs are drawn.

A letter with a mark is the plain letter and strokes over, under or through it. Of a letter that is
unknown here a question mark is drawn, never an empty box.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from PIL import ImageDraw, ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Stroke = tuple[tuple[float, float], ...]

# All shapes of the font, besides plain letters and figures.
KNOWN = frozenset(map(chr, range(32, 127))) | frozenset("©«°±´·»’“”…")
UNKNOWN = "?"
# Strokes in parts of the letter's size, from its middle and from its top, its foot or its centre.
OVER: dict[str, tuple[Stroke, ...]] = {
    "\u0300": (((-0.13, -0.2), (0.05, -0.08)),),
    "\u0301": (((0.13, -0.2), (-0.05, -0.08)),),
    "\u0302": (((-0.14, -0.08), (0, -0.2), (0.14, -0.08)),),
    "\u0303": (((-0.16, -0.1), (-0.06, -0.17), (0.06, -0.1), (0.16, -0.17)),),
    "\u0304": (((-0.14, -0.13), (0.14, -0.13)),),
    "\u0306": (((-0.13, -0.2), (-0.06, -0.11), (0.06, -0.11), (0.13, -0.2)),),
    "\u0307": (((-0.02, -0.14), (0.02, -0.14)),),
    "\u0308": (((-0.12, -0.14), (-0.09, -0.14)), ((0.09, -0.14), (0.12, -0.14))),
    "\u0309": (((-0.06, -0.22), (0.06, -0.2), (0, -0.13), (0, -0.09)),),
    "\u030a": (((0, -0.24), (0.08, -0.16), (0, -0.08), (-0.08, -0.16), (0, -0.24)),),
    "\u030b": (((0.02, -0.2), (-0.1, -0.08)), ((0.2, -0.2), (0.08, -0.08))),
    "\u030c": (((-0.14, -0.2), (0, -0.08), (0.14, -0.2)),),
    "\u031b": (((0.22, -0.02), (0.3, -0.1)),),
}
UNDER: dict[str, tuple[Stroke, ...]] = {
    "\u0323": (((-0.02, 0.12), (0.02, 0.12)),),
    "\u0326": (((0.03, 0.06), (-0.03, 0.18)),),
    "\u0327": (((0, 0), (0.05, 0.08), (-0.06, 0.16)),),
    "\u0328": (((0.08, 0), (0.02, 0.1), (0.12, 0.16)),),
}
THROUGH: dict[str, tuple[Stroke, ...]] = {
    "\u0335": (((-0.3, 0), (0.02, 0)),),
    "\u0337": (((-0.22, 0.12), (0.08, -0.1)),),
    "\u0338": (((-0.26, 0.3), (0.26, -0.3)),),
}
# What is written as other letters: isolates, narrow spaces, dashes, ligatures, letters with a bar.
PLAIN = str.maketrans(
    {"\u2068": "", "\u2069": "", "\u202f": " ", "\xa0": " ", "\u2212": "-", "\u2013": "-",
     "\u2014": "-", "\u2011": "-", "\u2018": "’", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE",
     "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "Th", "ı": "i", "Ł": "L\u0337", "ł": "l\u0337",
     "Ø": "O\u0338", "ø": "o\u0338", "Đ": "D\u0335", "đ": "d\u0335", "Ð": "D\u0335", "ð": "d\u0335",
     "Ħ": "H\u0335", "ħ": "h\u0335"}
)  # fmt: skip


def write(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: float, colour: str
) -> None:
    """Write a text to the right of a point and below it."""
    letters, font = list(_letters(text)), _font(size)
    plain = _joined(letters)
    pen.text(at, plain, fill=colour, font=font)
    for place, (letter, marks) in enumerate(letters):
        if not marks:
            continue
        before = font.getlength(plain[:place])
        _left, top, _right, foot = font.getbbox(letter)
        middle = at[0] + before + font.getlength(letter) / 2
        for mark in marks:
            for found, base in ((OVER, top), (UNDER, foot), (THROUGH, (top + foot) / 2)):
                for stroke in found.get(mark, ()):
                    ends = [(middle + x * size, at[1] + base + y * size) for x, y in stroke]
                    pen.line(ends, fill=colour, width=max(1, round(size / 13)), joint="curve")


def length(text: str, size: float) -> float:
    """Return how many pixels wide a text is."""
    return _font(size).getlength(_joined(_letters(text)))


def wrapped(text: str, size: float, width: int) -> list[str]:
    """Return a text in lines of that width; a word that is wider is cut at its end."""
    lines = [""]
    for word in text.translate(PLAIN).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and length(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, size, width) for line in lines]


def cut(text: str, size: float, width: int) -> str:
    """Return a text that fits, cut at its end if it must."""
    whole = text
    while text and length(text + ("…" if text != whole else ""), size) > width:
        text = text[:-1]
    return text if text == whole else f"{text.rstrip()}…"


@lru_cache(maxsize=64)
def _font(size: float) -> Font:
    return ImageFont.load_default(size)


def _letters(text: str) -> Iterator[tuple[str, str]]:
    """Yield each letter with its marks."""
    last, marks = "", ""
    for sign in unicodedata.normalize("NFD", text.translate(PLAIN)):
        if unicodedata.combining(sign):
            marks += sign
            continue
        if last:
            yield last, marks
        last, marks = sign if sign in KNOWN else UNKNOWN, ""
    if last:
        yield last, marks


def _joined(letters: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    return "".join(letter for letter, _marks in letters)
