"""A graph, or a part of it, with its people's names: what the API answers and exports write."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.callers import Caller
from clubs.models import ClubPlayer, Player
from clubs.queries import visible_clubs
from transmission.models import Link
from transmission.queries import AT_ONCE, Seen, sources_among


@dataclass(frozen=True, slots=True)
class Node:
    """A person of the graph, under the name that anyone may read."""

    id: int
    name: str
    generation: int
    source: str | None
    clubs: Sequence[str]
    taught: int

    def body(self) -> dict[str, Any]:
        """Return it as the API tells it."""
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
    """A confirmed link between two of them."""

    id: int
    teacher: int
    learner: int
    date: str | None
    note: str
    club: str | None

    def body(self) -> dict[str, Any]:
        """Return it as the API tells it."""
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
class Told:
    """People by generation and then in the order they came, and the links between them."""

    title: str
    slug: str
    nodes: Sequence[Node]
    edges: Sequence[Edge]

    def body(self) -> dict[str, Any]:
        """Return it as the API tells it; `generations` are the numbers of their people."""
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


def tell(seen: Seen, caller: Caller, numbers: Collection[int] | None = None) -> Told:
    """Tell the whole graph seen, or the part that holds these people alone."""
    asked = seen.lineage.teachers if numbers is None else dict.fromkeys(numbers)
    nodes = told_nodes(seen, caller, asked)
    nodes.sort(key=lambda node: node.generation)
    return Told(str(seen.game.name), seen.game.slug, nodes, _edges(seen, asked))


def told_nodes(seen: Seen, caller: Caller, numbers: Iterable[int]) -> list[Node]:
    """Tell people of the graph, in the order given."""
    asked = [number for number in numbers if number in seen.lineage]
    players, clubs = _players(asked), _clubs(asked, caller)
    sources = sources_among(seen.game, set(asked))
    generations, pupils = seen.lineage.generations, seen.lineage.pupils
    return [
        Node(
            id=number,
            name=players[number].public_name,
            generation=generations[number],
            source=sources[number].kind if number in sources else None,
            clubs=clubs[number],
            taught=len(pupils[number]),
        )
        for number in asked
        if number in players
    ]


# Above so many, reading a whole table is shorter than asking for each.
MANY = 5000


def _players(asked: Sequence[int]) -> dict[int, Player]:
    rows = Player.objects.only("id", "name", "shown")
    if len(asked) > MANY:
        wanted = set(asked)
        return {row.pk: row for row in rows.iterator() if row.pk in wanted}
    found: dict[int, Player] = {}
    for start in range(0, len(asked), AT_ONCE):
        found |= {row.pk: row for row in rows.filter(pk__in=asked[start : start + AT_ONCE])}
    return found


def _clubs(asked: Sequence[int], caller: Caller) -> dict[int, list[str]]:
    """The clubs of each that the caller may see, oldest first."""
    found: dict[int, list[str]] = defaultdict(list)
    lines = ClubPlayer.objects.filter(club__in=visible_clubs(caller)).order_by("club_id")
    parts = [lines]
    if len(asked) <= MANY:
        starts = range(0, len(asked), AT_ONCE)
        parts = [lines.filter(player__in=asked[start : start + AT_ONCE]) for start in starts]
    for part in parts:
        for player, slug in part.values_list("player_id", "club__slug").iterator():
            found[player].append(slug)
    return found


def _edges(seen: Seen, asked: Collection[int]) -> list[Edge]:
    rows = Link.objects.filter(game=seen.game.slug, confirmed=True).order_by("id")
    parts = [rows]
    numbers = list(asked)
    if len(numbers) <= MANY:
        starts = range(0, len(numbers), AT_ONCE)
        parts = [rows.filter(learner__in=numbers[start : start + AT_ONCE]) for start in starts]
    columns = ("id", "teacher_id", "learner_id", "year", "day", "note", "club__slug")
    found = []
    for part in parts:
        for number, teacher, learner, year, day, note, club in part.values_list(
            *columns
        ).iterator():
            later = seen.year is not None and year is not None and year > seen.year
            if teacher in asked and learner in asked and not later:
                date = Link(year=year, day=day).date if year is not None else None
                found.append(Edge(number, teacher, learner, date, note, club))
    return sorted(found, key=lambda edge: edge.id)
