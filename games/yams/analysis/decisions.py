"""Computes how many points each turn lost compared with the best choice. Pure.

Choices are compared by the columns' values. Only the last dice of a turn, the cell and the
number of throws are recorded. So a turn is compared with writing in another cell, and with
throwing on, but not with keeping other dice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.progress import ProgressCallback
from games.review.decision import Decision
from games.yams.analysis.columns import ColumnPlace, ColumnValues, Together
from games.yams.engine.cells import EXACT_THROWS, MOST_THROWS, value_of
from games.yams.engine.grid import Column, Grid
from games.yams.engine.rulesets import YamsRules
from games.yams.engine.scoring import YamsFold


def place_of(column: Column) -> ColumnPlace:
    """Return the part of a column's state on which its value depends."""
    held = {
        row: 0 if cell["struck"] else cell["value"]
        for row, cell in column.cells.items()
        if row in ("plus", "moins")
    }
    return ColumnPlace(frozenset(column.cells), column.upper, held.get("plus"), held.get("moins"))


def decisions(
    rules: YamsRules,
    seats: int,
    entries: Sequence[Any],
    columns: Mapping[str, ColumnValues],
    progress: ProgressCallback = lambda done, total: None,
) -> list[Decision]:
    """Return a decision, with its cost, for each turn that was recorded with its dice."""
    fold = YamsFold(rules, seats)
    together = Together(list(columns.values()))
    turn_decisions = []
    for number, entry in enumerate(entries, start=1):
        if entry.dice and entry.column is not None:
            progress(number, len(entries))
            seat = fold.turns % seats
            turn_decisions.append(_judged(number, seat, fold.grids[seat], entry, columns, together))
        fold.add(entry)
    return turn_decisions


def _judged(
    number: int,
    seat: int,
    grid: Grid,
    entry: Any,
    columns: Mapping[str, ColumnValues],
    together: Together,
) -> Decision:
    dice = tuple(sorted(entry.dice))
    places = {name: place_of(column) for name, column in grid.columns.items()}
    chosen = columns[entry.column].gain(places[entry.column], entry.row, _worth(entry))
    params: dict[str, Any] = {
        "dice": "-".join(map(str, dice)),
        "column": entry.column,
        "row": entry.row,
    }
    gain, column, row, worth = max(_cells(grid, dice, entry.throws, places, columns))
    cost, code = gain - chosen, "other_cell" if worth else "other_struck"
    params |= {"better_column": column, "better_row": row, "worth": worth}
    if entry.throws < MOST_THROWS:
        thrown_on, kept_dice = together.thrown_on(places, dice, entry.throws)
        if thrown_on > gain:
            cost = thrown_on - chosen
            code = "throw_on" if kept_dice else "throw_all"
            params |= {"kept": "-".join(map(str, kept_dice))}
    if (column, row) == (entry.column, entry.row) and code in ("other_cell", "other_struck"):
        code = "same_written" if worth else "same_struck"
    return Decision(number, seat, cost, code, params)


def _worth(entry: Any) -> int:
    return 0 if entry.barred else value_of(entry.row, entry.dice)


def _cells(
    grid: Grid,
    dice: Sequence[int],
    thrown: int,
    places: Mapping[str, ColumnPlace],
    columns: Mapping[str, ColumnValues],
) -> Iterator[tuple[float, str, str, int]]:
    for column, row in _writable(grid.legal_cells(), thrown):
        for worth in {value_of(row, dice), 0}:
            yield columns[column].gain(places[column], row, worth), column, row, worth


def _writable(legal: Iterable[tuple[str, str]], thrown: int) -> Iterator[tuple[str, str]]:
    """Yield the cells that dice may be written in after `thrown` throws."""
    for column, row in legal:
        if EXACT_THROWS.get(column, thrown) == thrown:
            yield column, row
