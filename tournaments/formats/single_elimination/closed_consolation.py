"""The consolation (field B) of the third edition. It has places only for entrants who really come.

The losers of the first round play in B in the second round. They meet two by two; if their
number is odd, one of them rests. An entrant who had a bye and then loses comes to B a round
later. From that round on, B is a bracket of exactly the entrants present. Its byes go first to
entrants who have played in B, then to those who have just come, and last to those who have
already rested in B.

A draw is never changed afterwards. A result that is corrected later moves nobody in B.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.draws.brackets.knockout import bracket_order, filled, in_field, tree
from tournaments.draws.brackets.tree import (
    NOBODY,
    BracketNode,
    Filled,
    FilledBy,
    Pending,
    PlayedNode,
    beaten,
    had_met,
    loser,
    play,
    winner,
)
from tournaments.draws.field import Options, Table

ENTRY, FIRST = "BE.", "B1."


@dataclass(frozen=True, slots=True)
class Course:
    """A bracket with its seeding (`order`), the tables drawn so far, and the entrants who have
    left.
    """

    main: Sequence[BracketNode]
    order: Sequence[Filled]
    tables: Mapping[str, Table]
    gone: frozenset[int]

    def played(self, *more: BracketNode) -> Mapping[str, PlayedNode]:
        """Return every node, filled by the results so far. `more` are nodes of B to be filled
        too.
        """
        return play([*self.main, *more], self.order, self.tables, self.gone)

    def drawn(self, letters: str) -> list[Table]:
        """Return the drawn tables whose slots begin with `letters`, in the order of their
        numbers.
        """
        own = [table for slot, table in self.tables.items() if slot.startswith(letters)]
        return sorted(own, key=lambda table: int(table.slot.removeprefix(letters)))

    def there(self, place: Filled) -> bool:
        """Return whether a place has an entrant who has not left, or may still get one."""
        return isinstance(place, Pending) or (place is not None and place not in self.gone)


def closed_up(course: Course, options: Options, *, sure: bool = False) -> list[BracketNode]:
    """Return the nodes of a bracket and of its field B, as far as the entrants of B are known.

    With `sure`, B has places only for entrants who certainly come there. Otherwise it also has
    places for those who may come.
    """
    played = course.played()
    stays = {str(place.of) for node in course.main for place in node.places if node.part == "third"}
    first = [node for node in course.main if node.stage == 1 and node.slot not in stays]
    losers = [loser(node.slot) for node in first if course.there(played[node.slot].loser)]
    late = [
        place
        for node in course.main
        if node.stage == 2 and node.part == "main" and node.slot not in stays
        if (place := _late(course, played, node))
    ]
    if not late and not course.drawn(ENTRY):
        second = _bracket(course, losers, first, options, stage=2)
    else:
        entry = _entry(course, losers, first)
        coming = [place for place in late if place.kind == "loser" or not sure]
        second = _after_entry(course, entry, coming, options)
    if not second:
        return list(course.main)
    return sorted(
        [*in_field(course.main, "A"), *in_field(second, "B")], key=lambda node: node.stage
    )


def _late(course: Course, played: Mapping[str, PlayedNode], node: BracketNode) -> FilledBy | None:
    """Return the origin of the entrant who comes late to B from a node: its loser.

    The loser comes only if they had no earlier meeting. As long as this is not known, the origin
    is `beaten`. Return None if nobody comes from this node.
    """
    own = played[node.slot]
    if isinstance(own.loser, Pending):
        fresh = [_without_meeting(played, place) for place in node.places]
        return loser(node.slot) if all(fresh) else beaten(node.slot) if any(fresh) else None
    if own.loser is None or own.loser in course.gone or had_met(own, own.loser, played):
        return None
    return loser(node.slot)


def _without_meeting(played: Mapping[str, PlayedNode], place: FilledBy) -> bool:
    """Return whether the entrant who gets a place may come to it without an earlier meeting."""
    if place.kind == "seed":
        return True
    before = played[str(place.of)]
    return not before.known or len(before.present) != 2


def _entry(
    course: Course, losers: Sequence[FilledBy], first: Sequence[BracketNode]
) -> list[BracketNode]:
    """Return the nodes of B's first round, which is played in the second round of the tournament.

    If it is drawn, the nodes are those of the draw. Otherwise the losers of A meet two by two.
    """
    drawn = course.drawn(ENTRY)
    if drawn:
        pairs = [tuple(_lost_by(course, side[0], first) for side in table.sides) for table in drawn]
    else:
        pairs = [tuple(losers[at : at + 2]) for at in range(0, len(losers), 2)]
    return [
        BracketNode(f"{ENTRY}{at}", "main", 2, (pair[0], pair[1] if len(pair) == 2 else NOBODY))
        for at, pair in enumerate(pairs, start=1)
    ]


def _lost_by(course: Course, entrant: int, nodes: Iterable[BracketNode]) -> FilledBy:
    """Return the origin of an entrant's place in B: the loser of the node of A where the entrant
    lost.
    """
    played = course.played()
    return next(
        (loser(node.slot) for node in nodes if entrant in played[node.slot].present), NOBODY
    )


def _after_entry(
    course: Course, entry: Sequence[BracketNode], late: Sequence[FilledBy], options: Options
) -> list[BracketNode]:
    """Return the nodes of B, from the tournament's second round on.

    `entry` has the nodes of B's first round, `late` the origins of entrants who come a round
    later.
    """
    played = course.played(*entry)
    going = [node for node in entry if course.there(played[node.slot].winner)]
    # Entrants who have played in B get byes first, those who have rested there get them last.
    has_played = [winner(node.slot) for node in going if node.places[1] != NOBODY]
    rested = [winner(node.slot) for node in going if node.places[1] == NOBODY]
    places = [*has_played, *late, *rested]
    second = [node for node in course.main if node.stage == 2]
    if len(places) > 1 or course.drawn(FIRST):
        return [*entry, *_bracket(course, places, second, options, stage=3, entry=entry)]
    if len(entry) == 1 and has_played:
        # Nobody else came, so the only table of B was its final.
        return [replace(entry[0], part="final")]
    return list(entry) if len(entry) > 1 else []


def _bracket(
    course: Course,
    places: Sequence[FilledBy],
    nodes: Sequence[BracketNode],
    options: Options,
    *,
    stage: int,
    entry: Sequence[BracketNode] = (),
) -> list[BracketNode]:
    """Return the nodes of a bracket of `places`, best first.

    If its first round is already drawn, the places are those of the draw. There are no nodes for
    fewer than two places.
    """
    drawn = course.drawn(FIRST)
    if drawn:
        seats = [_came_from(course, table, nodes, entry) for table in drawn]
        line = [place for pair in seats for place in pair]
        order = bracket_order(len(line))
        full = [line[order.index(seed)] for seed in range(1, len(line) + 1)]
    elif len(places) > 1:
        full = filled(places)
    else:
        return []
    return tree(full, third_place=options.third_place, stage=stage, letter="B")


def _came_from(
    course: Course, table: Table, nodes: Sequence[BracketNode], entry: Sequence[BracketNode]
) -> tuple[FilledBy, FilledBy]:
    """Return the origins of the two places of a drawn table. A table of one entrant has `NOBODY`
    second.
    """
    sources = []
    for side in table.sides:
        own = [
            winner(node.slot)
            for node in entry
            if node.slot in course.tables and side[0] in course.tables[node.slot].entrants
        ]
        sources.append(own[0] if own else _lost_by(course, side[0], nodes))
    return sources[0], sources[1] if len(sources) > 1 else NOBODY
