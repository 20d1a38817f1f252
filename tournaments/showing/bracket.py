"""The bracket as a tree: where each meeting stands on the drawing, and the lines to it.

Numbers only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.pairing.field import Score
from tournaments.pairing.tree import Pending, Played
from tournaments.queries import View

WIDTH, HEIGHT = 220, 56
GAP_X, GAP_Y = 44, 16
MARGIN = 4
HEAD = 28
# The order in which the parts are laid out: the final also places the meetings that lead to it.
PARTS = ("reset", "final", "main", "cadrage", "losers", "third")


@dataclass(frozen=True, slots=True)
class Line:
    """One of the two names of a meeting."""

    name: str
    score: Score | None
    wins: bool
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A meeting on the drawing."""

    slot: str
    stage: int
    part: str
    x: int
    y: int
    lines: Sequence[Line]
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Tree:
    """A drawn bracket. `stages` are its rounds, each with its name and its meetings."""

    boxes: Sequence[Box]
    links: Sequence[str]
    stages: Sequence[Mapping[str, Any]]
    width: int
    height: int
    box: tuple[int, int] = (WIDTH, HEIGHT)


def tree(view: View) -> Tree | None:
    """Return the bracket of a tournament as it stands; None if there is none yet."""
    nodes = {slot: one for slot, one in view.bracket.items() if not _is_empty(one)}
    return _Drawing(view, nodes).tree if nodes else None


def has_tree(view: View) -> bool:
    """Say whether there is a bracket to draw."""
    return any(not _is_empty(one) for one in view.bracket.values())


def _is_empty(one: Played) -> bool:
    """Whether nobody plays a meeting: a bye, or the second final that was not needed."""
    return one.known and len(one.present) < 2


class _Drawing:
    """Lays the meetings out: those of one part below each other, leaves first."""

    def __init__(self, view: View, nodes: Mapping[str, Played]) -> None:
        self.view = view
        self.nodes = nodes
        self.first = min(one.node.stage for one in nodes.values())
        self.last = max(one.node.stage for one in nodes.values())
        self.rows: dict[str, float] = {}
        self.next_row = 0.0
        for part in PARTS:
            for root in self._roots(part):
                self._place(root)

    def _children(self, slot: str) -> list[str]:
        """Return the meetings whose winners come here, skipping byes. A loser's way is not drawn.

        Only meetings of the same part of the bracket, except for the final, where the parts join.
        """
        found = []
        part = self.view.bracket[slot].node.part
        for source in self.view.bracket[slot].node.places:
            before = str(source.of)
            if source.kind != "winner" or not self._leads(before, part):
                continue
            found += [before] if before in self.nodes else self._children(before)
        return found

    def _leads(self, before: str, part: str) -> bool:
        """Say whether the line from a meeting to one of that part is drawn."""
        own = self.view.bracket[before].node.part
        return own in (part, "cadrage") or part in ("final", "reset")

    def _roots(self, part: str) -> list[str]:
        fed = {child for slot in self.nodes for child in self._children(slot)}
        return [
            slot
            for slot, one in self.nodes.items()
            if one.node.part == part and slot not in fed and slot not in self.rows
        ]

    def _place(self, slot: str) -> float:
        if slot in self.rows:
            return self.rows[slot]
        children = [self._place(child) for child in self._children(slot)]
        if children:
            row = sum(children) / len(children)
        else:
            row, self.next_row = self.next_row, self.next_row + 1
        self.rows[slot] = row
        return row

    def _x(self, stage: int) -> int:
        return MARGIN + (stage - self.first) * (WIDTH + GAP_X)

    def _y(self, slot: str) -> int:
        return HEAD + round(self.rows[slot] * (HEIGHT + GAP_Y))

    @cached_property
    def places(self) -> dict[str, str]:
        """The page of the table that plays each meeting, once it is published."""
        return {
            seated.table.slot: reverse(
                "tournaments:table", args=[self.view.tournament.pk, drawn.number, seated.number]
            )
            for drawn in self.view.folded.rounds
            if drawn.state != "draft"
            for seated in drawn.tables
            if seated.table.slot and not seated.table.bye
        }

    @cached_property
    def boxes(self) -> list[Box]:
        """Every meeting, ready to be drawn."""
        return [
            Box(
                slot=slot,
                stage=one.node.stage,
                part=one.node.part,
                x=self._x(one.node.stage),
                y=self._y(slot),
                lines=self._lines(one, self._y(slot)),
                url=self.places.get(slot, ""),
                title=self._title(one),
            )
            for slot, one in self.nodes.items()
        ]

    def _lines(self, one: Played, top: int) -> list[Line]:
        lines = []
        for at, place in enumerate(one.places):
            known = isinstance(place, int)
            lines.append(
                Line(
                    name=""
                    if isinstance(place, Pending) or place is None
                    else self.view.names[place],
                    score=_score(one, place) if known else None,
                    wins=known and one.winner == place,
                    y=top + 21 + at * 26,
                )
            )
        return lines

    def _title(self, one: Played) -> str:
        """Return the title of a meeting that is not of a plain round."""
        words = {
            "third": _("Petite finale"),
            "final": _("Finale"),
            "reset": _("Belle"),
            "cadrage": _("Cadrage"),
            "losers": _("Repêchage"),
        }
        if one.node.part == "final" and not self.double:
            return ""  # the column has the title
        return words.get(one.node.part, "")

    @property
    def double(self) -> bool:
        """Whether two losses are needed to be out."""
        return any(one.node.part == "losers" for one in self.nodes.values())

    @cached_property
    def links(self) -> list[str]:
        """The lines that lead from a meeting to the next, as SVG paths."""
        paths = []
        for slot, one in self.nodes.items():
            for child in self._children(slot):
                right = self._x(self.nodes[child].node.stage) + WIDTH
                left, middle = self._x(one.node.stage), self._x(one.node.stage) - GAP_X // 2
                start, end = self._y(child) + HEIGHT // 2, self._y(slot) + HEIGHT // 2
                paths.append(f"M{right} {start}H{middle}V{end}H{left}")
        return paths

    @cached_property
    def tree(self) -> Tree:
        """The whole drawing."""
        return Tree(
            boxes=self.boxes,
            links=self.links,
            stages=[self._stage(stage) for stage in range(self.first, self.last + 1)],
            width=self._x(self.last) + WIDTH + MARGIN,
            height=HEAD + round(max(self.next_row, 1) * (HEIGHT + GAP_Y)),
        )

    def _stage(self, stage: int) -> dict[str, Any]:
        boxes = [box for box in self.boxes if box.stage == stage]
        return {"name": self._stage_name(boxes, stage), "x": self._x(stage), "boxes": boxes}

    def _stage_name(self, boxes: Sequence[Box], stage: int) -> str:
        main = [box for box in boxes if box.part in ("main", "final")]
        left = {1: 0, 2: 1, 4: 2, 8: 3}.get(len(main))
        if self.double or left != self.last - stage:
            return _("Ronde %(number)s") % {"number": stage}
        words = {1: _("Finale"), 2: _("Demi-finales"), 4: _("Quarts"), 8: _("Huitièmes")}
        return words[len(main)]


def _score(one: Played, entrant: Any) -> Score | None:
    if one.table is None or one.table.result is None:
        return None
    side, scores = one.table.side_of(entrant), one.table.result.scores
    return scores[side] if side is not None and side < len(scores) else None
