"""Formats that divide everybody into fields A, B, C…, each then a knockout with its own podium.

Each format divides them in its own way (`Parting`). A knockout's first round is its cadrage, in
which the best of a field are exempt.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.draws.brackets.drawing import drawn_order, next_stage, stage_tables
from tournaments.draws.brackets.knockout import LETTERS, in_field, knockout_nodes
from tournaments.draws.brackets.ranking import ranking
from tournaments.draws.brackets.tree import BracketNode, PlayedNode, play
from tournaments.draws.field import Draw, Field, Table, Warned
from tournaments.draws.plans import Plan, PlannedRound, count_of, stages
from tournaments.draws.ranking.standings import StandingsRow, standings

Fields = list[tuple[int, ...]]


class Parting(NamedTuple):
    """How a format divides its entrants: its first rounds, their draw, and the resulting fields."""

    rounds: Callable[[Field], int]
    draw: Callable[[Field], Draw]
    fields: Callable[[Field], Fields]
    # The sizes of the fields, computed before anything is drawn.
    sizes: Callable[[int, Field], Sequence[int]]
    # The numbers of tables and of rests in each of the first rounds, computed at the same time.
    plan: Callable[[int, Field], Sequence[tuple[int, int]]]


def first_rounds(field: Field) -> list[tuple[Table, ...]]:
    """Return the rounds before the fields."""
    return [tables for tables in field.rounds if not _is_knockout(tables)]


def _is_knockout(tables: Sequence[Table]) -> bool:
    return any(table.slot.startswith("K") for table in tables)


def chosen_rounds(parting: Parting) -> Callable[[Field], int | None]:
    """Return a function that counts the rounds before the fields; None once they are drawn."""

    def chosen(field: Field) -> int | None:
        return None if any(map(_is_knockout, field.rounds)) else parting.rounds(field)

    return chosen


def _letter(at: int) -> str:
    return f"K{LETTERS[at]}"


def fields_of(field: Field, parting: Parting) -> Fields:
    """Return the entrants of each field, best first. A drawn field is read from its first round."""
    if any(map(_is_knockout, field.rounds)):
        drawn = [drawn_order(field, _letter(at)) for at in range(len(LETTERS))]
        alone = _alone(field, parting, drawn)
        return [order or alone.get(at, ()) for at, order in enumerate(drawn)]
    return parting.fields(field)


def _alone(
    field: Field, parting: Parting, drawn: Sequence[tuple[int, ...]]
) -> Mapping[int, tuple[int, ...]]:
    """Return the fields of a single person, who is in no table because there is nobody to play."""
    seated = frozenset(entrant for order in drawn for entrant in order)
    return {
        at: order
        for at, order in enumerate(parting.fields(field))
        if len(order) == 1 and not drawn[at] and order[0] not in seated
    }


def nodes(sizes: Sequence[int], third_place: bool) -> list[BracketNode]:
    """Return the knockouts of fields of the given sizes. A field of one or none has no knockout."""
    made: list[BracketNode] = []
    for at, size in enumerate(sizes):
        if size > 1:
            own = knockout_nodes(
                size, third_place=third_place, letter=_letter(at), before=sum(sizes[:at])
            )
            made += in_field(_framed(own, size), LETTERS[at])
    return sorted(made, key=lambda node: node.stage)


def _framed(nodes: Sequence[BracketNode], size: int) -> list[BracketNode]:
    """Mark the first round as the cadrage if the size of the field is not a power of two."""
    if not size & (size - 1):
        return list(nodes)
    return [replace(node, part="cadrage") if node.stage == 1 else node for node in nodes]


def bracket_of(parting: Parting) -> Callable[[Field], dict[str, PlayedNode]]:
    """Return a function that plays the knockouts: nodes by slot, empty until fields are known."""

    def bracket(field: Field) -> dict[str, PlayedNode]:
        first = first_rounds(field)
        played = all(table.bye or table.result for tables in first for table in tables)
        begun = len(first) < len(field.rounds)
        if not begun and (len(first) < parting.rounds(field) or not played):
            return {}
        return _bracket(field, fields_of(field, parting))

    return bracket


def _bracket(field: Field, fields: Fields) -> dict[str, PlayedNode]:
    order = tuple(entrant for members in fields for entrant in members)
    tables = {
        table.slot: table for drawn in field.rounds for table in drawn if table.slot.startswith("K")
    }
    gone = frozenset(order) - frozenset(field.playing)
    made = nodes([len(members) for members in fields], field.options.third_place)
    return play(made, order, tables, gone)


def draw_of(parting: Parting) -> Callable[[Field], Draw]:
    """Return the function that draws the first rounds, then the next rounds of all fields."""

    def draw(field: Field) -> Draw:
        if len(field.rounds) < parting.rounds(field):
            return parting.draw(field)
        fields = fields_of(field, parting)
        order = [entrant for members in fields for entrant in members]
        waiting = next_stage(list(_bracket(field, fields).values()))
        placed = frozenset(order)
        late = [number for number in field.playing if number not in placed]
        return Draw(
            stage_tables(waiting, order),
            tuple(Warned("too_late_for_bracket", {"entrant": number}) for number in late),
        )

    return draw


def standings_of(parting: Parting) -> Callable[[Field], list[StandingsRow]]:
    """Return the function that ranks by the first rounds, and later by field and progress in it."""

    def ranked(field: Field) -> list[StandingsRow]:
        over_all = standings(replace(field, rounds=tuple(first_rounds(field))), field.ranked)
        played = bracket_of(parting)(field)
        if not played:
            return over_all
        fields = fields_of(field, parting)
        members = {LETTERS[at]: order for at, order in enumerate(fields) if order}
        return ranking(field, played, members, over_all)

    return ranked


def plan_of(parting: Parting) -> Callable[[Field], Plan]:
    """Return the function that plans a format with first rounds and then fields."""

    def plan(field: Field) -> Plan:
        count, first = count_of(field), parting.rounds(field)
        sizes = parting.sizes(count, field)
        last = stages(nodes(sizes, field.options.third_place), count)
        early = parting.plan(count, field)
        least = first - (count % 2 or any(resting for _tables, resting in early))
        return Plan(
            (*(PlannedRound(tables, resting) for tables, resting in early), *last),
            max(0, least),
            first + len(last),
        )

    return plan
