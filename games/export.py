"""A match as a table for spreadsheets."""

import csv
import io
import json
from typing import Any

from django.utils.translation import gettext as _

from games.models import EntryBase
from games.table import LineView, Table

# A cell that starts so is run as a formula by spreadsheets.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def to_csv(table: Table) -> str:
    """Return one row a line: what was entered, what it gave each side, and why.

    Figures stay figures; a text that a spreadsheet would run is kept from it by an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    names = table.game.entry_model.column_names()
    model = table.game.entry_model
    head = [_("ligne"), _("inscrite le"), *(_heading(model, name) for name in names)]
    for side in table.sides:
        head += [f"{side.name} ±", f"{side.name} ="]
    writer.writerow([safe(cell) for cell in [*head, _("explication")]])
    for line in table.lines:
        writer.writerow([safe(cell) for cell in _row(line, names)])
    return out.getvalue()


def _heading(model: type[EntryBase], name: str) -> str:
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _row(line: LineView, names: list[str]) -> list[Any]:
    cells: list[Any] = [line.number, line.entry.recorded_at.isoformat()]
    cells += [_cell(getattr(line.entry, name)) for name in names]
    for delta, total in zip(line.deltas, line.totals, strict=True):
        cells += [delta, total]
    return [*cells, " · ".join(part.text for part in line.parts)]


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value


def safe(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS):
        return f"'{cell}"
    return cell
