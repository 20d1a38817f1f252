"""The rating's formulas, by examples worked by hand."""

from math import sqrt

import pytest

from games.rating_constants import RatingConstants
from leaderboards.rating.formulas import (
    Result,
    Skill,
    beginner,
    category,
    margins,
    provisional,
    rated,
    rested,
)

C = RatingConstants(beta=400.0, spread=200.0, growth_per_day=3.0, prior_sigma=300.0)


def results(*pairs):
    return [Result(*pair) for pair in pairs]


def test_two_newcomers_share_a_win():
    # total = 400² + 300² + 300² = 340 000; share = 90 000 / 340 000 = 9/34; d = 0.5 × 200 = 100.
    (won,), (lost,) = rated([[Skill(0, 300)], [Skill(0, 300)]], [0.5, -0.5], C)
    share = 90_000 / 340_000
    assert won == Skill(share * 100, sqrt(90_000 - 90_000 * share))
    assert lost == Skill(-won.mu, won.sigma)


def test_a_pair_shares_the_surprise_by_uncertainty():
    # δ = (40 + 10) − (20 − 20) = 50; d = 100; Σσ² + β² = 100² + 200² + 2·100² + 400² = 230 000.
    sides = [[Skill(40, 100), Skill(10, 200)], [Skill(20, 100), Skill(-20, 100)]]
    (sure, unsure), _others = rated(sides, [0.5, -0.5], C)
    assert sure.mu == 40 + 10_000 / 230_000 * 50
    assert unsure.mu == 10 + 40_000 / 230_000 * 50
    assert unsure.sigma == sqrt(40_000 - 40_000 * (40_000 / 230_000))


def test_three_players_against_their_mean():
    # n = 3: 1 − 1/n = 2/3; v = 90 000·4/9 + 180 000/9 + 160 000/2·2/3 = 113 333.3; m = 1 × 200.
    sides = [[Skill(0, 300)]] * 3
    (first,), (second,), (third,) = rated(sides, [1.0, 0.0, -1.0], C)
    v = 90_000 * 4 / 9 + 20_000 + 160_000 / 3
    assert first.mu == pytest.approx(90_000 * (2 / 3) / v * 200, rel=1e-12)
    assert first.sigma == pytest.approx(sqrt(90_000 - 90_000**2 * (4 / 9) / v), rel=1e-12)
    assert second.mu == 0
    assert third.mu == -first.mu


def test_many_sides_of_two_are_the_two_sides():
    from leaderboards.rating.formulas import _of_many, _of_two

    sides = [[Skill(30, 120)], [Skill(-50, 250)]]
    two = _of_two(sides, 140.0, C)
    many = _of_many(sides, [70.0, -70.0], C)
    for one, other in zip(two, many, strict=True):
        assert one[0] == pytest.approx(other[0], rel=1e-12)


@pytest.mark.parametrize(
    ("found", "spread", "by_rank", "expected"),
    [
        (results((510, 1), (260, 2)), 500, False, [0.5, -0.5]),
        # A spread and a half is as far as a margin goes.
        (results((520, 1), (-480, 2)), 500, False, [1.5, -1.5]),
        # « La partie »: one, whatever the scores.
        (results((510, 1), (260, 2)), 500, True, [1.0, -1.0]),
        # The order of the scores contradicts the ranking.
        (results((100, 1), (260, 2)), 500, False, [1.0, -1.0]),
        (results((100, 1), (90, 3), (95, 2)), 20, False, [0.25, -0.25, 0.0]),
        # Somebody eliminated with the highest score.
        (results((100, 1), (300, 3), (90, 2)), 100, False, [1.0, -1.0, -1.0]),
        (results((40, 1), (40, 1)), 20, False, [0.0, 0.0]),
    ],
)
def test_margins(found, spread, by_rank, expected):
    assert margins(found, spread, by_rank=by_rank) == expected


def test_rest_adds_to_the_variance_by_the_day_up_to_the_start():
    assert rested(Skill(50, 100), 16, C) == Skill(50, sqrt(10_000 + 9 * 16))
    assert rested(Skill(50, 100), 0, C) == Skill(50, 100)
    assert rested(Skill(50, 299), 10_000, C) == Skill(50, 300)


def test_provisional_until_the_uncertainty_has_halved():
    assert provisional(beginner(C).sigma, C)
    assert provisional(150.001, C)
    assert not provisional(150.0, C)


@pytest.mark.parametrize(
    ("mu", "code"),
    [
        (-201, "beginner"),
        (-200, "amateur"),
        (-1, "amateur"),
        (0, "confirmed"),
        (200, "expert"),
        (399.9, "expert"),
        (400, "master"),
    ],
)
def test_categories_by_displayed_rating(mu, code):
    assert category(Skill(mu, 100), C) == code
    assert category(Skill(mu, 200), C) is None
