"""A picture of 1200 × 630 to share, in the style of the sheet: names with figures, and a curve.

Names are always drawn whole. If they are long or many, they are drawn smaller, in several columns
or on several lines.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from core.sharing.lettering import Weight, length, wrapped, write

# Messengers display a picture of this size in full, and link previews are made for it.
SIZE = (1200, 630)
MARGIN, GAP = 56, 48
BOTTOM, WIDE = SIZE[1] - MARGIN, SIZE[0] - 2 * MARGIN
PAPER, INK, SOFT, RULE, RED = "#fbf8f1", "#1d2330", "#5a5c63", "#e0d8c7", "#b3341c"
# The colours of the lines of a chart: that of the leading side, and those of the others in turn.
LEADING, OTHERS = "#1d2330", ("#8d8576", "#b9b09c")
# The height of a line of text, in parts of the size of its letters.
LINE = 1.25
# The sizes of letters that are tried, the largest first, each with the most lines of one text.
HEADINGS = ((28, 1), (24, 1), (22, 2), (18, 3))
TITLES = ((68, 1), (60, 2), (52, 2), (44, 2), (36, 3), (30, 4), (24, 6), (18, 12))
ROWS = ((52, 1), (46, 1), (40, 1), (36, 2), (32, 2), (28, 2), (25, 2), (22, 3), (19, 4), (16, 9))
SMALLEST = 12
# Smaller letters than these need all the space of a picture, before its chart and sentences.
READABLE = 28
# The most columns of rows in letters of at most this size.
COLUMNS = ((25, 3), (40, 2), (1000, 1))
SENTENCES = (34, 29, 24)
LOWEST_CHART, BEST_CHART = 150, 250
# The logo, a tally of five, at the upper right: its height, and the width that it takes.
LOGO, LOGO_ROOM = 34, 64
# A chart is drawn larger and made smaller, so that its slanting lines are smooth.
FINER = 3


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A name with its figure. A strong row, such as the winner's, is heavier and has a tick."""

    name: str
    figure: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart through points (x, y)."""

    points: tuple[tuple[int, int], ...]
    strong: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines in a box of `width` × `height`. `levels` are the heights of horizontal lines."""

    width: int
    height: int
    lines: tuple[ChartLine, ...]
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """The contents of a picture, in the reader's language.

    Heading, title and rows are always drawn whole. Sentences are drawn as far as there is room for
    whole ones, and the chart if there is room for it.
    """

    heading: str
    title: str = ""
    rows: tuple[PictureRow, ...] = ()
    sentences: tuple[str, ...] = ()
    chart: Chart | None = None


def paint(picture: SharedPicture) -> bytes:
    """Return a picture as PNG."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    _logo(pen, (SIZE[0] - MARGIN - LOGO, MARGIN - 10))
    y: float = MARGIN - 12
    if picture.heading:
        y = _block(pen, picture.heading, HEADINGS, (y, WIDE - LOGO_ROOM), SOFT) + 8
    if picture.title:
        room = WIDE if picture.heading else WIDE - LOGO_ROOM
        y = _block(pen, picture.title, TITLES, (y, room), INK, "Semibold") + 8
    y += 4
    pen.line((MARGIN, y, SIZE[0] - MARGIN, y), fill=RULE, width=2)
    y += 16
    if picture.rows:
        y = _rows(pen, picture, y) + 14
    chart = picture.chart if BOTTOM - y >= LOWEST_CHART else None
    _sentences(pen, picture.sentences, y, WIDE if chart is None else (WIDE - GAP) // 2)
    if chart is not None:
        _chart(image, chart, (MARGIN + (WIDE + GAP) // 2, y, (WIDE - GAP) // 2, BOTTOM - y))
    out = io.BytesIO()
    # A few colours and their mixtures on the edges of letters: a palette halves the file.
    image.quantize(64, method=Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()


def _block(
    pen: ImageDraw.ImageDraw,
    text: str,
    sizes: Sequence[tuple[int, int]],
    place: tuple[float, float],
    colour: str,
    weight: Weight = "Regular",
) -> float:
    """Draw a whole text at a place (top, width) in the largest letters that need few enough lines.

    Return where it ends.
    """
    y, width = place
    tried = ((size, most, wrapped(text, size, width, weight)) for size, most in sizes)
    last = (SMALLEST, 0, wrapped(text, SMALLEST, width, weight))
    size, _most, lines = next((attempt for attempt in tried if len(attempt[2]) <= attempt[1]), last)
    for line in lines:
        write(pen, (MARGIN, y), line, size, colour, weight)
        y += size * LINE
    return y


def _logo(pen: ImageDraw.ImageDraw, at: tuple[float, float]) -> None:
    """Draw the logo with its upper left corner at a point."""
    x, y = at
    for stroke in range(4):
        left = x + stroke * LOGO / 4 + 4
        pen.line((left, y, left, y + LOGO), fill=INK, width=4)
    pen.line((x - 6, y + LOGO * 0.75, x + LOGO, y + LOGO * 0.25), fill=RED, width=4)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Rows in columns: the size of their letters, and the lines of each name."""

    size: int
    columns: int
    names: tuple[tuple[str, ...], ...]

    @property
    def step(self) -> float:
        return self.size * LINE

    @property
    def apart(self) -> float:
        """The space between two rows."""
        return self.size * 0.22

    @property
    def deep(self) -> int:
        """The number of rows in a column."""
        return -(-len(self.names) // self.columns)

    def height(self) -> float:
        """Return the height of the highest column."""
        columns = [
            self.names[first : first + self.deep] for first in range(0, len(self.names), self.deep)
        ]
        return max(
            sum(len(name) * self.step + self.apart for name in column) - self.apart
            for column in columns
        )


def _rows(pen: ImageDraw.ImageDraw, picture: SharedPicture, y: float) -> float:
    """Draw all rows; return where they end."""
    rows, room = picture.rows, BOTTOM - y
    layout = _layout(rows, room - min(room / 2, _below(picture)))
    if layout is None or layout.size < READABLE:
        layout = _layout(rows, room) or _smallest(rows)
    width = _column_width(layout.columns)
    for first in range(0, len(rows), layout.deep):
        left = MARGIN + (width + GAP) * (first // layout.deep)
        at = y
        for row, name in list(zip(rows, layout.names, strict=True))[first : first + layout.deep]:
            at = _row(pen, (left, at, width), row, name, layout)
    return y + layout.height()


def _below(picture: SharedPicture) -> float:
    """Return the height that the chart and the sentences want below the rows."""
    width = WIDE if picture.chart is None else (WIDE - GAP) / 2
    size = SENTENCES[1]
    texts = sum(_tall(wrapped(sentence, size, width), size) for sentence in picture.sentences)
    return max(texts, 0 if picture.chart is None else BEST_CHART)


def _row(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float, float],
    row: PictureRow,
    name: Sequence[str],
    layout: _Layout,
) -> float:
    """Draw a row at a place (left, top, width); return where the next one begins."""
    left, y, width = place
    weight = _weight(row)
    colour = INK if row.strong else SOFT
    figure = _figure(row)
    right = left + width - length(figure, layout.size, weight)
    write(pen, (right, y), figure, layout.size, colour, weight)
    for line in name:
        write(pen, (left, y), line, layout.size, INK, weight)
        y += layout.step
    return y + layout.apart


def _weight(row: PictureRow) -> Weight:
    return "Semibold" if row.strong else "Regular"


def _figure(row: PictureRow) -> str:
    return f"✓ {row.figure}".rstrip() if row.strong else row.figure


def _column_width(columns: int) -> float:
    return (WIDE - GAP * (columns - 1)) / columns


def _layout(rows: Sequence[PictureRow], room: float) -> _Layout | None:
    """Return the largest letters in which all names fit whole, or None if none do."""
    for size, most in ROWS:
        for columns in range(1, _most_columns(size) + 1):
            layout = _laid_out(rows, size, columns)
            if all(len(name) <= most for name in layout.names) and layout.height() <= room:
                return layout
    return None


def _smallest(rows: Sequence[PictureRow]) -> _Layout:
    """Return the layout of the smallest letters that takes the least space."""
    layouts = [_laid_out(rows, SMALLEST, columns) for columns in range(1, 4)]
    return min(layouts, key=_Layout.height)


def _most_columns(size: int) -> int:
    return next(most for largest, most in COLUMNS if size <= largest)


def _laid_out(rows: Sequence[PictureRow], size: int, columns: int) -> _Layout:
    width = _column_width(columns)
    figures = max(length(_figure(row), size, _weight(row)) for row in rows)
    room = max(width - figures - size, width * 0.4)
    names = tuple(tuple(wrapped(row.name, size, room, _weight(row))) for row in rows)
    return _Layout(size, min(columns, len(rows)), names)


def _sentences(pen: ImageDraw.ImageDraw, sentences: Sequence[str], y: float, width: float) -> None:
    """Draw sentences while there is room for a whole one, large if there is room for all."""
    for size in SENTENCES:
        texts = [wrapped(sentence, size, width) for sentence in sentences]
        if y + sum(_tall(text, size) for text in texts) <= BOTTOM:
            break
    for text in texts:
        if y + _tall(text, size) > BOTTOM + size:
            return
        for line in text:
            write(pen, (MARGIN, y), line, size, SOFT)
            y += size * LINE
        y += size / 2


def _tall(lines: Sequence[str], size: int) -> float:
    return size * (LINE * len(lines) + 0.5)


def _chart(image: Image.Image, chart: Chart, box: tuple[float, float, float, float]) -> None:
    """Draw a chart into a box (left, top, width, height) of the picture."""
    left, top, width, height = (round(value) for value in box)
    layer = Image.new("RGB", (width * FINER, height * FINER), PAPER)
    pen = ImageDraw.Draw(layer)
    across, down = layer.width / chart.width, layer.height / chart.height
    for level in chart.levels:
        pen.line((0, level * down, layer.width, level * down), fill=RULE, width=2 * FINER)
    # The strong lines come last, above the others.
    for number, line in sorted(enumerate(chart.lines), key=lambda pair: pair[1].strong):
        colour = LEADING if line.strong else OTHERS[number % 2]
        points = [(x * across, y * down) for x, y in line.points]
        pen.line(points, fill=colour, width=(6 if line.strong else 4) * FINER, joint="curve")
    image.paste(layer.resize((width, height), Image.Resampling.LANCZOS), (left, top))
