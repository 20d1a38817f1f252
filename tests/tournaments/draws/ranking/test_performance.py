from fractions import Fraction

import pytest

from tournaments.draws.ranking.performance import gap, performance, whole

F = Fraction


@pytest.mark.parametrize(
    ("share", "points"),
    [(0, -800), (F(1, 3), -125), (F(1, 2), 0), (F(3, 4), 193), (F(4, 5), 240), (1, 800)],
)
def test_a_share_stands_for_a_gap(share, points):
    assert gap(F(share)) == points
    assert gap(1 - F(share)) == -points


def test_shares_and_ratings_are_rounded_a_half_upwards():
    assert whole(F(3, 2)) == 2
    assert whole(F(-3, 2)) == -1
    # The share is first rounded to hundredths: 0.875 to 0.88, and 0.125 to 0.13.
    assert gap(F(7, 8)) == 336
    assert gap(F(1, 8)) == -322


def test_a_performance_is_the_mean_rating_and_the_gap():
    # The mean of 1500 and 1601 is 1550.5, rounded to 1551. First one of two tables is won, then
    # both.
    half = [(F(1500), F(1)), (F(1601), F(0))]
    assert performance(half) == 1551
    assert performance([(rating, F(1)) for rating, _share in half]) == 2351
    assert performance([]) == 0


# FIDE Rating Regulations (B.02), 8.1.1: the gap for 0.50, 0.51 and so on up to 1.00.
TABLE = """
0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184
193 202 211 220 230 240 251 262 273 284 296 309 322 336 351 366 383 401 422 444
470 501 538 589 677 800
"""


def test_the_table_to_the_letter():
    assert [gap(F(50 + at, 100)) for at in range(51)] == [int(number) for number in TABLE.split()]
