"""A graph, or a part of it, with people's names, as the API's answers and the exports need it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from django.db.models import CharField
from django.db.models.functions import Cast
from rest_framework.renderers import JSONRenderer

from clubs.callers import Caller
from clubs.queries import visible_lines
from core.answers import OneOf
from transmission.models import Link, Source
from transmission.queries import (
    AT_ONCE,
    MANY,
    LineageLinkAnswer,
    Seen,
    names_of,
    sources_among,
)
from transmission.redaction import tells


class LineageNamedAnswer(TypedDict):
    """A person, whether they are in the graph or not."""

    id: int
    name: str
    source: Annotated[str | None, OneOf(Source.Kind.choices)]
    clubs: list[str]
    taught: Annotated[int, "How many people they taught themselves."]


class LineageNodeAnswer(LineageNamedAnswer):
    """A person of the graph."""

    generation: int


class LineageConfirmed(TypedDict):
    """The confirmed links and the people of a graph, or of a part of one."""

    game: str
    nodes: list[LineageNodeAnswer]
    links: list[LineageLinkAnswer]
    generations: Annotated[list[list[int]], "The numbers of the people of each generation."]


class LineageGraphAnswer(LineageConfirmed):
    """A graph of confirmed links, or a part of one."""

    proposed: Annotated[list[LineageLinkAnswer], "What waits in the caller's clubs."]


@dataclass(frozen=True, slots=True)
class GraphPerson:
    """A person of the graph, with the name that the reader may see."""

    id: int
    name: str
    generation: int
    source: str | None
    clubs: Sequence[str]
    taught: int

    def body(self) -> LineageNodeAnswer:
        """Return the person in the shape that the API returns."""
        return {
            "id": self.id,
            "name": self.name,
            "generation": self.generation,
            "source": self.source,
            "clubs": list(self.clubs),
            "taught": self.taught,
        }


@dataclass(frozen=True, slots=True)
class Edge:
    """A confirmed link between two people of the graph."""

    id: int
    teacher: int
    learner: int
    date: str | None
    note: str
    club: str | None

    def body(self) -> LineageLinkAnswer:
        """Return the link in the shape that the API returns."""
        return {
            "id": self.id,
            "teacher": self.teacher,
            "learner": self.learner,
            "date": self.date,
            "note": self.note,
            "club": self.club,
            "confirmed": True,
        }


@dataclass(frozen=True, slots=True)
class GraphData:
    """The people of a graph and the links between them. People are sorted by generation.

    Within a generation they are in the order in which they were given.
    """

    title: str
    slug: str
    nodes: Sequence[GraphPerson]
    edges: Sequence[Edge]

    def body(self) -> LineageConfirmed:
        """Return the graph in the shape that the API returns. `generations` has people's ids by
        generation.
        """
        generations: dict[int, list[int]] = defaultdict(list)
        for node in self.nodes:
            generations[node.generation].append(node.id)
        return {
            "game": self.slug,
            "nodes": [node.body() for node in self.nodes],
            "links": [edge.body() for edge in self.edges],
            "generations": [
                generations[number] for number in range(max(generations, default=-1) + 1)
            ],
        }


def tell(seen: Seen, caller: Caller, numbers: Collection[int] | None = None) -> GraphData:
    """Return the graph that the caller sees: all of it, or only the part with the people in
    `numbers`.
    """
    wanted = seen.lineage.teachers if numbers is None else dict.fromkeys(numbers)
    nodes = people_json(seen, caller, wanted)
    nodes.sort(key=lambda node: node.generation)
    return GraphData(str(seen.game.name), seen.game.slug, nodes, _edges(seen, wanted))


def people_json(seen: Seen, caller: Caller, numbers: Iterable[int]) -> list[GraphPerson]:
    """Return the people with these numbers who are in the graph, in the same order."""
    present = [number for number in numbers if number in seen.lineage]
    names, clubs = names_of(seen, present), clubs_of(seen, present, caller)
    sources = sources_among(seen, set(present))
    generations, pupils = seen.lineage.generations, seen.lineage.pupils
    return [
        GraphPerson(
            id=number,
            name=names[number],
            generation=generations[number],
            source=sources[number].kind if number in sources else None,
            clubs=clubs[number],
            taught=len(pupils[number]),
        )
        for number in present
        if number in names
    ]


def clubs_of(seen: Seen, numbers: Sequence[int], caller: Caller) -> dict[int, list[str]]:
    """Return the slugs of each player's clubs that the caller may see, the oldest club first.

    People whose name is hidden from the reader have no clubs here.
    """
    slugs_by_player: dict[int, list[str]] = defaultdict(list)
    lines = visible_lines(caller).order_by("club_id")
    parts = [lines]
    if len(numbers) <= MANY:
        starts = range(0, len(numbers), AT_ONCE)
        parts = [lines.filter(player__in=numbers[start : start + AT_ONCE]) for start in starts]
    for part in parts:
        for player, slug in part.values_list("player_id", "club__slug").iterator():
            if player not in seen.nameless:
                slugs_by_player[player].append(slug)
    return slugs_by_player


# The columns of a link: those that are shown, and last the number of its club.
Columns = tuple[int, int, int, int | None, str | None, str, str | None, int | None]


def links_json(slug: str, numbers: Collection[int] | None = None) -> Iterator[Columns]:
    """Yield a game's confirmed links, as `Columns`.

    The links may contain details that a reader may not see; `redacted` removes them. Without
    `numbers` all links are yielded, oldest first. Otherwise only the links of these learners are
    yielded, in no particular order.
    """
    rows = Link.objects.filter(game=slug, confirmed=True).order_by("id")
    parts = [rows]
    if numbers is not None:
        learners = list(numbers)
        starts = range(0, len(learners), AT_ONCE)
        parts = [rows.filter(learner__in=learners[start : start + AT_ONCE]) for start in starts]
    # The day is read as text, so that no date object has to be built. All databases write it in
    # ISO form.
    written = Cast("day", CharField())
    columns = ("id", "teacher_id", "learner_id", "year", written, "note", "club__slug", "club_id")
    for part in parts:
        yield from part.values_list(*columns).iterator()


def redacted(seen: Seen, row: Columns) -> Columns:
    """Return a link as the reader may see it: complete, or only its number, teacher and learner."""
    number, teacher, learner, *_details, club = row
    if tells(seen, club, teacher, learner):
        return row
    return (number, teacher, learner, None, None, "", None, None)


def date_of(year: int | None, day: str | None) -> str | None:
    """Return a link's date as text: a day or a year in ISO form; None if neither is known."""
    return day or (f"{year:04}" if year is not None else None)


def _edges(seen: Seen, numbers: Collection[int]) -> list[Edge]:
    edges = []
    for row in links_json(seen.game.slug, numbers if len(numbers) <= MANY else None):
        number, teacher, learner, year, day, note, club, _pk = redacted(seen, row)
        later = seen.year is not None and year is not None and year > seen.year
        if teacher in numbers and learner in numbers and not later:
            edges.append(Edge(number, teacher, learner, date_of(year, day), note, club))
    return sorted(edges, key=lambda edge: edge.id)


def graph_text(
    seen: Seen, caller: Caller, numbers: Collection[int] | None, more: Mapping[str, Any]
) -> bytes:
    """Return the graph that the caller sees as JSON: all of it, or the part with the people in
    `numbers`.

    `more` has further fields of the JSON object.
    """
    body = {**tell(seen, caller, numbers).body(), **more}
    return bytes(JSONRenderer().render(body))


def with_more(text: bytes, more: Mapping[str, Any]) -> bytes:
    """Return the stored JSON of a graph, with the further fields `more` added to the object."""
    rest = bytes(JSONRenderer().render(dict(more)))
    return text[:-1] + b"," + rest[1:] if more else text
