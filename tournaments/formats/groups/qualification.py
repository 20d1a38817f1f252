"""Computes who has qualified from a group, who still may, and who no longer can.

Every way in which the tables still to come may end (won, drawn, lost) is tried, and the group is
ranked for each by the tournament's own criteria. A tie that only scores of tables still to come
would split may be split either way. If there are too many ways, only what is certain by the points
alone is returned. It is assumed that nobody leaves, and that no two forfeit together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Field, Result, Table
from tournaments.draws.pool import Fate
from tournaments.draws.ranking.records import exact, records, total
from tournaments.draws.ranking.standings import standings
from tournaments.formats.groups import barrage
from tournaments.formats.groups.draw import (
    group_draw,
    group_field,
    group_slot,
    groups,
    has_barrage,
    knockout_order,
    ranking_of,
)

# With at most `TRIED` tables to come every way is tried: 3 ** TRIED ways at most.
TRIED = 6
# The most ways that are tried for all groups together, so that a page with many groups is not slow.
WAYS = 4000
# Ways are tried in steps of this many. It has no factor in common with a power of three, so the
# steps reach all ways.
JUMP = 367
# How a table may end. The scores only say who won: see `SCORELESS`.
ENDS = (Result((1, 0)), Result((0, 0)), Result((0, 1)))
# The criteria that do not depend on the margin of a win.
SCORELESS = frozenset(
    (
        *("points", "wins", "direct_encounter", "buchholz", "buchholz_cut_1", "median_buchholz"),
        *("sonneborn_berger", "progressive_score", "koya", "seed", "lots"),
    )
)


class ToCome(NamedTuple):
    """A group with all its rounds drawn. `open` says where its tables without a result are."""

    field: Field
    open: tuple[tuple[int, int], ...]


def fates(field: Field) -> dict[int, Fate]:
    """Return whether each entrant of the groups is qualified, open or out.

    Those who left are out.
    """
    started = any(table.slot.startswith("K") for tables in field.rounds for table in tables)
    if started:
        through = frozenset(knockout_order(field))
        return {
            number: "qualified" if number in through else "out"
            for members in groups(field)
            for number in members
        }
    made = groups(field)
    coming = [
        _to_come(group_field(field, members, group_slot(at)), group_slot(at))
        for at, members in enumerate(made)
    ]
    ways = sum(len(ENDS) ** min(len(group.open), TRIED) for group in coming)
    fate_by_entrant: dict[int, Fate] = {}
    for members, group in zip(made, coming, strict=True):
        fate_by_entrant |= _group_fates(members, group, tried=ways <= WAYS)
    return fate_by_entrant


def _group_fates(members: Sequence[int], coming: ToCome, *, tried: bool) -> dict[int, Fate]:
    qualifiers = coming.field.options.qualifiers
    playing = coming.field.playing
    fate_by_entrant: dict[int, Fate] = dict.fromkeys(members, "out")
    if has_barrage(coming.field):
        return fate_by_entrant | _barrage_fates(coming.field, playing, qualifiers)
    if not coming.open:
        through = ranking_of(coming.field)[:qualifiers]
        return fate_by_entrant | dict.fromkeys(through, "qualified")
    if len(playing) <= qualifiers:
        return fate_by_entrant | dict.fromkeys(playing, "qualified")
    if not tried or len(coming.open) > TRIED:
        return fate_by_entrant | _by_points(coming, playing, qualifiers)
    into: set[int] = set()
    missing: set[int] = set()
    for first, last in _ends(coming, playing, qualifiers):
        into |= first
        missing |= last
        if into.issuperset(playing) and missing.issuperset(playing):
            break
    for number in playing:
        sure = number not in missing
        fate_by_entrant[number] = "qualified" if sure else "open" if number in into else "out"
    return fate_by_entrant


def _barrage_fates(own: Field, playing: Sequence[int], qualifiers: int) -> dict[int, Fate]:
    """Return the fates in a group with a barrage; all are open if somebody has left."""
    ranks = barrage.ranks(own)
    if ranks is None:
        over = barrage.is_over(own)
        line: dict[int, Fate] = dict.fromkeys(playing, "out" if over else "open")
        through = ranking_of(own)[:qualifiers] if over else ()
        return line | dict.fromkeys(through, "qualified")
    return {
        number: "qualified"
        if max(ranks[number]) <= qualifiers
        else "out"
        if min(ranks[number]) > qualifiers
        else "open"
        for number in playing
    }


def _to_come(own: Field, slot: str) -> ToCome:
    """Draw a group to its end, without results. A barrage is not drawn, as it needs results."""
    while not has_barrage(own):
        try:
            drawn = group_draw(own, slot)
        except PairingError:
            break
        own = replace(own, rounds=(*own.rounds, drawn.tables))
    open_ = tuple(
        (number, at)
        for number, tables in enumerate(own.rounds)
        for at, table in enumerate(tables)
        if not table.bye and table.result is None
    )
    return ToCome(own, open_)


def _ends(
    coming: ToCome, playing: Sequence[int], qualifiers: int
) -> Iterator[tuple[set[int], set[int]]]:
    """Yield, for each way in which the tables may end, who may qualify, and who may fail to."""
    own = coming.field
    busy = {number for at, table in coming.open for number in own.rounds[at][table].entrants}
    cut = next(
        (at for at, name in enumerate(own.tie_breaks) if name not in SCORELESS),
        len(own.tie_breaks),
    )
    sure = own.tie_breaks[:cut]
    ways = list(product(ENDS, repeat=len(coming.open)))
    for at in range(len(ways)):
        # All ways are tried, in large steps, because entrants whose fate is open are then found
        # early.
        ends = ways[at * JUMP % len(ways)]
        ended = _ended(coming, ends)
        place = {row.entrant: row.rank for row in standings(replace(ended, tie_breaks=sure))}
        levels: dict[int, list[int]] = {}
        for number in playing:
            levels.setdefault(place[number], []).append(number)
        into: set[int] = set()
        missing: set[int] = set()
        before = 0
        for _rank, level in sorted(levels.items()):
            after = before + len(level)
            if after <= qualifiers:
                into.update(level)
            elif before >= qualifiers:
                missing.update(level)
            elif len(level) > 1 and busy.intersection(level):
                into.update(level)
                missing.update(level)
            else:
                line = [row.entrant for row in standings(ended) if row.entrant in level]
                into.update(line[: qualifiers - before])
                missing.update(line[qualifiers - before :])
            before = after
        yield into, missing


def _ended(coming: ToCome, ends: Sequence[Result]) -> Field:
    """Return the group with the results `ends` at the tables that had none."""
    result = dict(zip(coming.open, ends, strict=True))
    rounds: list[tuple[Table, ...]] = [
        tuple(
            replace(table, result=result[(number, at)]) if (number, at) in result else table
            for at, table in enumerate(tables)
        )
        for number, tables in enumerate(coming.field.rounds)
    ]
    return replace(coming.field, rounds=tuple(rounds))


def _by_points(coming: ToCome, playing: Sequence[int], qualifiers: int) -> dict[int, Fate]:
    """Return what the points alone make certain, whatever results are still to come."""
    own = coming.field
    if own.tie_breaks[:1] != ("points",):
        return dict.fromkeys(playing, "open")
    points = own.options.points
    values = [exact(value) for value in (points.win, points.draw, points.loss)]
    left = {
        number: sum(number in own.rounds[at][table].entrants for at, table in coming.open)
        for number in playing
    }
    # A forfeit is worth 0 points.
    worst, best = min(*values, exact(0)), max(values)
    have = {number: total(meeting.points for meeting in records(own)[number]) for number in playing}
    least = {number: have[number] + worst * left[number] for number in playing}
    most = {number: have[number] + best * left[number] for number in playing}
    fate_by_entrant: dict[int, Fate] = {}
    for number in playing:
        rivals = [other for other in playing if other != number]
        may_pass = sum(most[other] >= least[number] for other in rivals)
        ahead = sum(least[other] > most[number] for other in rivals)
        fate_by_entrant[number] = (
            "qualified" if may_pass < qualifiers else "out" if ahead >= qualifiers else "open"
        )
    return fate_by_entrant
