"""The sheets of a match, as rows of cells for the template."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from games.presentation.table import SideView, Table
from games.presentation.wording import figure
from games.sheet import Score
from games.yams.engine.cells import COLUMNS, NUMBERS, ROWS
from games.yams.engine.ending import columns_bonus, tidy
from games.yams.engine.rulesets import COLUMN_VALUES, exact
from games.yams.forms import TurnForm
from games.yams.words import (
    COLUMN_HEADS,
    COLUMN_NAMES,
    COLUMN_WAITS,
    COLUMNS_BONUS,
    ROW_NAMES,
)

register = template.Library()


class CellView(NamedTuple):
    """One cell. `url` is set if it is written, `key` if the player may choose it.

    `text` is its value, or what the thrown dice would score in it. `label` is its text for screen
    readers.
    """

    text: str = ""
    url: str = ""
    key: str = ""
    label: str = ""
    struck: bool = False
    chosen: bool = False
    fresh: bool = False


class RowView(NamedTuple):
    """One row of a sheet. `kind` names the sum in a row of sums, and is empty for cells."""

    label: Any
    cells: list[Any]
    kind: str = ""


class SheetView(NamedTuple):
    """A player's sheet. `current` marks the sheet that is shown first.

    `others` has the column totals of the other players, because won columns decide the match.
    """

    side: SideView
    rows: list[RowView]
    foot: RowView
    others: list[RowView]
    total: str
    current: bool


class Head(NamedTuple):
    """The heading of a column: its code, its name, and what winning it is worth."""

    column: str
    name: Any
    worth: str


@register.simple_tag
def yams_heads(table: Table) -> list[Head]:
    """Return the headings of the columns."""
    values = table.rules.values()["column_values"]
    return [Head(name, COLUMN_HEADS[name], figure(exact(values[name]))) for name in COLUMNS]


@register.simple_tag
def yams_standing(table: Table) -> list[dict[str, Any]]:
    """Return one row of the board per side: whether it is to play, its columns and their worth.

    Its columns are those that it leads.
    """
    held, values = _held(table), table.rules.values()["column_values"]
    expected = table.next or {}
    columns_of = [
        [column for column in COLUMNS if side.number in held[column]] for side in table.sides
    ]
    worths = [sum((exact(values[name]) for name in led), exact(0)) for led in columns_of]
    best = max(worths)
    standing = []
    for side, led, worth in zip(table.sides, columns_of, worths, strict=True):
        standing.append(
            {
                "side": side,
                "name": side.seats[0].short,
                "current": expected.get("seat") == side.number,
                "shown": _first_side(table) == side.number,
                "led": [COLUMN_HEADS[column] for column in led],
                "worth": figure(worth),
                "leads": worth == best and worths.count(best) == 1,
                "points": figure(_points(table, side.number)),
            }
        )
    return standing


@register.simple_tag
def yams_sheets(table: Table, pad: TurnForm | None) -> list[SheetView]:
    """Return the sheet of every player. The player to play can choose the legal cells."""
    places = {
        (entry.seat, entry.column, entry.row): entry.number  # type: ignore[attr-defined]
        for entry in table.entries
        if entry.column is not None  # type: ignore[attr-defined]
    }
    address = reverse("games:entry", args=[table.match.pk, 0]).removesuffix("0/")
    held, first_side = _held(table), _first_side(table)
    return [
        SheetView(
            side,
            _rows(table, side.number, places, address, _keys(table, side.number, pad)),
            _totals(table, side, held),
            [_totals(table, other, held) for other in table.sides if other is not side],
            figure(_points(table, side.number)),
            side.number == first_side,
        )
        for side in table.sides
    ]


def _rows(
    table: Table,
    seat: int,
    places: Mapping[Any, int],
    address: str,
    keys: Mapping[tuple[str, str], CellView],
) -> list[RowView]:
    sheet, last = table.state["sheets"][seat], len(table.lines)
    rows = []
    for row in ROWS:
        cells = []
        for column in COLUMNS:
            cell = sheet["cells"][column].get(row)
            if cell is None:
                cells.append(keys.get((column, row), EMPTY))
                continue
            place = places[seat, column, row]
            text, fresh = str(cell["value"] or ""), place == last
            label = _last_line_text(table) if fresh else ""
            url = f"{address}{place}/"
            cells.append(CellView(text, url, label=label, struck=cell["struck"], fresh=fresh))
        rows.append(RowView(ROW_NAMES[row], cells))
        if row == "6":
            rows += [_sums(sheet, "upper"), _sums(sheet, "bonus")]
    return rows


def _totals(table: Table, side: SideView, held: Mapping[str, Any]) -> RowView:
    """Return the row of a player's totals, one per column, with a mark where the player leads."""
    columns = table.state["sheets"][side.number]["columns"]
    cells = [(str(columns[column]["total"]), side.number in held[column]) for column in COLUMNS]
    return RowView(side.seats[0].short, cells, "total")


@register.simple_tag
def yams_correction(pad: TurnForm) -> list[RowView]:
    """Return the rows of the sheet whose line is corrected.

    The cells to which the line may be moved can be chosen.
    """
    table, number = pad.table, pad.number or 0
    entry: Any = table.entries[number - 1]
    written = table.state["sheets"][entry.seat]["cells"]
    own, free, chosen = (entry.column, entry.row), set(pad.free_cells), pad["cell"].value()
    rows = []
    for row in ROWS:
        cells = []
        for column in COLUMNS:
            cell = written[column].get(row)
            key = f"{column}-{row}" if (column, row) == own or (column, row) in free else ""
            cells.append(
                CellView(
                    str(cell["value"] or "") if cell else "",
                    key=key,
                    label=f"{COLUMN_NAMES[column]}, {ROW_NAMES[row]}",
                    struck=bool(cell and cell["struck"]),
                    chosen=bool(key) and key == chosen,
                )
            )
        rows.append(RowView(ROW_NAMES[row], cells))
    return rows


EMPTY = CellView()
NO_BREAK = "\u00a0"


def _last_line_text(table: Table) -> str:
    """Return the last line as text for screen readers."""
    return " ".join(part.text for part in table.lines[-1].parts)


def _sums(sheet: Mapping[str, Any], kind: str) -> RowView:
    return RowView("", [str(sheet["columns"][column][kind] or "") for column in COLUMNS], kind)


def _keys(table: Table, seat: int, pad: TurnForm | None) -> dict[tuple[str, str], CellView]:
    """Return the cells that may be chosen now, each with what the thrown dice score in it."""
    expected = table.next or {}
    if pad is None or expected.get("seat") != seat:
        return {}
    offers, chosen = pad.offers(), pad["cell"].value()
    keys = {}
    for column, row in expected["legal_cells"]:
        key = f"{column}-{row}"
        worth, strikes = offers.get(key, (None, False))
        text = "" if worth is None else str(worth)
        label = f"{COLUMN_NAMES[column]}, {ROW_NAMES[row]}"
        keys[column, row] = CellView(
            text, key=key, label=label, struck=strikes or worth == 0, chosen=key == chosen
        )
    return keys


def _held(table: Table) -> dict[str, tuple[int, ...]]:
    """Return the seats that lead each column; after its lot, only the seat that won it.

    A column without points has no leader before the end of the match.
    """
    sheets = table.state["sheets"]
    lots = {
        draw["column"]: (draw["winner"],)
        for line in table.lines[-len(COLUMNS) :]
        if (draw := line.entry.draw) and draw["winner"] is not None  # type: ignore[attr-defined]
    }
    held = {}
    for column in COLUMNS:
        totals = [sheet["columns"][column]["total"] for sheet in sheets]
        best = max(totals)
        led = tuple(seat for seat, total in enumerate(totals) if total == best)
        held[column] = lots.get(column) or (led if best or table.result else ())
    return held


def _points(table: Table, seat: int) -> Score:
    columns = table.state["sheets"][seat]["columns"]
    return sum(column["total"] for column in columns.values())


def _first_side(table: Table) -> int:
    """Return the side whose sheet is shown first.

    It is the side to play or, after the end, the first one of the ranking.
    """
    if table.result is not None:
        return table.result.ranking[0].side
    seat = (table.next or {}).get("seat")
    return 0 if seat is None else int(seat)


@register.simple_tag
def yams_lots(table: Table) -> list[dict[str, Any]]:
    """Return the sentences about lots: those drawn, then the columns that still need one."""
    lots = [
        {
            "text": line.parts[0].text,
            "url": reverse("games:entry", args=[table.match.pk, line.number]),
            "fresh": line.number == len(table.lines),
        }
        for line in table.lines[-2 * len(COLUMNS) :]
        if line.entry.draw  # type: ignore[attr-defined]
    ]
    waiting = (table.next or {}).get("pending_draws", [])
    return lots + [
        {
            "text": str(COLUMN_WAITS) % {"column": COLUMN_NAMES[column]},
            "open": True,
        }
        for column in waiting
    ]


@register.simple_tag
def yams_outcome(table: Table) -> list[dict[str, Any]]:
    """Return, for each player in the order of the ranking, the columns won and their worth."""
    held, rules = _held(table), table.rules.values()
    address = reverse("games:entry", args=[table.match.pk, len(table.lines)])
    outcome = []
    for standing in table.result.ranking if table.result else ():
        seat = standing.side
        columns = [
            _worth(column, rules["column_values"][column], len(held[column]))
            for column in COLUMNS
            if seat in held[column]
        ]
        won = sum(held[column] == (seat,) for column in COLUMNS)
        bonus = tidy(columns_bonus(table.rules, won))  # type: ignore[arg-type]
        if bonus:
            columns.append(str(COLUMNS_BONUS) % {"bonus": figure(bonus)})
        gross = figure(table.state["sheets"][seat]["gross"])
        name = table.sides[seat].name
        outcome.append({"name": name, "columns": columns, "gross": gross, "url": address})
    return outcome


def _worth(column: str, value: Any, sharing: int) -> str:
    """Return a column with its worth: « libre (2) », or « libre (2/3) » if three share it."""
    worth = figure(exact(value)) + ("" if sharing == 1 else f"/{sharing}")
    return f"{COLUMN_HEADS[column]} ({worth})".replace(" ", NO_BREAK)


@register.filter
def yams_column(column: str) -> Any:
    """Return the name of a column."""
    return COLUMN_NAMES[column]


@register.simple_tag
def yams_offers(pad: TurnForm | None) -> str:
    """Return what the dice score in each cell, as `libre-full:20 libre-plus:20!`.

    `!` marks a score that strikes « + » and « − ».
    """
    if pad is None or pad.number is not None:
        return ""
    return " ".join(
        f"{cell}:{worth}{'!' if strikes else ''}" for cell, (worth, strikes) in pad.offers().items()
    )


@register.simple_tag
def yams_blank() -> dict[str, list[Any]]:
    """Return the headings and rows of a sheet on paper, with its sums and the columns' worth."""
    numbers, figures = ROWS[: len(NUMBERS)], ROWS[len(NUMBERS) :]
    # The words of the source's paper sheet, followed by the words of the site in brackets.
    upper, whole = f"{_('Total')} ({_('somme')})", f"{_('Result')} ({_('total')})"
    rows = [*numbers, upper, _("Bonus"), *(ROW_NAMES[row] for row in figures), whole]
    heads = [(COLUMN_HEADS[column], COLUMN_VALUES[column]) for column in COLUMNS]
    return {"heads": heads, "rows": rows}
