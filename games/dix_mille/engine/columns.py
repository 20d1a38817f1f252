"""A player's column of paliers, with coches and strikes. Nothing in it is ever erased. Pure.

The score is the top palier that is not struck, or 0 for a player who has not entered.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Palier:
    """One score of the column, with its coches; struck paliers stay on the sheet."""

    score: int
    coches: int = 0
    struck: bool = False


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
