"""Groups, then a knockout of the first of each: one sequence of rounds.

The groups are filled in a serpentine over the seeding and play a round robin at the same time.
Group winners are kept apart in the knockout. Members of one group do not meet in its first round if
that can be avoided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.pairing import circle
from tournaments.pairing.elimination import next_stage, stage_tables
from tournaments.pairing.errors import PairingError
from tournaments.pairing.field import Draw, Field, Table
from tournaments.pairing.knockout import bracket_order, power_above, tree
from tournaments.pairing.standings import standings
from tournaments.pairing.tree import BracketNode, PlayedNode, play
from tournaments.pairing.tree import seed as place_of_seed

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def groups(field: Field) -> list[list[int]]:
    """Return the groups, best seed first; late entrants join the smallest group."""
    order = field.order or field.seeding()
    count = min(field.options.groups, len(LETTERS))
    made: list[list[int]] = [[] for _ in range(count)]
    for at, entrant in enumerate(order):
        lap, step = divmod(at, count)
        made[step if lap % 2 == 0 else count - 1 - step].append(entrant)
    for entrant in field.playing:
        if entrant not in order:
            min(made, key=len).append(entrant)
    return made


def draw(field: Field) -> Draw:
    """Draw the next round of the groups, then of the knockout.

    Raises `PairingError` `too_few_entrants` (a group needs two, and at least one more than it
    qualifies) or `stage_finished`.
    """
    made = groups(field)
    if any(len(members) < 2 for members in made):
        raise PairingError("too_few_entrants", least=2 * len(made))
    tables = _group_tables(field, made)
    if tables:
        return Draw(tuple(replace(table, number=at) for at, table in enumerate(tables, start=1)))
    order = knockout_order(field)
    waiting = next_stage(list(bracket(field, order).values()))
    return Draw(stage_tables(waiting, order))


def _group_tables(field: Field, made: Sequence[Sequence[int]]) -> list[Table]:
    """Return the tables of every group that has rounds left; no table once all are done."""
    found: list[Table] = []
    started = any(table.slot.startswith("K") for tables in field.rounds for table in tables)
    if started:
        return []
    for at, members in enumerate(made):
        slot = f"G{LETTERS[at]}"
        try:
            found += circle.draw(group_field(field, members, slot), part=slot).tables
        except PairingError as error:
            if error.code != "stage_finished":
                raise
    return sorted(found, key=lambda table: table.bye)


def group_field(field: Field, members: Sequence[int], slot: str) -> Field:
    """Return a group as a field of its own: its entrants, and its tables of each round."""
    wanted = frozenset(members)
    order = field.order or field.seeding()
    rounds = [tuple(table for table in tables if table.slot == slot) for tables in field.rounds]
    return replace(
        field,
        entrants=tuple(one for one in field.entrants if one.number in wanted),
        rounds=tuple(tables for tables in rounds if tables),
        order=tuple(number for number in members if number in order),
    )


def group_ranking(field: Field) -> list[list[int]]:
    """Return each group's entrants, best first, by the tournament's criteria."""
    ranked = []
    for at, members in enumerate(groups(field)):
        own = group_field(field, members, f"G{LETTERS[at]}")
        playing = frozenset(field.playing)
        rows = [row.entrant for row in standings(own)]
        ranked.append(sorted(rows, key=lambda number: number not in playing))
    return ranked


def knockout_order(field: Field) -> tuple[int, ...]:
    """Return the seeding of the knockout: the group winners, then the seconds, and so on.

    Those of one rank are compared over all groups by the criteria. Then, from the lowest rank up,
    two are swapped whenever that keeps members of one group apart in the first round. Once the
    knockout is drawn, its first round is the truth, even if the groups are corrected.
    """
    drawn = _drawn_order(field)
    if drawn:
        return drawn
    ranked = group_ranking(field)
    qualified = [members[: field.options.qualifiers] for members in ranked]
    group_of = {number: at for at, members in enumerate(ranked) for number in members}
    stage = tuple(
        tuple(table for table in tables if table.slot.startswith("G")) for tables in field.rounds
    )
    over_all = [row.entrant for row in standings(replace(field, rounds=stage))]
    place = {number: at for at, number in enumerate(over_all)}
    tiers = [
        sorted((members[at] for members in qualified if at < len(members)), key=place.__getitem__)
        for at in range(field.options.qualifiers)
    ]
    return _apart([number for tier in tiers for number in tier], tiers, group_of)


def _drawn_order(field: Field) -> tuple[int, ...]:
    first = {
        table.slot: table
        for tables in field.rounds
        for table in tables
        if table.slot.startswith("K1.")
    }
    count = sum(len(table.sides) for table in first.values())
    order = dict[int, int]()
    for node in nodes(count, third_place=False) if first else []:
        table = first.get(node.slot)
        places = [int(source.of) for source in node.places if source.kind == "seed"]
        present = [place for place in places if place <= count]
        for place, side in zip(present, table.sides if table else (), strict=False):
            order[place] = side[0]
    return tuple(order[place] for place in sorted(order))


def _apart(
    order: list[int], tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]
) -> tuple[int, ...]:
    """Swap within a rank, lowest first, while that gives fewer meetings of one group's members."""
    best = _clashes(order, group_of)
    improved = True
    while best and improved:
        improved = False
        for tier in reversed(tiers):
            places = sorted(order.index(number) for number in tier)
            for one in reversed(places):
                for other in reversed(places):
                    if one <= other:
                        continue
                    order[one], order[other] = order[other], order[one]
                    left = _clashes(order, group_of)
                    if left < best:
                        best, improved = left, True
                    else:
                        order[one], order[other] = order[other], order[one]
    return tuple(order)


def _clashes(order: Sequence[int], group_of: Mapping[int, int]) -> int:
    """Count the first-round tables between members of one group."""
    size = power_above(len(order))
    seats = bracket_order(size)
    pairs = zip(seats[::2], seats[1::2], strict=True)
    return sum(
        group_of[order[one - 1]] == group_of[order[other - 1]]
        for one, other in pairs
        if max(one, other) <= len(order)
    )


def nodes(count: int, *, third_place: bool) -> list[BracketNode]:
    """Return the knockout of the qualified entrants; its slots begin with K."""
    size = power_above(count)
    places = [place_of_seed(number) for number in range(1, size + 1)]
    made = tree(places, third_place=third_place, letter="K")
    return [replace(node, slot="KP3") if node.slot == "P3" else node for node in made]


def bracket(field: Field, order: Sequence[int] | None = None) -> dict[str, PlayedNode]:
    """Return the knockout as it stands, by slot."""
    order = knockout_order(field) if order is None else order
    tables = {
        table.slot: table
        for tables in field.rounds
        for table in tables
        if table.slot.startswith("K")
    }
    gone = frozenset(order) - frozenset(field.playing)
    made = nodes(len(order), third_place=field.options.third_place)
    return play(made, order, tables, gone)
