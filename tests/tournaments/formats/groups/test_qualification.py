"""Who has qualified from a group, against every way in which it may still end."""

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
    """One group drawn to its end, the first tables with these results."""
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
    """Who comes through for sure, maybe, never, by ranking each way in which the tables end."""
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
        for number in (one.number for one in field.entrants)
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
    # Margins of 1 to 60 at the tables to come: what is called sure stays so for all of them.
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
        found, truth = fates(field), tried(field, margins)
        for number, fate in found.items():
            assert fate in (truth[number], "open")
            decided += fate != "open"
    assert decided > 250


def test_a_known_evening():
    # Two rounds: 1 beats 4 and 2, 2 beats 3, 3 and 4 draw. 2 against 4 and 3 against 1 are to come.
    field = of(4, groups=1)
    field = played(field, GROUPS.draw(field).tables)
    field = played(
        field,
        GROUPS.draw(field).tables,
        lambda table: WON if table.entrants == (1, 2) else DRAWN,
    )
    # 1 has 2 points; 2 may have 2 as well, 3 and 4 no more than 1½. One of those may be second.
    assert fates(field) == {1: "qualified", 2: "open", 3: "open", 4: "open"}
    # If one comes through it is 1: 2 can only draw level, and has lost to 1.
    alone = replace(field, options=replace(field.options, qualifiers=1))
    assert fates(alone) == {1: "qualified", 2: "out", 3: "out", 4: "out"}
    # 3 and 4 leave: the two who are left come through.
    assert fates(without(field, 3, 4)) == {1: "qualified", 2: "qualified", 3: "out", 4: "out"}
    # Before anything is played as well, though they will still meet.
    left = without(of(4, groups=1), 3, 4)
    assert fates(left) == {1: "qualified", 2: "qualified", 3: "out", 4: "out"}
    over = played(field, GROUPS.draw(field).tables)
    # 2 has beaten 4: two points.
    assert fates(over) == {1: "qualified", 2: "qualified", 3: "out", 4: "out"}
    final = played(over, GROUPS.draw(over).tables)
    assert fates(final) == fates(over)


def test_a_large_group_says_what_its_points_make_certain():
    # Ten in one group, the favourites win. Fifteen tables are left after six of nine rounds: 8, 9
    # and 10 have 1, 0 and 0 points, can have no more than 4, and 1 and 2 have 6 and 5.
    field = of(10, groups=1)
    for _ in range(3):
        field = played(field, GROUPS.draw(field).tables)
    assert set(fates(field).values()) == {"open"}
    for _ in range(3):
        field = played(field, GROUPS.draw(field).tables)
    assert [one for one, fate in fates(field).items() if fate == "out"] == [8, 9, 10]


def test_the_criteria_that_ask_for_no_scores_are_those_that_change_with_none():
    # Four played out, then the same with the margins of the first round made ten times as large.
    def tables(margin):
        return rounds_of(
            {(1, 4): (margin, 0), (2, 3): (0, margin)}, {(1, 3): (1, 0), (4, 2): (1, 0)}
        )

    entrants = tuple(Entrant(n, str(n), rating=1500.0 + n) for n in range(1, 5))
    one, ten = (
        Field(entrants, tables(margin), order=(1, 2, 3, 4), seed="graine") for margin in (1, 10)
    )
    same = {name for name, of_ in CRITERIA.items() if of_(Ledger(one)) == of_(Ledger(ten))}
    assert same - {"rating_performance"} == qualification.SCORELESS - {"direct_encounter"}
