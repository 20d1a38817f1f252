"""Lays out a part of a bracket as a tree: the position of each meeting, and the lines between them.

Every box is as wide as the longest name in the drawing, up to `WIDEST`. Longer names are broken
into lines, and then all boxes are higher.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.presentation.wording import figure
from tournaments.draws.brackets.tree import Filled, FromPool, Pending, PlayedNode
from tournaments.draws.field import Score
from tournaments.people_queries import Person
from tournaments.presentation.bracket.bracket import PARTS, Bracket, from_pool, score_of
from tournaments.presentation.bracket.text_width import in_lines, text_width
from tournaments.presentation.linked_names import linked
from tournaments.view import View

# The size of all letters, and the distance between two lines of a name, in pixels.
SIZE, LINE = 16, 20
# The narrowest and the widest column of names: 18rem.
NARROWEST, WIDEST = 104, 288
# The column of the table's number, and the space around the texts of a box.
NUMBER, PAD = 32, 8
GAP_X, GAP_Y = 36, 16
# The space above a box for its title, for example « Petite finale ».
TITLE = 22
MARGIN = 4
HEAD = 32
# How far boxes may be moved apart to fill a screen.
MOST_GAP_X, MOST_PITCH = 150, 2


@dataclass(frozen=True, slots=True)
class BracketLine:
    """An entrant in the box of a meeting: the name, as lines of a drawing too, and the score.

    `y` is the base of the first line; that of the score is `score_y`.
    """

    name: str
    texts: Sequence[str]
    score: Score | None
    wins: bool
    loses: bool
    y: int
    score_y: int
    people: Sequence[Person] = ()

    @property
    def linked(self) -> SafeString:
        """The name as HTML, with links to its people."""
        return linked(self.name, self.people)


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a meeting in the drawing, with its position and its texts.

    `table` is the number of its published table, and `running` says that it is being played.
    """

    slot: str
    stage: int
    part: str
    x: int
    y: int
    lines: Sequence[BracketLine]
    url: str
    title: str
    table: int | None
    running: bool


@dataclass(frozen=True, slots=True)
class Champion:
    """The box at the end of a field, with the winner's name once it is known."""

    name: str
    texts: Sequence[str]
    x: int
    y: int
    height: int
    people: Sequence[Person] = ()

    @property
    def linked(self) -> SafeString:
        """The name as HTML, with links to its people."""
        return linked(self.name, self.people)


@dataclass(frozen=True, slots=True)
class TreeLink:
    """A line between two meetings. `of` is the slot where it begins.

    `won` says that somebody has gone this way.
    """

    of: str
    path: str
    won: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """A drawn bracket. `stages` are its rounds, each with its name and its meetings.

    `box` is the width and height of all boxes, `step` the distance of two columns and of two rows.
    """

    boxes: Sequence[Box]
    champions: Sequence[Champion]
    links: Sequence[TreeLink]
    stages: Sequence[Mapping[str, Any]]
    width: int
    height: int
    box: tuple[int, int]
    step: tuple[int, int]


def tree(view: View) -> Tree | None:
    """Return the drawing of a tournament's whole bracket as it stands now; None if it has no
    bracket.
    """
    bracket = Bracket(view)
    return laid_out(bracket, bracket.nodes) if bracket.nodes else None


def laid_out(
    bracket: Bracket,
    slots: Collection[str],
    aspect: float | None = None,
    widest: int = WIDEST,
) -> Tree:
    """Return the drawing of the meetings with these slots.

    With `aspect`, its boxes are moved apart so that the drawing is about so many times as wide as
    it is high. `widest` is the greatest width of a name.
    """
    return _TreeLayout(bracket, slots, aspect, widest).tree


class _TreeLayout:
    """The layout of some meetings of a bracket."""

    def __init__(
        self, bracket: Bracket, slots: Collection[str], aspect: float | None, widest: int
    ) -> None:
        self.widest = widest
        self.bracket = bracket
        self.names, self.people = bracket.view.names, bracket.view.people
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
        self._measure()
        self._spread(aspect)

    def _children(self, slot: str) -> list[str]:
        """Return the slots of the drawn meetings that lead to a meeting."""
        return [child for child in self.bracket.children[slot] if child in self.nodes]

    def _place(self, slot: str) -> float:
        if slot in self.rows:
            return self.rows[slot]
        children = [self._place(child) for child in self._children(slot)]
        final = self.rows.get(self.bracket.decider(self.nodes[slot].node.field), 0.0)
        if self.nodes[slot].node.part == "third" and final >= 1.5:
            row = final + max(1, final / 2)  # there is room below the final
        elif children:
            row = sum(children) / len(children)
        else:
            row, self.next_row = self.next_row, self.next_row + 1
        self.rows[slot] = row
        return row

    def _measure(self) -> None:
        """Find the size of all boxes, by the longest name and the widest score."""
        places = [(meeting, place) for meeting in self.nodes.values() for place in meeting.places]
        names = {self._name(place) for _meeting, place in places}
        self.texts = {name: in_lines(name, SIZE, self.widest) for name in names}
        wide = [text_width(text, SIZE) for texts in self.texts.values() for text in texts]
        self.name_width = max(NARROWEST, *wide)
        scores = [score_of(meeting, place) for meeting, place in places]
        widths = [text_width(figure(Decimal(score)), SIZE) for score in scores if score is not None]
        score_width = max([text_width("000", SIZE), *widths])
        self.width = NUMBER + PAD + self.name_width + PAD + score_width + PAD
        self.side = max(map(len, self.texts.values())) * LINE + 10
        self.height = 2 * self.side
        self.gap_x, self.pitch = GAP_X, self.height + GAP_Y

    def _spread(self, aspect: float | None) -> None:
        """Move the boxes apart in the direction in which there is room."""
        if aspect is None:
            return
        width, height = self._extent()
        if width > height * aspect:
            rows = max(self.next_row, 1)
            pitch = round((width / aspect - HEAD) / rows)
            self.pitch = min(pitch, MOST_PITCH * self.height + GAP_Y)
        elif self.columns > 1:
            gap = self.gap_x + round((height * aspect - width) / (self.columns - 1))
            self.gap_x = min(gap, MOST_GAP_X)

    def _extent(self) -> tuple[int, int]:
        """Return the width and the height of the drawing."""
        columns = self.columns * (self.width + self.gap_x) - self.gap_x
        return columns + 2 * MARGIN, HEAD + round(max(self.next_row, 1) * self.pitch)

    @cached_property
    def ends(self) -> dict[str, str]:
        """The slot of the last meeting of each field that is drawn, by the field's letter."""
        letters = {meeting.node.field for meeting in self.nodes.values()}
        deciders = {letter: self.bracket.decider(letter) for letter in sorted(letters)}
        return {letter: slot for letter, slot in deciders.items() if slot in self.nodes}

    def _above(self, slot: str) -> bool:
        """Return whether the champion's box has room above the last meeting."""
        stage = self.nodes[slot].node.stage
        free = [
            row
            for other, row in self.rows.items()
            if self.nodes[other].node.stage == stage and row < self.rows[slot]
        ]
        return stage == self.last and not free and self.rows[slot] >= 1.5

    @cached_property
    def columns(self) -> int:
        """The number of columns: the rounds, and one for champions without room in theirs."""
        apart = any(not self._above(slot) for slot in self.ends.values())
        return self.last - self.first + 1 + apart

    def _x(self, stage: int) -> int:
        return MARGIN + (stage - self.first) * (self.width + self.gap_x)

    def _y(self, slot: str) -> int:
        return HEAD + round(self.rows[slot] * self.pitch)

    @cached_property
    def boxes(self) -> list[Box]:
        """The boxes of all meetings of the drawing."""
        return [self._box(slot, meeting) for slot, meeting in self.nodes.items()]

    def _box(self, slot: str, meeting: PlayedNode) -> Box:
        _drawn, seated = self.bracket.seats.get(slot, (None, None))
        return Box(
            slot=slot,
            stage=meeting.node.stage,
            part=meeting.node.part,
            x=self._x(meeting.node.stage),
            y=self._y(slot),
            lines=[self._line(meeting, at, self._y(slot)) for at in (0, 1)],
            url=self.bracket.places.get(slot, ""),
            title=self.bracket.titles.get(meeting.node.part, ""),
            table=seated.number if seated else None,
            running=self.bracket.is_running(slot),
        )

    def _line(self, meeting: PlayedNode, at: int, top: int) -> BracketLine:
        place = meeting.places[at]
        wins = isinstance(place, int) and meeting.winner == place
        name = self._name(place)
        texts = self.texts[name]
        base = top + at * self.side
        return BracketLine(
            name=name,
            texts=texts,
            score=score_of(meeting, place),
            wins=wins,
            loses=isinstance(place, int) and not wins and not isinstance(meeting.winner, Pending),
            y=self._base(base, self.side, len(texts)),
            score_y=self._base(base, self.side, 1),
            people=self.people.get(place, ()) if isinstance(place, int) else (),
        )

    def _base(self, top: int, height: int, lines: int) -> int:
        """Return the base of the first of some lines of text in the middle of a place."""
        return top + (height - lines * LINE) // 2 + LINE - 5

    def _name(self, place: Filled) -> str:
        if isinstance(place, FromPool):
            return from_pool(place)
        return "" if isinstance(place, Pending) or place is None else self.names[place]

    @cached_property
    def champions(self) -> list[Champion]:
        """The boxes of the winners, at the end of each field."""
        made = []
        for letter, slot in self.ends.items():
            champion = self.bracket.champion(letter)
            name = "" if champion is None else self.names[champion]
            texts = in_lines(name, SIZE, self.widest)
            height = self.side + 12
            x = self._x(self.nodes[slot].node.stage)
            if self._above(slot):
                y = (HEAD + self._y(slot) - height) // 2
            else:
                x += self.width + self.gap_x
                y = self._y(slot) + (self.height - height) // 2
            people = () if champion is None else self.people.get(champion, ())
            made.append(Champion(name, texts, x, y, height, people))
        return made

    @cached_property
    def links(self) -> list[TreeLink]:
        """The lines to the next meetings, and those to the champions."""
        made = []
        for slot, meeting in self.nodes.items():
            for child in self._children(slot):
                right = self._x(self.nodes[child].node.stage) + self.width
                left = self._x(meeting.node.stage)
                middle = left - self.gap_x // 2
                start, end = (self._y(end) + self.height // 2 for end in (child, slot))
                path = f"M{right} {start}H{middle}V{end}H{left}"
                made.append(TreeLink(child, path, isinstance(self.nodes[child].winner, int)))
        return [*made, *self._to_champions()]

    def _to_champions(self) -> list[TreeLink]:
        made = []
        for slot, champion in zip(self.ends.values(), self.champions, strict=True):
            x, y = self._x(self.nodes[slot].node.stage), self._y(slot)
            if champion.x == x:
                path = f"M{x + self.width // 2} {y}V{champion.y + champion.height}"
            else:
                path = f"M{x + self.width} {y + self.height // 2}H{champion.x}"
            made.append(TreeLink(slot, path, bool(champion.name)))
        return made

    @cached_property
    def tree(self) -> Tree:
        """The whole drawing."""
        width, height = self._extent()
        return Tree(
            boxes=self.boxes,
            champions=self.champions,
            links=self.links,
            stages=[self._stage(stage) for stage in range(self.first, self.last + 1)],
            width=width,
            height=height,
            box=(self.width, self.height),
            step=(self.width + self.gap_x, self.pitch),
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


def champion_title() -> str:
    """Return the title of a champion's box."""
    return _("Vainqueur")
