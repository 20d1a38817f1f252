"""The history of a mêlée, as the draw of its next round needs it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.draws.field import Field, Table

Two = tuple[int, int]
Sides = tuple[Two, Two]


@dataclass(frozen=True, slots=True)
class MeleeHistory:
    """The past rounds: who has met or partnered whom, and how often each has sat out."""

    partnered: Counter[frozenset[int]]
    met: Counter[frozenset[int]]
    rested: Mapping[int, int]

    def after(self, round_: "MeleeRound") -> "MeleeHistory":
        """Return the history with one more round."""
        rested = dict(self.rested)
        for entrant in round_.resting:
            rested[entrant] += 1
        partnered = self.partnered + Counter(map(frozenset, round_.pairs))
        return MeleeHistory(partnered, self.met + Counter(opponents(round_.tables)), rested)


class MeleeRound(NamedTuple):
    """A chosen round: its tables of two sides, who sits out, and how it was made."""

    tables: list[Sides]
    resting: list[int]
    made: str

    @property
    def pairs(self) -> list[Two]:
        """All pairs of partners."""
        return [side for sides in self.tables for side in sides]


def opponents(tables: Iterable[Sides]) -> Iterator[frozenset[int]]:
    """Return every two entrants on opposite sides, once for each table."""
    return (
        frozenset((entrant, opponent))
        for mine, theirs in tables
        for entrant in mine
        for opponent in theirs
    )


def past(field: Field) -> MeleeHistory:
    """Return who has partnered and met whom, and how often each has sat out.

    An entrant who joins or comes back starts with the lowest number of rests among those present.
    So the rounds that they missed count neither for them nor against them.
    """
    rested: dict[int, int] = {}
    partnered: Counter[frozenset[int]] = Counter()
    met: Counter[frozenset[int]] = Counter()
    before: frozenset[int] = frozenset()
    for tables in field.rounds:
        present = frozenset(entrant for table in tables for entrant in table.entrants)
        _join(rested, present, before)
        before = present
        for table in tables:
            if table.bye:
                rested[table.sides[0][0]] += 1
                continue
            partnered.update(frozenset(side) for side in table.sides)
            met.update(opponents([_two_sides(table)]))
    _join(rested, frozenset(field.playing), before)
    return MeleeHistory(partnered, met, rested)


def _join(rested: dict[int, int], present: frozenset[int], before: frozenset[int]) -> None:
    least = min((rested[entrant] for entrant in present & before), default=0)
    for entrant in present - before:
        rested[entrant] = max(rested.get(entrant, 0), least)


def _two_sides(table: Table) -> Sides:
    (first, second), (third, fourth) = table.sides
    return (first, second), (third, fourth)
