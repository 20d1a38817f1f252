"""Which rulesets the chances of a duel support, and the grid of scores that they use."""

import pytest

from games.dix_mille.analysis.duel_state import unfit, unit_of
from games.dix_mille.analysis.kept_duels import LIMITS
from tests.games.dix_mille.builders import rules


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"scoring": "odd"}, "duel_needs_classic", "scoring"),
        ({"entry_single_throw": True}, "duel_rule_not_known", "entry_single_throw"),
        ({"confirmation": True}, "duel_rule_not_known", "confirmation"),
        ({"jokers": True}, "duel_rule_not_known", "jokers"),
        ({"late_suites": True}, "duel_rule_not_known", "late_suites"),
        ({"last_round": "turn_each"}, "duel_rule_not_known", "last_round"),
        ({"may_reroll_scoring": True}, "duel_rule_not_known", "may_reroll_scoring"),
        ({"chain_collision": True}, "duel_rule_not_known", "chain_collision"),
        ({"win_on_main_pleine_from": 0}, "duel_rule_not_known", "win_on_main_pleine_from"),
        ({"target": 10_100}, "duel_target", "target"),
        ({"target": 9_950}, "duel_target", "target"),
        ({"coches_to_strike": 5}, "duel_coches", "coches_to_strike"),
    ],
)
def test_rules_that_it_does_not_know_are_named(changes, code, field):
    assert unfit(rules(**changes)) == (code, field)
    # The form before the match says so by the rule.
    assert field in LIMITS


@pytest.mark.parametrize(
    "changes",
    [{}, {"target": 10_000}, {"coches_to_strike": 4}, {"target": 9_950, "no_fifty": False}],
)
def test_rules_that_it_knows(changes):
    assert unfit(rules(**changes)) is None


def test_scores_are_hundreds_unless_one_may_stop_on_fifty():
    assert (unit_of(rules()), unit_of(rules(no_fifty=False))) == (100, 50)
