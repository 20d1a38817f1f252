"""Computes who has qualified from a group, who still may, and who no longer can.

Every combination of results (won, drawn, lost) of the unfinished tables is tried, and the group
is ranked for each combination by the tournament's criteria. If a tie can be split only by scores
that are not known yet, it counts as open either way. If there are too many combinations, the
answer uses only what the points alone make certain. It is assumed that nobody leaves, and that
there is no double forfeit.
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

# The most unfinished tables of a group for which every combination of results is tried. There
# are then at most 3 ** TRIED combinations.
TRIED = 6
# The most combinations that are tried for all groups together, so that a page with many groups
# is not slow.
WAYS = 4000
# The step from one combination to the next one tried. It has no factor in common with a power of
# three, so that the steps reach all combinations.
JUMP = 367
# The possible results of a table. The scores only say who won: see `SCORELESS`.
ENDS = (Result((1, 0)), Result((0, 0)), Result((0, 1)))
# The criteria that depend only on who won, not on the scores.
SCORELESS = frozenset(
    (
        *("points", "wins", "direct_encounter", "buchholz", "buchholz_cut_1", "median_buchholz"),
        *("sonneborn_berger", "progressive_score", "koya", "seed", "lots"),
    )
)


class ToCome(NamedTuple):
    """A group with all its rounds drawn.

    `open` lists its tables without a result, each as a round and a place in the round, both from
    0.
    """

    field: Field
    open: tuple[tuple[int, int], ...]


def fates(field: Field) -> dict[int, Fate]:
    """Return whether each entrant of the groups is `qualified`, `open` or `out`.

    Entrants who have left are `out`.
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
    """Return the fate of each entrant of a group with a barrage.

    If somebody has left, or after a double forfeit, all are open until the group is over.
    """
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
    """Return a group with all its remaining rounds drawn, without results.

    A group with a barrage is returned as it is, because its draw depends on results.
    """
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
    """Yield who may qualify and who may fail to, for each combination of open tables' results."""
    own = coming.field
    busy = {number for at, table in coming.open for number in own.rounds[at][table].entrants}
    cut = next(
        (at for at, name in enumerate(own.tie_breaks) if name not in SCORELESS),
        len(own.tie_breaks),
    )
    sure = own.tie_breaks[:cut]
    ways = list(product(ENDS, repeat=len(coming.open)))
    for at in range(len(ways)):
        # Trying the combinations in large steps finds entrants whose fate is open early.
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
    """Return the group in which the open tables have the results `ends`."""
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
    """Return each entrant's fate as far as the points alone make it certain; otherwise it is
    open.
    """
    own = coming.field
    if own.tie_breaks[:1] != ("points",):
        return dict.fromkeys(playing, "open")
    points = own.options.points
    values = [exact(value) for value in (points.win, points.draw, points.loss)]
    left = {
        number: sum(number in own.rounds[at][table].entrants for at, table in coming.open)
        for number in playing
    }
    # A forfeit is worth 0 points, which may be less than a loss.
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
