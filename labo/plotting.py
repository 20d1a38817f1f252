"""The drawings of an answer, as coordinates of small SVG templates. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.registry.lab import Number

WIDTH = 320
ROW = 22
LABEL = 92
VALUE = 84
HEIGHT = 160
MARGIN = 16


@dataclass(frozen=True, slots=True)
class PlotBar:
    """One row of a bar chart: its label, its bar, and the number next to it."""

    label: str
    text: str
    y: int
    middle: int
    x: float
    width: float
    text_x: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing `width` × `height`: bars, or a line through points with its extremes."""

    title: str
    kind: str
    width: int
    height: int
    bars: tuple[PlotBar, ...] = ()
    line: str = ""
    first: str = ""
    last: str = ""
    low: str = ""
    high: str = ""
    x_label: str = ""


Point = tuple[str, Number, str]


def drawing(
    title: str, points: Sequence[Point], kind: Literal["bars", "curve"], x_label: str = ""
) -> Drawing:
    """Return the drawing of points. Each point has a label, a number, and the number's text."""
    return _bars(title, points) if kind == "bars" else _curve(title, points, x_label)


def _bars(title: str, points: Sequence[Point]) -> Drawing:
    """Return a bar chart with one row for each point.

    Zero is at the left unless there are negative numbers.
    """
    values = [float(value) for _label, value, _text in points]
    low, high = min(0.0, *values), max(0.0, *values)
    scale = (WIDTH - LABEL - VALUE) / ((high - low) or 1.0)
    bars = []
    for number, (label, _value, text) in enumerate(points):
        value = values[number]
        start = LABEL + (min(0.0, value) - low) * scale
        width = abs(value) * scale
        bars.append(
            PlotBar(
                label=label,
                text=text,
                y=number * ROW + 4,
                middle=number * ROW + ROW // 2 + 4,
                x=round(start, 1),
                width=round(max(width, 0.8 if value else 0), 1),
                text_x=round(start + width + 4, 1),
            )
        )
    return Drawing(title, "bars", WIDTH, len(points) * ROW + 4, bars=tuple(bars))


def _curve(title: str, points: Sequence[Point], x_label: str) -> Drawing:
    values = [float(value) for _label, value, _text in points]
    low, high = min(values), max(values)
    step = (WIDTH - 2 * MARGIN) / max(1, len(points) - 1)
    rise = (HEIGHT - 2 * MARGIN) / ((high - low) or 1.0)
    line = " ".join(
        f"{MARGIN + number * step:.1f},{HEIGHT - MARGIN - (value - low) * rise:.1f}"
        for number, value in enumerate(values)
    )
    texts = {value: text for (_label, _number, text), value in zip(points, values, strict=True)}
    return Drawing(
        title,
        "curve",
        WIDTH,
        HEIGHT + 14,
        line=line,
        first=points[0][0],
        last=points[-1][0],
        low=texts[low],
        high=texts[high],
        x_label=x_label,
    )
