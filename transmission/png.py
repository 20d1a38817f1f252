"""Paints a drawing as PNG. If it is too large, width and height are scaled down separately."""

import io
from dataclasses import dataclass

from PIL import Image, ImageColor, ImageDraw

from core.sharing.lettering import length, write
from transmission.drawing import DrawnPerson, Picture

# The longest side that a picture may have, in pixels.
LONGEST = 10_000
PAPER, INK, LINE, FAINT_LINE = "#fbf8f1", "#1d2330", "#8d8576", "#ded6c6"
LETTER = 14
# Smaller letters than this can't be read, so no names are written.
SMALLEST_LETTER = 5
# The least height of a shrunk drawing, as a share of its longest allowed side.
FLATTEST = 0.5
# Below this scale links are drawn in a faint colour. Many of them share a pixel then, and would
# hide the people.
CROWDED = 0.25


@dataclass(frozen=True, slots=True)
class PngScale:
    """The scales of a drawing in both directions, and its width and height in pixels after
    scaling.
    """

    across: float
    down: float
    width: int
    height: int

    @property
    def least(self) -> float:
        """The smaller of both scales. It is used for shapes that must not be distorted."""
        return min(self.across, self.down)


def fit(width: int, height: int, longest: int = LONGEST) -> PngScale:
    """Return the scales with which a drawing fits into a square. They are at most 1."""
    across = min(1.0, longest / max(width, 1))
    down = min(1.0, max(across, FLATTEST * longest / max(height, 1)), longest / max(height, 1))
    return PngScale(across, down, max(1, round(width * across)), max(1, round(height * down)))


def paint(picture: Picture, longest: int = LONGEST, *, names: bool = True) -> bytes:
    """Return a drawing as PNG, with no side longer than `longest` pixels.

    With `names`, names are written if they are large enough to be read.
    """
    size = fit(picture.width, picture.height, longest)
    image = Image.new("RGB", (size.width, size.height), PAPER)
    pen = ImageDraw.Draw(image)
    line = FAINT_LINE if size.least < CROWDED else LINE
    for arrow in picture.arrows:
        x1, y1, x2, y2 = arrow.ends
        ends = (x1 * size.across, y1 * size.down, x2 * size.across, y2 * size.down)
        pen.line(ends, fill=line, width=1)
    letter = LETTER * size.least if names else 0
    for spot in picture.spots:
        _draw_spot(pen, spot, size, letter if letter >= SMALLEST_LETTER else 0)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=False)
    return out.getvalue()


_CORNERS = {
    "square": [(-10, -10), (10, -10), (10, 10), (-10, 10)],
    "diamond": [(0, -13), (13, 0), (0, 13), (-13, 0)],
    "triangle": [(0, -13), (13, 10), (-13, 10)],
    "hexagon": [(-12, 0), (-6, -10), (6, -10), (12, 0), (6, 10), (-6, 10)],
    "cross": [
        *((-4, -12), (4, -12), (4, -4), (12, -4), (12, 4), (4, 4)),
        *((4, 12), (-4, 12), (-4, 4), (-12, 4), (-12, -4), (-4, -4)),
    ],
}


def _draw_spot(
    pen: ImageDraw.ImageDraw,
    spot: DrawnPerson,
    size: PngScale,
    letter: float,
) -> None:
    colour, scale = ImageColor.getrgb(spot.mark.colour), size.least
    x, y = spot.x * size.across, spot.y * size.down
    if scale < CROWDED:
        pen.line((x, y - 2, x, y + 2), fill=colour, width=1)
        return
    corners = _CORNERS.get(spot.mark.shape)
    if corners:
        pen.polygon([(x + dx * scale, y + dy * scale) for dx, dy in corners], colour)
    else:
        reach = 11 * scale
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    if letter:
        at = (x - length(spot.short, letter) / 2, y + 24 * scale - letter * 0.6)
        write(pen, at, spot.short, letter, INK)
