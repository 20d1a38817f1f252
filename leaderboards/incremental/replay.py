"""Recomputes ladders from the first changed match, only for the players it affects."""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from core.bulk import Rows, insert, update
from games.registry.rating import RatingConstants
from leaderboards.incremental.working_set import Values, WorkingSet
from leaderboards.models import Ladder, SeasonStanding, Standing
from leaderboards.rating.matches import Competitor, MatchMoment, Skill
from leaderboards.rating.packing import unpack_seasons
from leaderboards.rating.tallies import PlayedMatch, Season, counted
from leaderboards.storage import (
    SEASON_COLUMNS,
    STANDING_COLUMNS,
    STANDING_VALUES,
    LoadedMatch,
    delete,
    owner_values,
    season_values,
    skill_before,
    standing_values,
)


class Start(NamedTuple):
    """From when on a competitor is affected: the moment, its year, and their skill before it."""

    place: MatchMoment
    year: int
    before: Skill | None


@dataclass
class Replay:
    """The recomputation of one ladder, limited to matches of players whom a change affects.

    The players of a changed match are affected from that match on. So is every player who meets
    an affected player, from that meeting on. The working set contains the new entries of all
    these players, and their old skills.
    """

    ladder: Ladder
    working_set: WorkingSet
    constants: RatingConstants
    queue: list[MatchMoment] = field(default_factory=list)
    queued: set[str] = field(default_factory=set)
    # For each affected competitor: from when on they are affected, and their skill so far.
    touched: dict[Competitor, Start] = field(default_factory=dict)
    skills: dict[Competitor, Skill | None] = field(default_factory=dict)

    def run(self, gone: Iterable[LoadedMatch], come: Iterable[LoadedMatch]) -> None:
        """Remove matches from the ladder, add others, and recompute the affected players."""
        removed = {match.place: match for match in gone}
        for place in removed:
            heappush(self.queue, place)
        self._queue(match.place for match in come)
        while self.queue:
            place = heappop(self.queue)
            if place in removed:
                match = removed.pop(place)
                for competitor in match.competitors_on(self.ladder):
                    self._touch(competitor, match)
            else:
                self._count(self.working_set.matches[place.match])

    def _queue(self, places: Iterable[MatchMoment]) -> None:
        for place in places:
            if place.match not in self.queued:
                self.queued.add(place.match)
                heappush(self.queue, place)

    def _touch(self, competitor: Competitor, match: LoadedMatch) -> None:
        """Restore a competitor's skill from before a match. Queue their matches from it on."""
        if competitor in self.touched:
            return
        place = match.place
        entries = self.working_set.entries(self.ladder, competitor)
        cut = bisect_left(entries, place, key=lambda entry: entry.place)
        later = [entry for entry in entries[cut:] if entry.match not in self.queued]
        before = self._skill(competitor, entries[cut - 1] if cut else None, place)
        self.touched[competitor] = Start(place, match.row.year, before)
        self.skills[competitor] = before
        self.working_set.load_matches([entry.match for entry in later])
        matches = (self.working_set.matches[entry.match] for entry in later)
        self.working_set.load(part.player for match in matches for part in match.parts)
        self._queue([self.working_set.matches[entry.match].place for entry in later])

    def _skill(
        self, competitor: Competitor, before: PlayedMatch | None, place: MatchMoment
    ) -> Skill | None:
        """Return a competitor's skill before the match at `place`; None if they had none.

        `before` is their last loaded entry before that match; None if there is none.
        """
        stored = self._stored(competitor)
        if stored is None:
            return None
        if stored.at < place.at:
            return Skill(stored.mu, stored.sigma, stored.day)
        # Entries of earlier years are not all loaded, so the skill is read from the database.
        if before is not None and before.year >= self.working_set.year:
            self.working_set.load_matches([before.match])
            return self.working_set.matches[before.match].after(self.ladder, competitor)
        earlier = unpack_seasons(stored.seasons)[0].year < self.working_set.year
        return skill_before(self.ladder, competitor, place) if earlier else None

    def _stored(self, competitor: Competitor) -> Standing | None:
        return self.working_set.standings.get((self.ladder.pk, competitor))

    def _count(self, match: LoadedMatch) -> None:
        competitors = match.competitors_on(self.ladder)
        for competitor in competitors:
            self._touch(competitor, match)
        after = match.rate(
            self.ladder, (self.skills[competitor] for competitor in competitors), self.constants
        )
        self.skills.update(zip(competitors, after, strict=True))

    def seasons(self, competitor: Competitor) -> list[Season]:
        """Return a competitor's seasons after the change."""
        stored, first = self._stored(competitor), self.touched[competitor].place
        seasons = unpack_seasons(stored.seasons) if stored else []
        entries = self.working_set.entries(self.ladder, competitor)
        if stored and stored.at < first.at:
            return counted(seasons, [entry for entry in entries if entry.place >= first])
        year = self.working_set.year
        earlier = [season for season in seasons if season.year < year]
        return counted(earlier, [entry for entry in entries if entry.year >= year])

    def season_rows(self, competitor: Competitor, seasons: Sequence[Season]) -> Values:
        """Return the rows of a competitor's seasons from the first affected one on.

        `seasons` are all their seasons after the change.
        """
        start = self.touched[competitor]
        entries = [
            entry
            for entry in self.working_set.entries(self.ladder, competitor)
            if entry.year >= start.year
        ]
        if not entries:
            return []
        last = {entry.year: entry for entry in entries}
        ends = [self._after(competitor, entry) for entry in last.values()]
        changed = seasons[-len(last) :]
        owner = owner_values(self.ladder, competitor)
        begun = self._begun(competitor, entries[0])
        return [(*owner, *values) for values in season_values(changed, begun, ends)]

    def _after(self, competitor: Competitor, entry: PlayedMatch) -> Skill:
        """Return a competitor's skill after a match of the first affected year, or of a later
        one.
        """
        start = self.touched[competitor]
        if entry.place < start.place and start.before is not None:
            return start.before
        return self.working_set.matches[entry.match].after(self.ladder, competitor)

    def _begun(self, competitor: Competitor, first: PlayedMatch) -> float:
        """Return the μ with which a competitor began the year of their entry `first`."""
        start = self.touched[competitor]
        before = start.before
        if first.place < start.place:
            for row in self.working_set.seasons[self.ladder.pk, competitor]:
                if row.year == first.year:
                    return row.mu_before
            before = skill_before(self.ladder, competitor, first.place)
        return before.mu if before is not None else 0.0

    def old_seasons(self, competitor: Competitor) -> list[int]:
        """Return the keys of the stored rows that those of `season_rows` replace."""
        rows = self.working_set.seasons[self.ladder.pk, competitor]
        return [row.pk for row in rows if row.year >= self.touched[competitor].year]


def save(replays: Collection[Replay], working_set: WorkingSet, *, of_seasons: bool) -> None:
    """Store the results: skills, entries of players, the rows of the boards.

    `of_seasons` is false while a rebuild has yet to write the rows of seasons.
    """
    working_set.save()
    moved: Values = []
    fresh: Values = []
    empty: list[int] = []
    ladders: Values = []
    gone_seasons: list[int] = []
    fresh_seasons: Values = []
    for replay in replays:
        ladder = replay.ladder
        years: Counter[int] = Counter()
        for competitor, skill in replay.skills.items():
            row = working_set.standings.get((ladder.pk, competitor))
            seasons = replay.seasons(competitor)
            if row is not None:
                years.subtract(season.year for season in unpack_seasons(row.seasons))
            years.update(season.year for season in seasons)
            if of_seasons:
                gone_seasons += replay.old_seasons(competitor)
                fresh_seasons += replay.season_rows(competitor, seasons)
            if seasons and skill is not None:
                values = standing_values(skill, seasons)
                if row is None:
                    fresh.append((*owner_values(ladder, competitor), *values))
                else:
                    moved.append((*values, row.pk))
            elif row is not None:
                empty.append(row.pk)
        if any(years.values()):
            ladders.append((json.dumps(_moved_years(ladder, years)), ladder.pk))
    update(Ladder, ("seasons",), ladders)
    update(Standing, STANDING_VALUES, moved)
    insert(Rows.of(Standing, STANDING_COLUMNS, fresh))
    delete(Standing, empty)
    delete(SeasonStanding, gone_seasons)
    insert(Rows.of(SeasonStanding, SEASON_COLUMNS, fresh_seasons))


def _moved_years(ladder: Ladder, moved: Counter[int]) -> dict[str, int]:
    """Return the number of competitors on a ladder in each year; `moved` has the changes."""
    counts = Counter(ladder.seasons)
    for year, more in moved.items():
        counts[str(year)] += more
    return {year: count for year, count in sorted(counts.items()) if count}
