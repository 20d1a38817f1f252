"""Reads links between teachers and learners from CSV, GraphML and GEXF files. Pure."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import NamedTuple

from clubs.lists.cells import SIGNS, without_named_sign
from clubs.lists.columns import plain
from core.errors import Fault
from core.names import name_key
from core.spreadsheets import FORMULA_STARTS
from core.text.texts import misread
from transmission.errors import Refused
from transmission.graph_files import Element, GraphFileFault, one_line, read_graph

# The titles that each column may have, without capitals, accents and punctuation.
HEADINGS = {
    "teacher": "teacher|maitre|maitresse|enseignant|enseignante|professeur|professeure|prof"
    "|qui a enseigne|appris de|transmis par|master",
    "learner": "learner|eleve|apprenant|apprenante|disciple|qui a appris|transmis a|pupil|student",
    "date": "date|quand|annee|jour|when|year",
    "note": "note|notes|remarque|remarques|commentaire|commentaires|comment|comments",
    "confirmed": "confirmed|confirme|confirmee",
    "club": "club",
    "teacher_id": "teacher id|teacher number|numero du maitre|n du maitre",
    "teacher_clubs": "teacher clubs|clubs du maitre",
    "learner_id": "learner id|learner number|numero de l eleve|n de l eleve",
    "learner_clubs": "learner clubs|clubs de l eleve",
}
_CALLED = {title: column for column, titles in HEADINGS.items() for title in titles.split("|")}
# The most links in a file. A file of 32 MiB with real names has about that many.
MOST = 500_000
# The most faults that a refusal lists. If there are more, usually every line has the same fault.
NAMED = 50
# The beginnings of cells that an export has protected with an apostrophe, because a spreadsheet
# would otherwise run them.
_GUARDED = tuple(f"'{start}" for start in FORMULA_STARTS)


# What a node may say of a person who has the game from nobody here: the kinds of `models.Source`.
SOURCE_KINDS = ("family", "self_taught", "other_club", "unknown")
# How a file says that a link is only proposed.
_NOT_CONFIRMED = ("false", "0", "no", "non", "faux")


class FilePerson(NamedTuple):
    """A person in a file: the name, and what our own files have besides it.

    `number` is the number of the player on the site of the export, None if the file has none.
    `clubs` are the slugs of their clubs.
    """

    name: str
    number: int | None = None
    clubs: tuple[str, ...] = ()


class LinkRow(NamedTuple):
    """A link in a file, or a source: its line number, from 1, its people, and its texts.

    `confirmed` is False if the file says that the link is only proposed. `club` is the slug of
    the link's club, empty if the file has none. With `source`, its kind, the row has no teacher.
    """

    number: int
    teacher: FilePerson
    learner: FilePerson
    date: str
    note: str
    confirmed: bool = True
    club: str = ""
    source: str = ""

    @property
    def people(self) -> tuple[FilePerson, ...]:
        """The people of the row: teacher and learner, or the source alone."""
        return (self.learner,) if self.source else (self.teacher, self.learner)

    @property
    def filled(self) -> bool:
        """Whether the row has any text."""
        return bool(self.teacher.name or self.learner.name or self.date or self.note)


def read(kind: str, content: str) -> list[LinkRow]:
    """Return the links of a file. `kind` is its format.

    Raise `Refused` if it can't be read, has no links or too many.
    """
    if misread(content):
        raise Refused("import_misread", "content")
    filled_rows = (row for row in _READERS[kind](content) if row.filled)
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
            row = _csv_row(above + reader.line_num, cells, places)
            if row.filled:
                yield row
    except csv.Error as fault:
        raise Refused("import_invalid", "content", why=fault) from None


def _csv_row(number: int, cells: list[str], places: Mapping[str, int]) -> LinkRow:
    text = {column: _cell(cells, place) for column, place in places.items()}
    teacher, learner = (
        _person(text[end], text.get(f"{end}_id", ""), text.get(f"{end}_clubs", ""))
        for end in ("teacher", "learner")
    )
    confirmed = text.get("confirmed", "").casefold() not in _NOT_CONFIRMED
    date, note, club = (text.get(column, "") for column in ("date", "note", "club"))
    return LinkRow(number, teacher, learner, date, note, confirmed, club)


def _person(name: str, number: str, clubs: str) -> FilePerson:
    """Return a person by the texts of a file. A number that is no number of ours is passed over."""
    known = number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER
    return FilePerson(name, int(number) if known else None, tuple(clubs.split()))


# More figures than the number of any player has.
_LONGEST_NUMBER = 19


def _places(heading: list[str]) -> dict[str, int]:
    """Return the index of each known column of the heading.

    Raise `Refused` if teacher or learner is missing.
    """
    places: dict[str, int] = {}
    for place, cell in enumerate(heading):
        column = _CALLED.get(plain(cell[:60]))
        if column:
            places.setdefault(column, place)
    if not {"teacher", "learner"} <= places.keys():
        raise Refused("import_columns", "content")
    return places


def _cell(cells: list[str], place: int) -> str:
    text = cells[place].strip() if place < len(cells) else ""
    return one_line(text[1:] if text.startswith(_GUARDED) else text)


def _from_graph(root: str, content: str) -> Iterator[LinkRow]:
    """Yield the links of a GraphML or GEXF file, one for each edge, and then its sources.

    The name of a person is the name of a node, not its `id`. Raise `Refused` if the file can't
    be read, or if a node of an edge is missing, has no name, or has the name of another node.
    """
    try:
        graph = read_graph(root, content)
    except GraphFileFault as fault:
        raise Refused("import_invalid", "content", why=fault) from None
    edges = [edge for edge in graph.edges if edge.attributes or edge.data]
    faults = list(islice(_node_faults(graph.nodes, edges), NAMED))
    if faults:
        raise Refused.of(faults)
    people = {key: _node_person(node) for key, node in graph.nodes.items()}
    for edge in edges:
        teacher, learner = (people[end] for end in _ends(edge))
        data = edge.data
        confirmed = data.get("confirmed", "").casefold() not in _NOT_CONFIRMED
        date, note, club = (data.get(key, "") for key in ("date", "note", "club"))
        yield LinkRow(edge.line, teacher, learner, date, note, confirmed, club)
    for key, node in graph.nodes.items():
        if _is_source(node):
            kind = node.data["source"]
            yield LinkRow(node.line, FilePerson(""), people[key], "", "", source=kind)


def _is_source(node: Element) -> bool:
    return bool(node.name) and node.data.get("source") in SOURCE_KINDS


def _node_person(node: Element) -> FilePerson:
    return _person(node.name, node.data.get("number", ""), node.data.get("clubs", ""))


def _ends(edge: Element) -> tuple[str, str]:
    return edge.attributes.get("source", ""), edge.attributes.get("target", "")


def _node_faults(nodes: Mapping[str, Element], edges: list[Element]) -> Iterator[Fault]:
    """Yield the faults of the nodes that matter: missing, without a name, or with the same name.

    Two nodes are two people. They may not have the same name, because a club's list has each
    name only once. If they have different numbers, whoever looks them up decides that.
    """
    by_name: dict[str, str] = {}
    lines: dict[str, int] = {}
    for edge in edges:
        for end in _ends(edge):
            lines.setdefault(end, edge.line)
    for end in (*lines, *(key for key, node in nodes.items() if _is_source(node))):
        node = nodes.get(end)
        if node is None:
            yield Fault("node_unknown", f"lines.{lines[end]}", {"node": end[:80]})
        elif not node.name:
            yield Fault("node_unnamed", f"lines.{node.line}", {"node": end[:80]})
        else:
            other = by_name.setdefault(name_key(node.name), end)
            if other != end and not _numbered_apart(node, nodes[other]):
                yield _of_one_name(nodes, *sorted((other, end), key=lambda at: nodes[at].line))


def _numbered_apart(*nodes: Element) -> bool:
    numbers = [_node_person(node).number for node in nodes]
    return None not in numbers and len(set(numbers)) == len(numbers)


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
    "graphml": partial(_from_graph, "graphml"),
    "gexf": partial(_from_graph, "gexf"),
}
FORMATS = tuple(_READERS)
