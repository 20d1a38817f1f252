"""Groups, then a knockout of the best of each group, in one sequence of rounds.

Seeds are put into the groups in a serpentine. The groups play round robins at the same time. By
default they have 4 or 3 members. The knockout is seeded by rank: first the group winners, then
the runners-up, and so on. Within a rank, members of one group are put as far apart as possible:
two of them are in opposite halves, and do not meet in the first round.

With `b_final` those who do not qualify play a second knockout, field B, in the same rounds and
drawn in the same way. With `pool_style` `barrage` groups of four play three rounds of another
kind (module `barrage`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import rustworkx

from tournaments.draws import circle
from tournaments.draws.brackets.drawing import drawn_order, next_stage, stage_tables
from tournaments.draws.brackets.knockout import (
    LETTERS,
    bracket_order,
    in_field,
    knockout_nodes,
    power_above,
)
from tournaments.draws.brackets.tree import BracketNode, FromPool, PlayedNode, play
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Entrant, Field, Table, Warned
from tournaments.draws.ranking.standings import StandingsRow, standings
from tournaments.formats.groups import barrage

# The default size of a group. Some groups have one entrant less.
USUAL_SIZE = 4
# The prefixes of slots: `FIRST` of the knockout's slots, `SECOND` of field B's.
FIRST, SECOND = "K", "KB"
# The greatest number of bits of a cost. The matching computes with 128 bits and needs a few of
# them itself.
LARGEST = 122


def group_name(at: int) -> str:
    """Return the name of a group, which is counted from 0: A to Z, then AA, AB…"""
    lap, letter = divmod(at, len(LETTERS))
    return LETTERS[letter] if not lap else group_name(lap - 1) + LETTERS[letter]


def group_slot(at: int) -> str:
    """Return the slot of a group's tables. The group is counted from 0."""
    return f"G{group_name(at)}"


def group_count(field: Field) -> int:
    """Return the number of groups: the chosen number, or enough for groups of 4 or 3.

    Five entrants make one group. In the first edition two groups are the default.
    """
    wanted = field.options.groups
    if field.options.edition == 1:
        return min(wanted or 2, len(LETTERS))
    count = len(field.order or field.seeding())
    return wanted or max(1, min(-(-count // USUAL_SIZE), count // (USUAL_SIZE - 1)))


def groups(field: Field) -> list[list[int]]:
    """Return the members of each group, best seed first.

    Late entrants join the smallest group that can take one. A group of four with a barrage
    can't.
    """
    order = field.order or field.seeding()
    count = group_count(field)
    made: list[list[int]] = [[] for _ in range(count)]
    for at, entrant in enumerate(order):
        lap, step = divmod(at, count)
        made[step if lap % 2 == 0 else count - 1 - step].append(entrant)
    known = set(order)
    if field.options.open_rounds:
        # Those who have tables stay in their group, even if another late entrant leaves.
        for entrant, slot in _late_groups(field, known).items():
            made[slot].append(entrant)
            known.add(entrant)
    taking = [members for members in made if not barrage.is_barrage(field, len(members))]
    for entrant in field.playing:
        if entrant not in known and taking:
            min(taking, key=len).append(entrant)
    return made


def _late_groups(field: Field, order: Collection[int]) -> dict[int, int]:
    """Return the place of the group of each entrant who was drawn into one after the first draw."""
    places = {group_slot(at): at for at in range(group_count(field))}
    return {
        entrant: places[table.slot]
        for tables in field.rounds
        for table in tables
        if table.slot in places
        for entrant in table.entrants
        if entrant not in order
    }


def draw(field: Field) -> Draw:
    """Draw the next round: of the groups, or of the knockout once the groups are over.

    Raise `PairingError` `too_few_entrants` if a group has fewer than two members, or
    `stage_finished` if there is nothing left to draw.
    """
    made = groups(field)
    if any(len(members) < 2 for members in made):
        raise PairingError("too_few_entrants", least=2 * len(made))
    tables = _group_tables(field, made)
    if tables:
        placed = frozenset(entrant for members in made for entrant in members)
        late = [number for number in field.playing if number not in placed]
        return Draw(
            tuple(replace(table, number=at) for at, table in enumerate(tables, start=1)),
            tuple(Warned("too_late_for_bracket", {"entrant": number}) for number in late),
        )
    order = orders(field)
    waiting = next_stage(list(_bracket_of(field, order).values()))
    return Draw(stage_tables(waiting, (*order[0], *order[1])))


def _group_tables(field: Field, made: Sequence[Sequence[int]]) -> list[Table]:
    """Return the tables of the next round of all groups.

    There are none once every group has played all its rounds or the knockout has begun.
    """
    tables: list[Table] = []
    started = any(table.slot.startswith("K") for tables in field.rounds for table in tables)
    if started:
        return []
    for at, members in enumerate(made):
        slot = group_slot(at)
        try:
            tables += group_draw(group_field(field, members, slot), slot).tables
        except PairingError as error:
            if error.code != "stage_finished":
                raise
    return sorted(tables, key=lambda table: table.bye)


def has_barrage(own: Field) -> bool:
    """Return whether a group is played with a barrage. This depends on its members at the first
    draw.
    """
    return barrage.is_barrage(own, len(own.order))


def group_draw(own: Field, slot: str) -> Draw:
    """Draw the next round of a group.

    Raise `PairingError` `stage_finished` if the group has no further round.
    """
    return barrage.draw(own, slot) if has_barrage(own) else circle.draw(own, part=slot)


def group_of_slot(slot: str) -> str:
    """Return the slot of the group that a table's slot belongs to."""
    return slot.partition(".")[0]


def group_field(field: Field, members: Sequence[int], slot: str) -> Field:
    """Return a group as a separate `Field`, with only its entrants and its tables.

    It is cached together with what is computed from it, because pages, draws and standings all
    need it.
    """
    known = _by_slot(field)
    key = (slot, tuple(members))
    if key not in known.fields:
        known.fields[key] = replace(
            field,
            entrants=tuple(known.entrants[number] for number in sorted(frozenset(members))),
            rounds=tuple(known.rounds.get(slot, ())),
            order=tuple(number for number in members if number in known.order),
        )
    return known.fields[key]


class BySlot(NamedTuple):
    """What all groups share: the tables of each slot by round, the entrants, the seeding.

    `fields` caches the fields of the groups, by slot and members.
    """

    rounds: Mapping[str, Sequence[tuple[Table, ...]]]
    entrants: Mapping[int, Entrant]
    order: frozenset[int]
    fields: dict[tuple[str, tuple[int, ...]], Field]


def _by_slot(field: Field) -> BySlot:
    """Return a field's tables by slot. They are computed once, because there may be hundreds of
    groups.
    """
    if "groups" not in field.worked:
        rounds: dict[str, list[tuple[Table, ...]]] = {}
        for tables in field.rounds:
            tables_by_slot: dict[str, list[Table]] = {}
            for table in tables:
                tables_by_slot.setdefault(group_of_slot(table.slot), []).append(table)
            for slot, own in tables_by_slot.items():
                rounds.setdefault(slot, []).append(tuple(own))
        field.worked["groups"] = BySlot(
            rounds,
            {entrant.number: entrant for entrant in field.entrants},
            frozenset(field.order or field.seeding()),
            {},
        )
    known: BySlot = field.worked["groups"]
    return known


def group_ranking(field: Field) -> list[list[int]]:
    """Return each group's entrants, best first, by the tournament's criteria."""
    return [
        ranking_of(group_field(field, members, group_slot(at)))
        for at, members in enumerate(groups(field))
    ]


def group_rows(own: Field) -> list[StandingsRow]:
    """Return the standings of one group, with entrants who have left at the end.

    They are computed once for each `Field`.
    """
    if "rows" not in own.worked:
        playing = frozenset(own.playing)
        ranked = barrage.rows(own) if has_barrage(own) else standings(own)
        own.worked["rows"] = sorted(ranked, key=lambda row: row.entrant not in playing)
    cached: list[StandingsRow] = own.worked["rows"]
    return cached


def ranking_of(own: Field) -> list[int]:
    """Return the entrants of one group, best first, with those who have left at the end."""
    return [row.entrant for row in group_rows(own)]


def knockout_order(field: Field) -> tuple[int, ...]:
    """Return the seeding of the knockout: the group winners, then the runners-up, and so on.

    Entrants of one rank are ordered by the criteria over all groups. They change places within
    their rank to keep members of one group apart. Once the knockout is drawn, the seeding is
    read from its first round, even if results of the groups are corrected.
    """
    return orders(field)[0]


def orders(field: Field) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two seedings: of the knockout and of field B. The second is empty if there is no field
    B.
    """
    first, second = drawn_order(field, FIRST), drawn_order(field, SECOND)
    if first:
        return first, second
    playing = frozenset(field.playing)
    ranked = [
        [entrant for entrant in members if entrant in playing] for members in group_ranking(field)
    ]
    through = field.options.qualifiers
    others = [members[through:] for members in ranked] if field.options.b_final else []
    second = _seeded(field, others)
    return _seeded(field, [members[:through] for members in ranked]), second * (len(second) > 1)


def _seeded(field: Field, chosen: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return a knockout's seeding, ordered by rank, with members of one group kept apart.

    `chosen` has, for each group, the entrants who play the knockout, best first.
    """
    group_of = {number: at for at, members in enumerate(chosen) for number in members}
    place = {row.entrant: at for at, row in enumerate(over_all(field))}
    tiers = [
        sorted((members[at] for members in chosen if at < len(members)), key=place.__getitem__)
        for at in range(max(map(len, chosen), default=0))
    ]
    if field.options.edition > 1:
        tiers = _far_apart(tiers, group_of)
    return _apart([number for tier in tiers for number in tier], tiers, group_of)


def over_all(field: Field) -> list[StandingsRow]:
    """Return the standings over the tables of all groups. They are computed once for each
    `Field`.
    """
    if "over all" not in field.worked:
        stage = tuple(
            tuple(table for table in tables if table.slot.startswith("G"))
            for tables in field.rounds
        )
        # As long as the knockout has no tables, these are all tables of the field. Then the
        # values already cached for the field can be used.
        same = stage == field.rounds
        field.worked["over all"] = standings(field if same else replace(field, rounds=stage))
    cached: list[StandingsRow] = field.worked["over all"]
    return cached


def _far_apart(tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]) -> list[list[int]]:
    """Return each rank's entrants in the order of their places in the knockout, far from group
    mates.

    `tiers` has the entrants of each rank. Rank by rank, places are assigned at the least cost.
    The cost is first how early members of one group would meet, then how far entrants are moved
    from their usual places.
    """
    size = power_above(sum(map(len, tiers)))
    line = {seed: at for at, seed in enumerate(bracket_order(size))}
    placed: dict[int, list[int]] = {}
    made: list[list[int]] = []
    first = 1
    for tier in tiers:
        mates = [placed.get(group_of[number], []) for number in tier]
        lines = [line[first + seat] for seat in range(len(tier))]
        seats = _only_seats(mates, lines, size)
        if seats is None:
            moved = 1 + len(tier) ** 3  # outweighs moving all of them as far as possible
            deepest = (LARGEST - moved.bit_length()) // size.bit_length()
            costs = [
                [
                    sum(_nearness(here, other, size, deepest) for other in near) * moved
                    + (seat - own) ** 2
                    for seat, here in enumerate(lines)
                ]
                for own, near in enumerate(mates)
            ]
            seats = _assigned(costs)
        for own, seat in enumerate(seats):
            placed.setdefault(group_of[tier[own]], []).append(lines[seat])
        made.append([tier[seats.index(seat)] for seat in range(len(tier))])
        first += len(tier)
    return made


def _only_seats(
    mates: Sequence[Sequence[int]], lines: Sequence[int], size: int
) -> list[int] | None:
    """Return everyone's seat if the cheapest seating is clear without a search; else None.

    Entrants without a group member in the bracket may sit anywhere. Those with one should sit in
    the other half. If a half has exactly as many seats as entrants who should sit there, they
    take these seats in their order, because any other order would move somebody further.
    """
    half = size // 2
    if any(len(near) > 1 for near in mates) or len({len(near) for near in mates}) > 1:
        return None
    wanted = [not (near[0] >= half) if near else None for near in mates]
    seat_of = [0] * len(mates)
    for place in set(wanted):
        people = [own for own, wish in enumerate(wanted) if wish is place]
        seats = [at for at, here in enumerate(lines) if place is None or (here >= half) is place]
        if len(people) != len(seats):
            return None
        for own, seat in zip(people, seats, strict=True):
            seat_of[own] = seat
    return seat_of


def _nearness(line: int, other: int, size: int, deepest: int) -> int:
    """Return the cost of placing two members of one group on two lines of a bracket.

    The cost is 0 if they can meet only in the final, and grows steeply for each round before
    that. If they can meet more than `deepest` rounds before the final, the cost is that of
    `deepest` rounds.
    """
    before_final = min(size.bit_length() - 1 - (line ^ other).bit_length(), deepest)
    weight: int = (2 * size) ** before_final if before_final else 0
    return weight


def _assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return everyone's seat, at the least total cost. `costs` has one row for each entrant, by
    seat.
    """
    count = len(costs)
    ceiling = 1 + max((max(row) for row in costs), default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(2 * count))
    graph.add_edges_from(
        [
            (person, count + seat, ceiling - cost)
            for person, row in enumerate(costs)
            for seat, cost in enumerate(row)
        ]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    seat_of = {min(pair): max(pair) - count for pair in matched}
    return [seat_of[person] for person in range(count)]


def _apart(
    order: list[int], tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the order with group members moved apart, by swaps within a rank.

    A swap is made only if it leaves fewer first-round tables between members of one group. The
    lowest ranks are swapped first.
    """
    best = _clashes(order, group_of)
    improved = True
    while best and improved:
        improved = False
        for tier in reversed(tiers):
            places = sorted(order.index(number) for number in tier)
            for place in reversed(places):
                for other in reversed(places):
                    if place <= other:
                        continue
                    order[place], order[other] = order[other], order[place]
                    left = _clashes(order, group_of)
                    if left < best:
                        best, improved = left, True
                    else:
                        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _clashes(order: Sequence[int], group_of: Mapping[int, int]) -> int:
    """Return the number of first-round tables between members of one group."""
    size = power_above(len(order))
    seats = bracket_order(size)
    pairs = zip(seats[::2], seats[1::2], strict=True)
    return sum(
        group_of[order[seat - 1]] == group_of[order[other - 1]]
        for seat, other in pairs
        if max(seat, other) <= len(order)
    )


def nodes(count: int, *, third_place: bool, others: int = 0) -> list[BracketNode]:
    """Return the nodes of the knockout of `count` entrants, and of field B if it has entrants
    (`others`).
    """
    first = knockout_nodes(count, third_place=third_place)
    if not others:
        return first
    second = knockout_nodes(others, third_place=third_place, letter=SECOND, before=count)
    both = [*in_field(first, "A"), *in_field(second, "B")]
    return sorted(both, key=lambda node: node.stage)


def groups_over(field: Field) -> bool:
    """Return whether every table of the groups has been drawn and has a result."""
    if drawn_order(field, FIRST):
        return True
    tables = [table for tables in field.rounds for table in tables]
    played = all(table.bye or table.result is not None for table in tables)
    return bool(tables) and played and not _group_tables(field, groups(field))


def bracket(field: Field) -> dict[str, PlayedNode]:
    """Return the knockout's present nodes, by slot.

    Until the groups are over, the knockout has no entrants. Each place then shows the rank and
    the group that would fill it according to the present standings.
    """
    first, second = orders(field)
    if groups_over(field):
        return _bracket_of(field, (first, second))
    place = {
        number: FromPool(group_name(at), rank)
        for at, members in enumerate(group_ranking(field))
        for rank, number in enumerate(members, start=1)
    }
    waiting = [place[number] for number in (*first, *second)]
    third = field.options.third_place
    return play(nodes(len(first), third_place=third, others=len(second)), waiting, {}, frozenset())


def _bracket_of(
    field: Field, order: tuple[tuple[int, ...], tuple[int, ...]]
) -> dict[str, PlayedNode]:
    """Return the present nodes of the knockout and of field B, by slot. `order` has the two
    seedings.
    """
    first, second = order
    tables = {
        table.slot: table
        for tables in field.rounds
        for table in tables
        if table.slot.startswith(FIRST)
    }
    everybody = (*first, *second)
    gone = frozenset(everybody) - frozenset(field.playing)
    made = nodes(len(first), third_place=field.options.third_place, others=len(second))
    return play(made, everybody, tables, gone)
