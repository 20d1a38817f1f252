"""One player's sheet while it is being filled: its cells, sums, and the next legal cells."""

from collections.abc import Mapping
from typing import Any

from games.yams.engine.cells import COLUMNS, ROWS, SUMS

Cell = tuple[str, str]


class Column:
    """One column: its cells as they are shown, and its current upper sum, bonus and total.

    `bonus` is 0 until it has been given.
    """

    __slots__ = ("bonus", "cells", "total", "upper")

    def __init__(self) -> None:
        self.cells: dict[str, dict[str, Any]] = {}
        self.upper = 0
        self.bonus = 0
        self.total = 0

    def strike_sums(self) -> int:
        """Strike « + » and « - » if both are written and « + » is not above « - ».

        Return the points lost. « Dans le cas où « + » n'est pas strictement supérieur à « - »,
        les deux cases doivent être barrées. » A cell struck before counts as 0. So a struck « +
        » strikes the « - », but a struck « - » does not strike the « + ».
        """
        plus, moins = self.cells.get("plus"), self.cells.get("moins")
        if plus is None or moins is None or _counted(plus) > _counted(moins):
            return 0
        lost = _counted(plus) + _counted(moins)
        # The cells are replaced, not changed, because a sheet returned earlier holds the old ones.
        for row, cell in (("plus", plus), ("moins", moins)):
            self.cells[row] = {**cell, "struck": True}
        self.total -= lost
        return lost

    def state(self) -> dict[str, int]:
        """Return the sums of the column as the API shows them."""
        return {"upper": self.upper, "bonus": self.bonus, "total": self.total}


def _counted(cell: Mapping[str, Any]) -> int:
    return 0 if cell["struck"] else cell["value"]


class Grid:
    """The five columns of one player. `total` is the sum of the column totals."""

    __slots__ = ("columns", "total")

    def __init__(self) -> None:
        self.columns = {name: Column() for name in COLUMNS}
        self.total = 0

    def next_in_order(self, column: str) -> str | None:
        """Return the next row of an ordered column; None for a free or a full column.

        « La colonne « descendante » doit être remplie en descendant […]. Même démarche pour la
        colonne « montante » : d'abord le yams, puis le « - », etc. »
        """
        return next_row(column, len(self.columns[column].cells))

    def legal_cells(self) -> list[Cell]:
        """Return every cell that may be written now, in the order of the sheet."""
        legal: list[Cell] = []
        for name, column in self.columns.items():
            if name == "descendre" or name == "monter":
                row = self.next_in_order(name)
                legal += [(name, row)] if row else []
            else:
                legal += [(name, row) for row in ROWS if row not in column.cells]
        return legal

    def state(self) -> dict[str, Any]:
        """Return the sheet as the API shows it.

        It has no gross score, which is known only at the end.
        """
        return {
            "cells": {name: dict(column.cells) for name, column in self.columns.items()},
            "columns": {name: column.state() for name, column in self.columns.items()},
        }


def next_row(column: str, filled: int) -> str | None:
    """Return the next row of an ordered column of which `filled` rows are written.

    Return None for a free or a full column.
    """
    if filled == len(ROWS):
        return None
    if column == "descendre":
        return ROWS[filled]
    return ROWS[-1 - filled] if column == "monter" else None


def strikes_both(cells: Mapping[str, Mapping[str, Any]], row: str, value: int) -> bool:
    """Say whether writing `value` (0: struck) in « + » or « - » would strike points of the pair.

    `cells` are those of the column, by row, as `Column.cells` has them.
    """
    if row not in SUMS:
        return False
    other = cells.get("moins" if row == "plus" else "plus")
    if other is None:
        return False
    plus, moins = (value, _counted(other)) if row == "plus" else (_counted(other), value)
    return plus <= moins and plus + moins > 0
