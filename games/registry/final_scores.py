"""The final scores that the rules allow. They serve to question unlikely typed results. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

Score = int | float | Decimal


class Doubt(NamedTuple):
    """A reason why scores are impossible or unlikely: a code, and the figure of its sentence."""

    code: str
    figure: int


@dataclass(frozen=True, slots=True)
class FinalScores:
    """The limits that a game's rules set for the final scores. A limit that is None does not apply.

    All scores are multiples of `step`, from `least` to `most`. The best score reaches `target`, but
    is seldom twice as much.
    """

    step: int | None = None
    target: int | None = None
    least: int | None = None
    most: int | None = None

    def doubts(self, scores: Sequence[Score]) -> list[Doubt]:
        """Return the reasons why these scores are impossible or unlikely; empty for usual
        scores.
        """
        return list(self._doubts([Fraction(str(score)) for score in scores]))

    def _doubts(self, scores: Sequence[Fraction]) -> Iterator[Doubt]:
        if not scores:
            return
        best = max(scores)
        if self.step is not None and any(score % self.step for score in scores):
            yield Doubt("score_step", self.step)
        if self.least is not None and min(scores) < self.least:
            yield Doubt("score_below", self.least)
        if self.most is not None and best > self.most:
            yield Doubt("score_above", self.most)
        if self.target is not None and best < self.target:
            yield Doubt("score_target", self.target)
        elif self.target is not None and self.most is None and best >= 2 * self.target:
            yield Doubt("score_far_above", self.target)
