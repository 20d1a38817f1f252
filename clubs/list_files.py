"""Reads the text of a list's file.

The file is a text in any usual encoding, or a workbook, of which the first sheet is read. Pure.
"""

import datetime as dt
import io
import re
import zipfile
from collections.abc import Sequence
from itertools import islice
from typing import Any

from openpyxl import load_workbook

from clubs.lists.reading import MOST
from core.text.texts import NotText, text_of

WORKBOOK = b"PK\x03\x04"
# The most bytes to which a file may unpack. A packed file may unpack to a thousand times its
# size.
MOST_UNPACKED = 8 * 1024 * 1024
MOST_COLUMNS = 40
# The most tags in the sheets of a workbook, and in its other parts. A few packed bytes may be a
# million tags, and the library reads each of them. In the other parts a tag takes several times
# longer.
MOST_IN_SHEETS, MOST_IN_REST = 100_000, 12_000
_SHEETS = ("xl/worksheets/", "xl/sharedStrings.xml")
# The part of a workbook that says which part is the main one, and a pattern for the tag that
# says so.
_TYPES, _MAIN = "[Content_Types].xml", re.compile(rb"<[^<>]*main\+xml[^<>]*>")


def text_of_file(data: bytes) -> str:
    """Return the text of a list's file.

    Raise `NotText` if it can't be read, or only at too high a cost.
    """
    if not data.startswith(WORKBOOK):
        return text_of(data)
    try:
        return _first_sheet(data)
    except Exception:
        # For a malicious file, or one that is not a workbook, the library raises errors of every
        # kind.
        raise NotText("workbook") from None


def _first_sheet(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > MOST_UNPACKED:
            raise NotText("workbook")
        # Zero bytes are removed, so that tags in UTF-16 are counted too.
        parts = [
            (entry.filename, packed.read(entry).replace(b"\0", b"")) for entry in packed.infolist()
        ]
    if _too_heavy(parts):
        raise NotText("workbook")
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    rows = book.worksheets[0].iter_rows(max_col=MOST_COLUMNS, values_only=True)
    # One row more than a list may have is read, so that a longer list is refused and not cut.
    lines = ["\t".join(map(_cell, row)).rstrip() for row in islice(rows, MOST + 1)]
    return "\n".join(lines)


def _too_heavy(parts: Sequence[tuple[str, bytes]]) -> bool:
    """Return whether the library would need too long to read a workbook's parts."""
    sheets = rest = 0
    for name, data in parts:
        if b"<!DOCTYPE" in data:
            return True  # the library expands its entities, which may stand for any number of tags
        if name.startswith(_SHEETS):
            sheets += data.count(b"<")
        else:
            rest += data.count(b"<")
        # A sheet must not be declared as the main part, because the library reads tags in the
        # main part more slowly.
        main = b"".join(_MAIN.findall(data)) if name == _TYPES else b""
        if b"&" in main or any(prefix.encode() in main for prefix in _SHEETS):
            return True
    return sheets > MOST_IN_SHEETS or rest > MOST_IN_REST


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, dt.datetime):
        value = value.date()
    return " ".join(str(value).split())
