"""An answer's tables as a file for spreadsheets."""

import csv
from fractions import Fraction
from typing import Any

from core.spreadsheets import safe
from games.registry.lab import Answer


def write_csv(answer: Answer, to: Any) -> None:
    """Write the numbers and every table, with an empty line between them. Fractions stay exact."""
    writer = csv.writer(to)
    writer.writerows(
        [_text(figure.label), _cell(figure.value), _cell(figure.error)] for figure in answer.figures
    )
    for grid in answer.grids:
        writer.writerow([])
        writer.writerow([_text(grid.caption)])
        writer.writerow([_text(column.head) for column in grid.columns])
        writer.writerows([_cell(value) for value in row] for row in grid.rows)


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value if isinstance(value, int | float) else _text(value)


def _text(value: Any) -> str:
    return str(safe(str(value)))
