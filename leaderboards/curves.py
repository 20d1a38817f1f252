"""The curve of a rating and a year's activity, as small drawings. Reads no database."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from core.dates import write_date
from games.presentation.curve import HEIGHT, MARGIN, WIDTH, Label
from leaderboards.queries import Point
from leaderboards.rating.formulas import START
from leaderboards.rating.matches import MatchMoment

Item = TypeVar("Item")

# The most points of a drawing, and of a small one. More points could not be distinguished in it.
MOST, FEW = 150, 40
# The most points of a drawing that lead to their match, so that a finger can tell them apart and
# the page stays small. All matches are in the list of « Why did it move ».
LINKED = 12
# The weeks of a year's activity.
WEEKS = 53
# The width of the figures at the left, and the least distance between two of them.
GUTTER, APART = 40, 14


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A point of a drawing that leads to its match: where it is, and the rating as its value."""

    match: str
    at: datetime
    label: Label

    @property
    def words(self) -> str:
        """The day, the rating, and that the link says why it moved."""
        day = write_date(self.at, "SHORT_DATE_FORMAT")
        return _("%(day)s : %(figure)s, pourquoi ?") % {"day": day, "figure": self.label.value}


@dataclass(frozen=True, slots=True)
class Rating:
    """A drawing `width` × `height` of a rating and the band of its uncertainty, over time.

    `spark` is the line again with few points, to be drawn small. `points` are some points of the
    line whose matches may be told.
    """

    game: str
    width: int
    height: int
    line: str
    spark: str
    band: str
    start_y: int | None
    points: tuple[RatingPoint, ...]
    labels: tuple[Label, ...]
    end: Label
    since: datetime
    until: datetime
    now: float
    sigma: float
    low: float
    high: float
    provisional: bool


def rating_curve(game: str, points: Sequence[Point]) -> Rating | None:
    """Return the drawing of a rating over time, a point a day; None for fewer than two days.

    Of a day's matches only the last one's rating is drawn, because their order within an evening
    says little.
    """
    points = list({timezone.localdate(point.at): point for point in points}.values())
    if len(points) < 2:
        return None
    thinned = _thinned(points, MOST)
    low = min(point.rating - point.sigma for point in thinned)
    high = max(point.rating + point.sigma for point in thinned)
    across = _across(thinned)

    def height_of(rating: float) -> int:
        return round(HEIGHT - MARGIN - (rating - low) / (high - low) * (HEIGHT - 2 * MARGIN))

    def place(index: int, rating: float) -> str:
        return f"{across[index]},{height_of(rating)}"

    upper = [place(i, point.rating + point.sigma) for i, point in enumerate(thinned)]
    lower = [place(i, point.rating - point.sigma) for i, point in enumerate(thinned)]
    drawn = [(across[i], point) for i, point in enumerate(thinned) if point.match is not None]
    begun = [START] if low <= START <= high else []
    least, most = (of([point.rating for point in points]) for of in (min, max))
    return Rating(
        game=game,
        width=WIDTH,
        height=HEIGHT,
        line=" ".join(place(i, point.rating) for i, point in enumerate(thinned)),
        spark=" ".join(_thinned([place(i, p.rating) for i, p in enumerate(thinned)], FEW)),
        band=" ".join([*upper, *reversed(lower)]),
        start_y=height_of(START) if begun else None,
        points=tuple(
            RatingPoint(
                point.match or "", point.at, Label(x, height_of(point.rating), round(point.rating))
            )
            for x, point in _thinned(drawn, LINKED)
        ),
        labels=_labels([*begun, most, least], height_of),
        end=Label(WIDTH, height_of(points[-1].rating), round(points[-1].rating)),
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


def _thinned(points: Sequence[Item], most: int) -> Sequence[Item]:
    """Return at most about `most` points at regular intervals, and always the last one."""
    if len(points) <= most:
        return points
    stride = -(-len(points) // most)
    return [*points[:-1:stride], points[-1]]


def drawn_of(places: Sequence[MatchMoment]) -> Sequence[MatchMoment]:
    """Return those of a player's matches, in their order, whose ratings a drawing needs.

    These are all, or of many the last of each day, at most about `MOST` in all.
    """
    if len(places) <= MOST:
        return places
    return _thinned(list({place.at // _DAY: place for place in places}.values()), MOST)


_DAY = 86_400_000_000  # in microseconds


@dataclass(frozen=True, slots=True)
class Activity:
    """A year of play, a bar a week: the bars as an SVG path of `6 * WEEKS` × 40, the counts of the
    weeks, the present one last, and where quarters begin.
    """

    bars: str
    counts: tuple[int, ...]
    quarters: tuple["Quarter", ...]


@dataclass(frozen=True, slots=True)
class Quarter:
    """The first Monday of a quarter, and its distance from the left, as an SVG length."""

    month: date
    left: str


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def activity(played: Iterable[datetime], today: date) -> Activity | None:
    """Return what was played in the last `WEEKS` weeks; None if nothing was.

    A bar is 5 wide with a gap of 1, and the highest is 40 high.
    """
    monday = _monday(today)
    # Finding the day here takes longer than passing over what is older.
    begin = monday - timedelta(weeks=WEEKS)
    recent = (timezone.localdate(at) for at in played if at.date() >= begin)
    ago = Counter((monday - _monday(day)).days // 7 for day in recent)
    counts = tuple(ago[WEEKS - 1 - place] for place in range(WEEKS))
    most = max(counts)
    if not most:
        return None
    heights = [max(40 * count // most, 1) for count in counts]
    starts = [monday - timedelta(weeks=WEEKS - 1 - place) for place in range(WEEKS)]
    return Activity(
        "".join(f"M{6 * place} 40v-{height}h5v{height}z" for place, height in enumerate(heights)),
        counts,
        tuple(
            Quarter(start, f"{100 * place / WEEKS:.1f}%")
            for place, start in enumerate(starts)
            if start.day <= 7 and start.month % 3 == 1
        ),
    )
