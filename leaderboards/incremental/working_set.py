"""The stored data of all players affected by a change, read in few queries for all ladders."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from django.db.models import F, Q
from django.utils import timezone

from core.bulk import Rows, insert, update
from leaderboards.models import EntryChunk, Ladder, RatedMatch, SeasonStanding, Standing
from leaderboards.rating.matches import Competitor, MatchMoment
from leaderboards.rating.packing import (
    ENTRY_SIZE,
    micros,
    pack_skills,
    unpack_entries,
)
from leaderboards.rating.tallies import PlayedMatch, entries_of
from leaderboards.storage import (
    CHUNK,
    CHUNK_COLUMNS,
    LoadedMatch,
    chunk_values,
    competitor_of,
    delete,
    in_parts,
    own,
)

# Rows to insert or to update, each as a tuple of its values.
Values = list[tuple[object, ...]]


@dataclass
class Home:
    """A player's loaded entries on the ladder of players of a club and family.

    `chunks` are the stored rows of these entries. `edited` is the moment of the first match that
    was added or removed; None if nothing changed. `over_all` says whether the matches of the
    ladder also count on the ladders over all clubs.
    """

    ladder: Ladder
    over_all: bool = True
    chunks: list[EntryChunk] = field(default_factory=list)
    entries: list[PlayedMatch] = field(default_factory=list)
    edited: MatchMoment | None = None

    def remove(self, place: MatchMoment) -> None:
        """Remove a match."""
        self.entries = [entry for entry in self.entries if entry.place != place]
        self._edit(place)

    def add(self, entry: PlayedMatch) -> None:
        """Add a match."""
        insort(self.entries, entry, key=_place)
        self._edit(entry.place)

    def _edit(self, place: MatchMoment) -> None:
        self.edited = place if self.edited is None else min(self.edited, place)

    def counts_on(self, ladder: Ladder) -> bool:
        """Say whether the matches of these entries count on a ladder of the game."""
        of = self.ladder
        if ladder.club_id is None and not self.over_all:
            return False
        return ladder.club_id in (None, of.club_id) and ladder.family in ("", of.family)

    def rewritten(self) -> tuple[list[EntryChunk], list[list[PlayedMatch]]]:
        """Return the stored chunks from the first change on, and the entries of the new chunks."""
        if self.edited is None:
            return [], []
        # Chunks that end before the change stay. The last chunk is replaced too, because it may
        # have room for more entries.
        ends = [chunk.last for chunk in self.chunks]
        first = max(min(bisect_left(ends, self.edited.at), len(ends) - 1), 0)
        start = sum(len(chunk.data) // ENTRY_SIZE for chunk in self.chunks[:first])
        rest = self.entries[start:]
        return self.chunks[first:], [rest[at : at + CHUNK] for at in range(0, len(rest), CHUNK)]


def _place(entry: PlayedMatch) -> MatchMoment:
    return entry.place


@dataclass
class WorkingSet:
    """All loaded data: each player's entries from the year of the first change on.

    More rows may be loaded until `save`, because a player's data before their first affected match
    stay as they are.
    """

    game: str
    ladders: Collection[int]
    year: int
    homes: dict[int, dict[int, Home]] = field(default_factory=dict)
    standings: dict[tuple[int, Competitor], Standing] = field(default_factory=dict)
    # The rows of seasons from `year` on, by ladder and competitor.
    seasons: dict[tuple[int, Competitor], list[SeasonStanding]] = field(
        default_factory=lambda: defaultdict(list)
    )
    matches: dict[str, LoadedMatch] = field(default_factory=dict)

    def load(self, players: Iterable[int]) -> None:
        """Read the stored data of players and of their pairs, unless it is loaded."""
        begun = micros(datetime(self.year, 1, 1, tzinfo=timezone.get_current_timezone()))
        for some in in_parts(set(players) - self.homes.keys()):
            ends = set()
            for row in Standing.objects.filter(player__in=some, ladder__in=self.ladders):
                self.standings[row.ladder_id, competitor_of(row)] = row
                ends.add(row.at)
            later = SeasonStanding.objects.filter(
                player__in=some, ladder__in=self.ladders, year__gte=self.year
            )
            for season in later.order_by("year"):
                self.seasons[season.ladder_id, competitor_of(season)].append(season)
            self.homes |= {player: {} for player in some}
            # The last chunk of each player is read too, because new matches are added to it.
            wanted = EntryChunk.objects.filter(
                Q(last__gte=begun) | Q(last__in=ends), player__in=some, ladder__game=self.game
            )
            wanted = wanted.annotate(confirmed=F("club__confirmed_at")).select_related("ladder")
            for chunk in wanted.order_by("last", "first", "pk"):
                home = self._home(chunk.player_id, chunk.ladder)
                home.over_all = chunk.confirmed is not None
                home.chunks.append(chunk)
                home.entries += unpack_entries(chunk.data)

    def _home(self, player: int, ladder: Ladder) -> Home:
        return self.homes[player].setdefault(ladder.pk, Home(ladder))

    def load_matches(self, names: Collection[str]) -> None:
        """Read matches by their names, unless they are loaded."""
        for some in in_parts(name for name in names if name not in self.matches):
            rows = RatedMatch.objects.in_bulk(some)
            self.matches |= {name: LoadedMatch.of(row) for name, row in rows.items()}

    def remove(self, match: LoadedMatch, home: Ladder) -> None:
        """Remove a match from its players' entries."""
        for part in match.parts:
            self._home(part.player, home).remove(match.place)

    def add(self, match: LoadedMatch, home: Ladder) -> None:
        """Add a match to its players' entries."""
        self.matches[match.row.match] = match
        for player, entry in entries_of(match.place, match.row.year, match.parts).items():
            at = self._home(player, home)
            at.over_all = match.row.over_all
            at.add(entry)

    def entries(self, ladder: Ladder, competitor: Competitor) -> list[PlayedMatch]:
        """Return the loaded entries of a competitor's matches on a ladder."""
        homes = [home for home in self.homes[competitor[0]].values() if home.counts_on(ladder)]
        entries = own(competitor, chain.from_iterable(home.entries for home in homes))
        return list(entries) if len(homes) == 1 else sorted(entries, key=_place)

    def save(self) -> None:
        """Store skills that changed, and matches added or removed."""
        moved = [
            (pack_skills(match.skills), name) for name, match in self.matches.items() if match.moved
        ]
        update(RatedMatch, ("skills",), moved)
        gone: list[int] = []
        fresh: Values = []
        for player, homes in self.homes.items():
            for home in homes.values():
                chunks, pieces = home.rewritten()
                gone += [chunk.pk for chunk in chunks]
                fresh += [chunk_values(home.ladder, player, piece) for piece in pieces]
        delete(EntryChunk, gone)
        insert(Rows.of(EntryChunk, CHUNK_COLUMNS, fresh))
