"""A match with the skills that it came to, on each ladder it counts on."""

from dataclasses import dataclass
from itertools import chain

from leaderboards.counting import played_of
from leaderboards.models import Ladder, RatedMatch
from leaderboards.rating.formulas import Skill
from leaderboards.rating.packing import (
    PART_SIZE,
    pack_skills,
    put_skill,
    skill_at,
    skill_place,
    unpack_skills,
)
from leaderboards.rating.tallies import Competitor, Known, Played, competitors, has_pairs


def kind_of(of: Ladder) -> int:
    """Return which of a match's ladders this is, as `storage.keys_of` tells them: 0–3."""
    return (of.club_id is None) * 2 + (of.family != "")


@dataclass
class Table:
    """A match at hand: its row, what a fold takes of it, and the skills that it came to."""

    row: RatedMatch
    played: Played
    skills: bytearray
    moved: bool = False

    @classmethod
    def of(cls, row: RatedMatch) -> "Table":
        """Return a match from its row; one that was not counted yet has no skills."""
        played, seats = played_of(row), len(row.parts) // PART_SIZE
        return cls(row, played, unpack_skills(row.skills, seats, pairs=has_pairs(played)))

    def packed(self) -> bytes:
        """Return its skills as its row keeps them."""
        seats = len(self.row.parts) // PART_SIZE
        return pack_skills(self.skills, seats, pairs=has_pairs(self.played))

    def who(self, ladder: Ladder) -> list[list[Competitor]]:
        """Return who competes on a ladder, side by side."""
        return competitors(self.played, pairs=ladder.pairs)

    def after(self, ladder: Ladder, competitor: Competitor) -> Known:
        """Return somebody's skill after it, on a ladder."""
        number = list(chain.from_iterable(self.who(ladder))).index(competitor)
        return Known(skill_at(self.skills, self._place(ladder, number)), self.row.day)

    def put(self, ladder: Ladder, number: int, skill: Skill) -> None:
        """Say what skill it came to for a competitor, by their number, on a ladder."""
        self.moved |= put_skill(self.skills, self._place(ladder, number), skill)

    def _place(self, ladder: Ladder, number: int) -> int:
        seats = len(self.row.parts) // PART_SIZE
        return skill_place(kind_of(ladder), number, seats, pairs=ladder.pairs)
