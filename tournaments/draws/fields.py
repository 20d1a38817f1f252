"""Formats that part everybody into fields A, B, C…, each then a knockout with its own podium.

`cascade` parts by results: in each of its first rounds winners and losers go their ways, and the
fields follow in the order of the results. `maastricht` parts by the standings of a short Swiss.
A knockout's first round is its cadrage: the best of a field wait for it as exempt.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from tournaments.draws import swiss
from tournaments.draws.elimination import next_stage, stage_tables
from tournaments.draws.elimination_standings import ranking
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table, Warned
from tournaments.draws.groups import LETTERS, drawn_order, knockout_nodes
from tournaments.draws.single_elimination import in_field
from tournaments.draws.standings import StandingsRow, standings
from tournaments.draws.tree import BracketNode, PlayedNode, play

# The first rounds of a maastricht by default, and into how many fields it parts by rank.
ROUNDS = 3
QUARTERS = 4
MAASTRICHT_LEAST = 2 * QUARTERS
WON, LOST = "W", "L"
Fields = list[tuple[int, ...]]


class Parting(NamedTuple):
    """How a format parts: its first rounds, their draw, and the fields that follow from them."""

    rounds: Callable[[Field], int]
    draw: Callable[[Field], Draw]
    fields: Callable[[Field], Fields]
    # The sizes of the fields, counted before anything is drawn.
    sizes: Callable[[int, Field], Sequence[int]]
    # The tables and rests of each of the first rounds, counted as well.
    plan: Callable[[int, Field], Sequence[tuple[int, int]]]


# --- Cascade -----------------------------------------------------------------------------------


def _depth(field: Field) -> int:
    return field.options.depth


def _paths(field: Field) -> dict[str, list[int]]:
    """Return who has come along each way of wins and losses so far, by the seeding.

    Who came late has lost what they missed. Two who forfeited together have both lost, and a bye
    is a win.
    """
    order = list(field.order or field.seeding())
    order += [number for number in field.playing if number not in frozenset(order)]
    way = dict.fromkeys(order, "")
    for tables in _first(field):
        won = {table.sides[table.winner][0] for table in tables if table.winner is not None}
        for number in order:
            way[number] += WON if number in won else LOST
    playing = frozenset(field.playing)
    found: dict[str, list[int]] = {}
    for number in order:
        if number in playing:
            found.setdefault(way[number], []).append(number)
    # W after L in the alphabet, but before it among the fields.
    return dict(sorted(found.items(), reverse=True))


def _cascade_draw(field: Field) -> Draw:
    """Draw a parting round: on each way the best against the last, an odd one rests.

    The rest goes to whoever has had fewest, then to the best.
    """
    least = 2 ** _depth(field)
    if len(field.playing) < least and not field.rounds:
        raise PairingError("too_few_entrants", least=least)
    rests: dict[int, int] = {}
    for tables in field.rounds:
        for table in tables:
            if table.bye:
                rests[table.entrants[0]] = rests.get(table.entrants[0], 0) + 1
    meetings: list[Table] = []
    byes: list[Table] = []
    for way, members in _paths(field).items():
        left, slot = list(members), f"P{way}"
        if len(left) % 2:
            bye = min(left, key=lambda one: rests.get(one, 0))
            left.remove(bye)
            byes.append(Table(0, ((bye,),), slot=slot, why={"bye": True}))
        for at in range(len(left) // 2):
            meetings.append(Table(0, ((left[at],), (left[-1 - at],)), slot=slot))
    if not meetings:
        raise PairingError("too_few_entrants", least=least)
    return Draw(
        tuple(replace(table, number=at) for at, table in enumerate([*meetings, *byes], start=1))
    )


def _cascade_fields(field: Field) -> Fields:
    ways = _paths(field)
    depth = _depth(field)
    named = [
        "".join(LOST if at >> (depth - 1 - bit) & 1 else WON for bit in range(depth))
        for at in range(2**depth)
    ]
    return [tuple(ways.get(way, ())) for way in named]


def cascade_sizes(count: int, field: Field) -> Sequence[int]:
    """Return how many come to each field: of an odd number one more has won than lost."""
    sizes = [count]
    for _ in range(_depth(field)):
        sizes = [part for size in sizes for part in (ceil(size / 2), size // 2)]
    return sizes


def _cascade_plan(count: int, field: Field) -> Sequence[tuple[int, int]]:
    sizes, found = [count], []
    for _ in range(_depth(field)):
        found.append((sum(size // 2 for size in sizes), sum(size % 2 for size in sizes)))
        sizes = [part for size in sizes for part in (ceil(size / 2), size // 2)]
    return found


CASCADE = Parting(_depth, _cascade_draw, _cascade_fields, cascade_sizes, _cascade_plan)

# --- Maastricht --------------------------------------------------------------------------------


def _swiss_rounds(field: Field) -> int:
    """Return how many rounds come before the fields: once those are drawn, as many as came."""
    first = len(_first(field))
    return first if first < len(field.rounds) else field.options.rounds or ROUNDS


def _swiss(field: Field) -> Field:
    """Return the first rounds as a Swiss of its own."""
    options = replace(field.options, rounds=_swiss_rounds(field))
    return replace(field, rounds=tuple(_first(field)), options=options)


def _maastricht_fields(field: Field) -> Fields:
    own, playing = _swiss(field), frozenset(field.playing)
    ranked = [row.entrant for row in standings(own, own.ranked) if row.entrant in playing]
    if field.options.split == "wins":
        won = dict.fromkeys(ranked, 0)
        for tables in own.rounds:
            for table in tables:
                if table.winner is not None and table.sides[table.winner][0] in won:
                    won[table.sides[table.winner][0]] += 1
        most = _swiss_rounds(field)
        return [tuple(one for one in ranked if won[one] == wins) for wins in range(most, -1, -1)]
    sizes = maastricht_sizes(len(ranked), field)
    return [tuple(ranked[sum(sizes[:at]) : sum(sizes[: at + 1])]) for at in range(len(sizes))]


def maastricht_sizes(count: int, field: Field) -> Sequence[int]:
    """Return how many come to each field: equal quarters, the larger first.

    By wins: those with equal wins are halved in each round, into winners and losers.
    """
    if field.options.split == "wins":
        sizes = [count]
        for _ in range(_swiss_rounds(field)):
            up = [ceil(size / 2) for size in sizes]
            down = [size // 2 for size in sizes]
            sizes = [one + other for one, other in zip([*up, 0], [0, *down], strict=True)]
        return sizes
    return [(count + QUARTERS - 1 - at) // QUARTERS for at in range(QUARTERS)]


def _maastricht_draw(field: Field) -> Draw:
    """Draw one of the first rounds. They begin with enough for two in each field."""
    if field.options.edition > 2 and not field.rounds and len(field.playing) < MAASTRICHT_LEAST:
        raise PairingError("too_few_entrants", least=MAASTRICHT_LEAST)
    return swiss.draw(_swiss(field))


MAASTRICHT = Parting(
    _swiss_rounds,
    _maastricht_draw,
    _maastricht_fields,
    maastricht_sizes,
    lambda count, field: [(count // 2, count % 2)] * _swiss_rounds(field),
)

# --- Both --------------------------------------------------------------------------------------


def _first(field: Field) -> list[tuple[Table, ...]]:
    """Return the rounds before the fields."""
    return [tables for tables in field.rounds if not _is_knockout(tables)]


def _is_knockout(tables: Sequence[Table]) -> bool:
    return any(table.slot.startswith("K") for table in tables)


def chosen_rounds(parting: Parting) -> Callable[[Field], int | None]:
    """Return how many rounds come before the fields; None once the fields are drawn."""

    def chosen(field: Field) -> int | None:
        return None if any(map(_is_knockout, field.rounds)) else parting.rounds(field)

    return chosen


def _letter(at: int) -> str:
    return f"K{LETTERS[at]}"


def fields_of(field: Field, parting: Parting) -> Fields:
    """Return the entrants of each field, best first. Once drawn, its first round is the truth."""
    if any(map(_is_knockout, field.rounds)):
        drawn = [drawn_order(field, _letter(at)) for at in range(len(LETTERS))]
        alone = _alone(field, parting, drawn)
        return [order or alone.get(at, ()) for at, order in enumerate(drawn)]
    return parting.fields(field)


def _alone(
    field: Field, parting: Parting, drawn: Sequence[tuple[int, ...]]
) -> Mapping[int, tuple[int, ...]]:
    """Return the fields of one person, who plays nobody and so is in no table."""
    seated = frozenset(one for order in drawn for one in order)
    return {
        at: order
        for at, order in enumerate(parting.fields(field))
        if len(order) == 1 and not drawn[at] and order[0] not in seated
    }


def nodes(sizes: Sequence[int], third_place: bool) -> list[BracketNode]:
    """Return the knockouts of fields of those sizes; of one or none there is nothing to play."""
    made: list[BracketNode] = []
    for at, size in enumerate(sizes):
        if size > 1:
            own = knockout_nodes(
                size, third_place=third_place, letter=_letter(at), before=sum(sizes[:at])
            )
            made += in_field(_framed(own, size), LETTERS[at])
    return sorted(made, key=lambda node: node.stage)


def _framed(nodes: Sequence[BracketNode], size: int) -> list[BracketNode]:
    """Call the first round of a field that is no power of two its cadrage."""
    if not size & (size - 1):
        return list(nodes)
    return [replace(one, part="cadrage") if one.stage == 1 else one for one in nodes]


def bracket_of(parting: Parting) -> Callable[[Field], dict[str, PlayedNode]]:
    """Return the knockouts as they stand, by slot; empty until the fields are known."""

    def bracket(field: Field) -> dict[str, PlayedNode]:
        first = _first(field)
        played = all(table.bye or table.result for tables in first for table in tables)
        begun = len(first) < len(field.rounds)
        if not begun and (len(first) < parting.rounds(field) or not played):
            return {}
        return _bracket(field, fields_of(field, parting))

    return bracket


def _bracket(field: Field, fields: Fields) -> dict[str, PlayedNode]:
    order = tuple(one for members in fields for one in members)
    tables = {
        table.slot: table for drawn in field.rounds for table in drawn if table.slot.startswith("K")
    }
    gone = frozenset(order) - frozenset(field.playing)
    made = nodes([len(members) for members in fields], field.options.third_place)
    return play(made, order, tables, gone)


def draw_of(parting: Parting) -> Callable[[Field], Draw]:
    """Return the draw: the first rounds, then the next round of every field at once."""

    def draw(field: Field) -> Draw:
        if len(field.rounds) < parting.rounds(field):
            return parting.draw(field)
        fields = fields_of(field, parting)
        order = [one for members in fields for one in members]
        waiting = next_stage(list(_bracket(field, fields).values()))
        placed = frozenset(order)
        late = [number for number in field.playing if number not in placed]
        return Draw(
            stage_tables(waiting, order),
            tuple(Warned("too_late_for_bracket", {"entrant": number}) for number in late),
        )

    return draw


def standings_of(parting: Parting) -> Callable[[Field], list[StandingsRow]]:
    """Return the ranking: by the first rounds, then field by field, by how far each came."""

    def ranked(field: Field) -> list[StandingsRow]:
        over_all = standings(replace(field, rounds=tuple(_first(field))), field.ranked)
        played = bracket_of(parting)(field)
        if not played:
            return over_all
        fields = fields_of(field, parting)
        members = {LETTERS[at]: order for at, order in enumerate(fields) if order}
        return ranking(field, played, members, over_all)

    return ranked
