"""A picture of a match to share, in the style of the sheet: the winner, the scores, the curve."""

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from core.lettering import cut, length, wrapped, write
from games.presentation.curve import HEIGHT, WIDTH, Curve

# Messengers display a picture of this size in full, and most services accept it as a preview.
SIZE = (1200, 630)
MARGIN = 56
PAPER, INK, SOFT, RULE = "#fbf8f1", "#1d2330", "#5a5c63", "#e0d8c7"
# The colours of the sides' lines. The leading side has the darkest.
LINES = ("#1d2330", "#8d8576", "#b9b09c")
MOST_SIDES = 6


@dataclass(frozen=True, slots=True)
class Drawn:
    """The contents of the picture, in the reader's language.

    `sides` has for each side its name, its figure, and whether it leads.
    """

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
    write(pen, (MARGIN, MARGIN - 8), drawn.heading, 26, SOFT)
    y = MARGIN + 40
    # The whole result is written, in smaller letters if it needs more than two lines.
    size, most = (46, 2) if len(wrapped(drawn.sentence, 46, width)) <= 2 else (32, 4)
    for line in wrapped(drawn.sentence, size, width)[:most]:
        write(pen, (MARGIN, y), line, size, INK)
        y += size + 12
    y += 10
    pen.line((MARGIN, y, SIZE[0] - MARGIN, y), fill=RULE, width=2)
    half = width // 2 - 24
    y = _sides(pen, drawn, y + 18, half)
    _facts(pen, drawn, y + 12, width if drawn.curve is None else half)
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
        write(pen, (MARGIN, y), cut(name, size, room), size, INK)
        right = MARGIN + width - length(figure, size)
        write(pen, (right, y), figure, size, INK if leads else SOFT)
        y += step
    return y


def _facts(pen: ImageDraw.ImageDraw, drawn: Drawn, y: int, width: int) -> None:
    for fact in drawn.facts:
        lines = wrapped(fact, 22, width)
        if y + 28 * len(lines) > SIZE[1] - MARGIN:
            return
        for line in lines:
            write(pen, (MARGIN, y), line, 22, SOFT)
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
