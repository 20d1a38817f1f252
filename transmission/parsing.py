"""Reads links between teachers and learners from CSV and GraphML files. It uses no database."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from clubs.lists.cells import SIGNS, without_named_sign
from clubs.lists.columns import plain
from core.errors import Fault
from core.names import name_key
from core.spreadsheets import FORMULA_STARTS
from core.text.texts import misread
from transmission.errors import Refused
from transmission.graphml import Element, GraphMLFault, one_line, read_graphml

# The titles that each column may have, without capitals, accents and punctuation.
HEADINGS = {
    "teacher": "teacher|maitre|maitresse|enseignant|enseignante|professeur|professeure|prof"
    "|qui a enseigne|appris de|transmis par|master",
    "learner": "learner|eleve|apprenant|apprenante|disciple|qui a appris|transmis a|pupil|student",
    "date": "date|quand|annee|jour|when|year",
    "note": "note|notes|remarque|remarques|commentaire|commentaires|comment|comments",
}
COLUMNS = tuple(HEADINGS)
_CALLED = {title: column for column, titles in HEADINGS.items() for title in titles.split("|")}
# The most links in a file. A file of 32 MiB with real names has about that many.
MOST = 500_000
# The most faults that a refusal lists. If there are more, usually every line has the same fault.
NAMED = 50
# The beginnings of cells that an export has protected with an apostrophe, because a spreadsheet
# would otherwise run them.
_GUARDED = tuple(f"'{start}" for start in FORMULA_STARTS)


class LinkRow(NamedTuple):
    """A link in a file: its line number, from 1, and the texts of its four columns.

    `confirmed` is False if the file says that the link is only proposed.
    """

    number: int
    teacher: str
    learner: str
    date: str
    note: str
    confirmed: bool = True


def read(kind: str, content: str) -> list[LinkRow]:
    """Return the links of a file. `kind` is its format.

    Raise `Refused` if it can't be read, has no links or too many.
    """
    if misread(content):
        raise Refused("import_misread", "content")
    filled_rows = (row for row in _READERS[kind](content) if any(row[1:5]))
    rows = list(islice(filled_rows, MOST + 1))
    if not rows:
        raise Refused("import_empty", "content")
    if len(rows) > MOST:
        raise Refused("import_too_long", "content", most=MOST)
    return rows


def _from_csv(content: str) -> Iterator[LinkRow]:
    """Yield the links of a CSV file, from the lines below its heading.

    Cells are separated by commas, semicolons, tabs or bars. The separator is the one most
    frequent in the heading, unless a line above the heading names it. Raise `Refused` if the
    file can't be read.
    """
    named, text, above = without_named_sign(content.removeprefix("\ufeff"))
    first = next((line for line in text.split("\n") if line.strip()), "")
    sign = named or max(f",{SIGNS}", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    try:
        places = _places(next((cells for cells in reader if any(cells)), []))
        for cells in reader:
            # A spreadsheet may end with thousands of empty lines. They are skipped here to save
            # time.
            if not any(cells):
                continue
            texts = [_cell(cells, place) for place in places]
            if any(texts):
                teacher, learner, date, note = texts
                yield LinkRow(above + reader.line_num, teacher, learner, date, note)
    except csv.Error as fault:
        raise Refused("import_invalid", "content", why=fault) from None


def _places(heading: list[str]) -> list[int | None]:
    """Return the index of each column of `COLUMNS` in the heading, or None if it is missing.

    Raise `Refused` if teacher or learner is missing.
    """
    places: dict[str, int] = {}
    for place, cell in enumerate(heading):
        column = _CALLED.get(plain(cell[:60]))
        if column:
            places.setdefault(column, place)
    if not {"teacher", "learner"} <= places.keys():
        raise Refused("import_columns", "content")
    return [places.get(column) for column in COLUMNS]


def _cell(cells: list[str], place: int | None) -> str:
    text = cells[place].strip() if place is not None and place < len(cells) else ""
    return one_line(text[1:] if text.startswith(_GUARDED) else text)


def _from_graphml(content: str) -> Iterator[LinkRow]:
    """Yield the links of a GraphML file, one for each edge.

    The name of a person is the name of a node, not its `id`. Raise `Refused` if the file can't
    be read, or if a node of an edge is missing, has no name, or has the name of another node.
    """
    try:
        graph = read_graphml(content)
    except GraphMLFault as fault:
        raise Refused("import_invalid", "content", why=fault) from None
    edges = [edge for edge in graph.edges if edge.attributes or edge.data]
    faults = list(islice(_node_faults(graph.nodes, edges), NAMED))
    if faults:
        raise Refused.of(faults)
    for edge in edges:
        teacher, learner = (graph.nodes[end].name for end in _ends(edge))
        date, note = edge.data.get("date", ""), edge.data.get("note", "")
        proposed = edge.data.get("confirmed", "").casefold() in ("false", "0")
        yield LinkRow(edge.line, teacher, learner, date, note, not proposed)


def _ends(edge: Element) -> tuple[str, str]:
    return edge.attributes.get("source", ""), edge.attributes.get("target", "")


def _node_faults(nodes: Mapping[str, Element], edges: list[Element]) -> Iterator[Fault]:
    """Yield the faults of the nodes that have edges: missing, without a name, or with the same
    name.

    Two nodes are two people. They may not have the same name, because a club's list has each
    name only once.
    """
    by_name: dict[str, str] = {}
    seen: set[str] = set()
    for edge in edges:
        for end in _ends(edge):
            if end in seen:
                continue
            seen.add(end)
            node = nodes.get(end)
            if node is None:
                yield Fault("node_unknown", f"lines.{edge.line}", {"node": end[:80]})
            elif not node.name:
                yield Fault("node_unnamed", f"lines.{node.line}", {"node": end[:80]})
            else:
                other = by_name.setdefault(name_key(node.name), end)
                if other != end:
                    yield _of_one_name(nodes, *sorted((other, end), key=lambda at: nodes[at].line))


def _of_one_name(nodes: Mapping[str, Element], first: str, second: str) -> Fault:
    values = {
        "name": nodes[second].name[:80],
        "node": first[:80],
        "line": nodes[first].line,
        "other": second[:80],
        "other_line": nodes[second].line,
    }
    return Fault("nodes_of_one_name", f"lines.{nodes[second].line}", values)


_READERS: dict[str, Callable[[str], Iterator[LinkRow]]] = {
    "csv": _from_csv,
    "graphml": _from_graphml,
}
FORMATS = tuple(_READERS)
