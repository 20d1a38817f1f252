"""The exact odds of the scores of one throw of 10 000. Pure."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from games.dix_mille.analysis.throw_situations import ThrowSituation, throws_of, turn_in
from games.dix_mille.engine.rulesets import MilleRules, frozen
from games.dix_mille.engine.turns import readings


@dataclass(frozen=True, slots=True)
class ThrowOdds:
    """The exact odds of a throw of `dice` dice at the start of a turn.

    `nothing` and `main_pleine` are chances. `mean` and `scores` are the mean and the distribution
    of the best score, 0 included.
    """

    dice: int
    nothing: Fraction
    main_pleine: Fraction
    mean: Fraction
    scores: tuple[tuple[int, Fraction], ...]


def throw_odds(rules: MilleRules, count: int) -> ThrowOdds:
    """Return the odds of a throw of `count` dice, if no earlier die or figure of the turn
    counts.
    """
    turn = turn_in(frozen(rules), ThrowSituation(count))
    scores: Counter[int] = Counter()
    whole = 0
    for dice, ways in throws_of(count):
        best = readings(turn, dice)
        scores[best[0].points if best else 0] += ways
        whole += ways * any(len(read.dice) == count or read.fills for read in best)
    total = 6**count
    return ThrowOdds(
        count,
        Fraction(scores[0], total),
        Fraction(whole, total),
        Fraction(sum(points * ways for points, ways in scores.items()), total),
        tuple((points, Fraction(ways, total)) for points, ways in sorted(scores.items()) if ways),
    )
