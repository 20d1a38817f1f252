"""Random turns of Yams: the rare cases, which a digest of many turns hardly tests."""

from random import Random

import pytest

from games.yams.engine.sample import FAIR, _gladness, sample_turn
from tests.games.yams.builders import lot, rules, sheet, whole, winning


class Picks(Random):
    """A Random whose `choice` is always the item at `place`."""

    def __init__(self, place):
        super().__init__(1)
        self.place = place

    def choice(self, seq):
        return seq[self.place]


@pytest.mark.parametrize(("place", "winner"), [(0, 0), (-1, 2)])
def test_a_lot_is_drawn_among_the_tied(place, winner):
    """Seats 0 and 2 tie in « libre », and all three seats tie in the other columns."""
    entries = whole(winning("libre"), {}, winning("libre"))
    draws = [lot("descendre", 0)]
    drawn = sample_turn(rules(), sheet(*entries, *draws, seats=3), Picks(place))
    assert drawn == {"draw": {"column": "libre", "winner": winner}}


def test_one_is_glad_of_what_is_above_a_fair_value():
    assert (FAIR["6"], FAIR["plus"], FAIR["moins"], FAIR["yams"]) == (18, 21, 17, 18)
    assert _gladness({}, "6", (1, 6, 6, 6, 6)) == 6
    assert _gladness({}, "plus", (5, 5, 5, 5, 5)) == 4
    assert _gladness({}, "moins", (1, 1, 1, 1, 1)) == 12
    assert _gladness({}, "yams", (6, 6, 6, 6, 6)) == 22
    # Nothing is worse than striking both sums.
    cells = {"plus": {"value": 20, "struck": False}}
    assert _gladness(cells, "moins", (4, 4, 4, 4, 4)) < min(-value for value in FAIR.values())
