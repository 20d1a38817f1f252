"""Who met whom in which club, added up over many matches at once. Loaded by rebuilds alone."""

from dataclasses import dataclass, field

import numpy as np

from leaderboards import compiled
from leaderboards.columns import Columns
from leaderboards.compiled import BITS, MASK, Array
from leaderboards.models import Meeting
from leaderboards.tables import call
from leaderboards.writing import Rows

# Sums of so many blocks are added up together.
MANY = 10


@dataclass
class Meetings:
    """Meetings by a key of club, lower number and higher one; how they went, five counts each."""

    people: list[int] = field(default_factory=lambda: [0])
    person: dict[int, int] = field(default_factory=dict)
    clubs: list[int] = field(default_factory=list)
    club_at: dict[int, int] = field(default_factory=dict)
    keys: list[Array] = field(default_factory=list)
    totals: list[Array] = field(default_factory=list)

    def count(self, columns: Columns) -> None:
        """Add the meetings of matches."""
        parts = columns.parts
        met, back = np.unique(parts["player"], return_inverse=True)
        for one in met.tolist():
            if one not in self.person:
                self.person[one] = len(self.people)
                self.people.append(one)
        for club in set(columns.clubs) - self.club_at.keys():
            self.club_at[club] = len(self.clubs)
            self.clubs.append(club)
        seats = np.diff(columns.starts)
        most = int((seats * (seats - 1) // 2).sum())
        keys, kinds = np.empty(most, np.int64), np.empty(most, np.int64)
        call(
            compiled.met,
            len(columns.names),
            columns.starts,
            np.array([self.club_at[club] for club in columns.clubs], np.int64),
            np.array([self.person[one] for one in met.tolist()], np.int64)[back],
            np.array(self.people, np.int64),
            parts["side"].astype(np.int64),
            parts["rank"].astype(np.int64),
            parts["outcome"].astype(np.int64),
            keys,
            kinds,
        )
        order = keys.argsort(kind="stable")
        keys, kinds = keys[order], kinds[order]
        self.keys.append(keys)
        self.totals.append(np.eye(5, dtype=np.int64)[kinds])
        if len(self.keys) >= MANY:
            self._add_up()

    def _add_up(self) -> None:
        keys, totals = np.concatenate(self.keys), np.concatenate(self.totals)
        order = keys.argsort(kind="stable")
        keys, totals = keys[order], totals[order]
        firsts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
        self.keys, self.totals = [keys[firsts]], [np.add.reduceat(totals, firsts, axis=0)]

    def rows(self, game: str) -> Rows:
        """Return a row for each two people who met in a club. At least one match was counted."""
        self._add_up()
        key, total = self.keys[0], self.totals[0]
        # Together and won is also together.
        total[:, 3] += total[:, 4]
        who = np.array(self.people, np.int64)
        values = {
            "game": [game] * len(key),
            "club_id": [self.clubs[one] for one in (key >> 2 * BITS).tolist()],
            "one_id": who[key >> BITS & MASK].tolist(),
            "other_id": who[key & MASK].tolist(),
        }
        counts = ("won", "lost", "drawn", "together", "together_won")
        values |= dict(zip(counts, total.T.tolist(), strict=True))
        return Rows(Meeting, tuple(values), tuple(values.values()))
