"""A match as a table for spreadsheets."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import EntryBase
from games.presentation.table import LineView, Table


def rows(table: Table) -> Iterator[list[Any]]:
    """Yield the heads, then one row for each line: the entry, the points of each side, and why.

    Seats are written as names, choices as words, and figures as figures.
    """
    names = table.game.entry.model.column_names()
    model = table.game.entry.model
    head = [_("ligne"), _("inscrite le"), *(_heading(model, name) for name in names)]
    for side in table.sides:
        head += [f"{side.name} ±", f"{side.name} ="]
    yield [*head, _("explication")]
    for line in table.lines:
        yield _row(table, line, names)


def _heading(model: type[EntryBase], name: str) -> str:
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _row(table: Table, line: LineView, names: list[str]) -> list[Any]:
    # Spreadsheets read local time in this format, both in French and in English.
    when = timezone.localtime(line.entry.recorded_at).strftime("%Y-%m-%d %H:%M:%S")
    cells: list[Any] = [line.number, when]
    cells += [_cell(table, line.entry, name) for name in names]
    for delta, total in zip(line.deltas, line.totals, strict=True):
        cells += [delta, total]
    return [*cells, " · ".join(part.text for part in line.parts)]


def _cell(table: Table, entry: EntryBase, name: str) -> Any:
    value = getattr(entry, name)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if name in table.game.entry.seat_fields and value is not None:
        return table.names.seat(value)
    choices: Any = entry._meta.get_field(name).choices  # type: ignore[union-attr]
    return str(dict(choices).get(value, value)) if choices and value else value
