"""Reads a turn as entered, and checks its cell, the column's order, the throws and the value."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from games.sheet import RuleError
from games.yams.engine.cells import (
    DICE,
    EXACT_THROWS,
    FACES,
    MOST_THROWS,
    NUMBERS,
    VALUES,
    can_hold,
    value_of,
)
from games.yams.engine.grid import Grid

# All fields of an entry, set to None. A turn and a lot fill different fields.
EMPTY: Final = dict.fromkeys(
    ("seat", "column", "row", "dice", "value", "barred", "throws", "draw"), None
)


class YamsEntry(Protocol):
    """One entry. A field that is left out is None. A `draw` has no other field."""

    seat: int | None
    column: str | None
    row: str | None
    dice: Sequence[int] | None
    value: int | None
    barred: bool | None
    throws: int | None

    @property
    def draw(self) -> dict[str, Any] | None:
        """The lot of this entry, as `{"column": "libre", "winner": 1}`; None for a turn.

        Without `winner` the server draws the lot.
        """


def read_turn(grid: Grid, seat: int, entry: YamsEntry) -> int:
    """Return the points that a turn of `seat` writes in its cell; 0 strikes it.

    Raise `RuleError`: `not_your_turn`, `cell_missing`, `cell_filled`, `column_order`,
    `throws_missing`, `wrong_throw_count`, `throws_out_of_range`, `dice_count`,
    `die_out_of_range`, `value_missing`, `value_impossible`, `value_mismatch`.
    """
    if entry.seat is not None and entry.seat != seat:
        raise RuleError("not_your_turn", "seat", seat=seat)
    column, row = entry.column, entry.row
    if column not in grid.columns or row not in VALUES:
        raise RuleError("cell_missing", "row" if column in grid.columns else "column")
    if row in grid.columns[column].cells:
        raise RuleError("cell_filled", "row", column=column, row=row)
    first = grid.next_in_order(column)
    if first is not None and first != row:
        raise RuleError("column_order", "row", column=column, row=first)
    _check_throws(column, entry.throws)
    return read_value(row, entry)


def _check_throws(column: str, throws: int | None) -> None:
    """Check the number of throws for the column.

    « Les colonnes « descendante », « libre » et « montante » : 1, 2 ou 3 jets de dés. »
    """
    if throws is None:
        raise RuleError("throws_missing", "throws")
    exact = EXACT_THROWS.get(column)
    if exact is not None and throws != exact:
        raise RuleError("wrong_throw_count", "throws", column=column, throws=exact)
    if not 1 <= throws <= MOST_THROWS:
        raise RuleError("throws_out_of_range", "throws", most=MOST_THROWS)


def read_value(row: str, entry: YamsEntry) -> int:
    """Return the points that a turn writes in a cell of that row; 0 if the cell is struck.

    They follow from the dice, or from the value if no dice are given.
    """
    dice, value = entry.dice, entry.value
    if dice is not None:
        _check_dice(dice)
    if entry.barred:
        if value:
            raise RuleError("value_mismatch", "value", value=value, dice=0)
        return 0
    if dice is not None:
        return _value_by_dice(row, dice, value)
    if value is None:
        raise RuleError("value_missing", "value")
    if not can_hold(row, value):
        raise _impossible(row)
    return value


def _check_dice(dice: Sequence[int]) -> None:
    if len(dice) != DICE:
        raise RuleError("dice_count", "dice", count=len(dice), expected=DICE)
    if min(dice) < 1 or max(dice) > FACES:
        raise RuleError("die_out_of_range", "dice", faces=FACES)


def _value_by_dice(row: str, dice: Sequence[int], value: int | None) -> int:
    worth = value_of(row, dice)
    if value is not None and value != worth:
        raise RuleError("value_mismatch", "value", value=value, dice=worth)
    if worth == 0 and row not in NUMBERS:
        raise _impossible(row, field="dice")
    return worth


def _impossible(row: str, field: str = "value") -> RuleError:
    bounds = [VALUES[row][0], VALUES[row][-1]]
    return RuleError("value_impossible", field, row=row, span=bounds)


def completed_turn(entry: YamsEntry, seat: int, value: int) -> dict[str, Any]:
    """Return all fields of a turn, with its seat and its value filled in."""
    return {
        "seat": seat,
        "column": entry.column,
        "row": entry.row,
        "dice": entry.dice,
        "value": value,
        "barred": bool(entry.barred),
        "throws": entry.throws,
        "draw": None,
    }
