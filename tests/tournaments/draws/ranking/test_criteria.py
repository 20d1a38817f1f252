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
    # The sum of the opponents' points. 1: 2 + 1.5 + 1; 2: 1.5 + 1.5 + 1; 3: 1.5 + 2 + 1; 4: 1.5 + 2
    # + 1.5.
    "buchholz": (F(9, 2), 4, F(9, 2), 5),
    "buchholz_cut_1": (F(7, 2), 3, F(7, 2), F(7, 2)),
    "median_buchholz": (F(3, 2), F(3, 2), F(3, 2), F(3, 2)),
    # The points of beaten opponents, and half the points of an opponent in a draw. 1 beat 2 (2) and
    # drew with 3 (0.75); 2 beat 3 and 4; 3 drew with 1 and beat 4; 4 beat 1.
    "sonneborn_berger": (F(11, 4), F(5, 2), F(7, 4), F(3, 2)),
    # The points against opponents with at least half of three points: 1, 2 and 3.
    "koya": (F(3, 2), 1, F(1, 2), 1),
    # The sum of the points after each round. 1: 0, 1, 1.5; 2: 1, 1, 2; 3: 0, 1, 1.5; 4: 1, 1, 1.
    "progressive_score": (F(5, 2), 4, F(5, 2), 3),
    "difference": (0, 300, -100, -200),
    "score_for": (750, 900, 700, 650),
    "score_against": (-750, -600, -800, -850),
    "average": (250, 300, F(700, 3), F(650, 3)),
    "best_round": (300, 400, 350, 300),
    # Minus the seed, because the highest value ranks first.
    "seed": (-1, -2, -3, -4),
}


def crosstable():
    return replace(of(4), rounds=CROSSTABLE)


def values(field, name):
    value_of = CRITERIA[name](Ledger(field))
    return tuple(value_of[entrant.number] for entrant in field.entrants)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_small_crosstable_by_hand(name):
    assert values(crosstable(), name) == EXPECTED[name]


def test_every_criterion_is_tried_by_hand():
    assert set(CRITERIA) == {*EXPECTED, "lots", "rating_performance"}


def test_the_difference_is_capped_table_by_table():
    # The differences, capped at 60. 1: -60 +60 0; 2: +60 -60 +60; 3: -60 +60 0; 4: +60 -60 -60.
    field = replace(crosstable(), options=replace(of(4).options, difference_cap=60))
    assert values(field, "difference") == (0, 60, 0, -60)


def test_koya_asks_for_half_of_what_can_be_had():
    # Each of five entrants plays four tables and has one bye without points. So at most four points
    # can be had, and 3 with two points has half of them (C.07, 9.2). 1 beat 2 and 3, and 2 beat 3.
    field = run(of(5, points=Points(bye=0)), "round_robin")
    assert values(field, "points") == (4, 3, 2, 1, 0)
    assert values(field, "koya") == (2, 1, 0, 0, 0)


def test_lots_come_from_the_published_seed():
    field = crosstable()
    order = sorted(range(1, 5), key=lambda number: lot(field.seed, "lots", number))
    ranked = sorted(range(1, 5), key=lambda number: -values(field, "lots")[number - 1])
    assert ranked == order
    assert lot("x", "lots", 1) == (
        # printf 'x|lots|1' | sha256sum
        "beb2685ecf9d2fc40325f6d07d99333316f025f2c79ee09280c484978a298aab"
    )


def rated(field, *ratings):
    entrants = zip(field.entrants, ratings, strict=True)
    return replace(
        field, entrants=tuple(replace(entrant, rating=rating) for entrant, rating in entrants)
    )


def test_rating_performance_is_of_the_rated_opponents_met():
    # 1 met 1500 and 1600 and won one of two tables: 1550 + 0. 2 and 3 met only 1, who is unrated:
    # 0.
    rounds = rounds_of({(1, 2): (1, 0), (3,): None}, {(1, 3): (0, 1), (2,): None})
    assert values(replace(rated(of(3), None, 1500, 1600), rounds=rounds), "rating_performance") == (
        1550,
        0,
        0,
    )
    # 1 won both tables: 1550 + 800. 2 and 3 lost to 1 (1400): 1400 - 800. A bye is not an opponent.
    rounds = rounds_of({(1, 2): (1, 0), (3,): None}, {(1, 3): (1, 0), (2,): None})
    field = replace(rated(of(3), 1400, 1500, 1600), rounds=rounds)
    assert values(field, "rating_performance") == (2350, 600, 600)


def test_rating_performance_counts_tables_not_their_points():
    # A win is worth 3 points and a draw 1, but a draw still counts as half a table. So 1 has the
    # rating of 2, and 2 that of 1.
    field = replace(
        rated(of(2, points=Points(win=3, draw=1)), 1500, 1600),
        rounds=rounds_of({(1, 2): (1, 1)}),
    )
    assert values(field, "rating_performance") == (1600, 1500)
    # At a table of three, each entrant meets the two others: 1 is ahead of both, 2 of one, 3 of
    # none.
    field = replace(rated(of(3), 1500, 1600, 1700), rounds=rounds_of({(1, 2, 3): (30, 20, 10)}))
    assert values(field, "rating_performance") == (2450, 1600, 750)


# --- Unplayed rounds (C.07, article 16) --------------------------------------------------------


def test_a_bye_counts_a_virtual_opponent_with_one_s_own_score():
    # 1 beats 2, then 3. The other one has the bye. So the points are 2, 1 and 1.
    field = replace(
        of(3), rounds=rounds_of({(1, 2): (1, 0), (3,): None}, {(1, 3): (1, 0), (2,): None})
    )
    assert values(field, "points") == (2, 1, 1)
    # 1 met 2 (1 point) and 3 (1). 2 met 1 (2) and, in the bye, itself (1). 3 likewise.
    assert values(field, "buchholz") == (2, 3, 3)
    # 1 has both opponents' points. 2 and 3 have their own point for the bye, which counts as a win.
    assert values(field, "sonneborn_berger") == (2, 1, 1)
    # A bye does not count as a win at a table.
    assert values(field, "wins") == (2, 0, 0)


def test_rounds_given_up_at_the_end_are_draws_for_the_opponents():
    # 2 beats 1 and is absent for the next two rounds. 2 has 1 point, but counts for its opponent 1
    # as 1 + 2 × 0.5 = 2.
    field = replace(
        of(3),
        rounds=rounds_of(
            {(2, 1): (1, 0), (3,): None},
            {(1, 3): (1, 0)},
            {(3, 1): (0, 1)},
        ),
    )
    # 1 has two wins, 2 has one, and 3 has one bye.
    assert values(field, "points") == (2, 1, 1)
    # 1 met 2 (adjusted to 2) and twice 3 (1). 2 met 1 (2) and, in the absences, twice itself (1).
    assert values(field, "buchholz") == (4, 4, 1 + 2 + 2)
    # For 2, an absence is cut before any opponent, and only one of the two absences.
    assert values(field, "buchholz_cut_1") == (3, 3, 4)


def test_a_forfeit_at_the_end_is_no_draw_for_the_opponents():
    # 2 loses to 1, beats 4, then forfeits against 3. For 1 and 4 it counts with its one point
    # (C.07, 16.2.4 and 16.3.1). If the forfeit counted as a draw, it would be 1.5.
    field = replace(
        of(4),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3, 4): (1, 0)},
            {(1, 3): (1, 0), (2, 4): (1, 0)},
            {(1, 4): (1, 0), (2, 3): Result((), frozenset({2}))},
        ),
    )
    assert values(field, "points") == (3, 1, 2, 0)
    # 1 met 2 (1), 3 (2) and 4 (0). 2 met 1 (3), 4 (0) and itself (1). 3 met 4 (0), 1 (3) and itself
    # (2). 4 met 3 (2), 2 (1) and 1 (3).
    assert values(field, "buchholz") == (3, 4, 5, 6)
    assert values(field, "sonneborn_berger") == (3, 0, 2, 0)


def test_an_absence_before_a_forfeit_at_the_end_is_a_draw_for_the_opponents():
    # 2 loses to 1, is absent, then forfeits. The absence counts as a draw, because only unplayed
    # rounds follow it (C.07, 16.2.5). The forfeit counts nothing. So for its opponent 1, 2 counts
    # as 0 + 0.5 + 0.
    field = replace(
        of(4),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3, 4): (1, 0)},
            {(1, 3): (1, 0), (4,): None},
            {(1, 4): (1, 0), (2, 3): Result((), frozenset({2}))},
        ),
    )
    assert values(field, "points") == (3, 0, 2, 1)
    # 1 met 2 (0.5), 3 (2) and 4 (1). 2 met 1 (3) and twice itself (0). 3 met 4 (1), 1 (3) and
    # itself (2). 4 met 3 (2), itself (1) and 1 (3).
    assert values(field, "buchholz") == (F(7, 2), 3, 6, 6)


def test_a_forfeit_is_not_played():
    # 2 does not come. 1 has the points of a win, but met nobody; for both, the round counts
    # themselves.
    field = replace(
        of(4),
        rounds=rounds_of(
            {(1, 2): Result((), frozenset({2})), (3, 4): (1, 0)},
            {(1, 3): (0, 1), (2, 4): (1, 0)},
        ),
    )
    assert values(field, "points") == (1, 1, 2, 0)
    assert values(field, "wins") == (0, 1, 2, 0)
    # 1 met itself (1) and 3 (2). 2 met itself (1) and 4 (0). 3 met 4 (0) and 1 (1). 4 met 3 (2) and
    # 2 (1).
    assert values(field, "buchholz") == (3, 1, 1, 3)
    # For 2, the forfeited round (1) is cut, although opponent 4 (0) counts less.
    assert values(field, "buchholz_cut_1") == (2, 0, 1, 2)


def test_points_are_the_organiser_s_and_exact():
    options = replace(of(4).options, points=Points(win=3, draw=1, loss=0, bye=2))
    field = replace(crosstable(), options=options)
    assert values(field, "points") == (4, 6, 4, 3)
    # Points of 0.1 are added exactly, without errors of binary fractions.
    options = replace(options, points=Points(win=0.1))
    field = replace(crosstable(), options=options)
    assert values(field, "points")[1] == F(2, 10)


def test_sonneborn_berger_counts_the_share_of_a_win_whatever_it_is_worth():
    # A win is worth 4 and a draw 1. 1 beat 2 (5 points more) and drew with 3: a quarter of a win.
    field = replace(of(4, points=Points(win=4, draw=1)), rounds=CROSSTABLE)
    assert values(field, "points") == (5, 8, 5, 4)
    # 1: all of 2 and a quarter of 3; 2: all of 3 and 4; 3: a quarter of 1 and all of 4; 4: all of
    # 1.
    assert values(field, "sonneborn_berger") == (F(37, 4), 9, F(21, 4), 5)
    # If a win is worth nothing, no share of a win can be counted.
    nothing = replace(field, options=replace(field.options, points=Points(win=0, draw=0)))
    assert values(nothing, "sonneborn_berger") == (0, 0, 0, 0)


def test_a_running_table_adds_nothing_to_the_buchholz():
    rounds = rounds_of({(1, 2): (1, 0), (3, 4): (1, 0)}, {(1, 3): None, (2, 4): None})
    field = replace(of(4), rounds=rounds)
    assert values(field, "points") == (1, 0, 1, 0)
    assert values(field, "buchholz") == (0, 1, 0, 1)
    assert values(field, "sonneborn_berger") == (0, 0, 0, 0)
