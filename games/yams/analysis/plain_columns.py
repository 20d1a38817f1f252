"""Computes the worth of a single column by exhaustive search, to check the fast computation.

A column is filled by the scoring itself. Every throw and every way of keeping dice is tried, in
fractions. This is slow, so it is for columns that have two or three rows left.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from games.yams.analysis.columns import ORDERS, turn_of
from games.yams.analysis.odds import HANDS, WHOLE, Dice, keeps, rolls
from games.yams.engine.cells import ROWS, value_of
from games.yams.engine.grid import Column
from games.yams.engine.scoring import write_cell


def column_worth(
    column: str, written: Mapping[str, int], *, threshold: int, bonus: int
) -> Fraction:
    """Return the mean number of points that the best play still adds to a column.

    `written` has the points of each row already written.
    """
    rules = SimpleNamespace(upper_threshold=threshold, upper_bonus=bonus)
    return _Search(column, rules).worth(tuple(sorted(written.items())))


class _Search:
    def __init__(self, column: str, rules: Any) -> None:
        self.column, self.rules = column, rules
        self.throws = turn_of(column)[0]
        self.worth = lru_cache(maxsize=None)(self._worth)

    def _worth(self, written: tuple[tuple[str, int], ...]) -> Fraction:
        free = [row for row in ROWS if row not in dict(written)]
        if not free:
            return Fraction(0)
        if self.column in ORDERS:
            free = free[:1] if ORDERS[self.column] == 1 else free[-1:]
        after = {
            (row, points): self._gain(written, row, points)
            + self.worth(tuple(sorted((*written, (row, points)))))
            for row in free
            for points in {0, *(value_of(row, dice) for dice in HANDS)}
        }
        best = {
            dice: max(after[row, points] for row in free for points in (0, value_of(row, dice)))
            for dice in HANDS
        }
        for _throw in range(self.throws - 1):
            best = _thrown_again(best)
        return sum((Fraction(ways, WHOLE) * best[dice] for dice, ways in rolls(5)), Fraction(0))

    def _gain(self, written: tuple[tuple[str, int], ...], row: str, points: int) -> int:
        column = Column()
        for name, value in (*written, (row, points)):
            before = column.total
            entry: Any = SimpleNamespace(column=self.column, row=name)
            write_cell(self.rules, column, 0, entry, value)
        return column.total - before


def _thrown_again(best: Mapping[Dice, Fraction]) -> dict[Dice, Fraction]:
    means: dict[Dice, Fraction] = {}
    for dice in best:
        for subset in keeps(dice):
            if subset not in means:
                again = rolls(5 - len(subset))
                whole = sum(ways for _more, ways in again)
                totals = (ways * best[tuple(sorted(subset + more))] for more, ways in again)
                means[subset] = sum(totals, Fraction(0)) / whole
    return {dice: max(means[subset] for subset in keeps(dice)) for dice in best}
