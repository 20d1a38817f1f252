"""Ladders moved on from the first match that changed, among those whom it touches."""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain

from clubs.bulk import Rows, insert, update
from games.registry import game_of
from leaderboards.counting import played_of
from leaderboards.live.working_set import WorkingSet
from leaderboards.models import Ladder, RatedMatch, Standing
from leaderboards.rating.formulas import Skill
from leaderboards.rating.packing import unpack_seasons
from leaderboards.rating.tallies import (
    Competitor,
    Known,
    Place,
    Season,
    competitors,
    moved_by,
    skills_after,
)
from leaderboards.storage import (
    columns,
    delete,
    known_before,
    place_of,
    standing_values,
)

# What the rows of a board hold beside whose they are.
SAID = (
    *("at", "day", "mu", "sigma", "floor"),
    *("played", "won", "drawn", "points", "best", "streak", "form", "years", "seasons"),
)
OWNERS = ("ladder_id", "club_id", "player_id", "partner_id")


@dataclass
class Replay:
    """The work on one ladder: only matches of those whom a change touches are computed anew.

    Who played a match that changed is touched from there on, and then whoever plays with them.
    The working_set's players have their matches as they are now; skills are as they were.
    """

    ladder: Ladder
    working_set: WorkingSet
    heap: list[Place] = field(default_factory=list)
    queued: set[str] = field(default_factory=set)
    gone: dict[Place, RatedMatch] = field(default_factory=dict)
    known: dict[Competitor, Known | None] = field(default_factory=dict)

    def run(self, gone: Collection[RatedMatch], come: Collection[RatedMatch]) -> None:
        """Take matches off the ladder, put others on it, and move on whom they touch."""
        for row in gone:
            self.gone[place_of(row)] = row
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
                    self._touch(one, place)
        elif place.match in self.queued:
            self._count(place)

    def _touch(self, who: Competitor, place: Place) -> None:
        """Recall somebody as they were just before, and queue all that they played since."""
        if who in self.known:
            return
        entries = self.working_set.players[who[0]].entries(self.ladder, who)
        cut = bisect_left(entries, place, key=lambda entry: entry.place)
        later = [entry.place for entry in entries[cut:]]
        before = entries[cut - 1] if cut else None
        if before is not None and before.year < self.working_set.year:
            # Not all of that year is at hand.
            before = None
        names = [one.match for one in later]
        late = self.working_set.players[who[0]].late
        if late and before is not None:
            self.working_set.load_matches([before.place.match, *names])
            self.known[who] = self.working_set.tables[before.place.match].after(self.ladder, who)
        else:
            self.working_set.load_matches(names)
            self.known[who] = self._stored(who, place, late=late)
        self._queue(later)

    def _stored(self, who: Competitor, place: Place, *, late: bool) -> Known | None:
        """Return somebody's skill before the first change's year, or as it stands."""
        stored = self.working_set.standings.get((self.ladder.pk, who))
        if stored is None:
            return None
        if not late:
            return known_of(stored)
        if not self.working_set.seasons(self.ladder, who):
            return None
        return known_before(self.ladder, who, place)

    def _count(self, place: Place) -> None:
        table = self.working_set.tables[place.match]
        who = table.who(self.ladder)
        for one in chain.from_iterable(who):
            self._touch(one, place)
        before = [[self.known[one] for one in side] for side in who]
        after = skills_after(table.played, before, game_of(table.row.game).rating)
        skills = chain.from_iterable(after)
        for number, (one, skill) in enumerate(zip(chain.from_iterable(who), skills, strict=True)):
            self.known[one] = Known(skill, table.row.day)
            table.put(self.ladder, number, skill)

    def seasons(self, who: Competitor) -> list[Season]:
        """Return somebody's seasons as they are now."""
        working_set = self.working_set
        player = working_set.players[who[0]]
        entries = player.entries(self.ladder, who)
        if player.late:
            entries = [entry for entry in entries if entry.year >= working_set.year]
        else:
            entries = [entry for entry in entries if entry.place.at >= working_set.since]
        return moved_by(working_set.seasons(self.ladder, who), entries)


def known_of(row: Standing) -> Known:
    """Return somebody's skill off their row on a ladder."""
    return Known(Skill(row.mu, row.sigma), row.day)


def keep(replays: Collection[Replay], working_set: WorkingSet) -> None:
    """Store what replays came to: skills, matches of players, the rows of the boards."""
    working_set.keep()
    moved: list[tuple[object, ...]] = []
    fresh: list[tuple[object, ...]] = []
    empty: list[int] = []
    ladders: list[tuple[object, ...]] = []
    for replay in replays:
        years: Counter[int] = Counter()
        for who, known in replay.known.items():
            row = working_set.standings.get((replay.ladder.pk, who))
            seasons = replay.seasons(who)
            years.subtract(_years(row))
            years.update(season.year for season in seasons)
            if seasons and known is not None:
                values = standing_values(known, seasons)
                said = tuple(values[name] for name in SAID)
                if row is None:
                    fresh.append((*_owner(replay.ladder, who), *said))
                elif said != _said(row):
                    moved.append((*said, row.pk))
            elif row is not None:
                empty.append(row.pk)
        if any(years.values()):
            ladders.append((json.dumps(_moved_years(replay.ladder, years)), replay.ladder.pk))
    update(Ladder, ("seasons",), ladders)
    update(Standing, SAID, moved)
    insert(Rows.of(Standing, (*OWNERS, *SAID), fresh))
    delete(Standing, empty)


def _years(row: Standing | None) -> list[int]:
    return [] if row is None else [season.year for season in unpack_seasons(row.seasons)]


def _said(row: Standing) -> tuple[object, ...]:
    return (*(getattr(row, name) for name in SAID[:-1]), bytes(row.seasons))


def _owner(ladder: Ladder, who: Competitor) -> tuple[int | None, ...]:
    return (ladder.pk, ladder.club_id, *columns(who).values())


def _moved_years(ladder: Ladder, moved: Counter[int]) -> dict[str, int]:
    """Return how many play on a ladder in each year."""
    counts = Counter(ladder.seasons)
    for year, more in moved.items():
        counts[str(year)] += more
    return {year: count for year, count in sorted(counts.items()) if count}
