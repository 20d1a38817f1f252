"""The types of every game's pure scoring: lines, notes, results, and the rule error.

No Django here. A game's `engine` folds its entries into a `Scoresheet`. Services store the outcome;
the pages and the API show it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

Score = int | Decimal
NOTHING: Mapping[str, Any] = MappingProxyType({})


class RuleError(Exception):
    """A player's mistake: an entry or a ruleset that the rules refuse.

    `code` is stable and documented; `field` names the wrong input (None: the whole entry). `params`
    fill the sentence that the game's words have for the code. `number` is the line (from 1) at
    which a replay stopped.
    """

    def __init__(self, code: str, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params
        self.number: int | None = None


class Note(NamedTuple):
    """One explained part of a line: `side` gained `points` for the reason `code`.

    The points of the notes of one side sum to the side's delta. A note without points
    (``points=0``) only gives information (« dealt a void », « purse empty »).
    """

    code: str
    side: int | None = None
    points: Score = 0
    params: Mapping[str, Any] = NOTHING


class Line(NamedTuple):
    """The outcome of one entry. `deltas` and `totals` have one number for each side.

    `completed` has the entry's fields by column name, including those derived by the rules.
    `dealer` is the seat that dealt the line, in games that have a dealer.
    """

    deltas: tuple[Score, ...]
    totals: tuple[Score, ...]
    notes: tuple[Note, ...]
    completed: Mapping[str, Any] = NOTHING
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class RankedSide:
    """A side's rank at the end (equal sides share a rank), its score, and whether it was
    eliminated.
    """

    side: int
    rank: int
    score: Score
    eliminated: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winning sides, the reason, and the ranking.

    `winners` is empty if nobody won, for example after a draw.
    """

    winners: tuple[int, ...]
    ended_by: str
    ranking: tuple[RankedSide, ...]


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A folded match: one line per entry, the state after the last one, the next step, and the
    result.
    """

    lines: tuple[Line, ...]
    scores: tuple[Score | None, ...]
    state: Mapping[str, Any]
    next: Mapping[str, Any] | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something remarkable in a match. Facts of the same `code` are compared by `value`."""

    code: str
    value: Score
    params: Mapping[str, Any] = field(default_factory=dict)


class Fold(ABC):
    """A match being folded: entries are added one by one; the scoresheet can be read after each.

    A game's own fold stores its position and sets `result` when the match ends. After a `RuleError`
    a fold may be half changed and must not be used any more. A later `add` never changes a
    scoresheet that `sheet` has returned.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.result: Result | None = None

    def add(self, entry: Any) -> None:
        """Fold one more entry.

        Raise the `RuleError` of a refused entry, with the number of its line (from 1). For an entry
        after the end, its code is `match_finished`.
        """
        try:
            if self.result is not None:
                raise RuleError("match_finished")
            self.lines.append(self.line(entry))
        except RuleError as error:
            # If a correction makes a later line illegal, its refusal displays this number.
            error.number = len(self.lines) + 1
            raise

    @abstractmethod
    def line(self, entry: Any) -> Line:
        """Verify an entry, update the state of the match, and return the entry's line. Raise
        `RuleError`.
        """

    @abstractmethod
    def sheet(self) -> Scoresheet:
        """Return the scoresheet of the match as folded so far."""


def folded(fold: Fold, entries: Iterable[Any]) -> Scoresheet:
    """Fold all the entries and return the scoresheet. Raises `RuleError` as `Fold.add` does."""
    for entry in entries:
        fold.add(entry)
    return fold.sheet()


def nearest(value: int, step: int, least: int, most: int | None = None) -> list[int]:
    """Return the multiples of `step` just below and above a value, within the bounds; one if they
    are equal.
    """
    lowest = -(-least // step) * step
    below = value // step * step
    above = max(lowest, below + step)
    below = max(lowest, below)
    if most is not None:
        highest = max(lowest, most // step * step)
        below, above = min(below, highest), min(above, highest)
    return [below] if below == above else [below, above]


def rank_by_score(scores: list[Score]) -> tuple[RankedSide, ...]:
    """Rank sides by score, highest first; equal scores share a rank (1-1-3)."""
    standings = [
        RankedSide(side=side, rank=1 + sum(other > score for other in scores), score=score)
        for side, score in enumerate(scores)
    ]
    return tuple(sorted(standings, key=lambda standing: (standing.rank, standing.side)))
