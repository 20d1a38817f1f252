"""Tables as files for spreadsheets."""

import csv
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse

from core.text.typography import loosened

# The characters with which a formula begins. Spreadsheets run a cell that starts with one of
# them.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def safe(cell: Any) -> Any:
    """Return a cell in a form that no spreadsheet runs as a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def plain(value: float) -> float:
    """Return a whole number as an integer, « 580 » for « 580.0 », and any other unchanged."""
    return int(value) if value == int(value) else value


def spreadsheet(name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """Return a CSV file for spreadsheets in any language. No cell of it is run as a formula."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    # Texts are written with plain spaces, because programs look for « Jeu du 10 » as a keyboard
    # types it.
    writer.writerow([loosened(head) for head in heads])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return response


def _cell(value: Any) -> Any:
    return safe(loosened(value) if isinstance(value, str) else value)
