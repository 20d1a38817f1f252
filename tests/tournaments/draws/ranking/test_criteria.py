from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.draws.playing import of, rounds_of, run
from tournaments.draws.field import Points, Result
from tournaments.draws.lots import lot
from tournaments.draws.ranking.criteria import CRITERIA, Ledger

F = Fraction

# Four entrants, everyone once; 500 points shared at each table.
#
#        1    2    3    4    points   scored - conceded
#   1    .   300  250  200   1.5      750 - 750
#   2   200   .   400  300   2        900 - 600
#   3   250  100   .   350   1.5      700 - 800
#   4   300  200  150   .    1        650 - 850
#
# Rounds: 1-4 2-3, then 4-3 1-2, then 2-4 3-1.
CROSSTABLE = rounds_of(
    {(1, 4): (200, 300), (2, 3): (400, 100)},
    {(4, 3): (150, 350), (1, 2): (300, 200)},
    {(2, 4): (300, 200), (3, 1): (250, 250)},
)

EXPECTED = {
    "points": (F(3, 2), 2, F(3, 2), 1),
    "wins": (1, 2, 1, 1),
    # 1: 2 + 1.5 + 1; 2: 1.5 + 1.5 + 1; 3: 1.5 + 2 + 1; 4: 1.5 + 2 + 1.5
    "buchholz": (F(9, 2), 4, F(9, 2), 5),
    "buchholz_cut_1": (F(7, 2), 3, F(7, 2), F(7, 2)),
    "median_buchholz": (F(3, 2), F(3, 2), F(3, 2), F(3, 2)),
    # 1: beat 2 (2), half of 3 (0.75); 2: beat 3 and 4; 3: half of 1, beat 4; 4: beat 1
    "sonneborn_berger": (F(11, 4), F(5, 2), F(7, 4), F(3, 2)),
    # Half of three points: 1, 2 and 3 have it.
    "koya": (F(3, 2), 1, F(1, 2), 1),
    # Scores after each round: 1: 0 1 1.5; 2: 1 1 2; 3: 0 1 1.5; 4: 1 1 1
    "progressive_score": (F(5, 2), 4, F(5, 2), 3),
    "difference": (0, 300, -100, -200),
    "score_for": (750, 900, 700, 650),
    "score_against": (-750, -600, -800, -850),
    "average": (250, 300, F(700, 3), F(650, 3)),
    "best_round": (300, 400, 350, 300),
    # The first is the best: minus the place.
    "seed": (-1, -2, -3, -4),
}


def crosstable():
    return replace(of(4), rounds=CROSSTABLE)


def values(field, name):
    found = CRITERIA[name](Ledger(field))
    return tuple(found[one.number] for one in field.entrants)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_small_crosstable_by_hand(name):
    assert values(crosstable(), name) == EXPECTED[name]


def test_every_criterion_is_tried_by_hand():
    assert set(CRITERIA) == {*EXPECTED, "lots", "rating_performance"}


def test_the_difference_is_capped_table_by_table():
    # Capped at 60: 1: -60 +60 0; 2: +60 -60 +60; 3: -60 +60 0; 4: +60 -60 -60
    field = replace(crosstable(), options=replace(of(4).options, difference_cap=60))
    assert values(field, "difference") == (0, 60, 0, -60)


def test_koya_asks_for_half_of_what_can_be_had():
    # Five entrants, five rounds, one rest each for nothing: four points can be had, so 3, who has
    # two, has half of them (C.07, 9.2). 1 beat 2 and 3, 2 beat 3.
    field = run(of(5, points=Points(bye=0)), "round_robin")
    assert values(field, "points") == (4, 3, 2, 1, 0)
    assert values(field, "koya") == (2, 1, 0, 0, 0)


def test_lots_come_from_the_published_seed():
    field = crosstable()
    order = sorted(range(1, 5), key=lambda one: lot(field.seed, "lots", one))
    ranked = sorted(range(1, 5), key=lambda one: -values(field, "lots")[one - 1])
    assert ranked == order
    assert lot("x", "lots", 1) == (
        # printf 'x|lots|1' | sha256sum
        "beb2685ecf9d2fc40325f6d07d99333316f025f2c79ee09280c484978a298aab"
    )


def rated(field, *ratings):
    entrants = zip(field.entrants, ratings, strict=True)
    return replace(field, entrants=tuple(replace(one, rating=rating) for one, rating in entrants))


def test_rating_performance_is_of_the_rated_opponents_met():
    # 1500 and 1600 met, one table of two: 1550 and nothing; 2 and 3 met the unrated 1 alone.
    rounds = rounds_of({(1, 2): (1, 0), (3,): None}, {(1, 3): (0, 1), (2,): None})
    assert values(replace(rated(of(3), None, 1500, 1600), rounds=rounds), "rating_performance") == (
        1550,
        0,
        0,
    )
    # Both won: 1550 and 800; both lost to 1, of 1400: 1400 less 800. A bye is nobody met.
    rounds = rounds_of({(1, 2): (1, 0), (3,): None}, {(1, 3): (1, 0), (2,): None})
    field = replace(rated(of(3), 1400, 1500, 1600), rounds=rounds)
    assert values(field, "rating_performance") == (2350, 600, 600)


def test_rating_performance_counts_tables_not_their_points():
    # A win is worth 3, a draw 1: half of the tables all the same. 1600 less nothing.
    field = replace(
        rated(of(2, points=Points(win=3, draw=1)), 1500, 1600),
        rounds=rounds_of({(1, 2): (1, 1)}),
    )
    assert values(field, "rating_performance") == (1600, 1500)
    # At a table of three each of the others is met: 1 is past both, 2 past one of two.
    field = replace(rated(of(3), 1500, 1600, 1700), rounds=rounds_of({(1, 2, 3): (30, 20, 10)}))
    assert values(field, "rating_performance") == (2450, 1600, 750)


# --- Unplayed rounds (C.07, article 16) --------------------------------------------------------


def test_a_bye_counts_a_virtual_opponent_with_one_s_own_score():
    # 1 beats 2, 1 beats 3; 3 then 2 have the bye: 2 points, 1, 1.
    field = replace(
        of(3), rounds=rounds_of({(1, 2): (1, 0), (3,): None}, {(1, 3): (1, 0), (2,): None})
    )
    assert values(field, "points") == (2, 1, 1)
    # 1: 1 + 1; 2: met 1 (2) and itself (1); 3: itself (1) and 1 (2)
    assert values(field, "buchholz") == (2, 3, 3)
    # 1 takes both wins; 2 and 3 their bye's, of themselves.
    assert values(field, "sonneborn_berger") == (2, 1, 1)
    # A bye is no win at a table.
    assert values(field, "wins") == (2, 0, 0)


def test_rounds_given_up_at_the_end_are_draws_for_the_opponents():
    # 2 beats 1, then is gone for two rounds. Its score is 1; for 1, who met it, it is 1 + 2 × 0.5.
    field = replace(
        of(3),
        rounds=rounds_of(
            {(2, 1): (1, 0), (3,): None},
            {(1, 3): (1, 0)},
            {(3, 1): (0, 1)},
        ),
    )
    # 1: two wins, 2; 2: 1; 3: the bye, 1.
    assert values(field, "points") == (2, 1, 1)
    # 1: 2 (adjusted to 2) + 3 (1) + 3 (1); 2: met 1 (2), then itself twice (1 + 1)
    assert values(field, "buchholz") == (4, 4, 1 + 2 + 2)
    # 2's absences are cut before any opponent, and only one of them.
    assert values(field, "buchholz_cut_1") == (3, 3, 4)


def test_a_forfeit_at_the_end_is_no_draw_for_the_opponents():
    # 2 loses to 1, beats 4, then forfeits against 3: for 1 and 4 it has the one point it has (C.07,
    # 16.2.4 and 16.3.1; a draw instead would make it 1.5).
    field = replace(
        of(4),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3, 4): (1, 0)},
            {(1, 3): (1, 0), (2, 4): (1, 0)},
            {(1, 4): (1, 0), (2, 3): Result((), frozenset({2}))},
        ),
    )
    assert values(field, "points") == (3, 1, 2, 0)
    # 1: 2 (1) + 3 (2) + 4 (0); 2: 1 (3) + 4 (0) + itself (1); 3: 4 (0) + 1 (3) + itself (2);
    # 4: 3 (2) + 2 (1) + 1 (3)
    assert values(field, "buchholz") == (3, 4, 5, 6)
    assert values(field, "sonneborn_berger") == (3, 0, 2, 0)


def test_an_absence_before_a_forfeit_at_the_end_is_a_draw_for_the_opponents():
    # 2 loses to 1, stays away, then forfeits: nothing but rounds given up follows the absence
    # (C.07, 16.2.5), the forfeit itself is worth nothing: 0 + 0.5 + 0 for 1, who met it.
    field = replace(
        of(4),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3, 4): (1, 0)},
            {(1, 3): (1, 0), (4,): None},
            {(1, 4): (1, 0), (2, 3): Result((), frozenset({2}))},
        ),
    )
    assert values(field, "points") == (3, 0, 2, 1)
    # 1: 2 (0.5) + 3 (2) + 4 (1); 2: 1 (3) + itself twice (0); 3: 4 (1) + 1 (3) + itself (2);
    # 4: 3 (2) + itself (1) + 1 (3)
    assert values(field, "buchholz") == (F(7, 2), 3, 6, 6)


def test_a_forfeit_is_not_played():
    # 2 does not come: 1 has the win, but no opponent; 2's own round counts itself.
    field = replace(
        of(4),
        rounds=rounds_of(
            {(1, 2): Result((), frozenset({2})), (3, 4): (1, 0)},
            {(1, 3): (0, 1), (2, 4): (1, 0)},
        ),
    )
    assert values(field, "points") == (1, 1, 2, 0)
    assert values(field, "wins") == (0, 1, 2, 0)
    # 1: itself (1) + 3 (2); 2: itself (1) + 4 (0); 3: 4 (0) + 1 (1); 4: 3 (2) + 2 (1)
    assert values(field, "buchholz") == (3, 1, 1, 3)
    # The forfeit is cut before 4, who counts less.
    assert values(field, "buchholz_cut_1") == (2, 0, 1, 2)


def test_points_are_the_organiser_s_and_exact():
    options = replace(of(4).options, points=Points(win=3, draw=1, loss=0, bye=2))
    field = replace(crosstable(), options=options)
    assert values(field, "points") == (4, 6, 4, 3)
    # A tenth is a tenth: three of them are no more and no less.
    options = replace(options, points=Points(win=0.1))
    field = replace(crosstable(), options=options)
    assert values(field, "points")[1] == F(2, 10)


def test_sonneborn_berger_counts_the_share_of_a_win_whatever_it_is_worth():
    # A win is worth 4, a draw 1: 1 beat 2 (5 points), drew with 3 (a quarter of 5).
    field = replace(of(4, points=Points(win=4, draw=1)), rounds=CROSSTABLE)
    assert values(field, "points") == (5, 8, 5, 4)
    # 1: all of 2 and a quarter of 3; 2: 3 and 4; 3: a quarter of 1 and all of 4; 4: 1.
    assert values(field, "sonneborn_berger") == (F(37, 4), 9, F(21, 4), 5)
    # Where a win brings nothing there is nothing to share.
    nothing = replace(field, options=replace(field.options, points=Points(win=0, draw=0)))
    assert values(nothing, "sonneborn_berger") == (0, 0, 0, 0)


def test_a_running_table_adds_nothing_to_the_buchholz():
    rounds = rounds_of({(1, 2): (1, 0), (3, 4): (1, 0)}, {(1, 3): None, (2, 4): None})
    field = replace(of(4), rounds=rounds)
    assert values(field, "points") == (1, 0, 1, 0)
    assert values(field, "buchholz") == (0, 1, 0, 1)
    assert values(field, "sonneborn_berger") == (0, 0, 0, 0)
