"""Layouts of whole graphs. They are stored for a state of the graph, and made again by a job.

A small graph is laid out during a request. For a large one this takes seconds, so its layout is
stored in the database together with its pictures. Readers who see a different graph, for example
because they belong to other clubs, have a separate layout.
"""

import hashlib
import zlib
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from numpy.typing import NDArray

from clubs.callers import Caller
from clubs.models import ClubPlayer, Player
from clubs.queries import visible_clubs
from core.progress import ProgressCallback
from transmission.drawing import Picture, draw, pixel, size_of
from transmission.graph.figures import greatest_reach, longest_line
from transmission.graph.layout import Layout, layered
from transmission.graph_json import tell
from transmission.models import StoredLayout
from transmission.png import LONGEST, fit, paint
from transmission.queries import Seen

# The most people of a graph that is laid out during a request. This takes some tenths of a
# second.
AT_ONCE = 1500
# The most people of the longest line who are stored, from the top.
LONGEST_LINE = 300
# The widths of the stored pictures, in pixels.
WIDTHS = {"small": 1200, "medium": 3600, "large": LONGEST}
# The steps by which progress is counted. The sweeps of the layout take most of the time and come
# first. The pictures follow, and then the counting of descendants.
SWEEPING = 10
STEPS = SWEEPING + 2 * len(WIDTHS) + 4


def view_of(caller: Caller) -> str:
    """Return a key for what a caller sees of any graph. It is empty if they see only what everybody
    sees.

    The key depends on two sets of clubs: the closed clubs that the caller may see, and the clubs
    whose hidden people they may see.
    """
    if caller.is_site_owner:
        return "all"
    more = Q(public=False)
    if caller.account is not None:
        care = Q(shown=Player.Shown.HIDDEN) | Q(player__shown=Player.Shown.HIDDEN)
        hidden = ClubPlayer.objects.filter(care, club=OuterRef("pk"))
        more |= Exists(hidden) & Q(memberships__user=caller.account)
    clubs = visible_clubs(caller).filter(more).order_by("pk").values_list("pk", flat=True)
    text = ",".join(map(str, dict.fromkeys(clubs)))
    return hashlib.sha256(text.encode()).hexdigest()[:32] if text else ""


def last_stored(seen: Seen, caller: Caller) -> StoredLayout | None:
    """Return the last layout stored for the caller's view, without its pictures; None if there is
    none.

    It may belong to an older state of the graph; see `is_of`.
    """
    rows = StoredLayout.objects.filter(game=seen.game.slug, view=view_of(caller))
    return rows.defer("places", *WIDTHS).first()


def is_of(plan: StoredLayout | None, seen: Seen) -> bool:
    """Return whether a stored layout belongs to the present state of the graph. False for None."""
    return plan is not None and plan.stamp == state_of(seen)


def state_of(seen: Seen) -> str:
    """Return a key for the state of a graph as its reader sees it.

    The stamp alone is not enough, because what a reader sees may change without a write to the
    graph, for example when a person is hidden or leaves a list.
    """
    if not seen.stamp or not (seen.nameless or seen.closed):
        return seen.stamp
    state = (seen.stamp, sorted(seen.nameless & seen.lineage.teachers.keys()), sorted(seen.closed))
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]


def make(
    seen: Seen, caller: Caller, on_progress: ProgressCallback = lambda done, total: None
) -> StoredLayout:
    """Lay out and draw a graph, and store the result in place of the older one.

    Return the stored layout. `on_progress` is called with the number of steps done and their
    total.
    """
    layout = layered(
        seen.lineage,
        seen.lineage.generations,
        on_progress=lambda done, total: on_progress(SWEEPING * done // total, STEPS),
    )
    on_progress(SWEEPING, STEPS)
    picture = draw(tell(seen, caller), seen.lineage, seen.lineage.generations, layout)
    pictures = {}
    for number, (name, width) in enumerate(WIDTHS.items(), start=1):
        pictures[name] = paint(picture, width, names=False)
        on_progress(SWEEPING + 2 * number, STEPS)
    reach, longest = greatest_reach(seen.lineage), longest_line(seen.lineage)
    on_progress(STEPS, STEPS)
    values = {
        "stamp": state_of(seen),
        "people": len(seen.lineage),
        "places": _packed(layout),
        "reach": reach,
        "longest_line": longest[:LONGEST_LINE],
        "made_at": timezone.now(),
    }
    plan, _made = StoredLayout.objects.update_or_create(
        game=seen.game.slug, view=view_of(caller), defaults=values | pictures
    )
    return plan


@dataclass(frozen=True, slots=True)
class LineFigures:
    """The figures that depend on whole lines.

    `reach` has the people with the most descendants, as pairs of person and number. `longest` is
    the longest line, from the top.
    """

    reach: list[tuple[int, int]]
    longest: list[int]


def lines_of(seen: Seen, caller: Caller) -> LineFigures:
    """Return the figures that need whole lines of descent.

    Of a large graph they come from the stored layout, which may be older: people who have left
    since are dropped, and so is the longest line if one of its links is gone.
    """
    if seen.follows_lines:
        return LineFigures(seen.figures.by_descendants, seen.figures.longest_line[:LONGEST_LINE])
    plan = last_stored(seen, caller) if seen.year is None else None
    if plan is None:
        return LineFigures([], [])
    pupils = seen.lineage.pupils
    whole = all(below in pupils.get(above, ()) for above, below in pairwise(plan.longest_line))
    reach = [(person, count) for person, count in plan.reach if person in seen.lineage]
    return LineFigures(reach, plan.longest_line if whole else [])


def picture_of(plan: StoredLayout, size: str) -> bytes:
    """Return the stored picture of the given size, as PNG."""
    return bytes(StoredLayout.objects.filter(pk=plan.pk).values_list(size, flat=True).get())


@dataclass(frozen=True, slots=True)
class PeoplePositions:
    """The places of all people of a layout, as arrays. All arrays have the same order of people."""

    numbers: NDArray[np.int64]
    x: NDArray[np.float32]
    row: NDArray[np.int32]

    def layout(self) -> Layout:
        """Return the places as a `Layout`."""
        order = np.lexsort((self.x, self.row))
        rows: list[list[int]] = [[] for _row in range(int(self.row.max(initial=-1)) + 1)]
        for number, row in zip(self.numbers[order].tolist(), self.row[order].tolist(), strict=True):
            rows[row].append(number)
        numbers = self.numbers.tolist()
        return Layout(
            rows,
            dict(zip(numbers, self.x.tolist(), strict=True)),
            dict(zip(numbers, self.row.tolist(), strict=True)),
        )

    def nearest(self, size: str, x: int, y: int) -> int:
        """Return the person nearest to a pixel of the picture of the given size."""
        place = fit(*size_of(float(self.x.max()), int(self.row.max()) + 1), WIDTHS[size])
        across, down = pixel(self.x, self.row)
        away = (across * place.across - x) ** 2 + (down * place.down - y) ** 2
        return int(self.numbers[int(away.argmin())])


def places_of(plan: StoredLayout) -> PeoplePositions:
    """Return the places of all people in a stored layout."""
    packed = StoredLayout.objects.filter(pk=plan.pk).values_list("places", flat=True).get()
    raw = zlib.decompress(bytes(packed))
    count = len(raw) // (8 + 4 + 4)
    return PeoplePositions(
        np.frombuffer(raw, np.int64, count),
        np.frombuffer(raw, np.float32, count, 8 * count),
        np.frombuffer(raw, np.int32, count, 12 * count),
    )


def places_now(seen: Seen) -> PeoplePositions:
    """Return the places of all people in a graph that is small enough to be laid out during a
    request.
    """
    return _places(layered(seen.lineage, seen.lineage.generations))


def _places(layout: Layout) -> PeoplePositions:
    numbers = list(layout.x)
    return PeoplePositions(
        np.array(numbers, np.int64),
        np.array([layout.x[number] for number in numbers], np.float32),
        np.array([layout.row[number] for number in numbers], np.int32),
    )


def _packed(layout: Layout) -> bytes:
    places = _places(layout)
    columns = (places.numbers, places.x, places.row)
    return zlib.compress(b"".join(column.tobytes() for column in columns), 1)


class NotReady(Exception):
    """The graph is large, and no layout is stored for its present state."""


def drawn(seen: Seen, caller: Caller) -> Picture:
    """Return the drawing of the whole graph.

    Raise `NotReady` if the graph is large and its present state has not been laid out.
    """
    layout = None
    if len(seen.lineage) > AT_ONCE:
        plan = last_stored(seen, caller)
        if plan is None or not is_of(plan, seen):
            raise NotReady
        layout = places_of(plan).layout()
    return draw(tell(seen, caller), seen.lineage, seen.lineage.generations, layout)


def painted(seen: Seen, caller: Caller, size: str) -> bytes:
    """Return the picture of the whole graph in the given size, as PNG.

    Raise `NotReady` if the graph is large and its present state has not been laid out.
    """
    if len(seen.lineage) <= AT_ONCE:
        return paint(drawn(seen, caller), WIDTHS[size])
    plan = last_stored(seen, caller)
    if plan is None or not is_of(plan, seen):
        raise NotReady
    return picture_of(plan, size)
