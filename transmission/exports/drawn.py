"""A graph as a picture: SVG at its own size, PNG at a size that a screen can show."""

import io

from django.template.loader import render_to_string
from PIL import Image, ImageColor, ImageDraw, ImageFont

from transmission.exports.texts import xml_text
from transmission.picture import Picture, Spot, draw
from transmission.queries import Seen
from transmission.telling import Told

# A picture's longest side, in pixels; a larger graph is made smaller.
LONGEST = 10_000
PAPER, INK, LINE = "#fbf8f1", "#1d2330", "#8d8576"
LETTER = 14
# Below that no name can be read.
SMALLEST_LETTER = 5


def _picture(told: Told, seen: Seen) -> Picture:
    return draw(told, seen.lineage, seen.lineage.generations)


def to_svg(told: Told, seen: Seen) -> str:
    """Return a picture of its own, which needs no style sheet."""
    context = {"picture": _picture(told, seen), "title": told.title}
    return xml_text(render_to_string("transmission/graph.svg", context))


def to_png(told: Told, seen: Seen) -> bytes:
    """Return the same picture in pixels, made smaller where it would be larger than 10 000."""
    picture = _picture(told, seen)
    scale = min(1.0, LONGEST / max(picture.width, picture.height))
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    for arrow in picture.arrows:
        pen.line([place * scale for place in arrow.ends], fill=LINE, width=1)
    font = ImageFont.load_default(LETTER * scale) if LETTER * scale >= SMALLEST_LETTER else None
    for spot in picture.spots:
        _draw_spot(pen, spot, scale, font)
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
    spot: Spot,
    scale: float,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont | None,
) -> None:
    colour = ImageColor.getrgb(spot.mark.colour)
    corners = _CORNERS.get(spot.mark.shape)
    if corners:
        pen.polygon([((spot.x + x) * scale, (spot.y + y) * scale) for x, y in corners], colour)
    else:
        left, top, reach = (spot.x - 11) * scale, (spot.y - 11) * scale, 22 * scale
        pen.ellipse((left, top, left + reach, top + reach), fill=colour)
    if font:
        pen.text(
            (spot.x * scale, (spot.y + 24) * scale), spot.short, fill=INK, font=font, anchor="mm"
        )
