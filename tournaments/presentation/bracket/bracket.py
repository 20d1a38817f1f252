"""A bracket for pages: its meetings, the names of its rounds, and the parts that it is shown in.

A large bracket is divided into parts, each drawn as a separate tree (`boxes`). The first
part has the last rounds. The other parts follow from top to bottom and lead to it. The last meeting
of each of them is shown again as a first meeting of the first part. If there are several fields
(A, B…), each is divided separately.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.draws.brackets.progress import Levels, champion, decider, is_empty
from tournaments.draws.brackets.tree import BracketNode, Filled, FromPool, Pending, PlayedNode
from tournaments.draws.field import Score
from tournaments.state.tournament import Round, Seated
from tournaments.view import View

# The most first meetings that one tree has room for. A larger bracket is shown in parts.
ROOM = 64
# The order in which the parts of a bracket are laid out. A meeting is laid out together with all
# meetings that lead to it.
PARTS = ("reset", "final", "main", "cadrage", "losers", "third")


def has_tree(view: View) -> bool:
    """Return whether there is a bracket to draw."""
    return any(not is_empty(meeting) for meeting in view.bracket.values())


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
            slot: meeting for slot, meeting in view.bracket.items() if not is_empty(meeting)
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
        if sum(self._widths[root] for root in roots if not self._is_third(root)) <= self.room:
            return [[slot for slot, meeting in self.nodes.items() if meeting.node.field == letter]]
        return self._divided(roots, self.children)

    def _divided(
        self, roots: Sequence[str], children: Mapping[str, Sequence[str]]
    ) -> list[Collection[str]]:
        """Return the parts of what leads to `roots`; the last rounds too, if they have no room."""
        widths = self._widths_by(children)
        top: list[str] = []
        below: list[Collection[str]] = []
        waiting = list(roots[::-1])
        while waiting:
            slot = waiting.pop()
            top.append(slot)
            if widths[slot] > self.room:
                waiting += reversed(children[slot])
            elif children[slot]:
                below.append(frozenset(_under(slot, children)))
        last_rounds = frozenset(top)
        above = {
            slot: [child for child in children[slot] if child in last_rounds]
            for slot in last_rounds
        }
        in_order = {slot: above.get(slot, []) for slot in self.nodes}
        leaves = sum(not above[slot] and not self._is_third(slot) for slot in last_rounds)
        if self.room < leaves < sum(widths[root] for root in roots):
            return [*self._divided(roots, in_order), *below]
        return [last_rounds, *below]

    def _is_third(self, slot: str) -> bool:
        """Return whether a meeting is for the third place. It is drawn beside the final."""
        return self.nodes[slot].node.part == "third"

    def field_of(self, slots: Collection[str]) -> str:
        """Return the letter of a part's field; empty if the bracket has only one field."""
        return next((self.nodes[slot].node.field for slot in slots), "")

    def is_last(self, slots: Collection[str]) -> bool:
        """Whether a part holds the last rounds of its field."""
        last = self.levels.last[self.field_of(slots)]
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
        return self._widths_by(self.children)

    def _widths_by(self, children: Mapping[str, Sequence[str]]) -> dict[str, int]:
        # In `nodes` a meeting comes after the meetings that lead to it.
        widths: dict[str, int] = {}
        for slot in self.nodes:
            widths[slot] = sum(widths[child] for child in children[slot]) or 1
        return widths

    def tables(self, slots: Collection[str]) -> tuple[int, int, int] | None:
        """Return the first published round that has a table at one of these slots: its number, its
        lowest and its highest such table. Return None if there is none.
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
    def seats(self) -> dict[str, tuple[Round, Seated]]:
        """The published table of each meeting and its round, by slot."""
        return {
            seated.table.slot: (drawn, seated)
            for drawn in self.published
            for seated in drawn.tables
            if seated.table.slot in self.nodes and not seated.table.bye
        }

    @cached_property
    def places(self) -> dict[str, str]:
        """The address of the published table of each meeting, by slot."""
        return {
            slot: reverse(
                "tournaments:table", args=[self.view.tournament.pk, drawn.number, seated.number]
            )
            for slot, (drawn, seated) in self.seats.items()
        }

    def is_running(self, slot: str) -> bool:
        """Return whether a meeting has its table, and its winner is not known yet."""
        drawn = self.seats[slot][0] if slot in self.seats else None
        pending = isinstance(self.nodes[slot].winner, Pending)
        return drawn is not None and drawn.state == "published" and pending

    @cached_property
    def levels(self) -> Levels:
        """The names of the meetings."""
        return Levels(self.view.bracket)

    def decider(self, letter: str) -> str:
        """Return the slot of the meeting that decides a field."""
        return decider(self.view.bracket, letter)

    def champion(self, letter: str) -> int | None:
        """Return who has won a field; None while nobody has."""
        return champion(self.view.bracket, letter, self.view.field.winner)

    def stage_name(self, stage: int, letter: str | None) -> str:
        """Return the name of a round of a field, such as « Demi-finales ».

        With None as `letter`, the round belongs to several fields and is only numbered.
        """
        words: dict[str, str] = {
            "final": _("Finale"),
            "semi_final": _("Demi-finales"),
            "quarter_final": _("Quarts"),
            "eighth_final": _("Huitièmes"),
            "sixteenth_final": _("Seizièmes"),
        }
        level = "round" if letter is None else self.levels.of_round(stage, letter)
        return words.get(level) or _("Ronde %(number)s") % {"number": stage}

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
        if not self.levels.double:
            del words["final"]  # the column's title says it
        return words


def _under(slot: str, children: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield slot
    for child in children[slot]:
        yield from _under(child, children)


def score_of(meeting: PlayedNode, entrant: Filled) -> Score | None:
    """Return an entrant's score at a meeting; None if there is none yet."""
    if not isinstance(entrant, int) or meeting.table is None or meeting.table.result is None:
        return None
    side, scores = meeting.table.side_of(entrant), meeting.table.result.scores
    return scores[side] if side is not None and side < len(scores) else None
