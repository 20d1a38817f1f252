"""The odds of 10 000, compared with a straightforward recursion."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from games.dix_mille.analysis.odds import advise, advise_turn, enter_chance, thresholds, turns
from games.dix_mille.analysis.throw_odds import throw_odds
from games.dix_mille.analysis.throw_situations import ThrowSituation, throws_of
from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import frozen
from games.dix_mille.engine.tapping import TappedTurn
from games.dix_mille.engine.turns import Stand, open_turn, take_throw, whole_throw
from games.sheet import RuleError
from tests.games.dix_mille.builders import rules

# For cases that take seconds of processor and test what seldom changes.
LONG = [pytest.mark.nightly]


def recursion(ruleset, stand, turn=None, *, cost=0):
    """Return what the best way of throwing on is worth, straight from the rules of a turn.

    The result is the mean points, and the chance that the turn ends in nothing.
    """
    room = ruleset.target - stand.score
    in_one_throw = ruleset.entry_single_throw and not stand.entered

    def after_keeping(turn, throw):
        """Return what one way of keeping dice of a throw is worth, or None if the rules refuse
        it.
        """
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
            values = [
                value_after
                for throw in throws
                if (value_after := after_keeping(turn, throw)) is not None
            ]
            value, lost = max(values, key=best_first)
            points, bust = points + ways * value, bust + ways * lost
        return points / 6**turn.left, bust / 6**turn.left

    return roll(turn or open_turn(ruleset, stand))


def best_first(worth):
    points, bust = worth
    return round(points, 9), -bust


# Two or three dice are enough: they have few throws.
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
    worth = turns(ruleset, entered, 0, cost, False).roll(0, ThrowSituation(dice))
    assert worth == pytest.approx(recursion(ruleset, Stand(entered, 0), cost=cost))


def test_the_chance_of_losing_is_that_of_the_way_that_is_worth_most():
    """One die is thrown to reach exactly 100. An ace (100) ends the turn; on a 5 (50) one may not
    stop.
    """
    ruleset = frozen(rules(dice=1, target=100, main_pleine="may_stop"))
    worth = turns(ruleset, True, 0, 0, False).roll(0, ThrowSituation(1))
    # After an ace one stops. After a 5 the die is thrown again: another 5 makes 100, anything
    # else loses.
    assert worth.points == pytest.approx(100 / 6 + 100 / 36)
    assert worth.bust == pytest.approx(4 / 6 + 5 / 36)


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
    worth = turns(ruleset, entered, 0, 0, False).roll(0, ThrowSituation(5))
    assert worth == pytest.approx(recursion(ruleset, Stand(entered, 0)))


@pytest.mark.parametrize(
    ("changed", "throws"),
    [
        # A brelan of threes was made already: one more 3 adds a hundred, or doubles the brelan.
        ({}, "33346:333"),
        pytest.param({"extra_die": "double"}, "33346:333", marks=LONG),
        # The figure must still be confirmed.
        pytest.param({"confirmation": True}, "22246:222", marks=LONG),
        # Two dice are left here too, but no figure was made.
        ({}, "11346:11 256:5"),
    ],
)
def test_a_turn_under_way_is_worth_what_a_straightforward_recursion_says(changed, throws):
    ruleset = frozen(rules(target=650, **changed))
    stand = Stand(True, 0)
    turn = TappedTurn.read(ruleset, stand, None, {"throws": throws}).turn
    advice = advise_turn(turn)
    bare = turn._replace(throws=(), best_throw=0)
    assert advice.roll == pytest.approx(recursion(ruleset, stand, bare))
    nothing = sum(
        ways
        for dice, ways in throws_of(turn.left)
        if take_throw(turn, whole_throw(turn, dice), last=False).ended == "bust"
    )
    assert advice.next_bust == Fraction(nothing, 6**turn.left)


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
    # More than the target is a bust. From 200 with two dice, only a single ace or two 5s will
    # do.
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
    """The chance to enter is higher than that of 1000 points in the first throw of five dice, but
    below 0.2.
    """
    ruleset = rules(entry_score=1000, entry_single_throw=True, main_pleine="may_stop")
    one_throw = sum(share for points, share in throw_odds(ruleset, 5).scores if points >= 1000)
    assert float(one_throw) < enter_chance(ruleset).points < 0.2
