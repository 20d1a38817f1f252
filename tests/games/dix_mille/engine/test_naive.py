"""The scorer, compared with a naive second one on every throw and on thousands of random legal
matches.
"""

from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random

import pytest

from games.dix_mille.engine.rulesets import rule_faults
from games.dix_mille.engine.scoring import replay
from games.dix_mille.engine.throws import best_readings, context_of
from games.dix_mille.presets import PRESETS
from tests.games.dix_mille import naive
from tests.games.dix_mille.builders import paliers, rules

SCORINGS = {"classic": "classique", "six_dice": "six-des", "odd": "impair"}


def compare_every_throw(using, count, **situation):
    """Compare all throws of `count` dice in one situation; return how many of them score
    nothing.
    """
    before = naive.nothing_before(using, **situation)
    lost = 0
    for ordered in combinations_with_replacement(range(1, 7), count):
        context = context_of(
            using,
            ordered,
            total=before["total"],
            figures=tuple(sorted(before["made"].items())),
            aside=None if before["aside"] is None else tuple(before["aside"]),
            after_brelan=before["pair_after_brelan"],
        )
        readings = best_readings(ordered, context)
        for reading in readings:
            assert sum(group.points for group in reading.groups) == reading.points
        best = {(reading.points, reading.dice) for reading in readings}
        assert best == naive.best_sets(list(ordered), before), ordered
        if not best:
            alike = prod(factorial(ordered.count(face)) for face in set(ordered))
            lost += factorial(count) // alike
    return lost


# How many throws score nothing. There are 4^n throws without 1s and 5s, less those with three
# alike, three pairs or a run. With five dice that is 1024 - 40·9 - 60 - 4. With six it is 4096 -
# (4·20·27 - 6·20) - 4·15·9 - 4·6·3 - 4 - 4·90.
LOST = {"classic": 600, "six_dice": 1080}


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.nightly
def test_every_throw_of_all_dice_under_every_scoring(scoring):
    using = rules(SCORINGS[scoring])
    lost = compare_every_throw(using, using.dice)
    assert lost == LOST.get(scoring, lost)


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.nightly
def test_every_throw_of_fewer_dice_under_every_scoring(scoring, count):
    using = rules(SCORINGS[scoring], four_two_one=True)
    compare_every_throw(using, count)


@pytest.mark.parametrize("full", ["half_pair", "product"])
@pytest.mark.parametrize("total", [0, 350])
def test_every_full(full, total):
    compare_every_throw(rules(full=full), 5, total=total)


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("extra", ["hundred", "double"])
@pytest.mark.parametrize("made", [{5: 500}, {1: 1000, 3: 300}])
@pytest.mark.nightly
def test_every_throw_after_figures(scoring, extra, made):
    using = rules(SCORINGS[scoring], extra_die=extra, break_fives=True)
    for count in (2, using.dice):
        compare_every_throw(using, count, made=made, total=650)


@pytest.mark.parametrize("aside", [[1], [5], [1, 5], [5, 5], None])
def test_every_late_suite(aside):
    using = rules("suites-longues", may_reroll_scoring=True)
    compare_every_throw(using, 5 - len(aside or [1]), aside=aside)


def test_every_pair_after_a_brelan():
    for made in range(1, 7):
        situation = {"made": {made: naive.brelan(made)}, "pair_after_brelan": True}
        compare_every_throw(rules("impair"), 2, **situation)


def assert_agree(using, random, seats):
    """Invent a match with the naive scorer; check that columns, scores, next step and result agree.
    Return the sheet.
    """
    match, entries, columns = naive.random_match(random, using, seats)
    for length in {len(entries), random.randint(1, len(entries))}:
        sheet = replay(using, seats, entries[:length])
        assert [paliers(sheet, seat) for seat in range(seats)] == columns[length - 1]
    assert sheet.scores == sheet.lines[-1].totals
    sheet = replay(using, seats, entries)
    assert sheet.scores == match.scores()
    if match.winner is None:
        carry = match.carry and {"points": match.carry[0], "dice": match.carry[1]}
        assert (sheet.next["seat"], sheet.next["may_carry"]) == (match.seat, carry)
        assert sheet.result is None
    else:
        assert (sheet.result.winners, sheet.result.ended_by) == ((match.winner,), match.ended_by)
    return sheet


@pytest.mark.parametrize("preset", [preset.slug for preset in PRESETS])
def test_presets_agree(preset):
    random = Random(preset)
    ends = [
        assert_agree(rules(preset, target=3000), random, random.randint(2, 5)).result
        for _ in range(2)
    ]
    assert any(ends)


def test_random_rulesets_agree():
    random = Random(300)
    for _ in range(15):
        using = naive.random_rules(random)
        assert rule_faults(using) == []
        assert_agree(using, random, random.randint(2, 6))
