"""The page of a graph: the part drawn, the same as a list, a person, a path, figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubs.callers import Caller
from transmission import queries, stored_layout
from transmission.drawing import Picture, draw
from transmission.graph.lineage import Lineage
from transmission.graph_json import GraphData, GraphPerson, people_json, tell
from transmission.queries import Seen

# The number of people that a phone can draw without a pause.
MOST = 300
# How many of somebody's descendants are named.
NAMED = 60


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """The values of the address: who is in the middle, who else was opened, a path to somebody."""

    centre: int | None = None
    opened: tuple[int, ...] = ()
    to: int | None = None


@dataclass(frozen=True, slots=True)
class PersonCard:
    """Somebody's place in the graph."""

    node: GraphPerson
    teachers: Sequence[GraphPerson]
    pupils: Sequence[GraphPerson]
    line: Sequence[GraphPerson]
    descendants: Sequence[GraphPerson]
    descendant_count: int
    source_note: str


@dataclass(frozen=True, slots=True)
class Item:
    """A step through the nested list: `open` a list, a `person`, the `end` of one, `close`."""

    kind: str
    node: GraphPerson | None = None
    others: Sequence[GraphPerson] = ()


@dataclass(frozen=True, slots=True)
class GraphPart:
    """The part of a graph that is shown."""

    told: GraphData
    picture: Picture
    items: Sequence[Item]
    path: Sequence[GraphPerson]
    on_path: frozenset[tuple[int, int]]
    whole: bool


def part_of(seen: Seen, caller: Caller, asked: GraphQuestion) -> GraphPart:
    """Return what is drawn: everyone if they are few, else those nearest to the chosen person."""
    lineage = seen.lineage
    path = lineage.path(asked.centre, asked.to) if asked.centre and asked.to else []
    numbers = _shown(seen, caller, asked, path)
    told = tell(seen, caller, numbers)
    names = {node.id: node for node in told.nodes}
    return GraphPart(
        told=told,
        picture=draw(told, lineage, lineage.generations),
        items=nested(lineage.among(numbers), lineage, names),
        path=[names[number] for number in path if number in names],
        on_path=frozenset(step for pair in pairwise(path) for step in (pair, pair[::-1])),
        whole=len(numbers) == len(lineage),
    )


def _shown(seen: Seen, caller: Caller, asked: GraphQuestion, path: Sequence[int]) -> list[int]:
    lineage = seen.lineage
    if len(lineage) <= MOST and asked.centre is None:
        return list(lineage.teachers)
    if path:
        return list(path) if len(path) >= MOST else lineage.neighbourhood(path, most=MOST)
    centres = [who for who in (asked.centre, *asked.opened) if who is not None]
    if not centres:
        greatest = stored_layout.lines_of(seen, caller).reach or seen.figures.by_pupils
        centres = [who for who, _count in greatest[:1]]
    return lineage.neighbourhood(centres or list(lineage.teachers)[:1], most=MOST)


def nested(part: Lineage, whole: Lineage, names: dict[int, GraphPerson]) -> list[Item]:
    """List everyone once, under one of the nearest teachers who taught them; depth first."""
    generations = whole.generations
    under: dict[int | None, list[int]] = {None: []}
    for person in sorted(part.teachers, key=generations.__getitem__):
        above = min(part.teachers[person], key=generations.__getitem__, default=None)
        # A teacher further down can't hold somebody above: that person stands at the top.
        held = above is not None and generations[above] < generations[person]
        under.setdefault(above if held else None, []).append(person)
    items = [Item("open")]
    steps: list[int | None] = [None, *reversed(under[None])]
    while steps:
        step = steps.pop()
        if step is None:
            items.append(Item("close"))
            continue
        others = [names[who] for who in part.teachers[step] if step not in under.get(who, ())]
        items.append(Item("person", names[step], others))
        if under.get(step):
            items.append(Item("open"))
            steps += [None, *reversed(under[step])]
        else:
            items.append(Item("end"))
    return items


def person_of(seen: Seen, caller: Caller, number: int) -> PersonCard:
    """Return somebody of the graph with their lines."""
    lineage = seen.lineage
    below = lineage.descendants(number)
    line = lineage.line_to_source(number)
    asked = [
        number,
        *lineage.teachers[number],
        *lineage.pupils[number],
        *line,
        *below[:NAMED],
    ]
    names = {node.id: node for node in people_json(seen, caller, dict.fromkeys(asked))}
    source = queries.sources_among(seen, {line[-1]}).get(line[-1])

    def told(numbers: Sequence[int]) -> list[GraphPerson]:
        return [names[who] for who in numbers if who in names]

    return PersonCard(
        node=names[number],
        teachers=told(lineage.teachers[number]),
        pupils=told(lineage.pupils[number]),
        line=told(line),
        descendants=told(below[:NAMED]),
        descendant_count=len(below),
        source_note=f"{source.get_kind_display()}{f' · {source.note}' if source.note else ''}"
        if source
        else "",
    )


@dataclass(frozen=True, slots=True)
class NamedFigures:
    """The figures of a whole graph, with names."""

    people: int
    links: int
    generations: int
    teachers: Sequence[tuple[GraphPerson, int]]
    reach: Sequence[tuple[GraphPerson, int]]
    longest: Sequence[GraphPerson]


def figures_of(seen: Seen, caller: Caller) -> NamedFigures:
    """Return the figures with names."""
    found, lines = seen.figures, stored_layout.lines_of(seen, caller)
    ranked = [who for who, _count in (*found.by_pupils, *lines.reach)]
    asked = dict.fromkeys([*ranked, *lines.longest])
    names = {node.id: node for node in people_json(seen, caller, asked)}
    return NamedFigures(
        people=found.people,
        links=found.links,
        generations=found.generations,
        teachers=[(names[who], count) for who, count in found.by_pupils],
        reach=[(names[who], count) for who, count in lines.reach],
        longest=[names[who] for who in lines.longest],
    )
