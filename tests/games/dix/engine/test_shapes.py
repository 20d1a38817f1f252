"""The exact counts of the distributions, compared with the club's table (« Répartitions »)."""

import pytest

from games.cards import parse_card
from games.dix.engine.shapes import hand_count, shape_counts, shape_of

# The number of possible hands for each distribution, as the source gives it.
CLUB_TABLE = {
    (3, 3, 2, 2): 174960000,
    (3, 3, 3, 1): 69120000,
    (4, 2, 2, 2): 76545000,
    (4, 3, 2, 1): 272160000,
    (4, 3, 3): 36288000,
    (4, 4, 1, 1): 26460000,
    (4, 4, 2): 23814000,
    (5, 2, 2, 1): 61236000,
    (5, 3, 1, 1): 36288000,
    (5, 3, 2): 32659200,
    (5, 4, 1): 12700800,
    (5, 5): 381024,
    (6, 2, 1, 1): 11340000,
    (6, 2, 2): 5103000,
    (6, 3, 1): 6048000,
    (6, 4): 529200,
    (7, 1, 1, 1): 480000,
    (7, 2, 1): 1296000,
    (7, 3): 172800,
    (8, 1, 1): 54000,
    (8, 2): 24300,
    (9, 1): 1200,
    (10,): 4,
}


def test_the_table_of_the_40_card_deck_is_the_club_s():
    assert shape_counts(40) == CLUB_TABLE


def test_its_total_is_the_club_s():
    assert hand_count(40) == 847660528 == sum(CLUB_TABLE.values())


def test_a_void_has_a_chance_of_14_percent():
    counts = shape_counts(40)
    voids = sum(count for shape, count in counts.items() if len(shape) < 4)
    assert round(100 * voids / hand_count(40)) == 14


def test_every_hand_of_the_ruff_is_counted():
    counts = shape_counts(36)
    assert sum(counts.values()) == hand_count(36) == 94143280
    assert counts[9,] == 4
    assert {sum(shape) for shape in counts} == {9}


@pytest.mark.parametrize(
    ("hand", "shape"),
    [
        ("AS KS QS JS 10S 9S 8S 7S 5H 5D", (8, 1, 1)),
        ("AS KS QS JS 10S 9S 8S 7S 6S 5S", (10,)),
        ("AS KS AH KH QH AD KD AC KC QC", (3, 3, 2, 2)),
    ],
)
def test_shape_of_a_hand(hand, shape):
    assert shape_of(parse_card(card) for card in hand.split()) == shape


def test_counts_are_whole_numbers():
    assert {type(count) for count in shape_counts(36).values()} == {int}
