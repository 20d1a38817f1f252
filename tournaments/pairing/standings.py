"""Standings: the criteria in the organiser's order, each splitting the ties the last one left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby

from tournaments.pairing.criteria import CRITERIA, Ledger, Values
from tournaments.pairing.field import Field

DIRECT_ENCOUNTER = "direct_encounter"
KNOWN = (*CRITERIA, DIRECT_ENCOUNTER)


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's place. `criteria` holds each value looked at, in order; None: it said nothing.

    `decided_by` is the criterion that puts them behind the row above; None for the first, and for
    one who shares the rank of the row above.
    """

    rank: int
    entrant: int
    criteria: Mapping[str, Fraction | None]
    decided_by: str | None = None


def standings(field: Field, among: Iterable[int] | None = None) -> list[Row]:
    """Return the rows, best first; those whom no criterion splits share a rank, by number.

    `among` ranks some of the entrants alone (a group of the first stage).
    """
    ledger = Ledger(field)
    entrants = [one.number for one in field.entrants]
    if among is not None:
        wanted = frozenset(among)
        entrants = [number for number in entrants if number in wanted]
    seen: dict[int, dict[str, Fraction | None]] = {number: {} for number in entrants}
    groups: list[tuple[list[int], str | None]] = [(entrants, None)] if entrants else []
    for name in field.tie_breaks:
        if name == DIRECT_ENCOUNTER:
            groups = [
                split
                for members, by in groups
                for split in _split_by_encounter(ledger, members, by, seen)
            ]
            continue
        values = CRITERIA[name](ledger)
        for number in entrants:
            seen[number][name] = values[number]
        groups = [split for members, by in groups for split in _split(members, by, values, name)]
    return _rows(groups, seen)


def _rows(
    groups: Sequence[tuple[list[int], str | None]], seen: Mapping[int, dict[str, Fraction | None]]
) -> list[Row]:
    rows: list[Row] = []
    for members, by in groups:
        rank = len(rows) + 1
        for at, number in enumerate(sorted(members)):
            rows.append(Row(rank, number, seen[number], None if at else by))
    return rows


def _split(
    members: Sequence[int], by: str | None, values: Values, name: str
) -> list[tuple[list[int], str | None]]:
    """Split the tied by a value, the greatest first; the first part keeps what put it there."""
    ordered = sorted(members, key=lambda number: -values[number])
    parts = [list(part) for _value, part in groupby(ordered, key=lambda number: values[number])]
    return [(part, name if at else by) for at, part in enumerate(parts)]


def _split_by_encounter(
    ledger: Ledger,
    members: Sequence[int],
    by: str | None,
    seen: Mapping[int, dict[str, Fraction | None]],
) -> list[tuple[list[int], str | None]]:
    """Split the tied by the tables between them, if all met or the leader can't be reached.

    What remains tied is looked at again, by the tables among those alone.
    """
    if len(members) < 2:
        for number in members:
            seen[number].setdefault(DIRECT_ENCOUNTER, None)
        return [(list(members), by)]
    taken, missing = _encounters(ledger, members)
    for number in members:
        seen[number][DIRECT_ENCOUNTER] = taken[number]
    if not missing:
        parts = _split(members, by, taken, DIRECT_ENCOUNTER)
    else:
        leader = _out_of_reach(ledger, taken, missing)
        if leader is None:
            for number in members:
                seen[number][DIRECT_ENCOUNTER] = None
            return [(list(members), by)]
        rest = [number for number in members if number != leader]
        parts = [([leader], by), (rest, DIRECT_ENCOUNTER)]
    if len(parts) == 1:
        return parts
    return [
        split
        for part, why in parts
        for split in ([(part, why)] if len(part) == 1 else _again(ledger, part, why, seen))
    ]


def _again(
    ledger: Ledger,
    members: Sequence[int],
    by: str | None,
    seen: Mapping[int, dict[str, Fraction | None]],
) -> list[tuple[list[int], str | None]]:
    kept = {number: seen[number][DIRECT_ENCOUNTER] for number in members}
    split = _split_by_encounter(ledger, members, by, seen)
    if len(split) == 1:
        for number in members:
            seen[number][DIRECT_ENCOUNTER] = kept[number]
    return split


def _encounters(ledger: Ledger, members: Sequence[int]) -> tuple[Values, list[tuple[int, int]]]:
    """Return the points each took from the others at a table, and the pairs that have not met."""
    tied = frozenset(members)
    taken: Values = {number: Fraction() for number in members}
    met: set[frozenset[int]] = set()
    for number in members:
        for meeting in ledger.records[number]:
            others = tied.intersection(meeting.opponents)
            if meeting.played and others:
                taken[number] += meeting.points
                met |= {frozenset((number, other)) for other in others}
    pairs = combinations(members, 2)
    return taken, [pair for pair in pairs if frozenset(pair) not in met]


def _out_of_reach(ledger: Ledger, taken: Values, missing: Sequence[tuple[int, int]]) -> int | None:
    """Return the one whom nobody could reach, had all the missing tables been won by the others."""
    win = Fraction(str(ledger.field.options.points.win))
    leader = max(taken, key=lambda number: (taken[number], -number))
    to_come = {number: sum(number in pair for pair in missing) for number in taken}
    reachable = any(
        taken[number] + win * to_come[number] >= taken[leader]
        for number in taken
        if number != leader
    )
    return None if reachable else leader
