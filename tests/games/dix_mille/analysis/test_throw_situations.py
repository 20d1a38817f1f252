"""The throws of 10 000 within a turn, and what keeping their dice leads to."""

from games.dix_mille.analysis.throw_situations import (
    ThrowSituation,
    _figures,
    thrown,
    throws_of,
)
from games.dix_mille.engine.rulesets import frozen
from tests.games.dix_mille.builders import rules


def test_every_set_of_six_dice_is_counted():
    assert (len(throws_of(6)), sum(ways for _dice, ways in throws_of(6))) == (462, 46656)


def test_any_scoring_dice_may_be_kept_where_the_rules_let_one():
    """Of the two dice 1 and 5, both may be kept (then all are thrown again), or either one
    alone.
    """
    free, bound = (
        next(
            {(keep.added, keep.spot.left, keep.whole) for keep in throw.keeps}
            for throw in thrown(
                frozen(rules(may_reroll_scoring=may)), ThrowSituation(2, aside=None), False
            )
            if any(keep.added == 150 for keep in throw.keeps)
        )
        for may in (True, False)
    )
    assert bound == {(150, 5, True)}
    assert free == {(150, 5, True), (100, 1, False), (50, 1, False)}


def test_of_two_brelans_that_double_the_dearer_is_followed_up_to_the_dearest():
    ruleset = rules(extra_die="double")
    assert _figures(ruleset, {3: 300, 1: 1000, 6: 600}) == ((1, 1000),)
    assert _figures(ruleset, {4: 32_000}) == ((4, 16_000),)
    assert _figures(rules(extra_die="none"), {3: 300}) == ()
