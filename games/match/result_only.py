"""A match of which only the result is known, typed without its lines. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.sheet import Fold, Line, Result, Score, Scoresheet, rank_by_score

# The `Result.ended_by` of a match of which only the result is known. No game's rules use this
# value.
RESULT_ONLY = "result_only"


class GivenResult(Fold):
    """The fold of a match without lines. The typed scores rank its sides.

    `fresh` is the game's own sheet before the first line, whose state is used.
    """

    def __init__(self, fresh: Scoresheet, scores: Sequence[Score]) -> None:
        super().__init__()
        ranking = rank_by_score(list(scores))
        first = tuple(place.side for place in ranking if place.rank == 1)
        # If all scores are equal, nobody has won.
        winners = first if len(first) < len(scores) else ()
        self.result = Result(winners, RESULT_ONLY, ranking)
        self._sheet = replace(fresh, scores=tuple(scores), next=None, result=self.result)

    def line(self, entry: Any) -> Line:
        """Never called, because a fold with a result takes no line."""
        raise NotImplementedError

    def sheet(self) -> Scoresheet:
        """Return the sheet without lines, which has the typed scores and the result."""
        return self._sheet
