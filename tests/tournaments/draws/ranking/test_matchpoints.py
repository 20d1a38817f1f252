"""Tests of the scoring of deals that several tables played.

First come worked examples, then properties that must always hold.
"""

from fractions import Fraction
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws.ranking.matchpoints import (
    BoardResult,
    adjusted,
    butler,
    datum,
    matchpoint_shares,
    matchpoints,
    standing,
)

SCORES = st.lists(st.integers(-40, 40).map(lambda five: 5 * five), min_size=1, max_size=12)


def test_two_for_each_result_beaten_and_one_for_an_equal_one():
    # 60 beats four results. Each 20 beats two and equals one. −20 beats one, and −110 none.
    assert matchpoints([20, 60, -20, 20, -110]) == [5, 8, 2, 5, 0]
    assert matchpoints([40]) == [0]
    assert matchpoints([]) == []


def test_a_deal_played_less_often_has_its_top_adjusted_by_neuberg():
    # Four of five tables played the deal: 5/4 × (points + 1) − 1, out of 8.
    assert [adjusted(points, 4, 5) for points in (6, 4, 2, 0)] == [
        Fraction(31, 4),
        Fraction(21, 4),
        Fraction(11, 4),
        Fraction(1, 4),
    ]
    assert matchpoint_shares([60, 20, -20, -110], 5) == [
        Fraction(31, 32),
        Fraction(21, 32),
        Fraction(11, 32),
        Fraction(1, 32),
    ]
    assert matchpoint_shares([60, 20, -20], 3) == [1, Fraction(1, 2), 0]


def test_the_only_result_of_a_deal_is_one_half():
    assert matchpoint_shares([60], 7) == [Fraction(1, 2)]
    assert matchpoint_shares([60], 1) == [Fraction(1, 2)]


def test_butler_is_the_distance_from_the_mean_without_the_best_and_the_worst():
    # 500 and −110 are left out: (60 + 20 − 20) / 3 = 20.
    assert datum([60, 500, 20, -110, -20]) == 20
    assert butler([60, 500, 20, -110, -20]) == [40, 480, 0, -130, -40]
    # Of four results, two remain. Of three results, all count. Only one of several equal extremes
    # is left out.
    assert datum([60, 40, 20, -110]) == 30
    assert datum([60, 20, -20]) == 20
    assert datum([60, 60, 20, -110]) == 40
    assert butler([45]) == [0]


def board(number, *played):
    return [BoardResult(number, (first,), (second,), score) for first, second, score in played]


EVENING = [
    *board(1, (1, 2, 60), (3, 4, 20), (5, 6, 20)),
    *board(2, (1, 4, -20), (3, 6, 40), (5, 2, 0)),
    *board(3, (1, 6, 100), (3, 2, 100)),
]


def test_an_evening_by_matchpoints():
    # Board 1: 4, 1 and 1 points out of 4. Board 2: 0, 4 and 2. Board 3 was played only twice, with
    # equal results: 3/2 × 2 − 1 = 2 out of 4 for both.
    rows = standing(EVENING, "matchpoints")
    assert [(row.rank, row.entrant, row.boards, row.value) for row in rows] == [
        (1, 4, 2, Fraction(7, 8)),
        (2, 3, 3, Fraction(7, 12)),
        (3, 1, 3, Fraction(1, 2)),
        (4, 6, 3, Fraction(5, 12)),
        (5, 5, 2, Fraction(3, 8)),
        (6, 2, 3, Fraction(1, 3)),
    ]


def test_an_evening_by_butler():
    # The means of the boards are 100/3, 20/3 and 100.
    assert [(row.rank, row.entrant, row.value) for row in standing(EVENING, "butler")] == [
        (1, 4, 40),
        (2, 3, 20),
        (3, 1, 0),
        (4, 2, -20),
        (4, 5, -20),
        (4, 6, -20),
    ]


def test_an_evening_against_par():
    rows = standing(EVENING, "par", pars={1: 20, 2: 0, 3: 100})
    assert [(row.rank, row.entrant, row.value) for row in rows] == [
        (1, 3, 40),
        (2, 1, 20),
        (2, 4, 20),
        (4, 5, 0),
        (5, 2, -40),
        (5, 6, -40),
    ]
    # A deal counts for nobody while its par is unknown.
    assert [row.boards for row in standing(EVENING, "par", pars={1: 20})] == [1] * 6


def test_who_plays_for_themselves_shares_the_side_s_result():
    results = [BoardResult(1, (1, 2), (3, 4), 60), BoardResult(1, (5, 6), (7, 8), 20)]
    rows = standing([*results, BoardResult(2, (1, 3), (2, 5), 10)], "butler")
    # The mean of board 1 is 40. Board 2 has only one result, which is its own mean.
    assert {row.entrant: (row.boards, row.value) for row in rows} == {
        1: (2, 20),
        2: (2, 20),
        3: (2, -20),
        4: (1, -20),
        5: (2, -20),
        6: (1, -20),
        7: (1, 20),
        8: (1, 20),
    }


def test_an_evening_that_nobody_played_has_no_standing():
    assert standing([], "matchpoints") == []


@given(SCORES, st.integers(0, 5))
def test_a_deal_shares_out_one_top_for_each_result(scores, missing):
    full = len(scores) + missing
    shares = matchpoint_shares(scores, full)
    assert sum(shares) == Fraction(len(scores), 2)
    assert all(0 <= share <= 1 for share in shares)
    # The other side of each table has the opposite scores and the rest of each share.
    assert matchpoint_shares([-score for score in scores], full) == [1 - share for share in shares]
    if full > 1:
        better = [[mine > other for other in scores] for mine in scores]
        assert [[mine > other for other in shares] for mine in shares] == better


@given(SCORES)
def test_butler_and_its_opposite(scores):
    assert butler([-score for score in scores]) == [-value for value in butler(scores)]
    if len(scores) > 3:
        rest = list(scores)
        rest.remove(max(rest))
        rest.remove(min(rest))
        assert datum(scores) == mean(map(Fraction, rest))


@given(st.permutations(EVENING), st.sampled_from(["matchpoints", "butler"]))
def test_the_order_of_entry_changes_nothing(results, method):
    assert standing(results, method) == standing(EVENING, method)


def test_two_tables_alone_are_compared():
    assert matchpoint_shares([40, -20], 2) == [1, 0]
    assert matchpoint_shares([40, 40], 2) == [Fraction(1, 2)] * 2
