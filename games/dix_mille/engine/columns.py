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
    """The paliers of one player, in the order in which they were written.

    `standing` lists the paliers that are not struck. Only its last palier can be struck, as in a
    stack.
    """

    paliers: list[Palier] = field(default_factory=list)
    standing: list[Palier] = field(default_factory=list)

    @property
    def top(self) -> Palier | None:
        """The current palier; None if the player has not entered."""
        return self.standing[-1] if self.standing else None

    @property
    def score(self) -> int:
        """The player's score."""
        return self.standing[-1].score if self.standing else 0

    def write(self, points: int) -> int:
        """Write a palier and return its score: « Le score obtenu constitue le nouveau palier »."""
        palier = Palier(self.score + points)
        self.paliers.append(palier)
        self.standing.append(palier)
        return palier.score

    def strike(self, *, restart: bool) -> int:
        """Strike the current palier; return the score of the palier below, or 0.

        `restart`: the palier below starts again without coches (« trois d'affilée »).
        """
        # There is a palier, because only a player who has entered can be struck.
        self.standing.pop().struck = True
        below = self.top
        if below is None:
            return 0
        if restart:
            below.coches = 0
        return below.score

    def as_state(self) -> dict[str, Any]:
        """Return the column as the API shows it."""
        top = self.top
        return {
            "entered": top is not None,
            "coches": top.coches if top else 0,
            "paliers": [
                {"score": palier.score, "coches": palier.coches, "struck": palier.struck}
                for palier in self.paliers
            ],
        }
