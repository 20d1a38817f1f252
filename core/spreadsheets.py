"""Rows of a table as a file for spreadsheets: CSV in two dialects, or a workbook (.xlsx).

Every table that the site gives away is made of rows once, and written here.
"""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.formats import get_format
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from core.text.typography import loosened

# The characters with which a formula begins. Spreadsheets run a cell that starts with one of
# them.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
# Figures that a spreadsheet would take for a number, whose first zeros or last figures it would
# lose: a phone, the number of a licence.
_NOT_A_NUMBER = re.compile(r"0\d+|\d{16,}", re.ASCII)

# The signs between cells and before decimals, by dialect. An office whose language writes 3,5
# reads files with semicolons.
DIALECTS = {"en": (",", "."), "fr": (";", ",")}
DEFAULT_DIALECT = "en"
CSV, XLSX = "csv", "xlsx"
MEDIA = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
# The signs that the title of a sheet may not have, its longest title, and the widest column.
_NOT_IN_TITLES, TITLE_LENGTH, WIDEST = re.compile(r"[][:*?/\\]"), 31, 48

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Struck:
    """A number that does not count. It stands in square brackets, as round ones mean a minus."""

    value: int | float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of a workbook: its title, and its rows, the first of which has the heads."""

    title: str
    rows: Iterable[Row]


def safe(cell: Any) -> Any:
    """Return a cell of a CSV file that no spreadsheet takes for a formula or a number."""
    if isinstance(cell, str) and (cell.startswith(FORMULA_STARTS) or _NOT_A_NUMBER.fullmatch(cell)):
        return f"'{cell}"
    return cell


def plain(value: float) -> float:
    """Return a whole number as an integer, « 580 » for « 580.0 », and any other unchanged."""
    return int(value) if value == int(value) else value


def dialect_of_reader() -> str:
    """Return the dialect of the reader's language: that whose decimal sign it writes."""
    written = get_format("DECIMAL_SEPARATOR")
    return next((name for name, (_, decimal) in DIALECTS.items() if decimal == written), "en")


# --- CSV -----------------------------------------------------------------------------------------


def csv_text(rows: Iterable[Row], dialect: str = DEFAULT_DIALECT) -> str:
    """Return rows as CSV, without formulas."""
    between, decimal = DIALECTS[dialect]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=between)
    writer.writerows([_csv_cell(value, decimal) for value in row] for row in rows)
    return out.getvalue()


def _csv_cell(value: Any, decimal: str) -> Any:
    if value is None:
        return ""
    if isinstance(value, Struck):
        return f"[{_csv_cell(value.value, decimal)}]"
    if isinstance(value, Fraction):
        value = _number(value)
    if isinstance(value, float | Decimal):
        return str(value).replace(".", decimal)
    return safe(value)


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


# --- Workbooks -----------------------------------------------------------------------------------


def workbook(sheets: Iterable[Sheet]) -> bytes:
    """Return sheets as an .xlsx file. Texts are stored as texts, so that none is a formula."""
    book = Workbook(write_only=True)
    for title, sheet in _titled(sheets):
        rows = [list(row) for row in sheet.rows]
        written = book.create_sheet(title)
        written.freeze_panes = "A2"
        for at, width in enumerate(_widths(rows), start=1):
            written.column_dimensions[get_column_letter(at)].width = width
        for at, row in enumerate(rows):
            written.append([_book_cell(written, value, head=at == 0) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _titled(sheets: Iterable[Sheet]) -> Iterator[tuple[str, Sheet]]:
    """Yield the sheets with titles that a workbook takes, each different from the others."""
    taken: set[str] = set()
    for number, sheet in enumerate(sheets, start=1):
        title = _clean(_NOT_IN_TITLES.sub(" ", sheet.title)).strip(" '")[:TITLE_LENGTH]
        if not title or title.casefold() in taken:
            title = f"{title[: TITLE_LENGTH - 5]} {number}".strip()
        taken.add(title.casefold())
        yield title, sheet


def _widths(rows: Sequence[Row]) -> list[int]:
    count = max(map(len, rows), default=0)
    texts = [[str(value) for value in row] for row in rows]
    return [
        min(WIDEST, 2 + max((len(row[at]) for row in texts if at < len(row)), default=0))
        for at in range(count)
    ]


def _book_cell(sheet: Any, value: Any, *, head: bool) -> Any:
    if isinstance(value, Struck):
        value = f"[{value.value}]"
    if isinstance(value, Fraction):
        value = _number(value)
    if value is None or value == "":
        return None
    number = isinstance(value, int | float | Decimal | dt.date | dt.time)
    cell = WriteOnlyCell(sheet, value if number else _clean(str(value)))
    if not number:
        # Without this the library makes a formula of a text that begins with « = ». The prefix
        # has a spreadsheet keep it a text when somebody corrects the cell.
        cell.data_type = "s"
        cell.quotePrefix = str(value).startswith(FORMULA_STARTS)
    if isinstance(value, Decimal):
        cell.number_format = "0.00"
    if head:
        cell.font = Font(bold=True)
    return cell


def _clean(text: str) -> str:
    """Return a text without the control characters that a workbook can't hold."""
    return str(ILLEGAL_CHARACTERS_RE.sub("", text))


# --- Answers -------------------------------------------------------------------------------------


def file_answer(
    name: str,
    kind: str,
    sheets: Sequence[Sheet],
    dialect: str = DEFAULT_DIALECT,
    *,
    marked: bool = True,
) -> HttpResponse:
    """Return the answer that sends sheets as a file; of CSV the first sheet only.

    `marked`: CSV begins with the byte order mark without which offices misread accents.
    """
    if kind == XLSX:
        content: bytes | str = workbook(sheets)
    else:
        content = ("\ufeff" if marked else "") + csv_text(sheets[0].rows, dialect)
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return HttpResponse(content, content_type=MEDIA[kind], headers=headers)


def asked_dialect(request: HttpRequest) -> str:
    """Return the dialect that an address asks for; that of programs if it names none we know."""
    dialect = request.GET.get("dialect", "")
    return dialect if dialect in DIALECTS else DEFAULT_DIALECT


def asked_kind(request: HttpRequest) -> str:
    """Return the kind of file that an address asks for: `?format=xlsx`, or by default CSV."""
    return XLSX if request.GET.get("format") == XLSX else CSV


def spreadsheet(
    request: HttpRequest, name: str, heads: Sequence[str], rows: Iterable[Row]
) -> HttpResponse:
    """Return a table of a page as a file: CSV, or with `?format=xlsx` a workbook."""
    # With plain spaces, because programs look for « Jeu du 10 » as a keyboard types it.
    loose = ([_loose(value) for value in row] for row in (heads, *rows))
    return file_answer(name, asked_kind(request), [Sheet(name, loose)], asked_dialect(request))


def _loose(value: Any) -> Any:
    return loosened(value) if isinstance(value, str) else value
