"""Splits a pasted text into lines of cells, at the sign that separates its columns."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from clubs.lists.columns import ABOVE, is_head

# The signs that separate the cells of a table. A comma may also be in a name: « Roy, Anne ».
SIGNS = ";\t|"
# A cell that starts with one of these is run as a formula by spreadsheets. Before it, and before
# figures that are no number, a file of ours has an apostrophe.
FORMULA_STARTS = ("=", "+", "-", "@")
# The line « sep=; » that Excel writes above a table to name its separator.
_SEPARATOR = re.compile(r"\s*\"?sep=(.)\"?[ \t;,]*(?:\r\n|\r|\n|$)", re.IGNORECASE)
_QUOTED = re.compile(r"\"\s*,\s*\"|(?:^|\n)\"[^\"\n]*\"\s*,|,\s*\"[^\"\n]*\"\s*(?:\r?\n|$)")
_SPACES, _TABS = re.compile(r"[^\S\t]+"), re.compile(r"\t[\t ]*")
# The signs that separate two people. They never separate two cells.
_BETWEEN_PEOPLE = re.compile(r"[/&+]")


@dataclass(frozen=True, slots=True)
class CellLine:
    """A line of a text that is not blank.

    It has its number (from 1), its cells, and the sign between the cells.
    """

    at: int
    cells: tuple[str, ...]
    sign: str = ""

    @property
    def filled(self) -> tuple[str, ...]:
        """The cells that are not empty."""
        return tuple(cell for cell in self.cells if cell)


def lines_of(text: str) -> list[CellLine]:
    """Return the lines of a text, each with its cells. Empty lines are left out."""
    named, rest, before = without_named_sign(text.removeprefix("\ufeff"))
    sign = named or _sign(rest)
    if not sign:
        return _plain(rest, before)
    lines = list(_parted(rest, sign, csv.QUOTE_MINIMAL, before))
    if rest.count('"') % 2:
        # A quote that is not closed would swallow the lines after it. So quotes are read as
        # plain characters here.
        lines = list(_parted(rest, sign, csv.QUOTE_NONE, before))
    return [line for line in lines if line.filled]


def without_named_sign(text: str) -> tuple[str, str, int]:
    """Return the separator that a first line « sep=; » names, the rest, and the lines skipped.

    The rest is the text after that line. The separator is empty if there is no such line, or if
    it can't separate cells. The number of lines skipped is 0 or 1.
    """
    named = _SEPARATOR.match(text)
    if named is None:
        return "", text, 0
    return named[1] if named[1] in f"{SIGNS}," else "", text[named.end() :], 1


def _plain(text: str, before: int) -> list[CellLine]:
    stripped = ((at, _cell(line)) for at, line in enumerate(text.splitlines(), before + 1))
    return [CellLine(at, (line,)) for at, line in stripped if line]


def _sign(text: str) -> str:
    """Return the sign that separates the cells of most lines; empty for a list without cells."""
    lines = [line for line in text.splitlines() if line.strip()]
    for sign in f"{SIGNS},":
        heads = (list(map(_cell, line.split(sign))) for line in lines[:ABOVE] if sign in line)
        if any(map(is_head, heads)):
            return sign
    best = max(SIGNS, key=lambda sign: sum(sign in line for line in lines))
    if sum(best in line for line in lines) * 2 > len(lines):
        return best
    if _QUOTED.search(text):
        return ","
    counts = {line.count(",") for line in lines}
    even = len(lines) > 1 and len(counts) == 1 and counts != {0}
    return "," if even and not _BETWEEN_PEOPLE.search(text) else ""


def _parted(text: str, sign: str, quoting: Literal[0, 3], before: int) -> Iterator[CellLine]:
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=sign, quoting=quoting, skipinitialspace=True
    )
    last = 0
    try:
        for cells in reader:
            yield CellLine(last + before + 1, tuple(map(_cell, cells)), sign)
            last = reader.line_num
    except csv.Error:
        # If a cell is too long for the reader, the rest of the text is read as plain lines, each
        # of which may be refused.
        for at, line in enumerate(text.splitlines()[last:], last + before + 1):
            yield CellLine(at, (_cell(line),), sign)


def _cell(raw: str) -> str:
    """Return a cell without quotes and spaces around it, as spreadsheets add them."""
    # Runs of spaces become one space first, because the regular expressions for names would be
    # slow on them.
    cell = _SPACES.sub(" ", _TABS.sub("\t", raw)).strip()
    for first, last in (('"', '"'), ("«", "»"), ("“", "”")):
        most = 1 + (first == last)
        if len(cell) > 1 and cell[0] == first and cell[-1] == last and cell.count(first) <= most:
            cell = cell[1:-1].strip(" \u00a0\u202f")
            break
    guarded = cell[:1] == "'" and (cell[1:2] in FORMULA_STARTS or cell[1:].isdecimal())
    return cell[1:] if guarded else cell
