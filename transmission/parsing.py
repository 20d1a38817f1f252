"""Reads who taught whom from CSV and GraphML. Knows nothing of what is stored."""

import csv
import io
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from clubs.texts import misread
from transmission.errors import Refused

COLUMNS = ("teacher", "learner", "date", "note")
# As many links as a file of 32 MiB holds with real names.
MOST = 500_000
# The character that an export puts before a cell that a spreadsheet would run.
_GUARDED = ("'=", "'+", "'-", "'@", "'\t", "'\r")


class LinkRow(NamedTuple):
    """A link of a file: its line or edge, counted from 1, and its four texts."""

    number: int
    teacher: str
    learner: str
    date: str
    note: str


def read(kind: str, content: str) -> list[LinkRow]:
    """Return a file's links; refuses one that can't be read, or has none."""
    if misread(content):
        raise Refused("import_misread", "content")
    told = (row for row in _READERS[kind](content) if any(row[1:]))
    rows = list(islice(told, MOST + 1))
    if not rows:
        raise Refused("import_empty", "content")
    if len(rows) > MOST:
        raise Refused("import_too_long", "content", most=MOST)
    return rows


def _from_csv(content: str) -> Iterator[LinkRow]:
    """Lines under a heading; commas, semicolons, tabs or bars, as the heading has them."""
    text = content.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    mark = max(",;\t|", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        heading = [cell.strip().casefold() for cell in next(reader, [])]
        if not {"teacher", "learner"} <= set(heading):
            raise Refused("import_columns", "content")
        places = [heading.index(name) if name in heading else None for name in COLUMNS]
        for cells in reader:
            # The end of a spreadsheet may be thousands of empty lines: they cost nothing.
            if not any(cells):
                continue
            texts = [_cell(cells, place) for place in places]
            if any(texts):
                yield LinkRow(reader.line_num, *texts)
    except csv.Error as fault:
        raise Refused("import_invalid", "content", why=fault) from None


def _cell(cells: list[str], place: int | None) -> str:
    text = cells[place].strip() if place is not None and place < len(cells) else ""
    return _one_line(text[1:] if text.startswith(_GUARDED) else text)


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _from_graphml(content: str) -> Iterator[LinkRow]:
    """Edges between nodes, which are named by their `name` (or `label`), else by their id.

    Entities and document types are refused before they can do anything.
    """
    try:
        root = fromstring(content.encode(), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as fault:
        raise Refused("import_invalid", "content", why=type(fault).__name__) from None
    if _tag(root) != "graphml":
        raise Refused("import_invalid", "content", why="graphml")
    keys = {
        element.get("id", ""): (element.get("attr.name") or element.get("id") or "").casefold()
        for element in root.iter()
        if _tag(element) == "key"
    }
    nodes: dict[str, str] = {}
    for element in root.iter():
        if _tag(element) == "node":
            data = _data(element, keys)
            own = element.get("id", "")
            nodes[own] = data.get("name") or data.get("label") or own
    edges = (element for element in root.iter() if _tag(element) == "edge")
    for number, element in enumerate(edges, start=1):
        data = _data(element, keys)
        ends = (element.get("source", ""), element.get("target", ""))
        teacher, learner = (nodes.get(end, end) for end in ends)
        if not (teacher or learner or data):
            continue
        yield LinkRow(number, teacher, learner, data.get("date", ""), data.get("note", ""))


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _data(element: Any, keys: dict[str, str]) -> dict[str, str]:
    return {
        keys.get(child.get("key", ""), ""): _one_line(child.text or "")
        for child in element
        if _tag(child) == "data"
    }


_READERS: dict[str, Callable[[str], Iterator[LinkRow]]] = {
    "csv": _from_csv,
    "graphml": _from_graphml,
}
FORMATS = tuple(_READERS)
