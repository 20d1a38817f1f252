"""A graph as GEDCOM 5.5.1, for the programs of genealogists.

They draw families. So each teacher is the parent of a family whose foster children are the pupils.
That it is a teacher, and when and how they taught, stands with the pupil: as an association, and
as an event if there is a date.
"""

from collections import defaultdict
from collections.abc import Iterator

from transmission.graph_json import Edge, GraphData, GraphPerson

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
# The longest part of a text on a line. A line has at most 255 characters, and « @ » is written
# twice.
_PART = 100
# The longest description of an event.
_DESCRIPTION = 90


def to_gedcom(graph_data: GraphData) -> str:
    """Return the graph as GEDCOM 5.5.1. It has the number of a person as `REFN`."""
    names = {node.id: node.name for node in graph_data.nodes}
    lessons: dict[int, list[Edge]] = defaultdict(list)
    pupils: dict[int, list[int]] = defaultdict(list)
    for edge in graph_data.edges:
        lessons[edge.learner].append(edge)
        pupils[edge.teacher].append(edge.learner)
    lines = [*_head(graph_data)]
    for node in graph_data.nodes:
        lines += _person(node, node.id in pupils, lessons[node.id], names)
    for teacher, learners in pupils.items():
        lines += [f"0 @F{teacher}@ FAM", f"1 HUSB @I{teacher}@"]
        lines += [f"1 CHIL @I{learner}@" for learner in learners]
    return "\n".join([*lines, "0 TRLR", ""])


def _head(graph_data: GraphData) -> Iterator[str]:
    yield from ("0 HEAD", "1 SOUR SCOREKEEPER", "1 SUBM @U1@", "1 GEDC", "2 VERS 5.5.1")
    yield from ("2 FORM LINEAGE-LINKED", "1 CHAR UTF-8")
    yield from _text(1, "NOTE", graph_data.title)
    yield from ("0 @U1@ SUBM", "1 NAME Scorekeeper")


def _person(
    node: GraphPerson, teaches: bool, lessons: list[Edge], names: dict[int, str]
) -> Iterator[str]:
    yield f"0 @I{node.id}@ INDI"
    # Slashes would mark a surname.
    yield from _text(1, "NAME", node.name.replace("/", "\u2044"))
    yield from ("1 SEX U", f"1 REFN {node.id}", "2 TYPE player")
    if node.source:
        yield from _text(1, "FACT", node.source)
        yield "2 TYPE Source of the game"
    if teaches:
        yield f"1 FAMS @F{node.id}@"
    for lesson in lessons:
        yield from (f"1 FAMC @F{lesson.teacher}@", "2 PEDI foster")
        yield from (f"1 ASSO @I{lesson.teacher}@", "2 RELA Teacher")
        yield from _text(2, "NOTE", lesson.note)
        if lesson.date:
            yield from _text(1, "EVEN", names[lesson.teacher][:_DESCRIPTION])
            yield from ("2 TYPE Learned the game", f"2 DATE {_date(lesson.date)}")


def _text(level: int, tag: str, text: str) -> Iterator[str]:
    """Yield a text as a line and its continuations; nothing if it is empty.

    A line is cut within a word, because programs drop spaces at the end of a line.
    """
    while text:
        end = _PART
        while end > 1 and " " in text[end - 1 : end + 1]:
            end -= 1
        yield f"{level} {tag} {text[:end].replace('@', '@@')}"
        level, tag, text = level + (tag != "CONC"), "CONC", text[end:]


def _date(text: str) -> str:
    """Return a date in ISO form, a day or a year, as GEDCOM writes it: « 5 OCT 2020 »."""
    year, *rest = text.split("-")
    if not rest:
        return str(int(year))
    return f"{int(rest[1])} {_MONTHS[int(rest[0]) - 1]} {int(year)}"
