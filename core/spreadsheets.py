"""Tables as files for spreadsheets."""

import csv
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse

from core.text.typography import loosened

# A cell that starts with one of these is run as a formula by spreadsheets.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def safe(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def plain(value: float) -> float:
    """Return a whole number as an integer: « 580 », never « 580.0 »."""
    return int(value) if value == int(value) else value


def spreadsheet(name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """Return a CSV file that spreadsheets of any language can read, without formulas."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    # With plain spaces, because programs look for « Jeu du 10 » as a keyboard types it.
    writer.writerow([loosened(head) for head in heads])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return response


def _cell(value: Any) -> Any:
    return safe(loosened(value) if isinstance(value, str) else value)
