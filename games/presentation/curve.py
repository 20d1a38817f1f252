"""The curve of a match: each side's running total, as the points of a small drawing. Pure.

The lines are stretched to the width of the page; the words beside them are not. So a drawing has
two frames: the lines are in units of `WIDTH` × `HEIGHT`, which fill `ACROSS` × `DOWN` percent of
the picture, and a label says where it stands in percent of the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.sheet import Line, Score

WIDTH, HEIGHT, MARGIN = 320, 140, 10
# The part of the picture that the lines fill. The names are to its right, the ticks below it.
ACROSS, DOWN = 78, 88
# The least distance between two names, and the most ticks of an axis.
APART, MOST_TICKS = 12, 6


@dataclass(frozen=True, slots=True)
class Polyline:
    """One side's line in the drawing, as an SVG `points` attribute."""

    side: int
    points: str


@dataclass(frozen=True, slots=True)
class Label:
    """A word next to the drawing: a score, a line's number, a side's number or a sign.

    The template writes it in the reader's language.
    """

    x: int
    y: int
    value: Score | str

    @property
    def left(self) -> str:
        """Its distance from the left of the picture, as an SVG length."""
        return f"{self.x / WIDTH * ACROSS:.1f}%"

    @property
    def top(self) -> str:
        """Its distance from the top of the picture, as an SVG length."""
        return f"{self.y / HEIGHT * DOWN:.1f}%"


@dataclass(frozen=True, slots=True)
class Curve:
    """A drawing of `width` × `height`. `target_y` and `zero_y` are the heights of two horizontal
    lines. `ticks` are numbers of lines below it, `ends` are the sides' numbers where their lines
    end, `marks` are signs on the line of the winner. `areas` are polygons above and below `zero_y`.
    """

    width: int
    height: int
    polylines: tuple[Polyline, ...]
    target_y: int | None
    zero_y: int | None
    labels: tuple[Label, ...]
    ticks: tuple[Label, ...] = ()
    ends: tuple[Label, ...] = ()
    marks: tuple[Label, ...] = ()
    areas: tuple[str, ...] = ()


def curve(
    lines: Sequence[Line],
    sides: int,
    target: int | None,
    marks: Sequence[tuple[str, int]] = (),
    marked: int = 0,
) -> Curve | None:
    """Return the curve of a match with at least two lines; None for fewer, which have nothing to
    draw.

    `marks` are signs with the number of their line, to stand on the line of side `marked`.
    """
    if len(lines) < 2:
        return None
    runs = [[0, *(line.totals[side] for line in lines)] for side in range(sides)]
    low, high = _bounds([value for run in runs for value in run], target)

    def height_of(value: Score) -> int:
        return _height_of(float(value - low) / float(high - low))

    shares = [[float(value - low) / float(high - low) for value in run] for run in runs]
    return Curve(
        WIDTH,
        HEIGHT,
        _polylines(shares),
        target_y=None if target is None else height_of(target),
        zero_y=height_of(0) if low < 0 else None,
        labels=() if target is None else (Label(2, height_of(target) - 3, target),),
        ticks=_ticks(len(lines)),
        ends=_ends(shares),
        marks=_marks(marks, shares[marked]),
    )


def share_curve(
    runs: Sequence[Sequence[float]], side: int = 0, marks: Sequence[tuple[str, int]] = ()
) -> Curve | None:
    """Return the curve of shares (0 to 1), one run for each side, with lines at a half and at 1,
    and the area between the half and the run of `side`.

    Return None for fewer than three moments. The labels are in percent.
    """
    if not runs or len(runs[0]) < 3:
        return None
    # Runs begin near the middle and end at the top or the bottom, so the labels seldom hide one
    # here.
    labels = (Label(2, _height_of(1) - 3, 100), Label(WIDTH - 30, _height_of(0.5) - 3, 50))
    return Curve(
        WIDTH,
        HEIGHT,
        _polylines(runs),
        _height_of(1),
        _height_of(0.5),
        labels,
        ticks=_ticks(len(runs[0]) - 1),
        ends=_ends(runs),
        marks=_marks(marks, runs[side]),
        areas=_areas(runs[side]),
    )


def _height_of(part: float) -> int:
    """Return the y coordinate of a share (0 to 1) of the drawing's height, measured from the
    bottom.
    """
    return round(HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN))


def _across(place: float, count: int) -> int:
    """Return the x coordinate of a moment; `count` is the number of the last one."""
    return round(MARGIN + place * (WIDTH - 2 * MARGIN) / count)


def _polylines(runs: Sequence[Sequence[float]]) -> tuple[Polyline, ...]:
    """Return the lines of values from 0 to 1, one for each side."""
    last = len(runs[0]) - 1
    return tuple(
        Polyline(
            side,
            " ".join(f"{_across(i, last)},{_height_of(v)}" for i, v in enumerate(run)),
        )
        for side, run in enumerate(runs)
    )


def _ticks(count: int) -> tuple[Label, ...]:
    """Return the numbers of lines below the drawing, at most `MOST_TICKS`: 5, 10, 15 of 17."""
    steps = (few * 10**power for power in range(9) for few in (1, 2, 5))
    step = next(step for step in steps if count // step <= MOST_TICKS)
    return tuple(
        Label(_across(number, count), HEIGHT, number) for number in range(step, count + 1, step)
    )


def _ends(runs: Sequence[Sequence[float]]) -> tuple[Label, ...]:
    """Return the sides' numbers where their lines end, from the top, none over another."""
    gap = min(APART, HEIGHT // len(runs))
    order = sorted(range(len(runs)), key=lambda side: (-runs[side][-1], side))
    heights: list[int] = []
    for side in order:
        least = heights[-1] + gap if heights else 0
        heights.append(max(_height_of(runs[side][-1]), least))
    for place in range(len(heights) - 1, -1, -1):
        most = heights[place + 1] - gap if place + 1 < len(heights) else HEIGHT
        heights[place] = min(heights[place], most)
    return tuple(Label(WIDTH, y, side) for side, y in zip(order, heights, strict=True))


def _marks(marks: Sequence[tuple[str, int]], run: Sequence[float]) -> tuple[Label, ...]:
    last = len(run) - 1
    return tuple(
        Label(_across(number, last), _height_of(run[number]), sign)
        for sign, number in marks
        if number <= last
    )


def _areas(run: Sequence[float]) -> tuple[str, str]:
    """Return what is above a half and what is below, as two SVG `points` attributes."""
    last, middle = len(run) - 1, _height_of(0.5)
    points = [(0.0, run[0])]
    for number in range(1, last + 1):
        before, after = run[number - 1], run[number]
        if (before - 0.5) * (after - 0.5) < 0:
            points.append((number - 1 + (0.5 - before) / (after - before), 0.5))
        points.append((float(number), after))
    outlines = []
    for bounded in (max, min):
        line = [f"{_across(at, last)},{_height_of(bounded(value, 0.5))}" for at, value in points]
        outlines.append(
            " ".join([f"{_across(0, last)},{middle}", *line, f"{_across(last, last)},{middle}"])
        )
    return outlines[0], outlines[1]


def _bounds(values: Sequence[Score], target: int | None) -> tuple[Score, Score]:
    """Return the least and the greatest value of the drawing.

    Zero and the target are always between them, so that two matches can be compared easily.
    """
    low, high = min(0, *values), max(*values, target or 0)
    return low, high if high > low else low + 1
