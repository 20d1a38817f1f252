"""The odds of the five-column Yams: the best dice to keep and the worth of every cell. Pure.

There are 252 sets of five dice and 462 ways to keep some of them. All means are taken over
these, in whole numbers: with `k` throws left a value is stored multiplied by `7776 ** k`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np

from games.yams.engine.cells import (
    DICE,
    EXACT_THROWS,
    FACES,
    FIGURES,
    MOST_THROWS,
    NUMBERS,
    ROWS,
    value_of,
)

Dice = tuple[int, ...]
WHOLE = FACES**DICE
HANDS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(1, FACES + 1), DICE))
_HAND = {dice: number for number, dice in enumerate(HANDS)}
# The highest « + ». The highest « - » is one less.
MOST_PLUS = DICE * FACES


@cache
def rolls(count: int) -> tuple[tuple[Dice, int], ...]:
    """Return every set of faces of `count` dice, with the number of ways to throw it."""
    return tuple(
        (dice, factorial(count) // prod(factorial(many) for many in Counter(dice).values()))
        for dice in combinations_with_replacement(range(1, FACES + 1), count)
    )


@cache
def keeps(dice: Dice) -> tuple[Dice, ...]:
    """Return every way to keep some of five dice, from none to all."""
    return tuple(sorted({part for size in range(DICE + 1) for part in combinations(dice, size)}))


@cache
def _again() -> tuple[dict[Dice, int], Any, Any]:
    """Return the number of each keep (a set of kept dice), and two matrices.

    The first has a row for each keep: the ways in which throwing the other dice leads to each set
    of five dice, out of 7776. The second has a row for each set of five dice: the numbers of its
    keeps, with the first one repeated to fill the row.
    """
    subsets = [subset for size in range(DICE + 1) for subset, _ways in rolls(size)]
    number = {subset: n for n, subset in enumerate(subsets)}
    ways = np.zeros((len(subsets), len(HANDS)), dtype=np.int64)
    for subset in subsets:
        scale = FACES ** len(subset)
        for more, count in rolls(DICE - len(subset)):
            ways[number[subset], _HAND[tuple(sorted(subset + more))]] += count * scale
    widest = max(len(keeps(dice)) for dice in HANDS)
    choices = [[number[subset] for subset in keeps(dice)] for dice in HANDS]
    return number, ways, np.array([row + row[:1] * (widest - len(row)) for row in choices])


class Plan:
    """The best way of keeping dice for an aim.

    `worth` returns the whole-number worth of a set of five dice. `level(k)[dice]` is the best
    mean with `k` throws left, times `7776 ** k`. It is exact, because it stays below 2 ** 63 for
    three throws and a worth below ten million.
    """

    def __init__(self, worth: Callable[[Dice], int]) -> None:
        self._levels = [np.array([worth(dice) for dice in HANDS], dtype=np.int64)]
        self._keep_means: list[Any] = [None]

    def level(self, throws: int) -> dict[Dice, int]:
        """Return, for each set of dice on the table, the best mean with `throws` throws left.

        The means are multiplied by `7776 ** throws`.
        """
        return dict(zip(HANDS, self._level(throws).tolist(), strict=True))

    def _level(self, throws: int) -> Any:
        _number, ways, choices = _again()
        while len(self._levels) <= throws:
            means = ways @ self._levels[-1]
            self._keep_means.append(means)
            self._levels.append(means[choices].max(axis=1))
        return self._levels[throws]

    def mean(self, dice: Dice, throws: int) -> Fraction:
        """Return the best mean from these dice with `throws` throws left."""
        return Fraction(int(self._level(throws)[_HAND[dice]]), WHOLE**throws)

    def fresh(self, throws: int) -> Fraction:
        """Return the best mean of a turn of `throws` throws, before the first throw."""
        number, ways, _choices = _again()
        return Fraction(int(ways[number[()]] @ self._level(throws - 1)), WHOLE**throws)

    def best_keeps(self, dice: Dice, throws: int) -> list[tuple[Dice, Fraction]]:
        """Return the ways to keep some of these dice, best first, with the mean worth of each."""
        self._level(throws)
        number, _ways, _choices = _again()
        means, whole = self._keep_means[throws], WHOLE**throws
        keep_worths = [
            (subset, Fraction(int(means[number[subset]]), whole)) for subset in keeps(dice)
        ]
        return sorted(keep_worths, key=lambda keep: (-keep[1], -len(keep[0]), keep[0]))


# --- One figure ------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def making(row: str, least: int = 1) -> Plan:
    """Return the plan to make a figure or, if `row` is a number, at least `least` dice of it."""
    face = NUMBERS.get(row)
    if face is not None:
        return Plan(lambda dice: int(dice.count(face) >= least))
    return Plan(lambda dice: int(value_of(row, dice) > 0))


def figure_chances() -> dict[str, tuple[Fraction, ...]]:
    """Return the chance of each figure in 1, 2 and 3 throws; a yams in 3 has 347897/7558272."""
    return {
        row: tuple(making(row).fresh(throws) for throws in range(1, MOST_THROWS + 1))
        for row in FIGURES
    }


def number_chances(throws: int) -> tuple[Fraction, ...]:
    """Return the chances of at least 1 … 5 dice of a chosen number in `throws` throws."""
    return tuple(making("1", least).fresh(throws) for least in range(1, DICE + 1))


# --- A cell of a sheet -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnSituation:
    """The parts of a column on which a cell's worth depends: its six rows, « + » and « - ».

    `bonus` is the gain for reaching `threshold` (0 once it is reached).
    """

    upper: int = 0
    plus: int | None = None
    moins: int | None = None
    threshold: int = 63
    bonus: int = 30


def cell_worth(row: str, around: ColumnSituation) -> Callable[[Dice], int]:
    """Return a function that tells by how many points five dice in a cell raise its column.

    The bonus and strikes are included. « Dans le cas où « + » n'est pas strictement supérieur à
    « - », les deux cases doivent être barrées »: a « + » that is too low loses the « - » written
    before it. A « - » that is too high is struck instead, as any cell may be, because a struck «
    - » does not strike the « + ».
    """
    if row in NUMBERS:

        def number(dice: Dice) -> int:
            value = value_of(row, dice)
            reached = around.upper < around.threshold <= around.upper + value
            return value + (around.bonus if reached else 0)

        return number
    if row == "plus" and around.moins is not None:
        moins = around.moins
        return lambda dice: sum(dice) if sum(dice) > moins else -moins
    if row == "moins" and around.plus is not None:
        plus = around.plus
        return lambda dice: sum(dice) if sum(dice) < plus else 0
    return lambda dice: value_of(row, dice)


def filling(row: str, around: ColumnSituation) -> Plan:
    """Return the plan to fill a cell with as many points as possible."""
    return _filling(row, _weighed(row, around))


@lru_cache(maxsize=1024)
def _filling(row: str, around: ColumnSituation) -> Plan:
    return Plan(cell_worth(row, around))


def _weighed(row: str, around: ColumnSituation) -> ColumnSituation:
    """Return only the parts on which the cell's worth depends.

    So cells of different columns can share a plan.
    """
    if row not in NUMBERS:
        return ColumnSituation(
            plus=around.plus if row == "moins" else None,
            moins=around.moins if row == "plus" else None,
        )
    lacks = around.threshold - around.upper
    if not 0 < lacks <= DICE * NUMBERS[row]:
        return ColumnSituation(bonus=0)
    return ColumnSituation(threshold=lacks, bonus=around.bonus)


def throws_left(column: str, thrown: int) -> tuple[int, bool] | None:
    """Return how many throws may follow for a cell of that column, and whether all of them must.

    None if there were too many throws already. « La colonne « en 1 » est remplie après un et un
    seul jet de dés. »
    """
    exact = EXACT_THROWS.get(column)
    if exact is None:
        return MOST_THROWS - thrown, False
    return (exact - thrown, True) if thrown <= exact else None


@dataclass(frozen=True, slots=True)
class CellWorth:
    """A legal cell for the dice on the table: its mean points, the best keep, its value now.

    `gain` is the mean minus the cell's usual mean in a whole turn: the advantage of using it now.
    It is 0 in a `decided` column, which is already certain to be won or lost.
    """

    column: str
    row: str
    now: int
    mean: Fraction
    usual: Fraction
    keep: Dice
    throws: int
    decided: bool = False

    @property
    def gain(self) -> Fraction:
        """By how much the cell's mean points with these dice exceed its usual mean.

        It is 0 in a decided column.
        """
        return Fraction(0) if self.decided else self.mean - self.usual


def cell_worths(
    dice: Dice,
    thrown: int,
    legal: Iterable[tuple[str, str]],
    around: Mapping[str, ColumnSituation],
    decided: Collection[str] = (),
) -> list[CellWorth]:
    """Return every legal cell that these dice can still be written in, the best gain first.

    `decided` columns are already certain to be won or lost, so points in them are worth nothing.
    """
    worths = []
    for column, row in legal:
        left = throws_left(column, thrown)
        if left is None:
            continue
        plan = filling(row, around.get(column, ColumnSituation()))
        throws = left[0]
        mean = plan.mean(dice, throws)
        keep = plan.best_keeps(dice, throws)[0][0] if throws else dice
        usual = plan.fresh(EXACT_THROWS.get(column, MOST_THROWS))
        now = int(plan.mean(dice, 0))
        over = column in decided
        worths.append(CellWorth(column, row, now, mean, usual, keep, throws, over))
    return sorted(worths, key=lambda cell: (-cell.gain, -cell.mean))


# --- Possible totals -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnState:
    """One player's column: its total, its six rows, « + » and « - », and the rows still free."""

    total: int
    upper: int
    free: tuple[str, ...]
    plus: int | None = None
    moins: int | None = None


def most(column: ColumnState, *, threshold: int = 63, bonus: int = 30) -> int:
    """Return the highest total that a column can still reach."""
    upper = sum(DICE * NUMBERS[row] for row in column.free if row in NUMBERS)
    total = column.total + upper + sum(FIGURES[row] for row in column.free if row in FIGURES)
    if column.upper < threshold <= column.upper + upper:
        total += bonus
    plus, moins = "plus" in column.free, "moins" in column.free
    if plus and moins:
        return total + MOST_PLUS + MOST_PLUS - 1
    if plus:
        # No « + » is above a « - » of thirty, so both will be struck.
        return total + (MOST_PLUS if (column.moins or 0) < MOST_PLUS else -MOST_PLUS)
    if moins:
        # The highest « - » is one below « + ». Below a « + » of five it can only be struck.
        below = (column.plus or 0) - 1
        return total + (below if below >= DICE else 0)
    return total


def least(column: ColumnState) -> int:
    """Return the lowest total to which a column can be forced.

    If « + » is free it may have to be struck, which strikes « - » too.
    """
    return column.total - ((column.moins or 0) if "plus" in column.free else 0)


def standing(
    mine: ColumnState, others: Sequence[ColumnState], *, threshold: int = 63, bonus: int = 30
) -> str:
    """Return the state of a column: certain to be `won` or `lost`, or `open`."""
    best = [most(other, threshold=threshold, bonus=bonus) for other in others]
    if all(least(mine) > top for top in best):
        return "won"
    if any(least(other) > most(mine, threshold=threshold, bonus=bonus) for other in others):
        return "lost"
    return "open"


def every_cell() -> list[tuple[str, str]]:
    """Return the legal cells of a first move: 35 of the 55."""
    return [
        ("descendre", ROWS[0]),
        *(("libre", row) for row in ROWS),
        ("monter", ROWS[-1]),
        *((column, row) for column in EXACT_THROWS for row in ROWS),
    ]
