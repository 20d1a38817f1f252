"""One ladder moved on from the first match that changed, among those whom it touches."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from django.db.models import Q

from leaderboards.constants import constants_of
from leaderboards.counting import played_of
from leaderboards.models import EVER, Counted, Ladder, Rated, Standing
from leaderboards.storage import (
    Ended,
    Place,
    after,
    last_before,
    of_competitor,
    place_of,
    rated_row,
    rating_of,
    standing_row,
    state_of,
    write_rated,
)
from leaderboards.tallies import Competitor, State, competitors, moved_on

BATCH = 500


@dataclass
class Touched:
    """Somebody from the first change on: where they stand, and the end of each season since.

    `since` is the civil year of that change: the counts of earlier ones stand.
    """

    now: Ended | None
    since: int
    seasons: dict[int, Ended] = field(default_factory=dict)


@dataclass
class Replay:
    """The work on one ladder: only matches of those whom a change touches are computed anew.

    Who played a match that changed is touched from there on, and then whoever plays with them.
    """

    ladder: Ladder
    heap: list[Place] = field(default_factory=list)
    queued: set[str] = field(default_factory=set)
    withdrawn: dict[Place, Counted] = field(default_factory=dict)
    coming: dict[Place, Counted] = field(default_factory=dict)
    touched: dict[Competitor, Touched] = field(default_factory=dict)
    rows: list[Rated] = field(default_factory=list)

    def run(self, gone: Collection[Counted], come: Collection[Counted]) -> None:
        """Take matches off the ladder, put others on it, and move on whom they touch."""
        self._forget([row.match for row in gone])
        for row in gone:
            self.withdrawn[place_of(row)] = row
            heappush(self.heap, place_of(row))
        self._queue(come)
        while self.heap:
            self._step(heappop(self.heap))
        self._keep()

    def _queue(self, rows: Iterable[Counted]) -> None:
        for row in rows:
            if row.match not in self.queued:
                self.queued.add(row.match)
                self.coming[place_of(row)] = row
                heappush(self.heap, place_of(row))

    def _step(self, place: Place) -> None:
        gone = self.withdrawn.pop(place, None)
        if gone is not None:
            for side in self._who(gone):
                for one in side:
                    self._touch(one, place, gone.year)
        come = self.coming.pop(place, None)
        if come is not None:
            self._count(come, place)

    def _who(self, row: Counted) -> list[list[Competitor]]:
        return competitors(played_of(row), pairs=self.ladder.pairs)

    def _touch(self, who: Competitor, place: Place, year: int) -> None:
        """Recall somebody as they were just before, and queue all that they played since."""
        if who in self.touched:
            return
        last = last_before(self.ladder, who, place)
        now = Ended(state_of(last), last.ended_at) if last else None
        found = self.touched[who] = Touched(now, year)
        if now is not None and now.state.year == year:
            found.seasons[year] = now
        later = Rated.objects.filter(
            of_competitor(who), after(place), ladder=self.ladder, ended_at__gte=place.ended_at
        )
        self._queue([row.match for row in later.select_related("match")])

    def _count(self, row: Counted, place: Place) -> None:
        played, who = played_of(row), self._who(row)
        for side in who:
            for one in side:
                self._touch(one, place, row.year)
        before = [[self._state(one) for one in side] for side in who]
        states = moved_on(played, before, constants_of(row.game))
        for side, moved in zip(who, states, strict=True):
            for one, state in zip(side, moved, strict=True):
                self.rows.append(rated_row(self.ladder, row, one, state))
                ended = Ended(state, row.ended_at)
                self.touched[one].now = self.touched[one].seasons[state.year] = ended

    def _state(self, who: Competitor) -> State | None:
        ended = self.touched[who].now
        return ended.state if ended else None

    def _keep(self) -> None:
        self._forget({row.match_id for row in self.rows})
        write_rated(self.rows)
        fresh: list[Standing] = []
        for who, touched in self.touched.items():
            own = Standing.objects.filter(of_competitor(who), ladder=self.ladder)
            own.filter(Q(season=EVER) | Q(season__gte=str(touched.since))).delete()
            if touched.now is not None:
                own.update(**rating_of(touched.now.state))
                fresh.extend(self._standings(who, touched, touched.now))
        Standing.objects.bulk_create(fresh, batch_size=BATCH)

    def _standings(self, who: Competitor, touched: Touched, last: Ended) -> list[Standing]:
        ends = {EVER: last} | {str(year): end for year, end in touched.seasons.items()}
        return [
            standing_row(self.ladder, season, who, last.state, end) for season, end in ends.items()
        ]

    def _forget(self, matches: Collection[str]) -> None:
        wanted = list(matches)
        for start in range(0, len(wanted), BATCH):
            part = wanted[start : start + BATCH]
            Rated.objects.filter(ladder=self.ladder, match__in=part).delete()
