"""Computes the best play of Yams columns: of one column alone, exactly, and of all five. Pure.

A column alone has eleven turns, and the aim is the highest mean of its points. The value of each
state is computed by dynamic programming, from the full column back to the empty one
(`columns_kernel`, compiled). If columns are played together, each turn is written where it
raises the sum of the columns' values most. At the table the player with more points wins a
column, but this is not taken into account.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from threading import Thread
from typing import Any

import numpy as np

from core.progress import ProgressCallback
from games.yams.analysis import columns_bound
from games.yams.analysis import columns_kernel as kernel
from games.yams.engine.cells import (
    COLUMNS,
    DICE,
    EXACT_THROWS,
    FACES,
    MOST_THROWS,
    NUMBERS,
    ROWS,
    SUMS,
    value_of,
)

# The ordered columns: 1 from the top, -1 from the bottom.
ORDERS = {"descendre": 1, "monter": -1}
# The highest sum of the six rows, with five dice each. No higher threshold can be reached.
MOST_UPPER = DICE * sum(NUMBERS.values())
# The number of games between two reports of progress.
CHUNK = 500


def turn_of(column: str) -> tuple[int, int]:
    """Return how many throws a turn in a column has, and the order of the column (1, -1 or 0)."""
    return EXACT_THROWS.get(column, MOST_THROWS), ORDERS.get(column, 0)


def bonus_of(threshold: int, bonus: int) -> tuple[int, int]:
    """Return (threshold, bonus) for the computation; (0, 0) if the bonus can't be reached."""
    return (threshold, bonus) if bonus and threshold <= MOST_UPPER else (0, 0)


@cache
def _sets() -> tuple[Any, Any, Any]:
    """Return three arrays about the sets of at most five dice, numbered in rising order of size.

    The first gives, for each set and face, the number of the set with one more die of that face.
    The second gives, for each set, the numbers of the sets with one die less. Both are filled up
    with -1. The third has a row for each set of five dice: how many dice show each number,
    whether they make a full, whether they make a suite, their sum (twice, for « + » and « - »),
    and whether they make a yams.
    """
    every = [
        dice
        for size in range(DICE + 1)
        for dice in combinations_with_replacement(range(1, FACES + 1), size)
    ]
    number = {dice: at for at, dice in enumerate(every)}
    more = np.full((len(every), FACES), -1, dtype=np.int64)
    less = np.full((len(every), DICE), -1, dtype=np.int64)
    for dice, at in number.items():
        for face in range(1, FACES + 1):
            more[at, face - 1] = number.get(tuple(sorted((*dice, face))), -1)
        fewer = {number[dice[:place] + dice[place + 1 :]] for place in range(len(dice))}
        less[at, : len(fewer)] = sorted(fewer)
    hands = [dice for dice in every if len(dice) == DICE]
    does = [
        [
            dice.count(NUMBERS[row])
            if row in NUMBERS
            else value_of(row, dice)
            if row in SUMS
            else int(value_of(row, dice) > 0)
            for row in ROWS
        ]
        for dice in hands
    ]
    return more, less, np.array(does, dtype=np.int64)


# --- One column ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """The state of a column: the rows written, the sum of the numbers, « + » and « - ».

    `plus` and `moins` are None while they are not written, 0 if struck. Once both are written,
    their values no longer matter.
    """

    rows: frozenset[str] = frozenset()
    upper: int = 0
    plus: int | None = None
    moins: int | None = None

    def code(self, threshold: int) -> tuple[int, int, int, int]:
        """Return the state as the four numbers of `columns_kernel`."""
        numbers = sum(1 << at for at, row in enumerate(NUMBERS) if row in self.rows)
        figures = sum(
            1 << at for at, row in enumerate(("full", "suite", "yams")) if row in self.rows
        )
        return numbers, min(threshold, self.upper), figures, self._pair()

    def _pair(self) -> int:
        plus, moins = "plus" in self.rows, "moins" in self.rows
        if plus and moins:
            return kernel.BOTH
        if not plus and not moins:
            return 0
        value = (self.plus if plus else self.moins) or 0
        return (kernel.PLUS if plus else kernel.MOINS) + (value - DICE + 1 if value else 0)


class ColumnValues:
    """The values of all states of one column.

    The value of a state is the mean number of points that the best play still adds.
    """

    def __init__(self, column: str, threshold: int, bonus: int, values: Any) -> None:
        self.column = column
        self.threshold, self.bonus = bonus_of(threshold, bonus)
        self.values = values

    def of(self, at: ColumnPlace) -> float:
        """Return the mean number of points that the best play still adds from this state."""
        return self._value(at.code(self.threshold))

    def _value(self, code: tuple[int, int, int, int]) -> float:
        numbers, upper, figures, pair = code
        return float(self.values[kernel.place(numbers, upper, figures, pair, self.threshold)])

    def gain(self, at: ColumnPlace, row: str, worth: int) -> float:
        """Return by how much writing `worth` points in a row raises the column's expected total."""
        code = at.code(self.threshold)
        numbers, upper, figures, pair = code
        gain, *after = kernel.write(
            ROWS.index(row), worth, numbers, upper, figures, pair, self.threshold, self.bonus
        )
        numbers, upper, figures, pair = after
        return float(gain) + self._value((numbers, upper, figures, pair)) - self._value(code)


def solve_column(
    column: str,
    *,
    threshold: int,
    bonus: int,
    start: ColumnPlace | None = None,
    progress: ProgressCallback = lambda done, total: None,
) -> ColumnValues:
    """Return the exact values of a column.

    This takes seconds, or longer if numba must compile first.

    Only states that can follow `start` have a value (None: all states). `progress` is called
    with the steps done and the total number of steps. An exception that it raises stops the
    computation.
    """
    throws, order = turn_of(column)
    known = bonus_of(threshold, bonus)
    first = np.array((start or ColumnPlace()).code(known[0]), dtype=np.int64)
    spans = np.zeros(2, dtype=np.int64)
    solutions: list[Any] = []

    def work() -> None:
        solutions.append(kernel.solve(throws, order, *known, first, _sets(), spans))

    # The compiled loops release Python's lock, so this thread can report the progress.
    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.5)
            progress(int(spans[0]), 64)
    except BaseException:
        spans[1] = 1
        raise
    return ColumnValues(column, threshold, bonus, solutions[0])


class Together:
    """A turn that may be written in any of several columns. Computes the value of throwing on."""

    def __init__(self, tables: Sequence[ColumnValues]) -> None:
        self._setting = _setting(tables)
        self._columns = [table.column for table in tables]
        more, _less, does = _sets()
        self._by = np.empty((MOST_THROWS, does.shape[0]))
        self._best = np.empty((MOST_THROWS, more.shape[0]))
        self._means = np.empty_like(self._best)

    def thrown_on(
        self, places: Mapping[str, ColumnPlace], dice: Sequence[int], thrown: int
    ) -> tuple[float, tuple[int, ...]]:
        """Return by how much throwing on raises the columns' values, and the dice to keep for it.

        `thrown` is the number of throws made, fewer than three. The result is far below zero if no
        cell can be written after a further throw.
        """
        setting, sets = self._setting, _sets()
        state = np.array(
            [places[column].code(setting.threshold) for column in self._columns], dtype=np.int64
        )
        kernel.value_turn(
            state,
            setting.orders,
            setting.throws,
            setting.tables,
            setting.threshold,
            setting.bonus,
            sets,
            self._by,
            self._best,
            self._means,
        )
        faces = np.array(dice, dtype=np.int64) - 1
        mask = np.ones(DICE, dtype=np.bool_)
        best, means = self._best[thrown - 1], self._means[thrown - 1]
        worth = float(best[kernel.set_of(faces, mask, sets[0])])
        kernel.keep_best(faces, mask, means, best, sets[0], sets[1])
        return worth, tuple(sorted(np.array(dice)[mask].tolist()))


# --- Simulation ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Games:
    """The results of games played by a policy: the mean points of each column and of their sum.

    Each mean has its standard error. `bound` is the mean number of points that no player can
    exceed with the same dice, even knowing all of them in advance. `rows` has, for each row of a
    column, the mean points written in it and the share of games in which it got no points.
    """

    games: int
    means: Mapping[str, float]
    errors: Mapping[str, float]
    bounds: Mapping[str, float]
    rows: Mapping[str, Mapping[str, tuple[float, float]]]
    mean: float
    error: float
    bound: float
    bound_error: float


def play_together(
    tables: Sequence[ColumnValues],
    *,
    games: int,
    seed: int,
    progress: ProgressCallback = lambda done, total: None,
) -> Games:
    """Simulate games in which each turn raises the sum of the columns' values as much as it can.

    Return the means over all games. A single column is played in its best way. Game n of a seed
    always has the same dice, however many games are played.
    """
    totals = np.empty((games, len(tables)), dtype=np.int64)
    bounds = np.empty_like(totals)
    points = np.zeros((len(tables), len(ROWS)), dtype=np.int64)
    nothing = np.zeros_like(points)
    setting = _setting(tables)
    for first in range(0, games, CHUNK):
        progress(first, games)
        some = slice(first, first + CHUNK)
        _count_rows(_play(setting, seed, first, totals[some]), points, nothing)
        columns_bound.bound_games(
            setting.orders, setting.throws, setting.bonus, seed, first, bounds[some]
        )
    names = [table.column for table in tables]
    sums, most = totals.sum(axis=1), bounds.sum(axis=1)
    return Games(
        games,
        dict(zip(names, totals.mean(axis=0).tolist(), strict=True)),
        {name: _error(totals[:, at]) for at, name in enumerate(names)},
        dict(zip(names, bounds.mean(axis=0).tolist(), strict=True)),
        {name: _by_row(points[at] / games, nothing[at] / games) for at, name in enumerate(names)},
        float(sums.mean()),
        _error(sums),
        float(most.mean()),
        _error(most),
    )


def _count_rows(written: Any, points: Any, nothing: Any) -> None:
    column, row, worth, _thrown = written.reshape(-1, 4).T
    np.add.at(points, (column, row), worth)
    np.add.at(nothing, (column, row), worth == 0)


def _by_row(points: Any, nothing: Any) -> dict[str, tuple[float, float]]:
    return dict(zip(ROWS, zip(points.tolist(), nothing.tolist(), strict=True), strict=True))


def _error(sample: Any) -> float:
    return float(sample.std(ddof=1) / len(sample) ** 0.5) if len(sample) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class _Setting:
    orders: Any
    throws: Any
    tables: Any
    threshold: int
    bonus: int


def _setting(tables: Sequence[ColumnValues]) -> _Setting:
    turns = np.array([turn_of(table.column) for table in tables], dtype=np.int64)
    first = tables[0]
    values = tuple(_plain(table.values) for table in tables)
    return _Setting(turns[:, 1].copy(), turns[:, 0].copy(), values, first.threshold, first.bonus)


def _plain(values: Any) -> Any:
    """Return a table as the read-only plain array that the compiled loops need."""
    plain = np.asarray(values)[:]
    plain.flags.writeable = False
    return plain


def _play(setting: _Setting, seed: int, first: int, totals: Any) -> Any:
    turns = len(ROWS) * totals.shape[1]
    written = np.full((totals.shape[0], turns, 4), -1, dtype=np.int64)
    kernel.play_games(
        setting.orders,
        setting.throws,
        setting.tables,
        setting.threshold,
        setting.bonus,
        _sets(),
        seed,
        first,
        totals,
        written,
    )
    return written


def played(
    tables: Sequence[ColumnValues], *, seed: int, game: int
) -> tuple[list[tuple[str, str, int, int]], dict[str, int]]:
    """Return the turns (column, row, points, throws) of one simulated game, and the totals."""
    totals = np.zeros((1, len(tables)), dtype=np.int64)
    written = _play(_setting(tables), seed, game, totals)[0]
    names = [table.column for table in tables]
    turns = [(names[at], ROWS[row], worth, thrown) for at, row, worth, thrown in written.tolist()]
    return turns, dict(zip(names, totals[0].tolist(), strict=True))


__all__ = [
    "COLUMNS",
    "ColumnPlace",
    "ColumnValues",
    "Games",
    "bonus_of",
    "play_together",
    "played",
    "solve_column",
    "turn_of",
]
