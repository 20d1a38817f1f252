"""A match as a picture to pass on: who won, the figures, the curve; drawn in the sheet's style."""

import io
import unicodedata
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from games.curve import HEIGHT, WIDTH, Curve

# What a message shows whole, and most services take as a preview.
SIZE = (1200, 630)
MARGIN = 56
PAPER, INK, SOFT, RULE = "#fbf8f1", "#1d2330", "#5a5c63", "#e0d8c7"
# By side: who leads has the darkest line.
LINES = ("#1d2330", "#8d8576", "#b9b09c")
MOST_SIDES = 6
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the picture says, in the reader's language. `sides` are names with their figures."""

    heading: str
    sentence: str
    sides: tuple[tuple[str, str, bool], ...]
    facts: tuple[str, ...]
    curve: Curve | None


def paint(drawn: Drawn) -> bytes:
    """Return the picture as PNG."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    width = SIZE[0] - 2 * MARGIN
    _write(pen, (MARGIN, MARGIN - 8), drawn.heading, 26, SOFT)
    y = MARGIN + 40
    for line in _wrapped(pen, drawn.sentence, 46, width)[:2]:
        _write(pen, (MARGIN, y), line, 46, INK)
        y += 58
    y += 10
    pen.line((MARGIN, y, SIZE[0] - MARGIN, y), fill=RULE, width=2)
    half = width // 2 - 24
    y = _sides(pen, drawn, y + 18, half)
    _facts(pen, drawn, y + 12, half)
    if drawn.curve is not None:
        top = SIZE[1] - MARGIN - 300
        _curve(pen, drawn, (SIZE[0] - MARGIN - half, top, half, 300))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _sides(pen: ImageDraw.ImageDraw, drawn: Drawn, y: int, width: int) -> int:
    many = len(drawn.sides) > 3
    size, step = (26, 36) if many else (34, 48)
    for name, figure, leads in drawn.sides[:MOST_SIDES]:
        room = width - 150
        _write(pen, (MARGIN, y), _cut(pen, name, size, room), size, INK)
        right = MARGIN + width - _length(pen, figure, size)
        _write(pen, (right, y), figure, size, INK if leads else SOFT)
        y += step
    return y


def _facts(pen: ImageDraw.ImageDraw, drawn: Drawn, y: int, width: int) -> None:
    for fact in drawn.facts:
        lines = _wrapped(pen, fact, 22, width)
        if y + 28 * len(lines) > SIZE[1] - MARGIN:
            return
        for line in lines:
            _write(pen, (MARGIN, y), line, 22, SOFT)
            y += 28
        y += 10


def _curve(pen: ImageDraw.ImageDraw, drawn: Drawn, box: tuple[int, int, int, int]) -> None:
    left, top, width, height = box
    across, down = width / WIDTH, height / HEIGHT
    curve = drawn.curve
    if curve is None:
        return
    for level in (curve.zero_y, curve.target_y):
        if level is not None:
            y = top + level * down
            pen.line((left, y, left + width, y), fill=RULE, width=2)
    for line in reversed(curve.polylines[:MOST_SIDES]):
        leads = drawn.sides[line.side][2]
        points = [tuple(map(int, pair.split(","))) for pair in line.points.split()]
        ends = [(left + x * across, top + y * down) for x, y in points]
        colour = LINES[0] if leads else LINES[1 + line.side % 2]
        pen.line(ends, fill=colour, width=5 if leads else 3, joint="curve")


# The library's own font has no accents: they are drawn as strokes over (or under) the letter, in
# parts of the letter's size, from its middle and from its top or foot.
MARKS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "\u0300": (((-0.13, -0.2), (0.05, -0.08)),),
    "\u0301": (((0.13, -0.2), (-0.05, -0.08)),),
    "\u0302": (((-0.14, -0.08), (0, -0.2), (0.14, -0.08)),),
    "\u0303": (((-0.16, -0.1), (-0.06, -0.17), (0.06, -0.1), (0.16, -0.17)),),
    "\u0308": (((-0.12, -0.14), (-0.09, -0.14)), ((0.09, -0.14), (0.12, -0.14))),
    "\u030c": (((-0.14, -0.2), (0, -0.08), (0.14, -0.2)),),
    "\u0327": (((0, 0), (0.05, 0.08), (-0.06, 0.16)),),
}
CEDILLA = "\u0327"
# What the font has no shape for: isolates, narrow spaces, dashes, ligatures.
PLAIN = str.maketrans(
    {"\u2068": "", "\u2069": "", "\u202f": " ", "\xa0": " ", "\u2212": "-", "\u2013": "-",
     "\u0153": "oe", "\u0152": "OE", "\xe6": "ae", "\xc6": "AE"}
)  # fmt: skip


def _font(size: int) -> Font:
    return ImageFont.load_default(size)


def _letters(text: str) -> list[tuple[str, str]]:
    """Return each letter with its marks."""
    found: list[tuple[str, str]] = []
    for sign in unicodedata.normalize("NFD", text.translate(PLAIN)):
        if unicodedata.combining(sign):
            if found:
                found[-1] = (found[-1][0], found[-1][1] + sign)
        else:
            found.append((sign, ""))
    return found


def _length(pen: ImageDraw.ImageDraw, text: str, size: int) -> float:
    return pen.textlength("".join(letter for letter, _marks in _letters(text)), font=_font(size))


def _write(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, colour: str
) -> None:
    letters, font = _letters(text), _font(size)
    plain = "".join(letter for letter, _marks in letters)
    pen.text(at, plain, fill=colour, font=font)
    for place, (letter, marks) in enumerate(letters):
        before = pen.textlength(plain[:place], font=font)
        _left, top, _right, foot = font.getbbox(letter)
        middle = at[0] + before + pen.textlength(letter, font=font) / 2
        for mark in marks:
            base = at[1] + (foot if mark == CEDILLA else top)
            for stroke in MARKS.get(mark, ()):
                ends = [(middle + x * size, base + y * size) for x, y in stroke]
                pen.line(ends, fill=colour, width=max(2, size // 13), joint="curve")


def _wrapped(pen: ImageDraw.ImageDraw, text: str, size: int, width: int) -> list[str]:
    lines = [""]
    for word in text.translate(PLAIN).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(pen, longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [_cut(pen, line, size, width) for line in lines]


def _cut(pen: ImageDraw.ImageDraw, text: str, size: int, width: int) -> str:
    """Return a text that fits, cut at its end if it must."""
    whole = text
    while text and _length(pen, text + ("…" if text != whole else ""), size) > width:
        text = text[:-1]
    return text if text == whole else f"{text.rstrip()}…"
