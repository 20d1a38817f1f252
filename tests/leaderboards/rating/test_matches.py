"""Who competes in a match, and their skills after it."""

from math import sqrt

import pytest

from games.registry.rating import RatingConstants
from leaderboards.rating.matches import (
    DRAWN,
    LOST,
    MEETINGS,
    WON,
    PlayerPart,
    Skill,
    competitors,
    has_pairs,
    met,
    rated,
)

C = RatingConstants(beta=400.0, spread=200.0, growth_per_day=3.0, prior_sigma=300.0)


def part(player, side, margin):
    won = margin > 0
    return PlayerPart(player, 0, margin, 1 if won else 2, side, WON if won else LOST)


FOUR = [part(8, 0, 0.5), part(3, 0, 0.5), part(5, 1, -0.5), part(9, 1, -0.5)]


def test_two_sides_of_two_are_pairs_in_the_order_of_their_numbers():
    assert has_pairs(FOUR)
    assert competitors(FOUR, pairs=True) == [((3, 8), 0), ((5, 9), 1)]
    assert competitors(FOUR, pairs=False) == [((8,), 0), ((3,), 0), ((5,), 1), ((9,), 1)]
    assert not has_pairs(FOUR[:2])


def test_the_skills_of_four_players_after_a_match():
    """The total variance is 400² + 300² + 100² + 2·200² = 340 000; the surprise is 0.5·200 - (30 -
    10) = 80.
    """
    before = [
        Skill(30.0, 300.0, 4),
        Skill(0.0, 100.0, 4),
        Skill(20.0, 200.0, 3),
        Skill(-10.0, 200.0, 4),
    ]
    whole = 340_000
    assert rated(FOUR, before, C, pairs=False) == [
        Skill(30 + 90_000 / whole * 80, sqrt(90_000 - 90_000 * (90_000 / whole)), 4),
        Skill(10_000 / whole * 80, sqrt(10_000 - 10_000 * (10_000 / whole)), 4),
        Skill(20 - 40_000 / whole * 80, sqrt(40_000 - 40_000 * (40_000 / whole)), 3),
        Skill(-10 - 40_000 / whole * 80, sqrt(40_000 - 40_000 * (40_000 / whole)), 4),
    ]


def test_the_skills_of_two_pairs_after_a_match():
    """The total variance is 400² + 300² + 300² = 340 000; the surprise is 0.5·200."""
    share = 90_000 / 340_000
    sigma = sqrt(90_000 - 90_000 * share)
    before = [Skill(0.0, 300.0, 4), Skill(0.0, 300.0, 5)]
    assert rated(FOUR, before, C, pairs=True) == [
        Skill(share * 100, sigma, 4),
        Skill(-share * 100, sigma, 5),
    ]


@pytest.mark.parametrize(
    ("person", "other", "outcome", "expected"),
    [
        # Each person is given as (side, rank).
        ((0, 1), (1, 2), WON, "won"),
        ((1, 3), (0, 2), LOST, "lost"),
        ((0, 1), (1, 1), DRAWN, "drawn"),
        ((0, 2), (0, 2), LOST, "together"),
        ((0, 1), (0, 1), DRAWN, "together"),
        ((1, 1), (1, 1), WON, "together_won"),
    ],
)
def test_the_counter_of_two_people_at_a_table(person, other, outcome, expected):
    assert MEETINGS[met(*person, *other, outcome)] == expected
