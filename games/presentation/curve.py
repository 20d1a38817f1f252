"""The curve of a match: each side's running total, as the points of a small drawing. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.sheet import Line, Score

WIDTH, HEIGHT, MARGIN = 320, 140, 10


@dataclass(frozen=True, slots=True)
class Polyline:
    """One side's line in the drawing, as an SVG `points` attribute."""

    side: int
    points: str


@dataclass(frozen=True, slots=True)
class Label:
    """A number next to the drawing; the template writes it in the reader's language."""

    x: int
    y: int
    value: Score


@dataclass(frozen=True, slots=True)
class Curve:
    """A drawing of `width` × `height`. `target_y` and `zero_y` are the heights of two horizontal
    lines.
    """

    width: int
    height: int
    polylines: tuple[Polyline, ...]
    target_y: int | None
    zero_y: int | None
    labels: tuple[Label, ...]


def curve(lines: Sequence[Line], sides: int, target: int | None) -> Curve | None:
    """Return the curve of a match with at least two lines; None for fewer, which have nothing to
    draw.
    """
    if len(lines) < 2:
        return None
    runs = [[0, *(line.totals[side] for line in lines)] for side in range(sides)]
    low, high = _bounds([value for run in runs for value in run], target)

    def height_of(value: Score) -> int:
        return _height_of(float(value - low) / float(high - low))

    return Curve(
        WIDTH,
        HEIGHT,
        _polylines([[float(value - low) / float(high - low) for value in run] for run in runs]),
        target_y=None if target is None else height_of(target),
        zero_y=height_of(0) if low < 0 else None,
        labels=() if target is None else (Label(2, height_of(target) - 3, target),),
    )


def share_curve(runs: Sequence[Sequence[float]]) -> Curve | None:
    """Return the curve of shares (0 to 1), one run for each side, with lines at a half and at 1.

    Return None for fewer than three moments. The labels are in percent.
    """
    if not runs or len(runs[0]) < 3:
        return None
    # Runs begin near the middle and end at the top or the bottom, so the labels seldom hide one
    # here.
    labels = (Label(2, _height_of(1) - 3, 100), Label(WIDTH - 30, _height_of(0.5) - 3, 50))
    return Curve(WIDTH, HEIGHT, _polylines(runs), _height_of(1), _height_of(0.5), labels)


def _height_of(part: float) -> int:
    """Return the y coordinate of a share (0 to 1) of the drawing's height, measured from the
    bottom.
    """
    return round(HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN))


def _polylines(runs: Sequence[Sequence[float]]) -> tuple[Polyline, ...]:
    """Return the lines of values from 0 to 1, one for each side."""
    step = (WIDTH - 2 * MARGIN) / (len(runs[0]) - 1)
    return tuple(
        Polyline(
            side,
            " ".join(f"{round(MARGIN + i * step)},{_height_of(v)}" for i, v in enumerate(run)),
        )
        for side, run in enumerate(runs)
    )


def _bounds(values: Sequence[Score], target: int | None) -> tuple[Score, Score]:
    """Return the least and the greatest value of the drawing.

    Zero and the target are always between them, so that two matches can be compared easily.
    """
    low, high = min(0, *values), max(*values, target or 0)
    return low, high if high > low else low + 1
