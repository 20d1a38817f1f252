"""The curve of a rating, as the points of a small drawing. Reads no database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.presentation.curve import HEIGHT, MARGIN, WIDTH, Label
from leaderboards.queries import Point
from leaderboards.rating.formulas import START

# The most points of a drawing. More points could not be distinguished in it.
MOST = 300
# The width of the figures at the left, and the least distance between two of them.
GUTTER, APART = 40, 14


@dataclass(frozen=True, slots=True)
class Rating:
    """A drawing `width` × `height` of a rating and the band of its uncertainty, over time."""

    game: str
    width: int
    height: int
    line: str
    band: str
    start_y: int | None
    labels: tuple[Label, ...]
    since: datetime
    until: datetime
    now: float
    sigma: float
    low: float
    high: float
    provisional: bool


def rating_curve(game: str, points: Sequence[Point]) -> Rating | None:
    """Return the drawing of a rating over time; None for fewer than two points."""
    if len(points) < 2:
        return None
    thinned = _thinned(points)
    low = min(point.rating - point.sigma for point in thinned)
    high = max(point.rating + point.sigma for point in thinned)
    across = _across(thinned)

    def height_of(rating: float) -> int:
        return round(HEIGHT - MARGIN - (rating - low) / (high - low) * (HEIGHT - 2 * MARGIN))

    def place(index: int, rating: float) -> str:
        return f"{across[index]},{height_of(rating)}"

    upper = [place(i, point.rating + point.sigma) for i, point in enumerate(thinned)]
    lower = [place(i, point.rating - point.sigma) for i, point in enumerate(thinned)]
    begun = [START] if low <= START <= high else []
    least, most = (of([point.rating for point in points]) for of in (min, max))
    return Rating(
        game=game,
        width=WIDTH,
        height=HEIGHT,
        line=" ".join(place(i, point.rating) for i, point in enumerate(thinned)),
        band=" ".join([*upper, *reversed(lower)]),
        start_y=height_of(START) if begun else None,
        labels=_labels([*begun, most, least], height_of),
        since=points[0].at,
        until=points[-1].at,
        now=points[-1].rating,
        sigma=points[-1].sigma,
        low=least,
        high=most,
        provisional=points[-1].provisional,
    )


def _across(points: Sequence[Point]) -> list[int]:
    """Return the x of each point, in proportion to time: a month without play is visible."""
    begin, room = points[0].at, WIDTH - GUTTER - MARGIN
    whole = (points[-1].at - begin).total_seconds()
    parts = [
        (point.at - begin).total_seconds() / whole if whole > 0 else number / (len(points) - 1)
        for number, point in enumerate(points)
    ]
    return [round(GUTTER + part * room) for part in parts]


def _labels(values: Sequence[float], height_of: Callable[[float], int]) -> tuple[Label, ...]:
    """Return the figures next to the drawing. Of two that would touch, the later is left out."""
    labels: list[Label] = []
    for value in values:
        y = height_of(value)
        if all(abs(other.y - 4 - y) >= APART for other in labels):
            labels.append(Label(2, y + 4, round(value)))
    return tuple(labels)


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """Return at most about `MOST` points at regular intervals, and always the last one."""
    if len(points) <= MOST:
        return points
    stride = -(-len(points) // MOST)
    return [*points[:-1:stride], points[-1]]
