"""The odds of 10 000, against every throw of the dice and a straightforward recursion."""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from types import SimpleNamespace

import numpy as np
import pytest

from games.dix_mille.analysis.odds import (
    PARTS,
    ThrowSituation,
    _figures,
    _spot_read,
    advise,
    advise_turn,
    enter_chance,
    enumerated,
    has_moves,
    packed_moves,
    read_moves,
    reading_of,
    thresholds,
    throw_odds,
    thrown,
    throws_of,
    turns,
)
from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import frozen
from games.dix_mille.engine.tapping import TappedTurn
from games.dix_mille.engine.turns import Stand, open_turn, take_throw, whole_throw
from games.dix_mille.presets import PRESETS
from games.sheet import RuleError
from tests.extents import some
from tests.games.dix_mille.builders import VALUES

# Worth seconds of processor, for what seldom changes.
LONG = [pytest.mark.nightly]


def rules(slug="classique", **changed):
    preset = next(preset for preset in PRESETS if preset.slug == slug)
    return SimpleNamespace(**{**preset.values, **changed})


def naive_classic(dice):
    """The best score of a throw of five dice or fewer by the classic table, in words."""
    counts = Counter(dice)
    if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return 1500
    score = 0
    for face, count in counts.items():
        single = {1: 100, 5: 50}.get(face, 0)
        brelan = 1000 if face == 1 else 100 * face
        if count >= 3:
            # A carré of a brelan doubles it, a yam doubles again; or the brelan and singles.
            best = max(brelan * 2 ** (count - 3), brelan + single * (count - 3))
            score += max(best, single * count)
        else:
            score += single * count
    return score


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_throw_s_distribution_is_that_of_every_throw(count):
    scores = Counter(naive_classic(dice) for dice in product(range(1, 7), repeat=count))
    odds = throw_odds(rules(), count)
    assert dict(odds.scores) == {
        points: Fraction(ways, 6**count) for points, ways in scores.items()
    }
    assert odds.nothing == Fraction(scores[0], 6**count)


@pytest.mark.parametrize(
    ("slug", "dice", "nothing", "main_pleine"),
    [
        ("classique", 1, Fraction(2, 3), Fraction(1, 3)),
        ("classique", 2, Fraction(4, 9), Fraction(1, 9)),
        ("classique", 3, Fraction(5, 18), Fraction(1, 18)),
        ("classique", 4, Fraction(17, 108), Fraction(13, 324)),
        ("classique", 5, Fraction(25, 324), Fraction(169, 1944)),
        ("variante-421", 3, Fraction(5, 18), Fraction(1, 12)),
        ("six-des", 6, Fraction(5, 216), Fraction(89, 864)),
        ("impair", 5, Fraction(5, 144), Fraction(229, 1944)),
    ],
)
def test_nothing_and_main_pleine(slug, dice, nothing, main_pleine):
    odds = throw_odds(rules(slug), dice)
    assert (odds.nothing, odds.main_pleine) == (nothing, main_pleine)
    assert sum(share for _points, share in odds.scores) == 1


def test_421_is_six_throws_of_three_dice():
    """4-2-1 scores 2000 in 6 of 216 throws: an as is in each of them already."""
    plain, variant = throw_odds(rules(), 3), throw_odds(rules("variante-421"), 3)
    assert dict(variant.scores)[2000] == Fraction(6, 216)
    assert variant.mean - plain.mean == Fraction(6 * 1900, 216)


def test_every_set_of_six_dice_is_counted():
    assert (len(throws_of(6)), sum(ways for _dice, ways in throws_of(6))) == (462, 46656)


# -- Stopping ---------------------------------------------------------------------------------


def recursion(ruleset, stand, turn=None, *, cost=0):
    """What throwing on in the best way is worth, straight from the rules of a turn.

    The mean points, and the chance that the turn ends in nothing.
    """
    room = ruleset.target - stand.score
    in_one_throw = ruleset.entry_single_throw and not stand.entered

    def after_keeping(turn, throw):
        """What a way of keeping dice of a throw is worth; None if the rules refuse it."""
        try:
            after = take_throw(turn, throw, last=False)
        except RuleError:
            return None
        if after.ended in ("bust", "overshoot"):
            return -cost, 1
        bare = after._replace(throws=(after.throws[-1],))
        may_stop = throw == whole_throw(turn, throw["dice"]) and stop_fault(bare) is None
        ways = [(min(after.total, room), 0)] if may_stop else []
        if after.total < room or not may_stop:
            best = bare.best_throw if in_one_throw else 0
            ways.append(roll(bare._replace(throws=(), best_throw=best)))
        return max(ways, key=best_first)

    @cache
    def roll(turn):
        points = bust = 0
        for dice, ways in throws_of(turn.left):
            throws = [whole_throw(turn, dice)]
            if ruleset.may_reroll_scoring and "keep" in throws[0]:
                parts = {part for size in range(1, len(dice)) for part in combinations(dice, size)}
                throws += [{"dice": dice, "keep": part} for part in parts]
            found = [one for throw in throws if (one := after_keeping(turn, throw)) is not None]
            value, lost = max(found, key=best_first)
            points, bust = points + ways * value, bust + ways * lost
        return points / 6**turn.left, bust / 6**turn.left

    return roll(turn or open_turn(ruleset, stand))


def best_first(worth):
    points, bust = worth
    return round(points, 9), -bust


# Few dice have few throws.
@pytest.mark.parametrize("dice", [2, 3])
@pytest.mark.parametrize("cost", [0, 300])
@pytest.mark.parametrize(
    ("changed", "entered"),
    [
        ({}, True),
        ({}, False),
        ({"confirmation": True, "extra_die": "none"}, True),
        ({"entry_score": 100, "entry_single_throw": True, "main_pleine": "may_stop"}, False),
        ({"extra_die": "hundred", "four_two_one": True}, True),
        ({"may_reroll_scoring": True, "extra_die": "none"}, True),
        ({"exact_target": False, "no_fifty": False, "main_pleine": "may_stop"}, True),
    ],
)
def test_a_turn_with_few_dice_is_worth_what_a_straightforward_recursion_says(
    dice, cost, changed, entered
):
    ruleset = frozen(rules(**{"dice": dice, "target": 650, "entry_score": 150, **changed}))
    found = turns(ruleset, entered, 0, cost, False).roll(0, ThrowSituation(dice))
    assert found == pytest.approx(recursion(ruleset, Stand(entered, 0), cost=cost))


def test_the_chance_of_losing_is_that_of_the_way_that_is_worth_most():
    """One die, to 100 exactly: an as (100) is kept, a 5 (50) is no place to stop."""
    ruleset = frozen(rules(dice=1, target=100, main_pleine="may_stop"))
    found = turns(ruleset, True, 0, 0, False).roll(0, ThrowSituation(1))
    # After an as one stops; after a 5 the die is thrown again: a 5 is 100, all else is lost.
    assert found.points == pytest.approx(100 / 6 + 100 / 36)
    assert found.bust == pytest.approx(4 / 6 + 5 / 36)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"extra_die": "none", "break_fives": False},
        {"main_pleine": "may_stop", "no_fifty": False, "full": "product"},
    ],
)
@pytest.mark.parametrize("entered", [True, False])
def test_the_best_turn_is_worth_what_a_straightforward_recursion_says(changed, entered):
    ruleset = frozen(rules(target=250, entry_score=150, **changed))
    found = turns(ruleset, entered, 0, 0, False).roll(0, ThrowSituation(5))
    assert found == pytest.approx(recursion(ruleset, Stand(entered, 0)))


@pytest.mark.parametrize(
    ("changed", "throws"),
    [
        # A brelan already made: one more 3 is worth a hundred, or doubles it.
        ({}, "33346:333"),
        pytest.param({"extra_die": "double"}, "33346:333", marks=LONG),
        # A figure to be confirmed.
        pytest.param({"confirmation": True}, "22246:222", marks=LONG),
        # The same two dice, without a figure.
        ({}, "11346:11 256:5"),
    ],
)
def test_a_turn_under_way_is_worth_what_a_straightforward_recursion_says(changed, throws):
    ruleset = frozen(rules(target=650, **changed))
    stand = Stand(True, 0)
    turn = TappedTurn.read(ruleset, stand, None, {"throws": throws}).turn
    found = advise_turn(turn)
    bare = turn._replace(throws=(), best_throw=0)
    assert found.roll == pytest.approx(recursion(ruleset, stand, bare))
    nothing = sum(
        ways
        for dice, ways in throws_of(turn.left)
        if take_throw(turn, whole_throw(turn, dice), last=False).ended == "bust"
    )
    assert found.next_bust == Fraction(nothing, 6**turn.left)


def test_earlier_throws_change_nothing_where_no_rule_asks_for_them():
    ruleset = frozen(rules(target=2000, extra_die="none"))
    turn = TappedTurn.read(ruleset, Stand(True, 0), None, {"throws": "11346:11 256:5"}).turn
    assert advise_turn(turn) == advise(ruleset, entered=True, score=0, total=250, dice=2)


@pytest.mark.nightly
def test_a_throw_of_which_a_scoring_die_goes_on_is_no_stop():
    ruleset = rules(target=2000, may_reroll_scoring=True)
    tapped = TappedTurn.read(ruleset, Stand(True, 0), None, {"throws": "11346:1"})
    turn = tapped.turn
    assert (turn.total, tapped.stop_fault.code) == (100, "must_keep_scoring")
    assert advise_turn(turn, whole=False).stop is None


def test_near_the_target_one_stops_on_it():
    short = rules(target=1000)
    advice = advise(short, entered=True, score=700, total=300, dice=2)
    assert (advice.stop, advice.better) == (300.0, "stop")
    assert (advice.roll.points, advice.roll.bust) == (0.0, 1.0)
    # What lies beyond is a bust: with two dice, from 200, only one as alone or two 5s will do.
    advice = advise(short, entered=True, score=700, total=200, dice=2)
    assert advice.next_bust == Fraction(4, 9)


def test_one_may_not_stop_below_the_entry_nor_on_fifty():
    short = rules(target=1000)
    assert advise(short, entered=False, score=0, total=600, dice=2).stop is None
    assert advise(short, entered=False, score=0, total=700, dice=2).stop == 700
    assert advise(short, entered=True, score=0, total=350, dice=2).stop is None


def test_what_was_taken_over_is_not_kept_without_a_throw():
    short = rules(target=1000)
    assert advise(short, entered=True, score=0, total=600, dice=2, taken=600).stop is None


def test_the_last_coche_makes_one_stop_sooner():
    calm = dict(thresholds(rules(), entered=True, score=5000))
    afraid = dict(thresholds(rules(), entered=True, score=5000, cost=1000))
    assert calm == {1: 200, 2: 200, 3: 200, 4: 400, 5: None}
    assert afraid == {1: 100, 2: 100, 3: 100, 4: 100, 5: None}


def test_entering_is_likelier_the_lower_the_entry():
    chances = [enter_chance(rules(entry_score=entry)).points for entry in (300, 700, 1000)]
    assert chances == sorted(chances, reverse=True)
    assert chances[1] == pytest.approx(0.1774483, abs=1e-7)


def test_an_entry_in_one_throw_of_a_single_die_set_is_the_chance_of_that_throw():
    """With no second throw worth it: 1000 in one throw of five dice, of the classic table."""
    ruleset = rules(entry_score=1000, entry_single_throw=True, main_pleine="may_stop")
    one_throw = sum(share for points, share in throw_odds(ruleset, 5).scores if points >= 1000)
    assert float(one_throw) < enter_chance(ruleset).points < 0.2


def test_any_scoring_dice_may_be_kept_where_the_rules_let_one():
    """Of two dice 1-5: both (and all are thrown again), or either alone."""
    free, bound = (
        next(
            {(keep.added, keep.spot.left, keep.whole) for keep in one.keeps}
            for one in thrown(
                frozen(rules(may_reroll_scoring=may)), ThrowSituation(2, aside=None), False
            )
            if any(keep.added == 150 for keep in one.keeps)
        )
        for may in (True, False)
    )
    assert bound == {(150, 5, True)}
    assert free == {(150, 5, True), (100, 1, False), (50, 1, False)}


# --- The throws that are kept ------------------------------------------------------------------


def test_every_preset_has_its_throws_kept():
    assert all(has_moves(rules(slug)) for slug in VALUES)
    assert not has_moves(rules(break_fives=False))


def test_what_is_packed_is_read_back():
    using = frozen(rules(dice=2, confirmation=True))
    path, arrays = packed_moves(using)
    assert re.fullmatch(r".*/throws_kept/[0-9a-f]{12}\.npz", path)
    spots, *tables = enumerated(using)
    read = [_spot_read(one) for one in json.loads(arrays["spots"].tobytes())]
    assert read == list(spots)
    for side, table in zip(("even", "odd"), tables, strict=True):
        found = {name: arrays[f"{side}_{name}"].tolist() for name in PARTS}
        assert found == {name: table.parts[name].tolist() for name in PARTS}
        assert {table.parts[name].dtype.name for name in PARTS} == {"int32"}


def test_of_two_brelans_that_double_the_dearer_is_followed_up_to_the_dearest():
    ruleset = rules(extra_die="double")
    assert _figures(ruleset, {3: 300, 1: 1000, 6: 600}) == ((1, 1000),)
    assert _figures(ruleset, {4: 32_000}) == ((4, 16_000),)
    assert _figures(rules(extra_die="none"), {3: 300}) == ()


@pytest.mark.parametrize("slug", some(list(VALUES), 11))
def test_what_is_kept_is_what_the_rules_say_now(slug):
    """`manage.py keep_throws` makes the files anew where they differ."""
    using = frozen(rules(slug))
    kept, counted = read_moves(reading_of(using)), enumerated(using)
    assert kept[0] == counted[0]
    for one, other in zip(kept[1:], counted[1:], strict=True):
        assert all(np.array_equal(one.parts[name], other.parts[name]) for name in PARTS)
