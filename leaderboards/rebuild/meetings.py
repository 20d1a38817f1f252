"""Who met whom in which club, counted over many matches at once. Loaded by rebuilds alone."""

from dataclasses import dataclass, field

import numpy as np

from clubs.bulk import Rows
from leaderboards.models import Meeting
from leaderboards.rebuild import compiled
from leaderboards.rebuild.columns import Columns
from leaderboards.rebuild.compiled import BITS, MASK, Array
from leaderboards.rebuild.tables import Index, call, grown

COUNTS = ("won", "lost", "drawn", "together", "together_won")


@dataclass
class Meetings:
    """Meetings by a key of club, lower number and higher one; how they went, five counts each."""

    clubs: list[int | None] = field(default_factory=list)
    club_at: dict[int | None, int] = field(default_factory=dict)
    index: Index = field(default_factory=lambda: Index.of(np.zeros(0, np.int64)))
    keys: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    counts: Array = field(default_factory=lambda: np.zeros((0, len(COUNTS)), np.int64))
    used: int = 0

    def count(self, columns: Columns, who: Array) -> None:
        """Add the meetings of matches; `who` sits at each place, by a number from 1 on."""
        for club, _family in columns.groups:
            if club not in self.club_at:
                self.club_at[club] = len(self.clubs)
                self.clubs.append(club)
        clubs = np.array([self.club_at[club] for club, _family in columns.groups], np.int64)
        seats = np.diff(columns.starts)
        self._grow(self.used + int((seats * (seats - 1) // 2).sum()))
        parts = columns.parts
        self.used = call(
            compiled.met,
            len(columns.names),
            columns.starts,
            clubs[columns.group],
            who,
            parts["side"].astype(np.int64),
            parts["rank"].astype(np.int64),
            parts["outcome"].astype(np.int64),
            self.index.table,
            self.index.slots,
            self.keys,
            self.counts,
            self.used,
        )

    def _grow(self, most: int) -> None:
        """Make room for so many, and keep half of the table free."""
        if most > len(self.keys):
            size = max(most, 2 * len(self.keys))
            self.keys = grown(self.keys, self.used, size)
            self.counts = grown(self.counts, self.used, size)
            self.index = Index.of(self.keys[: self.used], room=size)

    def rows(self, game: str, people: Array) -> Rows:
        """Return a row for each two who met in a club; `people` are the players by numbers."""
        order = self.keys[: self.used].argsort()
        keys, counts = self.keys[order], self.counts[order]
        values = {
            "game": [game] * self.used,
            "club_id": [self.clubs[one] for one in (keys >> 2 * BITS).tolist()],
            "one_id": people[keys >> BITS & MASK].tolist(),
            "other_id": people[keys & MASK].tolist(),
            **dict(zip(COUNTS, counts.T.tolist(), strict=True)),
        }
        return Rows(Meeting, tuple(values), tuple(values.values()))
