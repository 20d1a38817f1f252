"""The pad's keys for a total: which keys are offered, and how each total is entered with them."""

import pytest

from games.dix_mille.engine.keys import RARE, pluses, pressed, totals
from games.dix_mille.engine.turns import Carry
from tests.games.dix_mille.builders import rules


def test_the_keys_begin_at_the_lowest_stop_and_above_what_is_taken_over():
    assert list(totals(rules(), entered=True)) == list(range(100, 1200, 100))
    assert totals(rules(), entered=False)[0] == 700
    assert totals(rules(no_fifty=False), entered=False, carry=Carry(850, 2))[0] == 900
    assert list(totals(rules(), entered=True, room=300)) == [100, 200, 300]


def test_fifty_is_offered_where_it_may_be_kept():
    assert pluses(rules()) == (1000, 2000)
    assert pluses(rules(no_fifty=False)) == (50, 1000, 2000)


@pytest.mark.parametrize(
    ("total", "way"),
    [
        (900, (900, set())),
        (50, (None, {50})),
        (1250, (200, {1000, 50})),
        (2350, (300, {2000, 50})),
        (1000, (1000, set())),
        (3000, (1000, {2000})),
        (6350, (300, {4000, 2000, 50})),
        (12345, None),
    ],
)
def test_a_total_is_pressed_with_the_fewest_taps(total, way):
    assert pressed(total, range(100, 1100, 100), (*pluses(rules(no_fifty=False)), *RARE)) == way


@pytest.mark.parametrize("no_fifty", [True, False])
@pytest.mark.parametrize(("entered", "first"), [(True, 100), (False, 700)])
def test_no_total_up_to_ten_thousand_is_without_keys(no_fifty, entered, first):
    played = rules(no_fifty=no_fifty)
    keys, added = totals(played, entered=entered), (*pluses(played), *RARE)
    for total in range(first, 10_001, 100 if no_fifty else 50):
        key, chosen = pressed(total, keys, added)
        assert (key or 0) + sum(chosen) == total


def test_one_addition_is_fewer_taps_than_a_total_and_an_addition():
    assert pressed(2000, [1000], [1000, 2000]) == (None, frozenset({2000}))
