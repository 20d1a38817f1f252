"""How much a turn of 10 000 is to compute (`odds.Turns`), from its rules alone. Pure."""

from typing import Any

from games.dix_mille.analysis.odds import top_of
from games.dix_mille.analysis.throw_tables import has_moves, moves
from games.dix_mille.engine.rulesets import MilleRules
from games.registry.estimate import Estimate

# Milliseconds: of one way of keeping dice at one total, of one total, and of finding one such way.
OF_A_KEEP, OF_A_TOTAL, OF_FINDING = 0.00002, 0.06, 0.35
# Bytes of one such way in the tables of throws, and while they are made.
HELD_BY_A_KEEP = 300
# The most spots, and ways of keeping dice from each, that any ruleset has: without earlier figures
# to be met again, or with them; and by the dice, where a part of those that score may be kept.
FEW_SPOTS, MOST_SPOTS, FROM_A_SPOT = 20, 800, 30
PARTS_OF_A_THROW = {5: 4, 6: 12}


def turn_estimate(rules: MilleRules, *, entered: bool, score: int) -> Estimate:
    """Return what computing the turns of a score takes, and the throws that it needs."""
    return _turns(rules, entered, score, 1)


def judged_estimate(rules: MilleRules, turns: int) -> Estimate:
    """Return what judging so many turns of a match takes: each may be at a score of its own."""
    return _turns(rules, False, 0, turns)


def _turns(rules: MilleRules, entered: bool, score: int, times: int) -> Estimate:
    spots, keeps, throws = _throws(rules)
    # Whether one throw was enough to enter is followed apart.
    totals = (top_of(rules, score) + 1) * (2 if rules.entry_single_throw and not entered else 1)
    ms = totals * (keeps * OF_A_KEEP + OF_A_TOTAL)
    # Two numbers of 64 bits for each spot, four for stopping.
    return throws.with_more(Estimate(times * ms, totals * (2 * spots + 4) * 8))


def _throws(rules: Any) -> tuple[int, int, Estimate]:
    """The size of a ruleset's throws, and what finding them takes: little where they are kept."""
    if has_moves(rules):
        known = moves(rules)
        return len(known.spots), len(known.even.added), Estimate(10, known.nbytes)
    spots = FEW_SPOTS if rules.extra_die == "none" else MOST_SPOTS
    keeps = spots * FROM_A_SPOT * (PARTS_OF_A_THROW[rules.dice] if rules.may_reroll_scoring else 1)
    return spots, keeps, Estimate(keeps * OF_FINDING, keeps * HELD_BY_A_KEEP)
