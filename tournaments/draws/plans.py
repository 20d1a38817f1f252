"""What a format plays, counted before anything is drawn: tables, rests and matches of each round.

The counts are those of the draws themselves, with nobody leaving and the same entrants throughout.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.draws import barrage, circle, fields, groups, melee, scored, swiss, tables
from tournaments.draws.elimination import Nodes
from tournaments.draws.field import Entrant, Field, Options
from tournaments.draws.tree import BracketNode, FilledBy


class PlannedRound(NamedTuple):
    """A round: how many tables are played, and how many entrants rest."""

    tables: int
    resting: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as it will be played.

    Everybody plays at least `least` and at most `most` tables. `pools` are the sizes of the groups,
    which play the first `pool_rounds`; `qualified` go on.
    """

    rounds: tuple[PlannedRound, ...]
    least: int
    most: int
    pools: tuple[int, ...] = ()
    pool_rounds: int = 0
    qualified: int = 0

    @property
    def tables(self) -> int:
        """The tables of the fullest round."""
        return max((one.tables for one in self.rounds), default=0)


def field_of(count: int, options: Options) -> Field:
    """Return a field of that many entrants of whom nothing is known."""
    return Field(entrants=tuple(Entrant(at, "") for at in range(1, count + 1)), options=options)


def _even(rounds: int, tables: int, resting: int, count: int) -> Plan:
    """Return the plan of rounds that are all alike, where rests are spread evenly."""
    rests = rounds * resting
    least, most = rounds - -(-rests // count), rounds - rests // count
    return Plan((PlannedRound(tables, resting),) * rounds, least, most)


def count_of(field: Field) -> int:
    """Return how many entrants a plan counts: those seeded, or who would be drawn now."""
    return len(field.order or field.playing)


def of_swiss(field: Field) -> Plan:
    """Plan a Swiss: one rests where the number is odd."""
    count = count_of(field)
    return _even(swiss.rounds(field), count // 2, count % 2, count)


def of_scored(field: Field) -> Plan:
    """Plan a format ranked by scores: one rests where the number is odd."""
    count = count_of(field)
    return _even(scored.rounds(field), count // 2, count % 2, count)


def of_round_robin(field: Field) -> Plan:
    """Plan a round robin: everybody meets everybody."""
    count = count_of(field)
    rounds = circle.round_count(count, field.options.cycles)
    return _even(rounds, count // 2, count % 2, count)


def of_melee(field: Field) -> Plan:
    """Plan a mêlée: tables of four, one to three people rest."""
    count = count_of(field)
    return _even(melee.rounds(field), count // 4, count % 4, count)


def of_tables(field: Field) -> Plan:
    """Plan tables of three to five: nobody rests."""
    count = count_of(field)
    return _even(tables.rounds(field), len(tables.sizes(count, field.options.table_size)), 0, count)


def of_bracket(nodes: Nodes, least: int) -> Callable[[Field], Plan]:
    """Plan a knockout in which everybody plays at least so often, unless byes come before."""

    def plan(field: Field) -> Plan:
        rounds = stages(nodes(count_of(field), field.options), count_of(field))
        return Plan(rounds, min(least, len(rounds)), len(rounds))

    return plan


def of_fields(parting: fields.Parting) -> Callable[[Field], Plan]:
    """Plan a format that parts everybody into fields after its first rounds."""

    def plan(field: Field) -> Plan:
        count, first = count_of(field), parting.rounds(field)
        sizes = parting.sizes(count, field)
        nodes = fields.nodes(sizes, field.options.third_place)
        last = stages(nodes, count)
        early = parting.plan(count, field)
        least = first - (count % 2 or any(resting for _tables, resting in early))
        return Plan(
            (*(PlannedRound(*one) for one in early), *last), max(0, least), first + len(last)
        )

    return plan


def of_groups(field: Field) -> Plan:
    """Plan groups and the knockout of their first."""
    sizes = tuple(map(len, groups.groups(field)))
    played = [_group_rounds(field, size) for size in sizes]
    first = [
        PlannedRound(sum(one.tables for one in now), sum(one.resting for one in now))
        for at in range(max(map(len, played)))
        if (now := [rounds[at] for rounds in played if at < len(rounds)])
    ]
    qualified = sum(min(field.options.qualifiers, size) for size in sizes)
    last: tuple[PlannedRound, ...] = ()
    if qualified >= 2:
        others = sum(sizes) - qualified if field.options.b_final else 0
        nodes = groups.nodes(
            qualified, third_place=field.options.third_place, others=others * (others > 1)
        )
        last = stages(nodes, sum(sizes))
    own = [_group_matches(field, size) for size in sizes]
    least, most = min(one[0] for one in own), max(one[1] for one in own)
    return Plan((*first, *last), least, most + len(last), sizes, len(first), qualified)


def _group_rounds(field: Field, size: int) -> list[PlannedRound]:
    """Return the rounds of a group."""
    if barrage.is_barrage(field, size):
        return [PlannedRound(tables) for tables in barrage.TABLES]
    rounds = circle.round_count(size, field.options.cycles)
    return [PlannedRound(size // 2, size % 2)] * rounds


def _group_matches(field: Field, size: int) -> tuple[int, int]:
    """Return how many matches each of a group plays at least and at most."""
    if barrage.is_barrage(field, size):
        return 2, 3
    each = field.options.cycles * (size - 1)
    return each, each


def stages(nodes: Sequence[BracketNode], count: int) -> tuple[PlannedRound, ...]:
    """Return the rounds of a bracket of `count`, without a final that may be played again.

    Who has a bye is taken to win the next meeting: nobody comes late to a consolation.
    """
    won: set[str] = set()
    lost: set[str] = set()
    found: dict[int, list[int]] = {}

    def comes(source: FilledBy) -> bool:
        if source.kind == "seed":
            return int(source.of) <= count
        if source.kind == "beaten":
            return False
        return str(source.of) in (won if source.kind == "winner" else lost)

    for node in nodes:
        if node.only_if is not None:
            continue
        there = sum(map(comes, node.places))
        stage = found.setdefault(node.stage, [0, 0])
        if there:
            won.add(node.slot)
            stage[2 - there] += 1
        if there == 2:
            lost.add(node.slot)
    return tuple(PlannedRound(*found[stage]) for stage in sorted(found) if found[stage][0])
