"""Tests of who has qualified from a group, compared with every way in which the group may still
end.
"""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.tournaments.draws.playing import of, played, rounds_of, without
from tournaments.draws.field import Entrant, Field, Result
from tournaments.draws.ranking.criteria import CRITERIA, Ledger
from tournaments.draws.ranking.standings import standings
from tournaments.formats.groups import qualification
from tournaments.formats.groups.qualification import fates
from tournaments.formats.installed import format_of

GROUPS = format_of("groups")
WON, DRAWN, LOST = Result((1, 0)), Result((0, 0)), Result((0, 1))


def group(count, qualifiers, tie_breaks, results):
    """Return one group drawn to its end, in which only the first tables have results."""
    field = of(count, groups=1, qualifiers=qualifiers, tie_breaks=tie_breaks)
    waiting = list(results)
    for _ in range(count if count % 2 else count - 1):
        drawn = GROUPS.draw(field).tables
        field = played(field, drawn, lambda _table: waiting.pop(0) if waiting else None)
    return field


def open_tables(field):
    return [
        (number, at)
        for number, tables in enumerate(field.rounds)
        for at, table in enumerate(tables)
        if not table.bye and table.result is None
    ]


def tried(field, ends):
    """Return the fate of each entrant, found by ranking every possible end of the group."""
    tables = open_tables(field)
    seen = []
    for results in product(ends, repeat=len(tables)):
        rounds = [list(row) for row in field.rounds]
        for (number, at), result in zip(tables, results, strict=True):
            rounds[number][at] = replace(rounds[number][at], result=result)
        ended = replace(field, rounds=tuple(map(tuple, rounds)))
        rows = [row.entrant for row in standings(ended)]
        seen.append(set(rows[: field.options.qualifiers]))
    always, ever = set.intersection(*seen), set.union(*seen)
    return {
        number: "qualified" if number in always else "open" if number in ever else "out"
        for number in (entrant.number for entrant in field.entrants)
    }


SCORELESS = ("points", "direct_encounter", "buchholz", "lots")


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("qualifiers", [1, 2])
@pytest.mark.nightly
def test_every_way_a_small_group_may_end(count, qualifiers):
    tables = {3: 3, 4: 6}[count]
    for known in range(tables + 1):
        for results in product((WON, DRAWN, LOST), repeat=known):
            if len(set(results)) > 2 and known > 4:
                continue
            field = group(count, qualifiers, SCORELESS, results)
            if tables - known > 4:
                continue
            assert fates(field) == tried(field, (WON, DRAWN, LOST)), results


def test_scores_to_come_are_never_foretold():
    # The tables still to be played may end with margins of 1 to 60. A fate that is called certain
    # must hold for all of them.
    random = Random(16)
    margins = [Result((m, 0)) for m in (1, 2, 7, 60)] + [DRAWN]
    margins += [Result((0, m)) for m in (1, 2, 7, 60)]
    decided = 0
    for _ in range(150):
        count = random.choice([3, 4])
        known = random.randint(*{3: (1, 3), 4: (4, 6)}[count])
        results = [random.choice(margins) for _ in range(known)]
        tie_breaks = ("points", "direct_encounter", "difference", "lots")
        field = group(count, random.choice([1, 2]), tie_breaks, results)
        actual, truth = fates(field), tried(field, margins)
        for number, fate in actual.items():
            assert fate in (truth[number], "open")
            decided += fate != "open"
    assert decided > 250


def test_a_known_evening():
    # After two rounds, 1 has beaten 4 and 2, 2 has beaten 3, and 3 and 4 have drawn. 2–4 and 3–1
    # are still to be played.
    field = of(4, groups=1)
    field = played(field, GROUPS.draw(field).tables)
    field = played(
        field,
        GROUPS.draw(field).tables,
        lambda table: WON if table.entrants == (1, 2) else DRAWN,
    )
    # 1 has 2 points. 2 may also reach 2, and 3 and 4 may reach 1½. Any of these three may be
    # second.
    assert fates(field) == {1: "qualified", 2: "open", 3: "open", 4: "open"}
    # If only one qualifies, it is 1: 2 can only reach equal points, and has lost to 1.
    alone = replace(field, options=replace(field.options, qualifiers=1))
    assert fates(alone) == {1: "qualified", 2: "out", 3: "out", 4: "out"}
    # If 3 and 4 leave, the two who remain qualify.
    assert fates(without(field, 3, 4)) == {1: "qualified", 2: "qualified", 3: "out", 4: "out"}
    # This is also so before anything is played, although 1 and 2 still have to meet.
    left = without(of(4, groups=1), 3, 4)
    assert fates(left) == {1: "qualified", 2: "qualified", 3: "out", 4: "out"}
    over = played(field, GROUPS.draw(field).tables)
    # 2 has beaten 4 and has two points.
    assert fates(over) == {1: "qualified", 2: "qualified", 3: "out", 4: "out"}
    final = played(over, GROUPS.draw(over).tables)
    assert fates(final) == fates(over)


def test_a_large_group_says_what_its_points_make_certain():
    # Ten entrants in one group; favourites win. After six of nine rounds, fifteen tables are left.
    # 8, 9 and 10 have 1, 0 and 0 points and can reach at most 4. 1 and 2 have 6 and 5.
    field = of(10, groups=1)
    for _ in range(3):
        field = played(field, GROUPS.draw(field).tables)
    assert set(fates(field).values()) == {"open"}
    for _ in range(3):
        field = played(field, GROUPS.draw(field).tables)
    assert [entrant for entrant, fate in fates(field).items() if fate == "out"] == [8, 9, 10]


def test_criteria_that_need_no_scores_do_not_change_with_the_margins():
    # Four entrants play two rounds. Then the same results are taken with margins a hundred times
    # as large in the first round.
    def tables(margin):
        return rounds_of(
            {(1, 4): (margin, 0), (2, 3): (0, margin)}, {(1, 3): (1, 0), (4, 2): (1, 0)}
        )

    entrants = tuple(Entrant(n, str(n), rating=1500.0 + n) for n in range(1, 5))
    by_one, by_hundred = (
        Field(entrants, tables(margin), order=(1, 2, 3, 4), seed="graine") for margin in (1, 100)
    )
    same = {
        name for name, of_ in CRITERIA.items() if of_(Ledger(by_one)) == of_(Ledger(by_hundred))
    }
    assert same - {"rating_performance"} == qualification.SCORELESS - {"direct_encounter"}
