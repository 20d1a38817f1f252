"""What is stored of those whom a recount touches, read in few queries for all its ladders."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate, chain

from django.db.models import Q
from django.utils import timezone

from clubs.bulk import Rows, insert, update
from leaderboards.counting import played_of
from leaderboards.models import EntryChunk, Ladder, RatedMatch, Standing
from leaderboards.rated import Table
from leaderboards.rating.packing import (
    ENTRY_SIZE,
    micros,
    pack_entries,
    unpack_entries,
    unpack_seasons,
)
from leaderboards.rating.tallies import (
    Competitor,
    Entry,
    Place,
    Season,
    entries_of,
)
from leaderboards.storage import (
    CHUNK,
    competitor_of,
    delete,
    in_parts,
    own,
    place_of,
    rated_match_rows,
)


@dataclass
class Home:
    """A player's matches in a club of a family, as far as they are at hand.

    `rows` are the chunks that they stand in, `edited` the first place that is to change.
    """

    ladder: int
    club: int | None
    family: str
    rows: list[EntryChunk] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    edited: Place | None = None

    def take(self, rows: Iterable[EntryChunk]) -> None:
        """Have more chunks at hand; none of its matches has been moved yet."""
        assert self.edited is None  # noqa: S101 -- edits would be lost
        known = {row.pk for row in self.rows}
        self.rows += [row for row in rows if row.pk not in known]
        self.rows.sort(key=lambda row: (row.last, row.first, row.pk))
        self.entries = list(chain.from_iterable(unpack_entries(row.data) for row in self.rows))

    def remove(self, place: Place) -> None:
        """Take a match off."""
        at = bisect_left(self.entries, place, key=_place)
        if at < len(self.entries) and self.entries[at].place == place:
            del self.entries[at]
            self._edit(place)

    def add(self, entry: Entry) -> None:
        """Put a match on."""
        insort(self.entries, entry, key=_place)
        self._edit(entry.place)

    def _edit(self, place: Place) -> None:
        self.edited = place if self.edited is None else min(self.edited, place)

    def is_of(self, ladder: Ladder) -> bool:
        """Say whether its matches count on a ladder of the game."""
        return ladder.club_id in (None, self.club) and ladder.family in ("", self.family)


def _place(entry: Entry) -> Place:
    return entry.place


@dataclass
class Player:
    """Somebody's matches at hand. `late`: some of them end at the first change or after it."""

    homes: dict[tuple[int | None, str], Home] = field(default_factory=dict)
    late: bool = False

    def entries(self, ladder: Ladder, who: Competitor) -> list[Entry]:
        """Return what came of their matches on a ladder, as far as they are at hand."""
        mine = [home.entries for home in self.homes.values() if home.is_of(ladder)]
        if len(mine) == 1:
            return list(own(who, mine[0]))
        return sorted(own(who, chain.from_iterable(mine)), key=_place)


@dataclass
class WorkingSet:
    """All that is at hand. `since` is the moment of the first change, `year` its civil year.

    Who has nothing at `since` or after it (not `late`) is moved on from their row on a ladder. The
    others are counted anew from the first day of `year`: their seasons before it stand, and their
    skill before it is looked up with the match it came of. What is stored may be read at any time
    until `keep`: nothing of anybody before the first place they are touched at has changed.
    """

    ladders: Collection[int]
    game: str
    since: int
    year: int
    players: dict[int, Player] = field(default_factory=lambda: defaultdict(Player))
    standings: dict[tuple[int, Competitor], Standing] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    def load(self, who: Iterable[int]) -> None:
        """Read what is stored of players and of the pairs they make, unless it has been."""
        fresh = set(who) - self.players.keys()
        for part in in_parts(fresh):
            self._read(part)

    def _read(self, part: list[int]) -> None:
        for one in part:
            self.players[one] = Player()
        wanted = Q(player__in=part)
        ends = set()
        for standing in Standing.objects.filter(wanted, ladder__in=self.ladders):
            self.standings[standing.ladder_id, competitor_of(standing)] = standing
            ends.add(standing.at)
        # From the first change on, and the end of each, which new matches are put to.
        rows = EntryChunk.objects.filter(wanted, ladder__game=self.game).select_related("ladder")
        self._take(rows.filter(Q(last__gte=self.since) | Q(last__in=ends)))
        late = [one for one in part if self._is_late(self.players[one])]
        if late:
            # Who played later has their seasons counted anew from that year on.
            begun = micros(datetime(self.year, 1, 1, tzinfo=timezone.get_current_timezone()))
            earlier = rows.filter(player__in=late, last__gte=begun, last__lt=self.since)
            self._take(earlier)

    def _is_late(self, player: Player) -> bool:
        rows = chain.from_iterable(home.rows for home in player.homes.values())
        player.late = any(row.last >= self.since for row in rows)
        return player.late

    def _take(self, rows: Iterable[EntryChunk]) -> None:
        found: dict[tuple[int, int], list[EntryChunk]] = defaultdict(list)
        for row in rows:
            found[row.player_id, row.ladder_id].append(row)
        for (player, _ladder), some in found.items():
            self.home(player, some[0].ladder).take(some)

    def home(self, player: int, ladder: Ladder) -> Home:
        """Return a player's matches on the ladder of players of a club and family."""
        homes = self.players[player].homes
        key = (ladder.club_id, ladder.family)
        if key not in homes:
            homes[key] = Home(ladder.pk, ladder.club_id, ladder.family)
        return homes[key]

    def load_matches(self, matches: Iterable[str]) -> None:
        """Have matches at hand, and what is stored of everybody who played them."""
        missing = [match for match in matches if match not in self.tables]
        if not missing:
            return
        found = {name: Table.of(row) for name, row in rated_match_rows(missing).items()}
        self.tables |= found
        parts = chain.from_iterable(table.played.parts for table in found.values())
        self.load(player for part in parts for player in part.players)

    def withdraw(self, row: RatedMatch, home: Ladder) -> None:
        """Take a match off its players."""
        for player in entries_of(place_of(row), played_of(row)):
            self.home(player, home).remove(place_of(row))

    def enter(self, row: RatedMatch, home: Ladder) -> None:
        """Put a match to its players, and have it at hand."""
        table = self.tables[row.match] = Table.of(row)
        table.moved = True
        for player, entry in entries_of(place_of(row), table.played).items():
            self.home(player, home).add(entry)

    def seasons(self, ladder: Ladder, who: Competitor) -> list[Season]:
        """Return somebody's seasons on a ladder as stored, those before the first change's year."""
        stored = self.standings.get((ladder.pk, who))
        found = unpack_seasons(stored.seasons) if stored else []
        if self.players[who[0]].late:
            return [season for season in found if season.year < self.year]
        return found

    def keep(self) -> None:
        """Store skills that moved, and matches put on or taken off."""
        moved = [(table.packed(), name) for name, table in self.tables.items() if table.moved]
        update(RatedMatch, ("skills",), moved)
        fresh: list[tuple[object, ...]] = []
        written: list[tuple[object, ...]] = []
        empty: list[int] = []
        for number, player in self.players.items():
            for home in player.homes.values():
                if home.edited is not None:
                    _cut(number, home, home.edited, fresh, written, empty)
        names = ("first", "last", "data")
        update(EntryChunk, names, written)
        insert(Rows.of(EntryChunk, ("ladder_id", "club_id", "player_id", *names), fresh))
        delete(EntryChunk, empty)


def _cut(
    player: int,
    home: Home,
    edited: Place,
    fresh: list[tuple[object, ...]],
    written: list[tuple[object, ...]],
    empty: list[int],
) -> None:
    """Cut a player's matches into chunks anew, from the first that changes on."""
    cut = bisect_left(home.entries, edited, key=_place)
    edges = [0, *accumulate(len(row.data) // ENTRY_SIZE for row in home.rows)]
    # Stretches that end before the first change stand as they are, but for a last one with room.
    first = sum(edge <= cut for edge in edges[1:])
    if first and first == len(home.rows) and edges[first] - edges[first - 1] < CHUNK:
        first -= 1
    rest, rows = home.entries[edges[first] :], home.rows[first:]
    pieces = [rest[at : at + CHUNK] for at in range(0, len(rest), CHUNK)]
    for number, piece in enumerate(pieces):
        values = (piece[0].place.at, piece[-1].place.at, pack_entries(piece))
        if number < len(rows):
            written.append((*values, rows[number].pk))
        else:
            fresh.append((home.ladder, home.club, player, *values))
    empty += [row.pk for row in rows[len(pieces) :]]
