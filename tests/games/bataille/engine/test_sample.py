"""Random manches of Bataille: the rare cases, which a digest of many manches hardly tests."""

from random import Random

import pytest

from games.bataille.engine.sample import sample_manche
from games.bataille.engine.scoring import replay
from tests.games.bataille.builders import rules


class Fixed(Random):
    """A Random that returns `lots` in order and then repeats the last one; a manche lasts `length`
    tricks.
    """

    def __init__(self, *lots, length=100.4):
        super().__init__(1)
        self.lots = list(lots)
        self.length = length

    def random(self):
        return self.lots.pop(0) if len(self.lots) > 1 else self.lots[0]

    def randrange(self, *limits):
        return 1

    def lognormvariate(self, mu, sigma):
        return self.length


def drawn(*lots, using=None, **more):
    using = using or rules()
    return sample_manche(using, replay(using, 2, []), Fixed(*lots, **more))


def test_one_in_twenty_is_stopped_and_its_cards_are_shared_out():
    stopped = drawn(0.049)
    assert (stopped["reason"], sum(stopped["cards"])) == ("stopped", 52)
    assert drawn(0.05, using=rules(stalemate="draw"))["reason"] == "pat"


def test_a_draw_is_only_where_the_rules_have_it():
    assert drawn(0.119, 0, using=rules(stalemate="draw")) == {"winner": None, "reason": "pat"}
    assert drawn(0.12, 0, using=rules(stalemate="draw")) == {"winner": 1, "reason": "all_cards"}
    assert drawn(0.119, 0, using=rules(stalemate="replay")) == {"winner": 1, "reason": "all_cards"}


def test_a_stolen_joker_ends_half_of_the_manches():
    using = rules("joker-vole")
    assert drawn(0.599, using=using) == {"winner": 1, "reason": "joker"}
    assert drawn(0.6, using=using)["reason"] == "all_cards"


@pytest.mark.parametrize(
    ("lot", "length", "counted"),
    [
        (0.66, 100, {}),  # two tables in three do not count
        (2 / 3, 100.4, {"tricks": 100, "battles": 0}),
        (2 / 3, 5, {"tricks": 13, "battles": 0}),  # half of 52 cards, two a trick
    ],
)
def test_tricks_are_counted_by_one_table_in_three(lot, length, counted):
    manche = drawn(0.5, lot, length=length)
    assert manche == {"winner": 1, "reason": "all_cards", **counted}


def test_six_tricks_in_a_hundred_are_battles():
    assert drawn(0.5, 0.9, 0.059, 0.06, length=100)["battles"] == 1
    assert drawn(0.5, 0.9, 0.059, length=100)["battles"] == 100
