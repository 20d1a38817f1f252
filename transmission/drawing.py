"""The drawing of a graph: people's places in pixels, and a shape and colour for each club."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from transmission.graph.layout import Layout, layered
from transmission.graph.lineage import Lineage
from transmission.graph_json import GraphData, GraphPerson

COLUMN, ROW, MARGIN = 132, 104, 76
# The shapes and colours of marks. Each shape belongs to one colour, so that marks can be told
# apart without colours.
MARKS = ("circle", "square", "diamond", "triangle", "hexagon", "cross")
COLOURS = ("#3a4257", "#b3341c", "#1f5d43", "#6b3a8c", "#7d5308", "#3d469f")
PATHS = {
    "circle": "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0z",
    "square": "M-10-10h20v20h-20z",
    "diamond": "M0-13L13 0L0 13L-13 0z",
    "triangle": "M0-13L13 10H-13z",
    "hexagon": "M-12 0L-6-10.5H6L12 0L6 10.5H-6z",
    "cross": "M-4-12h8v8h8v8h-8v8h-8v-8h-8v-8h8z",
}
LETTERS = 19


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark with which the people of a club are drawn. Style sheets use its `number`, from 0."""

    number: int
    shape: str
    colour: str
    path: str
    club: str


@dataclass(frozen=True, slots=True)
class DrawnPerson:
    """A person in the drawing, with their place in pixels."""

    node: GraphPerson
    x: int
    y: int
    mark: Mark

    @property
    def short(self) -> str:
        """The name, cut to fit into a column."""
        name = self.node.name
        return name if len(name) <= LETTERS else f"{name[: LETTERS - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A link in the drawing. `path` is its SVG path.

    `level` says that the learner is not on a lower row than the teacher.
    """

    teacher: int
    learner: int
    path: str
    level: bool
    ends: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing of a graph. `rows` has the number of each generation, and the y of its row in
    pixels.
    """

    width: int
    height: int
    spots: Sequence[DrawnPerson]
    arrows: Sequence[Arrow]
    rows: Sequence[tuple[int, int]]
    marks: Sequence[Mark]


def mark_of(club: str, number: int) -> Mark:
    """Return the mark of a club, counted from 0. When the marks are used up, all later clubs share
    the last.
    """
    at = min(number, len(MARKS) - 1)
    return Mark(at, MARKS[at], COLOURS[at], PATHS[MARKS[at]], club)


def draw(
    graph_data: GraphData,
    lineage: Lineage,
    generations: Mapping[int, int],
    layout: Layout | None = None,
    clubs: Sequence[str] = (),
) -> Picture:
    """Return the drawing of people and the links between them. Generations go from the top down.

    Places come from `layout`. Without it, only these people are laid out. `generations` has the
    generation of each person. The first marks go to `clubs`, so that they are the same in each
    drawing of a graph.
    """
    nodes = {node.id: node for node in graph_data.nodes}
    if layout is None:
        layout = layered(lineage.among(nodes), generations)
    marks = _marks(graph_data.nodes, clubs)
    spots = {
        number: DrawnPerson(node, *_place(layout, number), marks[(*node.clubs, "")[0]])
        for number, node in nodes.items()
    }
    width, height = size_of(layout.width, len(layout.rows))
    return Picture(
        width=width,
        height=height,
        spots=[spots[number] for row in layout.rows for number in row if number in spots],
        arrows=[_arrow(spots[link.teacher], spots[link.learner]) for link in graph_data.edges],
        rows=[(generations[row[0]], MARGIN + index * ROW) for index, row in enumerate(layout.rows)],
        marks=list(dict.fromkeys(marks.values())),
    )


def _marks(nodes: Sequence[GraphPerson], clubs: Sequence[str]) -> dict[str, Mark]:
    """Return a mark for each club: first for `clubs`, then for those with the most people in the
    drawing.
    """
    counts: dict[str, int] = {}
    for node in nodes:
        club = (*node.clubs, "")[0]
        counts[club] = counts.get(club, 0) + 1
    others = sorted(counts.keys() - set(clubs), key=lambda club: (-counts[club], club))
    ranked = [*clubs, *others]
    return {club: mark_of(club, number) for number, club in enumerate(ranked)}


def size_of(columns: float, rows: int) -> tuple[int, int]:
    """Return the width and height of a drawing in pixels."""
    return round(columns * COLUMN) + 2 * MARGIN, max(rows - 1, 0) * ROW + 2 * MARGIN


def pixel(x: Any, row: Any) -> tuple[Any, Any]:
    """Return the pixel of a place in a drawing. If the places are arrays, so are the pixels."""
    return MARGIN + x * COLUMN, MARGIN + row * ROW


def _place(layout: Layout, number: int) -> tuple[int, int]:
    x, y = pixel(layout.x[number], layout.row[number])
    return round(x), y


def _arrow(teacher: DrawnPerson, learner: DrawnPerson) -> Arrow:
    """Return the arrow from below the teacher to above the learner.

    If the learner is not on a lower row, the arrow is a curve above both people.
    """
    level = learner.y <= teacher.y
    (x1, y1), (x2, y2) = (teacher.x, teacher.y), (learner.x, learner.y)
    if level:
        rise = min(y1, y2) - 48
        path = f"M{x1} {y1 - 14}C{x1} {rise} {x2} {rise} {x2} {y2 - 17}"
        return Arrow(teacher.node.id, learner.node.id, path, True, (x1, y1 - 14, x2, y2 - 17))
    start, end = y1 + 32, y2 - 17
    half = (start + end) // 2
    path = f"M{x1} {start}C{x1} {half} {x2} {half} {x2} {end}"
    return Arrow(teacher.node.id, learner.node.id, path, False, (x1, start, x2, end))
