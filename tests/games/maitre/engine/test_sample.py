"""Random manches of the Maître: the rare cases, which a digest of many manches hardly tests."""

from random import Random

import pytest

from games.cards import parse_card
from games.maitre.engine.sample import _best_coffre, sample_manche
from games.maitre.engine.simulation import coffres
from tests.games.maitre.builders import rules, sheet


class Chooses(Random):
    """A Random that does not take the lowest contract at once, and then takes the last of the
    contracts offered.
    """

    def __init__(self):
        super().__init__(1)
        self.offered = []

    def random(self):
        return super().random() if self.offered else 0.6

    def choice(self, seq):
        if not self.offered:
            self.offered = list(seq)
            return seq[-1]
        return super().choice(seq)


@pytest.mark.parametrize(
    ("highest", "offered"),
    [
        (54, [50]),
        (55, [50, 55]),
        (59, [50, 55]),
        (60, [50, 55, 60]),
        (100, [50, 55, 60, 65, 70, 75]),
    ],
)
def test_contracts_are_multiples_of_five_up_to_the_highest(highest, offered):
    using, random = rules(contract_max=highest), Chooses()
    assert sample_manche(using, sheet(using=using), random)["contract"] == offered[-1]
    assert random.offered == offered


def test_the_strong_suit_is_major_and_the_weakest_minor():
    hand = [parse_card(code) for code in ("10H", "9H", "KH", "AC", "2C", "9S", "8S")]
    major, minor = _best_coffre(hand, coffres(hand))
    assert (major.code, minor.code) == ("10H", "AC")
