"""Standings: the criteria in the organiser's order, each splitting the ties left by the last."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import lcm

from tournaments.pairing import board_scores
from tournaments.pairing.criteria import CRITERIA, Ledger, Values
from tournaments.pairing.encounters import DIRECT_ENCOUNTER, MiniTable
from tournaments.pairing.field import Field

KNOWN = (*CRITERIA, DIRECT_ENCOUNTER)
# The points of the mini-table that put somebody behind the row above: their own, and that row's.
Compared = dict[int, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entrant's place. `criteria` holds each value compared, in order; None: it does not apply.

    `decided_by` is the criterion that puts them behind the row above. It is None for the first row,
    and for a row that shares the rank of the row above. `compared` has the figures of both, its own
    first, where `criteria` does not: a direct encounter may take several steps.
    """

    rank: int
    entrant: int
    criteria: Mapping[str, Fraction | None]
    decided_by: str | None = None
    compared: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rows of a tournament's standings, best first, and everybody's points."""

    rows: Sequence[StandingsRow]
    points: Mapping[int, Fraction]


def standings(field: Field, among: Iterable[int] | None = None) -> list[StandingsRow]:
    """Return the rows, best first. Those whom no criterion splits share a rank, by number.

    `among` ranks only some of the entrants (a group of the first stage).
    """
    ledger = Ledger(field)
    # A duplicate has one value; who has the same shares the rank.
    tie_breaks = ("points",) if field.options.duplicate else field.tie_breaks
    entrants = [one.number for one in field.entrants]
    if among is not None:
        wanted = frozenset(among)
        entrants = [number for number in entrants if number in wanted]
    seen: dict[int, dict[str, Fraction | None]] = {number: {} for number in entrants}
    compared: Compared = {}
    groups: list[tuple[list[int], str | None]] = [(entrants, None)] if entrants else []
    if groups and field.options.duplicate:
        # Nothing is more than a loss: of whom no board counts, they come last.
        counted = board_scores.values(field)
        there = {number: Fraction(number in counted) for number in entrants}
        groups = _split(entrants, None, there, "points")
    for name in tie_breaks:
        if name == DIRECT_ENCOUNTER:
            groups = [
                split
                for members, by in groups
                for split in _split_by_encounter(ledger, members, by, seen, compared)
            ]
            continue
        values = CRITERIA[name](ledger)
        for number in entrants:
            seen[number][name] = values[number]
        groups = [split for members, by in groups for split in _split(members, by, values, name)]
    return _rows(groups, seen, compared)


def standing_order(field: Field) -> list[int]:
    """Return those who play, in the order of the standings. Equal ranks go by the seeding."""
    seeding = field.seeding()
    at = {entrant: place for place, entrant in enumerate(seeding)}
    rank = {row.entrant: row.rank for row in standings(field)}
    return sorted(seeding, key=lambda entrant: (rank[entrant], at[entrant]))


def _rows(
    groups: Sequence[tuple[list[int], str | None]],
    seen: Mapping[int, dict[str, Fraction | None]],
    compared: Compared,
) -> list[StandingsRow]:
    rows: list[StandingsRow] = []
    for members, by in groups:
        rank = len(rows) + 1
        for at, number in enumerate(sorted(members)):
            decided = None if at else by
            figures = compared.get(number) if decided == DIRECT_ENCOUNTER else None
            rows.append(StandingsRow(rank, number, seen[number], decided, figures))
    return rows


def _split(
    members: Sequence[int], by: str | None, values: Values, name: str
) -> list[tuple[list[int], str | None]]:
    """Split the tied by a value, greatest first. The first part keeps its `decided_by`."""
    if len(members) == 1:
        return [(list(members), by)]
    # Whole numbers, exact over what the values have in common: fractions compare far more slowly.
    below = lcm(*{values[number].denominator for number in members})
    whole = {
        number: values[number].numerator * (below // values[number].denominator)
        for number in members
    }
    ordered = sorted(members, key=whole.__getitem__, reverse=True)
    parts = [list(part) for _value, part in groupby(ordered, key=whole.__getitem__)]
    return [(part, name if at else by) for at, part in enumerate(parts)]


def _split_by_encounter(
    ledger: Ledger,
    members: Sequence[int],
    by: str | None,
    seen: Mapping[int, dict[str, Fraction | None]],
    compared: Compared,
) -> list[tuple[list[int], str | None]]:
    """Split the tied by the tables between them, if all met or the leader can't be reached.

    Entrants that remain tied are compared again, by the tables among them only. `seen` gets the
    points of the last mini-table that split them; None if there was none. `compared` gets those of
    the table that put each behind the one above.
    """
    for number in members:
        seen[number][DIRECT_ENCOUNTER] = None
    if len(members) < 2:
        return [(list(members), by)]
    table = MiniTable(ledger, members)
    ahead: list[int] = []
    while not table.complete and (first := table.out_of_reach()):
        table.note(seen)
        _put_behind(compared, table, ahead, first[:1])
        for above, number in pairwise(first):
            compared[number] = table.taken[number], table.taken[above]
        table.remove(first)
        ahead += first
    rest = list(table.among)
    _put_behind(compared, table, ahead, rest)
    groups: list[tuple[list[int], str | None]] = [([number], DIRECT_ENCOUNTER) for number in ahead]
    if len(rest) > 1 and table.complete:
        groups += _split_complete(ledger, table, rest, DIRECT_ENCOUNTER, seen, compared)
    else:
        groups.append((rest, DIRECT_ENCOUNTER))
    return [(groups[0][0], by), *groups[1:]]


def _put_behind(
    compared: Compared, table: MiniTable, ahead: Sequence[int], members: Sequence[int]
) -> None:
    """Note the points of the table that put the last of `ahead` out of reach of the members."""
    if ahead:
        for number in members:
            compared[number] = table.earlier(number), table.taken[ahead[-1]]


def _split_complete(
    ledger: Ledger,
    table: MiniTable,
    members: Sequence[int],
    by: str | None,
    seen: Mapping[int, dict[str, Fraction | None]],
    compared: Compared,
) -> list[tuple[list[int], str | None]]:
    """Split tied entrants who have all met by what each took, then each part by its own table."""
    parts = _split(members, by, table.taken, DIRECT_ENCOUNTER)
    if len(parts) == 1:
        # A mini-table that splits nobody is shown only if there is no wider one.
        if all(seen[number][DIRECT_ENCOUNTER] is None for number in members):
            table.note(seen)
        return parts
    table.note(seen)
    for (above, _why), (part, _by) in pairwise(parts):
        for number in part:
            compared[number] = table.taken[number], table.taken[above[0]]
    return [
        split
        for part, why in parts
        for split in (
            [(part, why)]
            if len(part) == 1
            else _split_complete(ledger, MiniTable(ledger, part), part, why, seen, compared)
        )
    ]
