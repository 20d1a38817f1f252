"""Ladders moved on from the first match that changed, among those whom it touches.

What a recount reads comes in a few queries for all its ladders: the rows and the ends of the
curves of whoever played, then of those whom they met later.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from django.db.models import Q

from leaderboards.constants import constants_of
from leaderboards.counting import played_of
from leaderboards.models import EVER, Counted, Ladder, Standing, Stretch
from leaderboards.packing import (
    STATE_SIZE,
    Bytes,
    Place,
    Point,
    last_point,
    pack_points,
    places_of,
)
from leaderboards.storage import (
    STRETCH,
    Rows,
    columns,
    competitor_of,
    counted_rows,
    in_parts,
    insert,
    of_competitors,
    place_of,
    point_before,
    rating_of,
    standing_values,
    update,
)
from leaderboards.tallies import Competitor, Played, competitors, moved_on

# What the rows of a board hold beside whose they are.
SAID = (
    *("at", "mu", "sigma", "floor"),
    *("played", "won", "drawn", "points", "best", "streak", "form"),
)
# Bytes of a whole stretch.
PIECE = STRETCH * STATE_SIZE
OWNERS = ("ladder_id", "club_id", "player_id", "partner_id")
# Somebody on a ladder.
Key = tuple[int, Competitor]


@dataclass
class Shelf:
    """What is stored of those whom a recount touches, from a moment on, read for all ladders."""

    ladders: Collection[int]
    since: int
    read: set[Competitor] = field(default_factory=set)
    standings: dict[Key, list[Standing]] = field(default_factory=lambda: defaultdict(list))
    curves: dict[Key, list[Stretch]] = field(default_factory=lambda: defaultdict(list))
    matches: dict[str, tuple[Counted, Played]] = field(default_factory=dict)

    def take_down(self, who: Iterable[Competitor]) -> None:
        """Read what is stored of these, unless it has been."""
        fresh = set(who) - self.read
        self.read |= fresh
        for part in in_parts(fresh):
            # Said of all of them too, so that it is looked up by people and not by ladders.
            first = {one[0] for one in part}
            own = Q(of_competitors(part), player__in=first, ladder__in=self.ladders)
            ends = set()
            for row in Standing.objects.filter(own):
                self.standings[row.ladder_id, competitor_of(row)].append(row)
                if row.season == EVER:
                    ends.add(row.at)
            # From that moment on, and the end of each curve, which new points are put to.
            wanted = Q(last__gte=self.since) | Q(last__in=ends)
            for stretch in Stretch.objects.filter(own, wanted).order_by("last", "pk"):
                self.curves[stretch.ladder_id, competitor_of(stretch)].append(stretch)

    def put_up(self, row: Counted) -> Played:
        """Keep a match at hand, and return it as a fold takes it."""
        played = played_of(row)
        self.matches[row.match] = (row, played)
        return played

    def look_up(self, names: Iterable[str]) -> None:
        """Have matches at hand, and what is stored of everybody who played them."""
        missing = [name for name in names if name not in self.matches]
        who: set[Competitor] = set()
        for row in counted_rows(missing).values():
            who.update(everybody(self.put_up(row)))
        self.take_down(who)


def _end(stretch: Stretch) -> Place:
    return _end_of(stretch.data)


def _end_of(data: Bytes) -> Place:
    return places_of(data[-STATE_SIZE:])[0]


def everybody(played: Played) -> set[Competitor]:
    """Return who competes in a match, alone and in pairs."""
    pairs = [tuple(sorted(part.players)) for part in played.parts if len(part.players) == 2]
    return {(player,) for part in played.parts for player in part.players} | set(pairs)


@dataclass
class Curve:
    """Somebody's curve from the first change on: what stands before it, what comes after.

    `old` are the stored stretches that are written anew, `kept` their points that stay, packed.
    """

    old: list[Stretch]
    kept: bytes
    before: Point | None
    since: int
    new: list[Point] = field(default_factory=list)

    @property
    def now(self) -> Point | None:
        """Their last point so far."""
        return self.new[-1] if self.new else self.before


@dataclass
class Replay:
    """The work on one ladder: only matches of those whom a change touches are computed anew.

    Who played a match that changed is touched from there on, and then whoever plays with them.
    """

    ladder: Ladder
    shelf: Shelf
    heap: list[Place] = field(default_factory=list)
    queued: set[str] = field(default_factory=set)
    gone: dict[Place, Counted] = field(default_factory=dict)
    withdrawn: set[Place] = field(default_factory=set)
    curves: dict[Competitor, Curve] = field(default_factory=dict)

    def run(self, gone: Collection[Counted], come: Collection[Counted]) -> None:
        """Take matches off the ladder, put others on it, and move on whom they touch."""
        for row in gone:
            self.gone[place_of(row)] = row
            self.withdrawn.add(place_of(row))
            heappush(self.heap, place_of(row))
        self._queue(place_of(row) for row in come)
        while self.heap:
            self._step(heappop(self.heap))

    def _queue(self, places: Iterable[Place]) -> None:
        for place in places:
            if place.match not in self.queued:
                self.queued.add(place.match)
                heappush(self.heap, place)

    def _step(self, place: Place) -> None:
        gone = self.gone.pop(place, None)
        if gone is not None:
            for side in competitors(played_of(gone), pairs=self.ladder.pairs):
                for one in side:
                    self._touch(one, place, gone.year)
        elif place.match in self.queued:
            self._count(place)

    def _touch(self, who: Competitor, place: Place, year: int) -> Curve:
        """Recall somebody as they were just before, and queue all that they played since."""
        if who in self.curves:
            return self.curves[who]
        old = self.shelf.curves[self.ladder.pk, who]
        # Stretches that end before: only the newest is written anew, with what is put to it.
        first = next(
            (n for n, one in enumerate(old) if one.last >= place.at and _end(one) >= place), None
        )
        if first is None:
            first = max(len(old) - 1, 0)
        whole = b"".join(stretch.data for stretch in old[first:])
        places = places_of(whole)
        cut = bisect_left(places, place)
        kept = whole[: cut * STATE_SIZE]
        before = last_point(kept) if cut else self._earlier(who, place, old[:first])
        curve = self.curves[who] = Curve(old[first:], kept, before, year)
        later = [one for one in places[cut:] if one not in self.withdrawn]
        self.shelf.look_up(one.match for one in later)
        self._queue(later)
        return curve

    def _earlier(self, who: Competitor, place: Place, read: list[Stretch]) -> Point | None:
        # All stretches from `since` on are read, of those before it only some.
        if read and read[-1].last >= self.shelf.since:
            return last_point(read[-1].data)
        # Without a row of all time there is nothing.
        stored = self.shelf.standings[self.ladder.pk, who]
        return point_before(self.ladder.pk, who, place) if stored else None

    def _count(self, place: Place) -> None:
        row, played = self.shelf.matches[place.match]
        who = competitors(played, pairs=self.ladder.pairs)
        curves = [[self._touch(one, place, row.year) for one in side] for side in who]
        before = [[curve.now.state if curve.now else None for curve in side] for side in curves]
        states = moved_on(played, before, constants_of(row.game))
        for side, moved in zip(curves, states, strict=True):
            for curve, state in zip(side, moved, strict=True):
                curve.new.append(Point(place, state))


def keep(replays: Collection[Replay], shelf: Shelf) -> None:
    """Store what replays came to: the curves from the changes on, and the rows of the boards."""
    _keep_curves(replays)
    _keep_standings(replays, shelf)


def _keep_curves(replays: Collection[Replay]) -> None:
    moved, fresh, empty = [], [], []
    for replay in replays:
        for who, curve in replay.curves.items():
            points = curve.kept + pack_points(curve.new)
            pieces = [points[n : n + PIECE] for n in range(0, len(points), PIECE)]
            for number, piece in enumerate(pieces):
                values = (places_of(piece[:STATE_SIZE])[0].at, _end_of(piece).at, piece)
                if number < len(curve.old):
                    moved.append((*values, curve.old[number].pk))
                else:
                    fresh.append((*_owner(replay.ladder, who), *values))
            empty += [stretch.pk for stretch in curve.old[len(pieces) :]]
    update(Stretch, ("first", "last", "data"), moved)
    insert(Rows(Stretch, (*OWNERS, "first", "last", "data"), fresh))
    _delete(Stretch, empty)


def _owner(ladder: Ladder, who: Competitor) -> tuple[int | None, ...]:
    return (ladder.pk, ladder.club_id, *columns(who).values())


def _keep_standings(replays: Collection[Replay], shelf: Shelf) -> None:
    moved, fresh, empty = [], [], []
    for replay in replays:
        for who, curve in replay.curves.items():
            rows = {row.season: row for row in shelf.standings[replay.ladder.pk, who]}
            for season, values in _seasons(curve).items():
                said = tuple(values[name] for name in SAID)
                row = rows.pop(season, None)
                if row is None:
                    fresh.append((*_owner(replay.ladder, who), season, *said))
                elif said != tuple(getattr(row, name) for name in SAID):
                    moved.append((*said, row.pk))
            for row in rows.values():
                if curve.now is not None and row.season and int(row.season) < curve.since:
                    # Its counts stand; the rating is that of now.
                    values = {name: getattr(row, name) for name in SAID}
                    values |= rating_of(curve.now.state)
                    moved.append((*(values[name] for name in SAID), row.pk))
                else:
                    empty.append(row.pk)
    update(Standing, SAID, moved)
    insert(Rows(Standing, (*OWNERS, "season", *SAID), fresh))
    _delete(Standing, empty)


def _seasons(curve: Curve) -> dict[str, dict[str, Any]]:
    """Return what the rows of all time and of each civil year since the change say."""
    last = curve.now
    if last is None:
        return {}
    ends = {EVER: last}
    if curve.before is not None and curve.before.state.year == curve.since:
        ends[str(curve.since)] = curve.before
    ends |= {str(point.state.year): point for point in curve.new}
    return {season: standing_values(season, last.state, end) for season, end in ends.items()}


def _delete(model: Any, numbers: Collection[int]) -> None:
    for part in in_parts(numbers):
        rows = model.objects.filter(pk__in=part)
        rows._raw_delete(rows.db)
