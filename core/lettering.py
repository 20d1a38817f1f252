"""Draws text on pictures, in Source Sans Pro. A letter that the font lacks becomes « ? »."""

import unicodedata
from functools import lru_cache
from importlib.resources import files

from PIL import ImageDraw, ImageFont

FONT = files("font_source_sans_pro") / "files" / "SourceSansPro-Regular.ttf"
UNKNOWN = "?"
# No font has this character. So what the font draws for it is its box for unknown letters.
NO_LETTER = "\U0010ffff"
# Unicode's isolates, which `core.names.isolated` adds to names. They are left out of pictures.
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def write(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: float, colour: str
) -> None:
    """Draw a text whose upper left corner is at the point `at`."""
    pen.text(at, _drawable(text), fill=colour, font=_font(size))


def length(text: str, size: float) -> float:
    """Return how many pixels wide a text is."""
    return _font(size).getlength(_drawable(text))


def wrapped(text: str, size: float, width: int) -> list[str]:
    """Return a text as lines of at most `width` pixels. A wider word is cut at its end."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and length(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, size, width) for line in lines]


def cut(text: str, size: float, width: int) -> str:
    """Return a text that is at most `width` pixels wide. A longer text is cut at its end."""
    whole = text
    while text and length(text + ("…" if text != whole else ""), size) > width:
        text = text[:-1]
    return text if text == whole else f"{text.rstrip()}…"


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), size)


def _drawable(text: str) -> str:
    """Return a text in which « ? » replaces each letter that the font lacks."""
    letters = unicodedata.normalize("NFC", text.translate(ISOLATES))
    return "".join(letter if _has(letter) else UNKNOWN for letter in letters)


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return letter.isspace() or _shape(letter) != _shape(NO_LETTER)


def _shape(letter: str) -> bytes:
    return bytes(_font(24).getmask(letter))
