"""The rating's formulas, tested on examples worked out by hand."""

from math import nan, sqrt

import pytest

from games.registry.rating import RatingConstants
from leaderboards.rating.formulas import (
    category,
    margins_of,
    provisional,
    rate,
    rested,
)
from leaderboards.rating.matches import Skill, rested_skill

C = RatingConstants(beta=400.0, spread=200.0, growth_per_day=3.0, prior_sigma=300.0)


def rated(sides, margins):
    """Return the skills (μ, σ) after a match, by side and member."""
    seats = [side for side, members in enumerate(sides) for _ in members]
    skills = [skill for members in sides for skill in members]
    after = rate(skills, seats, [margin * C.spread for margin in margins], C.beta)
    return [
        [skill for skill, seat in zip(after, seats, strict=True) if seat == side]
        for side in range(len(sides))
    ]


def test_two_newcomers_share_a_win():
    # total = 400² + 300² + 300² = 340 000; share = 90 000 / 340 000 = 9/34; d = 0.5 × 200 = 100.
    (won,), (lost,) = rated([[(0.0, 300.0)], [(0.0, 300.0)]], [0.5, -0.5])
    share = 90_000 / 340_000
    assert won == (share * 100, sqrt(90_000 - 90_000 * share))
    assert lost == (-won[0], won[1])


def test_a_pair_shares_the_surprise_by_uncertainty():
    # δ = (40 + 10) − (20 − 20) = 50; d = 100; Σσ² + β² = 100² + 200² + 2·100² + 400² = 230 000.
    sides = [[(40.0, 100.0), (10.0, 200.0)], [(20.0, 100.0), (-20.0, 100.0)]]
    (sure, unsure), _others = rated(sides, [0.5, -0.5])
    assert sure[0] == 40 + 10_000 / 230_000 * 50
    assert unsure[0] == 10 + 40_000 / 230_000 * 50
    assert unsure[1] == sqrt(40_000 - 40_000 * (40_000 / 230_000))


def test_three_players_against_their_mean():
    # n = 3: 1 − 1/n = 2/3; v = 90 000·4/9 + 180 000/9 + 160 000/2·2/3 = 113 333.3; m = 1 × 200.
    sides = [[(0.0, 300.0)]] * 3
    (first,), (second,), (third,) = rated(sides, [1.0, 0.0, -1.0])
    v = 90_000 * 4 / 9 + 20_000 + 160_000 / 3
    assert first[0] == pytest.approx(90_000 * (2 / 3) / v * 200, rel=1e-12)
    assert first[1] == pytest.approx(sqrt(90_000 - 90_000**2 * (4 / 9) / v), rel=1e-12)
    assert second[0] == 0
    assert third[0] == -first[0]


def test_three_players_of_different_skill_against_their_mean():
    """The mean is (30 + 0 - 60) / 3 = -10, so the surprises are 200 - 40, 0 - 10 and -200 + 50."""
    sides = [[(30.0, 300.0)], [(0.0, 300.0)], [(-60.0, 300.0)]]
    (first,), (second,), (third,) = rated(sides, [1.0, 0.0, -1.0])
    share = 90_000 * (2 / 3) / (90_000 * 4 / 9 + 20_000 + 160_000 / 3)
    assert first[0] == pytest.approx(30 + share * 160, rel=1e-12)
    assert second[0] == pytest.approx(-share * 10, rel=1e-12)
    assert third[0] == pytest.approx(-60 - share * 150, rel=1e-12)


def test_a_side_of_many_is_the_sum_of_its_members():
    """The sides have μ 15, 20 and −5, and σ² 25, 81 and 16; the mean μ of the three is 10."""
    sides = [[(10.0, 3.0), (5.0, 4.0)], [(20.0, 9.0)], [(-5.0, 4.0)]]
    (first, second), *_others = rated(sides, [1.0, 0.0, -1.0])
    v = 25 * 4 / 9 + (81 + 16) / 9 + 160_000 / 3
    assert first[0] == pytest.approx(10 + 9 * (2 / 3) / v * (200 - 5), rel=1e-12)
    assert second[0] == pytest.approx(5 + 16 * (2 / 3) / v * (200 - 5), rel=1e-12)
    assert first[1] == pytest.approx(sqrt(9 - 9**2 * (4 / 9) / v), rel=1e-12)


@pytest.mark.parametrize(
    ("places", "spread", "by_rank", "expected"),
    [
        (((510, 1), (260, 2)), 500, False, [0.5, -0.5]),
        # A margin is at most one and a half spreads.
        (((520, 1), (-480, 2)), 500, False, [1.5, -1.5]),
        # With « la partie » the margin is one, whatever the scores are.
        (((510, 1), (260, 2)), 500, True, [1.0, -1.0]),
        # The order of the scores contradicts the ranking.
        (((100, 1), (260, 2)), 500, False, [1.0, -1.0]),
        (((100, 1), (90, 3), (95, 2)), 20, False, [0.25, -0.25, 0.0]),
        # A side was eliminated although it has the highest score.
        (((100, 1), (300, 3), (90, 2)), 100, False, [1.0, -1.0, -1.0]),
        (((40, 1), (40, 1)), 20, False, [0.0, 0.0]),
        # A side without a score.
        (((40, 1), (nan, 2)), 20, False, [1.0, -1.0]),
        (((40, 1), (nan, 1)), 20, False, [0.0, 0.0]),
    ],
)
def test_margins(places, spread, by_rank, expected):
    scores, ranks = zip(*places, strict=True)
    assert margins_of(scores, ranks, spread, by_rank=by_rank) == expected


def test_rest_adds_to_the_variance_by_the_day_up_to_the_start():
    growth, prior = C.growth_per_day, C.prior_sigma
    assert rested(100, 16, growth, prior) == sqrt(10_000 + 9 * 16)
    assert rested(100, 0, growth, prior) == 100
    assert rested(299, 10_000, growth, prior) == 300


def test_who_sits_down_for_the_first_time_is_as_uncertain_as_can_be():
    assert rested_skill(None, 7, C) == Skill(0, 300, 7)
    assert rested_skill(Skill(50, 100, 4), 8, C) == Skill(50, sqrt(10_000 + 9 * 4), 8)


def test_provisional_until_the_uncertainty_has_halved():
    assert provisional(300.0, C)
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
    assert category(mu, 100, C) == code
    assert category(mu, 200, C) is None
