"""Lays out a bracket as a tree: the position of each meeting, and the lines that lead to it.

A large bracket is divided into parts, each drawn as a separate tree. The first part has the last
rounds. The other parts follow from top to bottom and lead to it. The last meeting of each of
them is shown again as a first meeting of the first part. If there are several fields (A, B…),
each is divided separately.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.draws.brackets.tree import BracketNode, Filled, FromPool, Pending, PlayedNode
from tournaments.draws.field import Score
from tournaments.state.tournament import Round
from tournaments.view import View

WIDTH, HEIGHT = 220, 56
GAP_X, GAP_Y = 44, 16
MARGIN = 4
HEAD = 28
# The most first meetings that one tree has room for. A larger bracket is shown in parts.
ROOM = 64
# The order in which the parts of a bracket are laid out. A meeting is laid out together with all
# meetings that lead to it.
PARTS = ("reset", "final", "main", "cadrage", "losers", "third")


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A line in the box of a meeting: an entrant's name and score."""

    name: str
    score: Score | None
    wins: bool
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a meeting in the drawing, with its position and its texts."""

    slot: str
    stage: int
    part: str
    x: int
    y: int
    lines: Sequence[BracketLine]
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Tree:
    """A drawn bracket. `stages` are its rounds, each with its name and its meetings."""

    boxes: Sequence[Box]
    # The SVG paths of the lines, each after the slot of the meeting where it begins.
    links: Sequence[tuple[str, str]]
    stages: Sequence[Mapping[str, Any]]
    width: int
    height: int


def tree(view: View) -> Tree | None:
    """Return the drawing of a tournament's whole bracket as it stands now; None if it has no
    bracket.
    """
    bracket = Bracket(view)
    return bracket.tree(bracket.nodes) if bracket.nodes else None


def has_tree(view: View) -> bool:
    """Return whether there is a bracket to draw."""
    return any(not _is_empty(meeting) for meeting in view.bracket.values())


def _is_empty(meeting: PlayedNode) -> bool:
    """Return whether a meeting is not played: a bye, or a second final that was not needed."""
    walkover = None in meeting.places and isinstance(meeting.winner, FromPool)
    return walkover or (meeting.known and len(meeting.present) < 2)


def from_pool(place: FromPool) -> str:
    """Return the words for a place of the bracket that a rank of a group will fill."""
    if place.rank == 1:
        return _("1er poule %(pool)s") % {"pool": place.pool}
    return _("%(rank)sᵉ poule %(pool)s") % {"rank": place.rank, "pool": place.pool}


class Bracket:
    """A bracket as it stands now.

    It knows the meetings, which meetings lead to each of them, and the parts in which it is
    shown.
    """

    def __init__(self, view: View, room: int | None = None) -> None:
        self.view = view
        self.room = room or ROOM
        self.nodes = {
            slot: meeting for slot, meeting in view.bracket.items() if not _is_empty(meeting)
        }
        self.position = {slot: at for at, slot in enumerate(self.nodes)}
        self.children = {slot: self._children(slot) for slot in self.nodes}
        fed = {child for children in self.children.values() for child in children}
        self.roots = [
            slot
            for part in PARTS
            for slot, meeting in self.nodes.items()
            if meeting.node.part == part and slot not in fed
        ]
        # The letters of the fields. If there is only one field, its letter is empty.
        self.fields = sorted({meeting.node.field for meeting in self.nodes.values()})
        # The number of the last round of each field.
        self.last = {
            letter: max(
                meeting.node.stage
                for meeting in self.nodes.values()
                if meeting.node.field == letter
            )
            for letter in self.fields
        }

    def _children(self, slot: str) -> list[str]:
        """Return the slots of the meetings from which a line leads to this one, skipping byes.

        Lines show where winners go; losers have no line. A line stays within one part of the
        bracket. Only in the final do the parts join.
        """
        slots = []
        part = self.view.bracket[slot].node.part
        for source in self.view.bracket[slot].node.places:
            before = str(source.of)
            if source.kind != "winner" or not self._leads(before, part):
                continue
            slots += [before] if before in self.nodes else self._children(before)
        return slots

    def _leads(self, before: str, part: str) -> bool:
        """Return whether a line is drawn from the meeting `before` to a meeting of the given
        part.
        """
        own = self.view.bracket[before].node.part
        return own in (part, "cadrage") or part in ("final", "reset")

    @cached_property
    def parts(self) -> list[Collection[str]]:
        """The slots of the meetings of each part, field by field, with the last rounds of a field
        first.
        """
        return [slots for letter in self.fields for slots in self._parts_of(letter)]

    def _parts_of(self, letter: str) -> list[Collection[str]]:
        """Return the slots of each part of a field. A field that is small enough is one part."""
        roots = [slot for slot in self.roots if self.nodes[slot].node.field == letter]
        if sum(self._widths[root] for root in roots) <= self.room:
            return [[slot for slot, meeting in self.nodes.items() if meeting.node.field == letter]]
        top: list[str] = []
        below: list[Collection[str]] = []
        waiting = roots[::-1]
        while waiting:
            slot = waiting.pop()
            top.append(slot)
            if self._widths[slot] > self.room:
                waiting += reversed(self.children[slot])
            elif self.children[slot]:
                below.append(frozenset(self._under(slot)))
        return [frozenset(top), *below]

    def field_of(self, slots: Collection[str]) -> str:
        """Return the letter of a part's field; empty if the bracket has only one field."""
        return next((self.nodes[slot].node.field for slot in slots), "")

    def is_last(self, slots: Collection[str]) -> bool:
        """Whether a part holds the last rounds of its field."""
        last = self.last[self.field_of(slots)]
        return any(self.nodes[slot].node.stage == last for slot in slots)

    def part_of(self, slot: str) -> int:
        """Return the number of the part that shows a meeting, from 1. If several show it, return
        the last.
        """
        return max(at for at, slots in enumerate(self.parts, start=1) if slot in slots)

    @property
    def opening(self) -> int:
        """The number of the part to show first.

        It is the part with the last rounds if they have an entrant, otherwise the one after it.
        """
        return 1 + (not any(self.nodes[slot].present for slot in self.parts[0]))

    @cached_property
    def _widths(self) -> dict[str, int]:
        """The number of first meetings that lead to each meeting, by its slot."""
        # In `nodes` a meeting comes after the meetings that lead to it.
        widths: dict[str, int] = {}
        for slot in self.nodes:
            widths[slot] = sum(widths[child] for child in self.children[slot]) or 1
        return widths

    def _under(self, slot: str) -> Iterator[str]:
        yield slot
        for child in self.children[slot]:
            yield from self._under(child)

    def tree(self, slots: Collection[str]) -> Tree:
        """Return the drawing of the meetings with these slots."""
        return _Drawing(self, slots).tree

    def tables(self, slots: Collection[str]) -> tuple[int, int, int] | None:
        """Return the first published round with tables of these meetings, and its lowest and
        highest table.

        Return None if none of the meetings has a published table.
        """
        for drawn in self.published:
            numbers = [seated.number for seated in drawn.tables if seated.table.slot in slots]
            if numbers:
                return drawn.number, min(numbers), max(numbers)
        return None

    @property
    def published(self) -> list[Round]:
        """The rounds that are published."""
        return [drawn for drawn in self.view.folded.rounds if drawn.state != "draft"]

    @cached_property
    def places(self) -> dict[str, str]:
        """The address of the published table of each meeting, by slot."""
        return {
            seated.table.slot: reverse(
                "tournaments:table", args=[self.view.tournament.pk, drawn.number, seated.number]
            )
            for drawn in self.published
            for seated in drawn.tables
            if seated.table.slot in self.nodes and not seated.table.bye
        }

    @cached_property
    def double(self) -> bool:
        """Whether an entrant is out only after two losses."""
        return any(meeting.node.part == "losers" for meeting in self.nodes.values())

    def stage_name(self, stage: int, letter: str | None) -> str:
        """Return the name of a round of a field, such as « Demi-finales ».

        With None as `letter`, the round belongs to several fields and is only numbered.
        """
        meetings = self._main_meetings[stage, letter]
        left = {1: 0, 2: 1, 4: 2, 8: 3}.get(meetings)
        if self.double or letter is None or left != self.last[letter] - stage:
            return _("Ronde %(number)s") % {"number": stage}
        words = {1: _("Finale"), 2: _("Demi-finales"), 4: _("Quarts"), 8: _("Huitièmes")}
        return words[meetings]

    @cached_property
    def _main_meetings(self) -> Counter[tuple[int, str | None]]:
        """The number of meetings on the way to first place, by round and field."""
        return Counter(
            (meeting.node.stage, meeting.node.field)
            for meeting in self.nodes.values()
            if meeting.node.part in ("main", "final")
        )

    def meeting_name(self, node: BracketNode) -> str:
        """Return a meeting's name as shown outside the tree: its field, if there are several, and
        its round.
        """
        stage = self.titles.get(node.part) or self.stage_name(node.stage, node.field)
        return f"{node.field} · {stage}" if node.field else stage

    @cached_property
    def titles(self) -> dict[str, str]:
        """The names of special meetings, such as the third-place match, by their part of the
        bracket.
        """
        words = {
            "third": _("Petite finale"),
            "final": _("Finale"),
            "reset": _("Belle"),
            "cadrage": _("Cadrage"),
            "losers": _("Repêchage"),
        }
        if not self.double:
            del words["final"]  # the column's title says it
        return words


class _Drawing:
    """The layout of some meetings of a bracket."""

    def __init__(self, bracket: Bracket, slots: Collection[str]) -> None:
        self.bracket = bracket
        self.names = bracket.view.names
        in_order = sorted(slots, key=bracket.position.__getitem__)
        self.nodes = {slot: bracket.nodes[slot] for slot in in_order}
        self.first = min(meeting.node.stage for meeting in self.nodes.values())
        self.last = max(meeting.node.stage for meeting in self.nodes.values())
        self.rows: dict[str, float] = {}
        self.next_row = 0.0
        fed = {child for slot in self.nodes for child in bracket.children[slot]}
        for part in PARTS:
            for slot, meeting in self.nodes.items():
                if meeting.node.part == part and slot not in fed:
                    self._place(slot)

    def _children(self, slot: str) -> list[str]:
        """Return the slots of the drawn meetings that lead to a meeting."""
        return [child for child in self.bracket.children[slot] if child in self.nodes]

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
    def boxes(self) -> list[Box]:
        """The boxes of all meetings of the drawing."""
        return [
            Box(
                slot=slot,
                stage=meeting.node.stage,
                part=meeting.node.part,
                x=self._x(meeting.node.stage),
                y=self._y(slot),
                lines=self._lines(meeting, self._y(slot)),
                url=self.bracket.places.get(slot, ""),
                title=self.bracket.titles.get(meeting.node.part, ""),
            )
            for slot, meeting in self.nodes.items()
        ]

    def _lines(self, meeting: PlayedNode, top: int) -> list[BracketLine]:
        lines = []
        for at, place in enumerate(meeting.places):
            known = isinstance(place, int)
            lines.append(
                BracketLine(
                    name=self._name(place),
                    score=score_of(meeting, place),
                    wins=known and meeting.winner == place,
                    y=top + 21 + at * 26,
                )
            )
        return lines

    def _name(self, place: Filled) -> str:
        if isinstance(place, FromPool):
            return from_pool(place)
        return "" if isinstance(place, Pending) or place is None else self.names[place]

    @cached_property
    def links(self) -> list[tuple[str, str]]:
        """The lines to the next meetings: the slot where each line begins, and its SVG path."""
        paths = []
        for slot, meeting in self.nodes.items():
            for child in self._children(slot):
                right = self._x(self.nodes[child].node.stage) + WIDTH
                left, middle = self._x(meeting.node.stage), self._x(meeting.node.stage) - GAP_X // 2
                start, end = self._y(child) + HEIGHT // 2, self._y(slot) + HEIGHT // 2
                paths.append((child, f"M{right} {start}H{middle}V{end}H{left}"))
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
        letters = {meeting.node.field for meeting in self.nodes.values()}
        letter = letters.pop() if len(letters) == 1 else None
        name = self.bracket.stage_name(stage, letter)
        return {
            "name": f"{letter} · {name}" if letter else name,
            "x": self._x(stage),
            "boxes": boxes,
        }


def score_of(meeting: PlayedNode, entrant: Filled) -> Score | None:
    """Return an entrant's score at a meeting; None if there is none yet."""
    if not isinstance(entrant, int) or meeting.table is None or meeting.table.result is None:
        return None
    side, scores = meeting.table.side_of(entrant), meeting.table.result.scores
    return scores[side] if side is not None and side < len(scores) else None
