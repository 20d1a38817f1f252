"""An answer's tables as rows of a file for spreadsheets."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from games.registry.lab import Answer


def rows(answer: Answer) -> Iterator[list[Any]]:
    """Yield the numbers, every table and the model, with an empty row between them."""
    for figure in answer.figures:
        yield [str(figure.label), _cell(figure.value), _cell(figure.error)]
    for grid in answer.grids:
        yield []
        yield [str(grid.caption)]
        yield [str(column.head) for column in grid.columns]
        for row in grid.rows:
            yield list(map(_cell, row))
    if answer.model:
        yield []
        yield [str(answer.model)]


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return value if isinstance(value, int | float | Fraction) else str(value)
