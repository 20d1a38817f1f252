"""How much work it is to compute a turn, estimated from its rules; the expected figures are worked
out by hand.
"""

from types import SimpleNamespace

import pytest

from games.dix_mille.analysis import turn_estimate
from games.dix_mille.analysis.turn_estimate import judged_estimate

# Ten totals, from 0 to 9 fifties.
TEN = 10


@pytest.fixture(autouse=True)
def _ten_totals(monkeypatch):
    monkeypatch.setattr(turn_estimate, "top_of", lambda rules, score: TEN - 1)


@pytest.fixture
def unknown(monkeypatch):
    """Make it seem that no throws have been enumerated yet."""
    monkeypatch.setattr(turn_estimate, "has_moves", lambda rules: False)


def rules(**changes):
    usual = {"entry_single_throw": False, "extra_die": "none", "may_reroll_scoring": False}
    return SimpleNamespace(**{**usual, "dice": 5, **changes})


@pytest.mark.usefixtures("unknown")
@pytest.mark.parametrize(
    ("changes", "entered", "ms", "held"),
    [
        # There are 20 spots and 600 ways to keep dice: 210 ms to find them, then 0.012 + 0.06 ms
        # for each of ten totals.
        ({}, False, 210 + 0.72, 600 * 300 + TEN * 44 * 8),
        # Until somebody has entered, whether one throw was enough to enter is tracked
        # separately, which doubles the totals.
        ({"entry_single_throw": True}, False, 210 + 1.44, 600 * 300 + 2 * TEN * 44 * 8),
        ({"entry_single_throw": True}, True, 210 + 0.72, 600 * 300 + TEN * 44 * 8),
        # Any part of the scoring dice may be kept: there are four times as many ways with five
        # dice, and twelve times with six.
        ({"may_reroll_scoring": True}, True, 840 + 1.08, 2400 * 300 + TEN * 44 * 8),
        ({"may_reroll_scoring": True, "dice": 6}, True, 2520 + 2.04, 7200 * 300 + TEN * 44 * 8),
        # Earlier figures can be met again, which gives 800 spots.
        ({"extra_die": "suite"}, True, 8400 + 5.4, 24_000 * 300 + TEN * 1604 * 8),
    ],
)
def test_a_turn_whose_throws_are_not_known(changes, entered, ms, held):
    estimate = turn_estimate.turn_estimate(rules(**changes), entered=entered, score=0)
    assert estimate == (pytest.approx(ms), held)


def test_throws_that_are_known_cost_little_more_than_their_table(monkeypatch):
    known = SimpleNamespace(spots=[0] * 7, even=SimpleNamespace(added=[0] * 50), nbytes=4000)
    monkeypatch.setattr(turn_estimate, "has_moves", lambda rules: True)
    monkeypatch.setattr(turn_estimate, "moves", lambda rules: known)
    estimate = turn_estimate.turn_estimate(rules(), entered=True, score=0)
    assert estimate == (pytest.approx(10 + TEN * (0.001 + 0.06)), 4000 + TEN * 18 * 8)


@pytest.mark.usefixtures("unknown")
def test_each_turn_of_a_match_that_is_judged_may_be_at_a_score_of_its_own():
    estimate = judged_estimate(rules(entry_single_throw=True), 5)
    assert estimate == (pytest.approx(210 + 5 * 1.44), 600 * 300 + 2 * TEN * 44 * 8)
