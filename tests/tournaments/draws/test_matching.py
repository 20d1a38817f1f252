"""Tests of the cheapest pairs, by examples small enough to check by eye."""

from tournaments.draws.matching import cheapest


def test_as_many_as_possible_are_paired_then_at_the_least_cost():
    # The middle pair costs nothing, but would leave both end places alone.
    assert cheapest(4, [(0, 1, 100), (1, 2, 0), (2, 3, 100)]) == [(0, 1), (2, 3)]
    # The pairs 0-3 and 1-2 cost 4 together; 0-1 and 2-3 cost 5.
    edges = [(3, 0, 1), (1, 2, 3), (0, 1, 2), (3, 2, 3)]
    assert cheapest(4, edges) == [(0, 3), (1, 2)]


def test_pairs_come_in_the_order_of_their_places():
    assert cheapest(6, [(5, 4, 0), (3, 1, 7), (2, 0, 2)]) == [(0, 2), (1, 3), (4, 5)]


def test_who_has_no_edge_is_left_alone():
    assert cheapest(3, [(2, 1, 9)]) == [(1, 2)]
    assert cheapest(3, []) == cheapest(0, []) == []
