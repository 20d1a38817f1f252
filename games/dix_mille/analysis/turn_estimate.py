"""Estimates the cost of computing a turn of 10 000 (`odds.Turns`) from its rules alone. Pure."""

from typing import Any

from games.dix_mille.analysis.odds import top_of
from games.dix_mille.analysis.throw_tables import has_moves, moves
from games.dix_mille.engine.rulesets import MilleRules
from games.registry.estimate import Estimate

# Computing times in milliseconds: of one way of keeping dice at one total, of one total, and of
# enumerating one way of keeping dice.
OF_A_KEEP, OF_A_TOTAL, OF_FINDING = 0.00002, 0.06, 0.35
# The memory, in bytes, that one way of keeping dice takes in the tables of throws and while they
# are built.
HELD_BY_A_KEEP = 300
# Upper limits for any ruleset: the number of situations if earlier figures do not matter, the
# number of situations if they do, and the number of ways of keeping dice in one situation.
FEW_SPOTS, MOST_SPOTS, FROM_A_SPOT = 20, 800, 30
# If only some of the scoring dice may be kept, there are more ways of keeping dice. This is the
# factor, by the number of dice.
PARTS_OF_A_THROW = {5: 4, 6: 12}


def turn_estimate(rules: MilleRules, *, entered: bool, score: int) -> Estimate:
    """Return the cost of computing the turns at a score. It includes enumerating the throws."""
    return _turns(rules, entered, score, 1)


def judged_estimate(rules: MilleRules, turns: int) -> Estimate:
    """Return the cost of judging `turns` turns of a match. Each may be at a different score."""
    return _turns(rules, False, 0, turns)


def _turns(rules: MilleRules, entered: bool, score: int, times: int) -> Estimate:
    spots, keeps, throws = _throws(rules)
    # There are twice as many totals if the tables distinguish whether one throw had the points to
    # enter.
    totals = (top_of(rules, score) + 1) * (2 if rules.entry_single_throw and not entered else 1)
    ms = totals * (keeps * OF_A_KEEP + OF_A_TOTAL)
    # Each total has two 64-bit numbers for each situation, and four for the worth of stopping.
    return throws.with_more(Estimate(times * ms, totals * (2 * spots + 4) * 8))


def _throws(rules: Any) -> tuple[int, int, Estimate]:
    """Return the number of situations and of keeps of a ruleset, and the cost of enumerating them.

    The cost is small if they are stored.
    """
    if has_moves(rules):
        known = moves(rules)
        return len(known.spots), len(known.even.added), Estimate(10, known.nbytes)
    spots = FEW_SPOTS if rules.extra_die == "none" else MOST_SPOTS
    keeps = spots * FROM_A_SPOT * (PARTS_OF_A_THROW[rules.dice] if rules.may_reroll_scoring else 1)
    return spots, keeps, Estimate(keeps * OF_FINDING, keeps * HELD_BY_A_KEEP)
