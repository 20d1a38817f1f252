"""The curve of a rating, as the points of a small drawing. Pure but for what it is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.curve import HEIGHT, MARGIN, WIDTH, Label
from leaderboards.constants import START
from leaderboards.queries import Point

# A drawing has no more points than can be told apart.
MOST = 300


@dataclass(frozen=True, slots=True)
class Rating:
    """A drawing `width` × `height` of a rating and the band of its uncertainty."""

    game: str
    width: int
    height: int
    line: str
    band: str
    start_y: int | None
    labels: tuple[Label, ...]
    now: float
    sigma: float
    low: float
    high: float
    provisional: bool


def rating_curve(game: str, points: Sequence[Point]) -> Rating | None:
    """Return the drawing of at least two points; None for fewer."""
    if len(points) < 2:
        return None
    kept = _thinned(points)
    low = min(point.rating - point.sigma for point in kept)
    high = max(point.rating + point.sigma for point in kept)
    step = (WIDTH - 2 * MARGIN) / (len(kept) - 1)

    def place(index: int, rating: float) -> str:
        y = HEIGHT - MARGIN - (rating - low) / (high - low) * (HEIGHT - 2 * MARGIN)
        return f"{round(MARGIN + index * step)},{round(y)}"

    upper = [place(i, point.rating + point.sigma) for i, point in enumerate(kept)]
    lower = [place(i, point.rating - point.sigma) for i, point in enumerate(kept)]
    start = int(place(0, START).split(",")[1]) if low <= START <= high else None
    return Rating(
        game=game,
        width=WIDTH,
        height=HEIGHT,
        line=" ".join(place(i, point.rating) for i, point in enumerate(kept)),
        band=" ".join([*upper, *reversed(lower)]),
        start_y=start,
        labels=() if start is None else (Label(2, start - 3, round(START)),),
        now=points[-1].rating,
        sigma=points[-1].sigma,
        low=min(point.rating for point in points),
        high=max(point.rating for point in points),
        provisional=points[-1].provisional,
    )


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """Every so many, and always the last."""
    if len(points) <= MOST:
        return points
    stride = -(-len(points) // MOST)
    return [*points[:-1:stride], points[-1]]
