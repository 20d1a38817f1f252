"""An answer's tables as a file for spreadsheets, and as JSON."""

import csv
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from core.spreadsheets import safe
from games.registry.lab import Answer, AnswerGrid, Published
from labo.questions import AskedQuestion


def write_csv(answer: Answer, to: Any) -> None:
    """Write the numbers and every table, with an empty line between them. Fractions stay exact."""
    writer = csv.writer(to)
    writer.writerows(
        [_text(one.label), _cell(one.value), _cell(one.error)] for one in answer.figures
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


def number_body(value: Any) -> dict[str, Any] | None:
    """Return a number as JSON has it: a float or an integer, and the exact fraction as text."""
    if value is None:
        return None
    if isinstance(value, Fraction):
        return {"value": float(value), "exact": f"{value.numerator}/{value.denominator}"}
    return {"value": value, "exact": str(value) if isinstance(value, int) else None}


def answer_body(asked: AskedQuestion, answer: Answer) -> dict[str, Any]:
    """Return an answer as the API shows it."""
    return {
        "game": asked.game.slug,
        "question": asked.question.slug,
        "title": str(asked.question.title),
        "sentence": str(answer.sentence),
        "figures": [
            {
                "code": one.code,
                "label": str(one.label),
                "unit": one.unit,
                "number": number_body(one.value),
                "error": one.error,
            }
            for one in answer.figures
        ],
        "tables": [_grid_body(grid) for grid in answer.grids],
        "plots": [
            {
                "title": str(plot.title),
                "unit": plot.unit,
                "kind": plot.kind,
                "points": [
                    {"label": str(label), "number": number_body(value)}
                    for label, value in plot.points
                ],
            }
            for plot in answer.plots
        ],
        "published": list(_published(answer.published)),
        "remarks": [str(remark) for remark in answer.remarks],
        "how": str(asked.question.how),
    }


def _grid_body(grid: AnswerGrid) -> dict[str, Any]:
    return {
        "caption": str(grid.caption),
        "columns": [{"head": str(column.head), "unit": column.unit} for column in grid.columns],
        "rows": [
            [
                str(value) if column.unit in ("text", "cards") else _plain(value)
                for value, column in zip(row, grid.columns, strict=True)
            ]
            for row in grid.rows
        ],
        "mark": grid.mark,
    }


def _plain(value: Any) -> Any:
    """Return a number of a table: an integer, the text of an exact fraction, or a float."""
    if not isinstance(value, Fraction):
        return value
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _published(rows: Iterable[Published]) -> Iterable[dict[str, Any]]:
    for one in rows:
        yield {
            "claim": str(one.claim),
            "theirs": str(one.theirs),
            "ours": number_body(one.ours),
            "unit": one.unit,
            "holds": one.holds,
            "condition": str(one.condition),
        }
