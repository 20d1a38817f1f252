"""Standings: the criteria in the organiser's order, each splitting the ties the last one left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby

from tournaments.pairing.criteria import CRITERIA, Ledger, Values
from tournaments.pairing.field import Field
from tournaments.pairing.records import exact

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
        first = _out_of_reach(ledger, taken, missing)
        if not first:
            for number in members:
                seen[number][DIRECT_ENCOUNTER] = None
            return [(list(members), by)]
        rest = [number for number in members if number not in first]
        ordered = [*([number] for number in first), rest]
        parts = [(part, DIRECT_ENCOUNTER if at else by) for at, part in enumerate(ordered)]
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
    """Return the points each took from the others at a table, and the pairs that have not met.

    Two who met more than once count the mean of their tables (C.07, 6.1.2). What a table of several
    brought is shared among the tied who sat there.
    """
    tied = frozenset(members)
    brought: dict[tuple[int, int], list[Fraction]] = {}
    for number in members:
        for meeting in ledger.records[number]:
            others = tied.intersection(meeting.opponents)
            if meeting.played:
                for other in others:
                    brought.setdefault((number, other), []).append(meeting.points / len(others))
    taken: Values = {number: Fraction() for number in members}
    for (number, _other), shares in brought.items():
        taken[number] += sum(shares, Fraction()) / len(shares)
    return taken, [pair for pair in combinations(members, 2) if pair not in brought]


def _out_of_reach(ledger: Ledger, taken: Values, missing: Sequence[tuple[int, int]]) -> list[int]:
    """Return those whose places hold whatever the missing tables had brought, in their order.

    That is whoever stays ahead having lost all of theirs where the others had won all of theirs;
    then the same among those behind, by the same mini-table (C.07, 6.3).
    """
    points = ledger.field.options.points
    win, loss = exact(points.win), exact(points.loss)
    to_come = {number: sum(number in pair for pair in missing) for number in taken}
    least = {number: taken[number] + loss * to_come[number] for number in taken}
    most = {number: taken[number] + win * to_come[number] for number in taken}
    first: list[int] = []
    behind = sorted(taken, key=lambda number: (-least[number], number))
    while len(behind) > 1 and least[behind[0]] > max(most[number] for number in behind[1:]):
        first.append(behind.pop(0))
    return first
