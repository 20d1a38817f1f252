"""The scores of one throw of 10 000, compared with a count of every throw of the dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.dix_mille.analysis.throw_odds import throw_odds
from tests.games.dix_mille.builders import rules


def naive_classic(dice):
    """Return the best score of a throw of up to five dice by the classic table, worked out
    plainly.
    """
    counts = Counter(dice)
    if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return 1500
    score = 0
    for face, count in counts.items():
        single = {1: 100, 5: 50}.get(face, 0)
        brelan = 1000 if face == 1 else 100 * face
        if count >= 3:
            # A carré doubles the brelan, and a yam doubles it again. The other reading is the
            # brelan and single dice.
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
    """4-2-1 scores 2000 in 6 of 216 throws. In each of them the ace alone scores 100 already."""
    plain, variant = throw_odds(rules(), 3), throw_odds(rules("variante-421"), 3)
    assert dict(variant.scores)[2000] == Fraction(6, 216)
    assert variant.mean - plain.mean == Fraction(6 * 1900, 216)
