"""The text of a list's file: a text in any usual encoding, or a workbook's first sheet. Pure."""

import datetime as dt
import io
import zipfile
from itertools import islice
from typing import Any

from openpyxl import load_workbook

from clubs.lists.reading import MOST
from clubs.texts import NotText, text_of

WORKBOOK = b"PK\x03\x04"
# A packed file may unpack to a thousand times its size.
MOST_UNPACKED = 8 * 1024 * 1024
MOST_COLUMNS = 40


def text_of_file(data: bytes) -> str:
    """Return the text of a list's file. Raises `NotText`."""
    if not data.startswith(WORKBOOK):
        return text_of(data)
    try:
        return _first_sheet(data)
    except Exception:
        # A file made to harm, or no workbook: the library answers with errors of every kind.
        raise NotText("workbook") from None


def _first_sheet(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(one.file_size for one in packed.infolist()) > MOST_UNPACKED:
            raise NotText("workbook")
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    rows = book.worksheets[0].iter_rows(max_col=MOST_COLUMNS, values_only=True)
    # One row more than a list may have, so that a longer one is refused and not cut.
    lines = ["\t".join(map(_cell, row)).rstrip() for row in islice(rows, MOST + 1)]
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, dt.datetime):
        value = value.date()
    return " ".join(str(value).split())
