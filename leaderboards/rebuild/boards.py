"""Computes all boards of a game, match by match from the first one on, and yields their rows."""

import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from core.bulk import Rows
from games.registry.game import Game
from games.registry.rating import RatingConstants
from leaderboards.incremental.meetings import MeetingCounts, add_meetings
from leaderboards.models import (
    EntryChunk,
    Ladder,
    Meeting,
    RatedMatch,
    SeasonStanding,
    Standing,
)
from leaderboards.rating.matches import MEETINGS, Competitor, Skill
from leaderboards.rating.packing import pack_skills
from leaderboards.rating.tallies import YEAR, PlayedMatch, Season, entries_of, tally
from leaderboards.storage import (
    CHUNK,
    CHUNK_COLUMNS,
    SEASON_COLUMNS,
    STANDING_COLUMNS,
    LadderKey,
    LoadedMatch,
    chunk_values,
    ladders_of,
    owner_values,
    season_values,
    standing_values,
)

MATCH_COLUMNS = (
    *("match", "game", "club_id", "family", "at", "day", "year"),
    *("parts", "skills", "over_all"),
)


class WaitingRows:
    """Rows that wait on disk to be inserted, so that memory does not grow with the matches."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.pieces = file, 0

    def put(self, rows: Rows) -> None:
        """Add rows."""
        pickle.dump(rows, self.file)
        self.pieces += 1

    def __iter__(self) -> Iterator[Rows]:
        self.file.seek(0)
        for _ in range(self.pieces):
            yield pickle.load(self.file)  # noqa: S301 -- written by `put`, in a file without a name


@dataclass
class CountedBoard:
    """A ladder with all its competitors.

    `ends` has the skills at the end of each of a competitor's seasons but the last.
    `entries` has each player's last entries, which do not fill a chunk yet. It is used only on
    the ladder of players of a club and family.
    """

    ladder: Ladder
    skills: dict[Competitor, Skill] = field(default_factory=dict)
    seasons: dict[Competitor, list[list[int]]] = field(default_factory=lambda: defaultdict(list))
    ends: dict[Competitor, list[Skill]] = field(default_factory=lambda: defaultdict(list))
    entries: dict[int, list[PlayedMatch]] = field(default_factory=lambda: defaultdict(list))

    def count(
        self, match: LoadedMatch, entries: Mapping[int, PlayedMatch], constants: RatingConstants
    ) -> None:
        """Count a match. It must be later than all matches counted before."""
        competitors = match.competitors_on(self.ladder)
        before = [self.skills.get(competitor) for competitor in competitors]
        after = match.rate(self.ladder, before, constants)
        self.skills.update(zip(competitors, after, strict=True))
        for competitor, skill in zip(competitors, before, strict=True):
            seasons = self.seasons[competitor]
            if skill is not None and seasons[-1][YEAR] != match.row.year:
                self.ends[competitor].append(skill)
            tally(seasons, entries[competitor[0]])

    def add_entries(self, entries: Mapping[int, PlayedMatch]) -> Iterator[tuple[object, ...]]:
        """Add the players' entries; yield the rows of chunks that are full."""
        for player, entry in entries.items():
            last = self.entries[player]
            last.append(entry)
            if len(last) == CHUNK:
                yield chunk_values(self.ladder, player, self.entries.pop(player))

    def last_chunks(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of chunks that are not full."""
        for player, entries in self.entries.items():
            yield chunk_values(self.ladder, player, entries)

    def standings(self) -> Iterator[tuple[object, ...]]:
        """Yield the row of each competitor."""
        for competitor, skill in self.skills.items():
            seasons = [Season(*row) for row in self.seasons[competitor]]
            yield (*owner_values(self.ladder, competitor), *standing_values(skill, seasons))

    def season_rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of all seasons."""
        for competitor, skill in self.skills.items():
            seasons = [Season(*row) for row in self.seasons[competitor]]
            owner = owner_values(self.ladder, competitor)
            for values in season_values(seasons, 0.0, [*self.ends[competitor], skill]):
                yield (*owner, *values)

    def years(self) -> str:
        """Return the number of competitors in each year, as the JSON text that is stored."""
        years = Counter(Season(*row).year for rows in self.seasons.values() for row in rows)
        return json.dumps({str(year): count for year, count in sorted(years.items())})


class Boards:
    """All boards of a game. Rows of matches and of full chunks wait in a file."""

    def __init__(self, game: Game, file: IO[bytes]) -> None:
        self.game, self.waiting = game, WaitingRows(file)
        self.boards: dict[LadderKey, CountedBoard] = {}
        self.meetings: MeetingCounts = defaultdict(Counter)

    def count(self, rows: Sequence[RatedMatch]) -> None:
        """Count matches. They must be in order, and later than all matches counted before."""
        chunks: list[tuple[object, ...]] = []
        for row in rows:
            match = LoadedMatch.of(row)
            entries = entries_of(match.place, row.year, match.parts)
            for key in match.ladder_keys():
                self._board(key).count(match, entries, self.game.rating)
            home = self._board((row.club_id, row.family, False))
            chunks += home.add_entries(entries)
            add_meetings(self.meetings, match, 1)
            row.skills = pack_skills(match.skills)
        values = [tuple(getattr(row, name) for name in MATCH_COLUMNS) for row in rows]
        self.waiting.put(Rows.of(RatedMatch, MATCH_COLUMNS, values))
        self.waiting.put(Rows.of(EntryChunk, CHUNK_COLUMNS, chunks))

    def _board(self, key: LadderKey) -> CountedBoard:
        board = self.boards.get(key)
        if board is None:
            board = self.boards[key] = CountedBoard(ladders_of(self.game.slug, [key])[key])
        return board

    def rows(self) -> Iterator[Rows]:
        """Yield the rows of all boards."""
        yield from self.waiting
        for board in self.boards.values():
            yield Rows.of(EntryChunk, CHUNK_COLUMNS, board.last_chunks())
            yield Rows.of(Standing, STANDING_COLUMNS, board.standings())
            yield Rows.of(SeasonStanding, SEASON_COLUMNS, board.season_rows())
        names = ("game", "one_id", "other_id", "club_id", *MEETINGS)
        meetings = (
            (self.game.slug, *pair, *(counts[name] for name in MEETINGS))
            for pair, counts in self.meetings.items()
        )
        yield Rows.of(Meeting, names, meetings)

    def years(self) -> list[tuple[str, int]]:
        """Return, for each ladder, the number of competitors in each year as JSON, and its key."""
        return [(board.years(), board.ladder.pk) for board in self.boards.values()]
