"""Tests of what an evening of ordinary matches counts in a season, computed by hand."""

from fractions import Fraction

from tournaments.challenges.nights import PlayedSide, outcomes_of

ANNE, BRUNO, CHLOE, DAVID = 1, 2, 3, "david"

# Anne and Bruno win the first match, and all four draw the second. The losers come first in the
# list.
MATCHES = [
    [PlayedSide((DAVID, CHLOE), 2), PlayedSide((BRUNO, ANNE), 1)],
    [PlayedSide((CHLOE, DAVID), 1), PlayedSide((ANNE, BRUNO), 1)],
]
HALF = Fraction(1, 2)


def rows_of(matches, *, pairs):
    return [
        (outcome.people, outcome.rank, outcome.own, outcome.won)
        for outcome in outcomes_of(matches, pairs=pairs)
    ]


def test_a_match_won_is_a_point_and_one_shared_a_half_for_each_alone():
    assert rows_of(MATCHES, pairs=False) == [
        ((ANNE,), 1, 3 * HALF, 1),
        ((BRUNO,), 1, 3 * HALF, 1),
        ((DAVID,), 3, HALF, 0),
        ((CHLOE,), 3, HALF, 0),
    ]


def test_a_pair_stands_together_in_whatever_order_it_sat():
    assert rows_of(MATCHES, pairs=True) == [
        ((ANNE, BRUNO), 1, 3 * HALF, 1),
        ((CHLOE, DAVID), 2, HALF, 0),
    ]


def test_who_changed_partners_has_the_points_of_each():
    matches = [
        [PlayedSide((ANNE, BRUNO), 1), PlayedSide((CHLOE, DAVID), 2)],
        [PlayedSide((ANNE, CHLOE), 1), PlayedSide((BRUNO, DAVID), 2)],
    ]
    assert rows_of(matches, pairs=False) == [
        ((ANNE,), 1, 2, 2),
        ((BRUNO,), 2, 1, 1),
        ((CHLOE,), 2, 1, 1),
        ((DAVID,), 4, 0, 0),
    ]
    assert [row[:2] for row in rows_of(matches, pairs=True)] == [
        ((ANNE, BRUNO), 1),
        ((ANNE, CHLOE), 1),
        ((BRUNO, DAVID), 3),
        ((CHLOE, DAVID), 3),
    ]


def test_a_match_of_three_is_won_by_one_or_shared_by_two():
    three = [PlayedSide((ANNE,), 1), PlayedSide((BRUNO,), 2), PlayedSide((CHLOE,), 3)]
    shared = [PlayedSide((ANNE,), 1), PlayedSide((BRUNO,), 1), PlayedSide((CHLOE,), 3)]
    assert rows_of([three], pairs=False)[0] == ((ANNE,), 1, 1, 1)
    assert rows_of([shared], pairs=False) == [
        ((ANNE,), 1, HALF, 0),
        ((BRUNO,), 1, HALF, 0),
        ((CHLOE,), 3, 0, 0),
    ]


def test_an_evening_without_matches_has_no_outcomes():
    assert rows_of([], pairs=False) == []
