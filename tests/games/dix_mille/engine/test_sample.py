"""Random turns of 10 000: what a digest of many of them is too seldom about."""

from random import Random

import pytest

from games.dix_mille.engine.sample import MOST_THROWS, sample_turn
from games.dix_mille.engine.scoring import replay
from tests.games.dix_mille.builders import entry as built
from tests.games.dix_mille.builders import rules, scores


class OnlyFives(Random):
    """Every die shows 5, nobody stops by chance, and every other lot is `lot`."""

    def __init__(self, lot):
        super().__init__(1)
        self.lot = lot

    def randint(self, low, high):
        return min(5, high)

    def random(self):
        return self.lot


def drawn(lot, **changed):
    using = rules("classique", entry_score=0, target=10**6, **changed)
    entry = sample_turn(using, replay(using, 2, []), OnlyFives(lot))
    return using, entry


def test_a_turn_that_would_never_end_ends_by_dice_that_score_nothing():
    using, entry = drawn(0.4)
    # Whoever throws five fives must throw all five again, for ever.
    assert [throw["dice"] for throw in entry["throws"][:-1]] == [[5] * 5] * MOST_THROWS
    assert entry["throws"][-1]["dice"] == [2, 2, 3, 3, 4]
    assert scores(built(**entry), using=using) == (0, 0)


@pytest.mark.parametrize(("lot", "noted"), [(0.49, {"throws"}), (0.5, {"bust"})])
def test_half_of_the_turns_are_noted_by_their_points(lot, noted):
    assert drawn(lot)[1].keys() == noted
