"""Standings: the criteria in the organiser's order. Each splits the ties that the one before has
left.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import lcm

from tournaments.draws.field import Field
from tournaments.draws.leavers import LEFT, annulled, left_after
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.criteria import CRITERIA, Ledger, Values
from tournaments.draws.ranking.encounters import DIRECT_ENCOUNTER, MiniTable

KNOWN = (*CRITERIA, DIRECT_ENCOUNTER)
# For each entrant whom direct encounter puts below another: the points of both (own, other's) in
# the mini-table that decided.
Steps = dict[int, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entrant's place. `criteria` holds each value compared, in order; None: it does not apply.

    `decided_by` is the criterion that puts them behind the row above. It is None for the first row,
    and for a row that shares the rank of the row above. `compared` holds the two values that
    decided (this row's, the row's above) if `criteria` holds those of another step.
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
    """Return the rows, best first. Entrants whom no criterion splits share a rank.

    Those who share a rank are in the order of their numbers. `among` ranks only some of the
    entrants, such as a group of the first stage.
    """
    ledger = Ledger(field)
    # A duplicate has one criterion. Entrants with equal values share the rank.
    tie_breaks = ("points",) if field.options.duplicate else field.tie_breaks
    entrants = [entrant.number for entrant in field.entrants]
    if among is not None:
        wanted = frozenset(among)
        entrants = [number for number in entrants if number in wanted]
    seen: dict[int, dict[str, Fraction | None]] = {number: {} for number in entrants}
    steps: Steps = {}
    groups: list[tuple[list[int], str | None]] = [(entrants, None)] if entrants else []
    if groups and field.options.duplicate:
        # Entrants without a board that counts come last, because their 0 would rank above a loss.
        counted = board_scores.values(field)
        there = {number: Fraction(number in counted) for number in entrants}
        groups = _split(entrants, None, there, "points")
    there = _finishing(field, entrants)
    if there:
        # Entrants whose games count for nobody rank below all others.
        gone = annulled(field)
        counting = {number: Fraction(number not in gone) for number in entrants}
        groups = [split for members, by in groups for split in _split(members, by, counting, LEFT)]
    for at, name in enumerate(tie_breaks):
        if there and at == _after(tie_breaks):
            groups = [split for members, by in groups for split in _split(members, by, there, LEFT)]
        if name == DIRECT_ENCOUNTER:
            groups = [
                split
                for members, by in groups
                for split in _split_by_encounter(ledger, members, by, seen, steps)
            ]
            continue
        values = CRITERIA[name](ledger)
        for number in entrants:
            seen[number][name] = values[number]
        groups = [split for members, by in groups for split in _split(members, by, values, name)]
    if there and len(tie_breaks) == _after(tie_breaks):
        groups = [split for members, by in groups for split in _split(members, by, there, LEFT)]
    return _rows(groups, seen, steps, first=2 if _nobody_won(field) else 1)


def _finishing(field: Field, entrants: Sequence[int]) -> Values:
    """Return 1 for each entrant who has not left, else 0, to split those with the same points.

    Empty if nobody has left.
    """
    gone = {*left_after(field), *annulled(field)}.intersection(entrants)
    return {number: Fraction(number not in gone) for number in entrants} if gone else {}


def _after(tie_breaks: Sequence[str]) -> int:
    """Return how many criteria are applied before those who left are split: up to the points."""
    return tie_breaks.index("points") + 1 if "points" in tie_breaks else min(1, len(tie_breaks))


def _nobody_won(field: Field) -> bool:
    """Return whether all tables so far ended in double forfeits, so that nobody is first."""
    if field.options.edition < 3 or field.options.duplicate:
        return False
    ended = [table for tables in field.rounds for table in tables if table.bye or table.result]
    return bool(ended) and all(
        table.result is not None and table.result.forfeit.issuperset(table.entrants)
        for table in ended
    )


def standing_order(field: Field) -> list[int]:
    """Return those who play, in the order of the standings. Equal ranks follow the seeding."""
    seeding = field.seeding()
    at = {entrant: place for place, entrant in enumerate(seeding)}
    rank = {row.entrant: row.rank for row in standings(field)}
    return sorted(seeding, key=lambda entrant: (rank[entrant], at[entrant]))


def _rows(
    groups: Sequence[tuple[list[int], str | None]],
    seen: Mapping[int, dict[str, Fraction | None]],
    steps: Steps,
    first: int = 1,
) -> list[StandingsRow]:
    rows: list[StandingsRow] = []
    for members, by in groups:
        rank = len(rows) + 1 if rows else first
        for at, number in enumerate(sorted(members)):
            decided = None if at else by
            figures = steps.get(number) if decided == DIRECT_ENCOUNTER else None
            rows.append(StandingsRow(rank, number, seen[number], decided, figures))
    return rows


def _split(
    members: Sequence[int], by: str | None, values: Values, name: str
) -> list[tuple[list[int], str | None]]:
    """Split the tied by a value, greatest first. The first part keeps the criterion `by`.

    Return each part with the criterion that put it behind the part before.
    """
    if len(members) == 1:
        return [(list(members), by)]
    # Integers over a common denominator are exact. Fractions compare far more slowly.
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
    steps: Steps,
) -> list[tuple[list[int], str | None]]:
    """Split the tied by the tables between them, if all met or the leader can't be reached.

    Entrants that remain tied are compared again, by the tables among them only. Return each part
    with the criterion that put it behind the part before. `seen` gets the points of the last
    mini-table that split them; None if there was none. `steps` gets the two values of the step that
    put an entrant below another.
    """
    for number in members:
        seen[number][DIRECT_ENCOUNTER] = None
    if len(members) < 2:
        return [(list(members), by)]
    table = MiniTable(ledger, members)
    ahead: list[int] = []
    while not table.complete and (first := table.out_of_reach()):
        if ahead:
            _note_step(steps, seen, first[:1], ahead[-1])
        table.note(seen)
        for above, number in pairwise(first):
            _note_step(steps, seen, [number], above)
        table.remove(first)
        ahead += first
    rest = list(table.among)
    if ahead:
        _note_step(steps, seen, rest, ahead[-1])
    groups: list[tuple[list[int], str | None]] = [([number], DIRECT_ENCOUNTER) for number in ahead]
    if len(rest) > 1 and table.complete:
        groups += _split_complete(ledger, table, rest, DIRECT_ENCOUNTER, seen, steps)
    else:
        groups.append((rest, DIRECT_ENCOUNTER))
    return [(groups[0][0], by), *groups[1:]]


def _split_complete(
    ledger: Ledger,
    table: MiniTable,
    members: Sequence[int],
    by: str | None,
    seen: Mapping[int, dict[str, Fraction | None]],
    steps: Steps,
) -> list[tuple[list[int], str | None]]:
    """Split tied entrants who have all met by the points that each took, then each part again."""
    parts = _split(members, by, table.taken, DIRECT_ENCOUNTER)
    if len(parts) == 1:
        # A mini-table that splits nobody is shown only if no wider one was.
        if all(seen[number][DIRECT_ENCOUNTER] is None for number in members):
            table.note(seen)
        return parts
    table.note(seen)
    for (above, _by), (part, _why) in pairwise(parts):
        _note_step(steps, seen, part, above[0])
    return [
        split
        for part, why in parts
        for split in (
            [(part, why)]
            if len(part) == 1
            else _split_complete(ledger, MiniTable(ledger, part), part, why, seen, steps)
        )
    ]


def _note_step(
    steps: Steps, seen: Mapping[int, dict[str, Fraction | None]], behind: Iterable[int], above: int
) -> None:
    """Store the values that put entrants below `above`, before a later step replaces them."""
    theirs = seen[above][DIRECT_ENCOUNTER]
    for number in behind:
        own = seen[number][DIRECT_ENCOUNTER]
        if own is not None and theirs is not None:
            steps[number] = own, theirs
