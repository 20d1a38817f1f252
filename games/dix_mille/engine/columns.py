"""A player's column of paliers, with coches and strikes. Nothing in it is ever erased. Pure.

The score is the top palier that is not struck, or 0 for a player who has not entered.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(slots=True)
class Palier:
    """One score of the column, with its coches; struck paliers stay on the sheet."""

    score: int
    coches: int = 0
    struck: bool = False


class StruckPalier(NamedTuple):
    """A palier struck: the player, the score before and after, by whom, and whether by a chain."""

    side: int
    score: int
    back: int
    by: int
    chained: bool


@dataclass(slots=True)
class PalierColumn:
    """The paliers of one player, in the order they were written.

    `standing` are those not struck. Only the last of them can be struck, like plates taken off a
    stack.
    """

    paliers: list[Palier] = field(default_factory=list)
    standing: list[Palier] = field(default_factory=list)

    @property
    def top(self) -> Palier | None:
        """The current palier; None: not entered."""
        return self.standing[-1] if self.standing else None

    @property
    def score(self) -> int:
        """The player's score."""
        return self.standing[-1].score if self.standing else 0

    def write(self, points: int) -> int:
        """« Le score obtenu constitue le nouveau palier »: return its score."""
        palier = Palier(self.score + points)
        self.paliers.append(palier)
        self.standing.append(palier)
        return palier.score

    def strike(self, *, restart: bool) -> int:
        """Strike the current palier; return the score fallen back to.

        `restart`: the palier below starts again without coches (« trois d'affilée »).
        """
        # Only a player who has entered is struck.
        self.standing.pop().struck = True
        below = self.top
        if below is None:
            return 0
        if restart:
            below.coches = 0
        return below.score

    def as_state(self) -> dict[str, Any]:
        """The column as the API shows it."""
        top = self.top
        return {
            "entered": top is not None,
            "coches": top.coches if top else 0,
            "paliers": [
                {"score": palier.score, "coches": palier.coches, "struck": palier.struck}
                for palier in self.paliers
            ],
        }


def collide(
    columns: Sequence[PalierColumn], scorer: int, *, chain: bool, restart: bool
) -> list[StruckPalier]:
    """Strike every player on the score that `scorer` has just reached; return the falls in order.

    « Si un joueur "A" atteint le score d'un joueur "B", il prend automatiquement sa place et le
    joueur "B" redescend au palier précédent. » With `chain`, a player who falls onto another
    player's score strikes that one too. Players who fall together do not strike each other.
    """
    falls: list[StruckPalier] = []
    landing = [scorer]
    while landing:
        struck = _struck_by(columns, landing)
        landing = []
        for side, by in struck:
            score = columns[side].score
            back = columns[side].strike(restart=restart)
            falls.append(StruckPalier(side, score, back, by, chained=by != scorer))
            if chain and back:
                landing.append(side)
    return falls


def _struck_by(columns: Sequence[PalierColumn], landing: Sequence[int]) -> list[tuple[int, int]]:
    """The players on the score of somebody who has just landed, each with that somebody."""
    struck = []
    for side, column in enumerate(columns):
        if side in landing or not column.score:
            continue
        by = next((other for other in landing if columns[other].score == column.score), None)
        if by is not None:
            struck.append((side, by))
    return struck
