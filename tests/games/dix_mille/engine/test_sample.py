"""Random turns of 10 000: the rare cases, which a digest of many turns hardly tests."""

from random import Random

import pytest

from games.dix_mille.engine.sample import MOST_THROWS, _hopeless, sample_turn
from games.dix_mille.engine.scoring import replay
from games.dix_mille.engine.turns import Stand, open_turn
from tests.games.dix_mille.builders import entry as built
from tests.games.dix_mille.builders import rules, scores


class Fixed(Random):
    """A Random whose dice show `dice` in order and then 5 for ever. Its other numbers are `lots` in
    order; the last one is repeated.
    """

    def __init__(self, *lots, dice=""):
        super().__init__(1)
        self.lots = list(lots)
        self.dice = [int(die) for die in dice]

    def randint(self, low, high):
        return self.dice.pop(0) if self.dice else min(5, high)

    def random(self):
        return self.lots.pop(0) if len(self.lots) > 1 else self.lots[0]


def drawn(lot, **changed):
    using = rules("classique", entry_score=0, target=10**6, **changed)
    entry = sample_turn(using, replay(using, 2, []), Fixed(lot))
    return using, entry


def test_a_turn_that_would_never_end_ends_by_dice_that_score_nothing():
    using, entry = drawn(0.4)
    # A player who throws five fives must throw all five again, for ever.
    assert [throw["dice"] for throw in entry["throws"][:-1]] == [[5] * 5] * MOST_THROWS
    assert entry["throws"][-1]["dice"] == [2, 2, 3, 3, 4]
    assert scores(built(**entry), using=using) == (0, 0)


@pytest.mark.parametrize(("lot", "noted"), [(0.49, {"throws"}), (0.5, {"bust"})])
def test_half_of_the_turns_are_noted_by_their_points(lot, noted):
    assert drawn(lot)[1].keys() == noted


def test_five_aces_that_win_are_noted_as_that():
    using = rules("yam-d-as")
    won = sample_turn(using, replay(using, 2, []), Fixed(0.5, dice="11111"))
    assert won == {"instant_win": True}


@pytest.mark.parametrize(("lot", "throws"), [(0.29, ["11234"]), (0.3, ["11234", "643"])])
def test_three_in_ten_stop_on_little(lot, throws):
    using = rules("classique", entry_score=0)
    entry = sample_turn(using, replay(using, 2, []), Fixed(lot, dice="".join(throws)))
    assert ["".join(map(str, throw["dice"])) for throw in entry["throws"]] == throws


@pytest.mark.parametrize(
    ("given", "lot", "taken"),
    [
        ([{"dice": [1, 1, 2, 3, 4], "keep": [1, 1]}], 0.1 * 3, True),
        ([{"dice": [1, 1, 2, 3, 4], "keep": [1, 1]}], 0.31, False),
        # A turn noted by its points counts as if two dice were left.
        (None, 0.2, True),
        (None, 0.21, False),
    ],
)
def test_the_more_dice_are_left_the_more_often_they_are_taken_over(given, lot, taken):
    using = rules("classique", entry_score=0)
    before = built(throws=given) if given else built(points=200)
    entry = sample_turn(using, replay(using, 2, [before]), Fixed(lot, 0.4))
    assert entry.get("carried", False) is taken


def test_where_every_die_scores_none_is_hopeless():
    """After brelans of 2, 3, 4 and 6 every die scores: it doubles one of them, or it is a 1 or a
    5.
    """
    turn = open_turn(rules("classique", extra_die="double"), Stand(entered=True, score=0))
    turn = turn._replace(figures=((2, 200), (3, 300), (4, 400)), left=2)
    assert _hopeless(turn, 2) == [6, 6]
    turn = turn._replace(figures=((2, 200), (3, 300), (6, 600)))
    assert _hopeless(turn, 2) == [4, 4]
    turn = turn._replace(figures=((2, 200), (3, 300), (4, 400), (6, 600)))
    assert _hopeless(turn, 2) == [6, 6]
