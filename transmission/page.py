"""The data for a graph's page: the drawing and list of a part, a person, a path, figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from clubs.callers import Caller
from transmission import queries, stored_layout
from transmission.drawing import Picture, draw
from transmission.graph.lineage import Lineage
from transmission.graph_json import GraphData, GraphPerson, people_json, tell
from transmission.queries import Seen

# The most people that a phone can draw without a noticeable delay.
MOST = 300
# The most descendants of a person who are listed by name.
NAMED = 60
# The most lines to the sources that are listed for a person, and the most teachers of a year.
LINES = 12
OF_YEAR = 5


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """What the address of the page asks for.

    `centre` is the person in the middle, `opened` are people opened before, and `to` is the end
    of a path from `centre`. `view` is `ancetres`, `descendants`, or empty for everybody near;
    `generations` limits how far from the centre, and 0 does not limit.
    """

    centre: int | None = None
    opened: tuple[int, ...] = ()
    to: int | None = None
    view: str = ""
    generations: int = 0


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line from a person up to a source, and what is known about the source."""

    people: Sequence[GraphPerson]
    note: str


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A person of the graph for display, with teachers, pupils, the lines to the sources, and
    descendants.
    """

    node: GraphPerson
    teachers: Sequence[GraphPerson]
    pupils: Sequence[GraphPerson]
    lines: Sequence[SourceLine]
    descendants: Sequence[GraphPerson]
    descendant_count: int
    source_note: str


@dataclass(frozen=True, slots=True)
class Item:
    """A step in writing the nested list, as the template needs it.

    `kind` is `open` or `close` for the beginning or the end of a list, `person` for a person,
    and `end` for the end of a person who has no list below them.
    """

    kind: str
    node: GraphPerson | None = None
    others: Sequence[GraphPerson] = ()


@dataclass(frozen=True, slots=True)
class GraphPart:
    """The part of a graph that the page shows. `whole` says that it is the whole graph.

    `start` is the person on whom the drawing opens if none is chosen.
    """

    graph_data: GraphData
    picture: Picture
    items: Sequence[Item]
    path: Sequence[GraphPerson]
    on_path: frozenset[tuple[int, int]]
    whole: bool
    start: int | None


def part_of(seen: Seen, caller: Caller, question: GraphQuestion) -> GraphPart:
    """Return the part of the graph to be shown.

    A small graph is shown as a whole, unless a person is chosen. Otherwise the people nearest to
    the chosen person, or to the path, are shown.
    """
    lineage = seen.lineage
    path = lineage.path(question.centre, question.to) if question.centre and question.to else []
    numbers = _people_drawn(seen, caller, question, path)
    graph_data = tell(seen, caller, numbers)
    names = {node.id: node for node in graph_data.nodes}
    return GraphPart(
        graph_data=graph_data,
        picture=draw(graph_data, lineage, lineage.generations, clubs=queries.clubs_of(seen)),
        items=nested(lineage.among(numbers), lineage, names),
        path=[names[number] for number in path if number in names],
        on_path=frozenset(step for pair in pairwise(path) for step in (pair, pair[::-1])),
        whole=len(numbers) == len(lineage),
        start=_start(seen, caller),
    )


def _start(seen: Seen, caller: Caller) -> int | None:
    """Return the caller's own player, or else the person with the most descendants."""
    own = getattr(caller.account, "player", None)
    if own is not None and own.pk in seen.lineage:
        return int(own.pk)
    greatest = stored_layout.lines_of(seen, caller).reach or seen.figures.by_pupils
    return next((person for person, _count in greatest), None)


def _people_drawn(
    seen: Seen, caller: Caller, question: GraphQuestion, path: Sequence[int]
) -> list[int]:
    lineage = seen.lineage
    if len(lineage) <= MOST and question.centre is None:
        return list(lineage.teachers)
    if path:
        return list(path) if len(path) >= MOST else lineage.neighbourhood(path, most=MOST)
    depth = question.generations or None if question.centre is not None else None
    if question.centre is not None and question.view:
        beyond = lineage.ancestors if question.view == "ancetres" else lineage.descendants
        return [question.centre, *beyond(question.centre, depth)][:MOST]
    centres = [person for person in (question.centre, *question.opened) if person is not None]
    if not centres:
        start = _start(seen, caller)
        centres = [person for person in (start,) if person is not None]
    return lineage.neighbourhood(centres or list(lineage.teachers)[:1], depth=depth, most=MOST)


def nested(part: Lineage, whole: Lineage, names: dict[int, GraphPerson]) -> list[Item]:
    """Return all people of a part as the steps of a nested list, depth first.

    Each person is listed once, below the teacher with the least generation.
    """
    generations = whole.generations
    under: dict[int | None, list[int]] = {None: []}
    for person in sorted(part.teachers, key=generations.__getitem__):
        above = min(part.teachers[person], key=generations.__getitem__, default=None)
        # A person is listed at the top if no teacher is in an earlier generation.
        held = above is not None and generations[above] < generations[person]
        under.setdefault(above if held else None, []).append(person)
    items = [Item("open")]
    steps: list[int | None] = [None, *reversed(under[None])]
    while steps:
        step = steps.pop()
        if step is None:
            items.append(Item("close"))
            continue
        others = [
            names[teacher] for teacher in part.teachers[step] if step not in under.get(teacher, ())
        ]
        items.append(Item("person", names[step], others))
        if under.get(step):
            items.append(Item("open"))
            steps += [None, *reversed(under[step])]
        else:
            items.append(Item("end"))
    return items


def person_of(seen: Seen, caller: Caller, number: int) -> PersonCard:
    """Return the data of a person in the graph, for display."""
    lineage = seen.lineage
    below = lineage.descendants(number)
    lines = lineage.lines_to_sources(number, LINES)
    wanted = [
        number,
        *lineage.teachers[number],
        *lineage.pupils[number],
        *chain.from_iterable(lines),
        *below[:NAMED],
    ]
    names = {node.id: node for node in people_json(seen, caller, dict.fromkeys(wanted))}
    ends = queries.sources_among(seen, {line[-1] for line in lines})

    def people(numbers: Sequence[int]) -> list[GraphPerson]:
        return [names[person] for person in numbers if person in names]

    def note(number: int) -> str:
        source = ends.get(number)
        if source is None:
            return ""
        return f"{source.get_kind_display()}{f' · {source.note}' if source.note else ''}"

    return PersonCard(
        node=names[number],
        teachers=people(lineage.teachers[number]),
        pupils=people(lineage.pupils[number]),
        lines=[SourceLine(people(line), note(line[-1])) for line in lines if len(line) > 1],
        descendants=people(below[:NAMED]),
        descendant_count=len(below),
        source_note=note(number),
    )


@dataclass(frozen=True, slots=True)
class NamedFigures:
    """The figures of a whole graph, with people as they are displayed.

    `of_year` are those who taught most people in a year.
    """

    people: int
    links: int
    generations: int
    teachers: Sequence[tuple[GraphPerson, int]]
    reach: Sequence[tuple[GraphPerson, int]]
    longest: Sequence[GraphPerson]
    of_year: Sequence[tuple[GraphPerson, int]]


def figures_of(seen: Seen, caller: Caller, year: int) -> NamedFigures:
    """Return the figures of the graph, and who taught most in a year."""
    figures, lines = seen.figures, stored_layout.lines_of(seen, caller)
    of_year = queries.taught_most(seen, year, OF_YEAR)
    ranked = [person for person, _count in (*figures.by_pupils, *lines.reach, *of_year)]
    named = dict.fromkeys([*ranked, *lines.longest])
    names = {node.id: node for node in people_json(seen, caller, named)}
    return NamedFigures(
        people=figures.people,
        links=figures.links,
        generations=figures.generations,
        teachers=[(names[person], count) for person, count in figures.by_pupils],
        reach=[(names[person], count) for person, count in lines.reach],
        longest=[names[person] for person in lines.longest],
        of_year=[(names[person], count) for person, count in of_year],
    )
