"""What a format plays, computed before anything is drawn: tables, rests and matches of each round.

The counts are those of the draws themselves, with nobody leaving and the same entrants throughout.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.draws.brackets.drawing import Nodes
from tournaments.draws.brackets.tree import BracketNode, FilledBy
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Entrant, Field, Options
from tournaments.draws.ranking.records import ROUNDS


class PlannedRound(NamedTuple):
    """A round: how many tables are played, and how many entrants rest."""

    tables: int
    resting: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as it will be played.

    Everybody plays at least `least` and at most `most` tables. `pools` are the sizes of the groups,
    which play the first `pool_rounds` rounds. `qualified` entrants go on.
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
        return max((round_.tables for round_ in self.rounds), default=0)


@dataclass(frozen=True, slots=True)
class PresentTable:
    """A table of the schedule with the entrants who are present. `resting` is True if it cannot be
    played.
    """

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    deals: int
    resting: bool


def field_of(count: int, options: Options) -> Field:
    """Return a field of `count` entrants of whom nothing else is known."""
    return Field(entrants=tuple(Entrant(at, "") for at in range(1, count + 1)), options=options)


def even(rounds: int, tables: int, resting: int, count: int) -> Plan:
    """Return the plan of rounds that are all alike, with rests spread evenly."""
    rests = rounds * resting
    least, most = rounds - -(-rests // count), rounds - rests // count
    return Plan((PlannedRound(tables, resting),) * rounds, least, most)


def rounds_of(field: Field) -> int:
    """Return the organiser's number of rounds; by default 4."""
    return field.options.rounds or ROUNDS


def until_last(
    draw: Callable[[Field], Draw], rounds: Callable[[Field], int]
) -> Callable[[Field], Draw]:
    """Return a draw function that raises `stage_finished` after the last round."""

    def limited(field: Field) -> Draw:
        if len(field.rounds) >= rounds(field):
            raise PairingError("stage_finished")
        return draw(field)

    return limited


def rounds_from(plan: Callable[[Field], Plan], least: int) -> Callable[[Field], int | None]:
    """Return a function that counts the planned rounds; None with fewer than `least` entrants."""

    def rounds(field: Field) -> int | None:
        return len(plan(field).rounds) if count_of(field) >= least else None

    return rounds


def count_of(field: Field) -> int:
    """Return how many entrants a plan is for: those seeded, or those who would be drawn now."""
    return len(field.order or field.playing)


def of_bracket(nodes: Nodes, least: int) -> Callable[[Field], Plan]:
    """Return the function that plans a knockout.

    Everybody plays at least `least` times, byes not counted.
    """

    def plan(field: Field) -> Plan:
        rounds = stages(nodes(count_of(field), field.options), count_of(field))
        return Plan(rounds, min(least, len(rounds)), len(rounds))

    return plan


def stages(nodes: Sequence[BracketNode], count: int) -> tuple[PlannedRound, ...]:
    """Return the rounds of a bracket of `count`, without a final that may be played again.

    An entrant with a bye is assumed to win the next meeting, so that nobody comes late to a
    consolation.
    """
    won: set[str] = set()
    lost: set[str] = set()
    counts_by_stage: dict[int, list[int]] = {}

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
        stage = counts_by_stage.setdefault(node.stage, [0, 0])
        if there:
            won.add(node.slot)
            stage[2 - there] += 1
        if there == 2:
            lost.add(node.slot)
    return tuple(
        PlannedRound(*counts_by_stage[stage])
        for stage in sorted(counts_by_stage)
        if counts_by_stage[stage][0]
    )
