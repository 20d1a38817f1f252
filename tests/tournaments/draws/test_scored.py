"""Tests of formula X and of the concours aux points: what a table is worth, and who meets whom."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.draws.playing import (
    joined,
    of,
    opposed,
    pairs,
    ranking,
    rounds_of,
    run,
    without,
)
from tournaments.draws import neighbours
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Result
from tournaments.draws.ranking.records import records
from tournaments.formats.installed import format_of
from tournaments.state.options import options_of

X, POINTS = format_of("formule_x"), format_of("cumulative")


def field_of(slug, count, *rounds, **options):
    field = of(count, tie_breaks=format_of(slug).tie_breaks)
    return replace(field, options=options_of(slug, options), rounds=rounds_of(*rounds))


def brought(field):
    """Return the points that each entrant got from each round, in order, by number."""
    return {
        entrant: [meeting.points for meeting in meetings]
        for entrant, meetings in records(field).items()
    }


# --- What a table brings -----------------------------------------------------------------------


def test_a_winner_has_the_bonus_their_points_and_the_margin_a_loser_their_points():
    field = field_of(
        "formule_x", 5, {(1, 2): (500, 380), (3, 4): (450, 450), (5,): None}, target=500
    )
    # The winner has 100 + 500 + 120, the loser 380. A draw halves the bonus: 50 + 450. A rest
    # counts as won 500–0: 100 + 2 × 500.
    assert brought(field) == {1: [720], 2: [380], 3: [500], 4: [500], 5: [1100]}
    rest = records(field)[5][0]
    assert (rest.outcome, rest.scored, rest.conceded) == ("bye", 500, 0)


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, 720),
        ({"rounds": 4}, 720),
        ({"rounds": 5}, 820),
        ({"rounds": 8}, 820),
        ({"rounds": 9}, 920),
        ({"rounds": 9, "bonus": 0}, 620),
    ],
)
def test_the_bonus_goes_by_the_rounds_or_as_set(options, points):
    field = field_of("formule_x", 4, {(1, 2): (500, 380)}, **options)
    assert brought(field)[1] == [points]


def test_a_declared_rest_and_a_forfeit_are_won_by_it():
    gone = Result((), frozenset({2}))
    field = field_of("formule_x", 3, {(1, 2): gone, (3,): None}, bye_score=[300, 100], target=500)
    # A rest and a win by forfeit count as won 300–100: 100 + 300 + 200.
    assert brought(field) == {1: [600], 2: [0], 3: [600]}


def test_the_standing_of_a_formula_x_goes_by_total_then_margin():
    # 1 has 100 + 300 + 200 and 3 has 100 + 260 + 240, so both have 600. The margin puts 3 first.
    field = field_of("formule_x", 4, {(1, 2): (300, 100), (3, 4): (260, 20)})
    assert ranking(field, "formule_x") == [3, 1, 2, 4]
    assert X.standings(field)[1].decided_by == "difference"


def test_a_rest_scores_the_mean_of_the_round_once_it_is_known():
    field = field_of(
        "cumulative", 7, {(1, 2): (900, 600), (3, 4): (700, 801), (5, 6): None, (7,): None}
    )
    assert brought(field)[7] == [0]
    field = field_of(
        "cumulative", 7, {(1, 2): (900, 600), (3, 4): (700, 801), (5, 6): (0, 0), (7,): None}
    )
    # The mean of the round is (900 + 600 + 700 + 801) / 6, although 0 – 0 was played as well.
    assert brought(field)[7] == [Fraction(3001, 6)]
    assert brought(field)[4] == [801]


def test_whose_opponent_forfeits_scores_the_mean_of_who_played():
    gone, nobody = Result((), frozenset({2})), Result((), frozenset({5, 6}))
    field = field_of("cumulative", 6, {(1, 2): gone, (3, 4): (700, 801), (5, 6): nobody})
    assert brought(field) == {1: [Fraction(1501, 2)], 2: [0], 3: [700], 4: [801], 5: [0], 6: [0]}


# --- Who meets whom ----------------------------------------------------------------------------


def test_later_rounds_pair_the_standing_with_the_nearest_swap():
    field = field_of("formule_x", 6, {(1, 2): (500, 490), (3, 4): (500, 100), (5, 6): (500, 200)})
    # The totals: 3 has 1000, 5 has 900, 1 has 610, 2 has 490, 6 has 200 and 4 has 100. 1 and 2 have
    # met, so 1 meets 6, and 2 meets 4.
    assert ranking(field, "formule_x") == [3, 5, 1, 2, 6, 4]
    drawn = X.draw(field)
    assert pairs(drawn.tables) == [(3, 5), (1, 6), (2, 4)]
    assert drawn.tables[1].why == {
        "made": "standing",
        "neighbours": [3, 5],
        "moved": True,
        "met": 0,
    }


def met_of(*pairs):
    known = {frozenset(pair) for pair in pairs}
    return lambda entrant, other: int(frozenset((entrant, other)) in known)


def test_the_last_pairs_are_parted_where_the_end_has_met():
    # 5 and 6 have met, and so have 3–5, 3–6, 4–5 and 4–6. So 1 and 2 must meet these two.
    met = met_of((5, 6), (3, 5), (3, 6), (4, 5), (4, 6))
    paired = neighbours.paired([1, 2, 3, 4, 5, 6], met)
    assert sorted(paired) == [(1, 5), (2, 6), (3, 4)]


def test_a_rematch_that_nothing_avoids_is_one_and_is_said():
    field = run(field_of("formule_x", 4), "formule_x")
    assert len(field.rounds) == 4
    # Three rounds have no rematch, and the fourth has two.
    assert sorted(map(len, (set(opposed(field)), opposed(field)))) == [6, 8]
    again = replace(field, options=replace(field.options, rounds=5))
    assert [warning.code for warning in X.draw(again).warnings] == ["rematch", "rematch"]


def test_a_rest_goes_to_the_last_who_rested_least():
    field = field_of("formule_x", 5, rounds=5)
    field = run(field, "formule_x")
    rests = [table.entrants[0] for tables in field.rounds for table in tables if table.bye]
    assert sorted(rests) == [1, 2, 3, 4, 5]


def test_a_rotation_is_known_from_the_start_and_closes_up_when_people_leave():
    field = field_of("cumulative", 8, draw_by="rotation", rounds=7)
    first = pairs(POINTS.draw(field).tables)
    assert first == [(1, 8), (2, 7), (3, 6), (4, 5)]
    assert len(set(opposed(run(field, "cumulative")))) == 28
    # Two entrants whose opponents have left meet each other. One whose opponent has left meets a
    # late entrant.
    assert pairs(POINTS.draw(without(field, 8, 7)).tables) == [(3, 6), (4, 5), (1, 2)]
    late = joined(without(field, 8))
    assert pairs(POINTS.draw(late).tables) == [(2, 7), (3, 6), (4, 5), (1, 9)]


def test_by_lot_nobody_meets_again_either():
    field = field_of("cumulative", 12, rounds=8)
    met = opposed(run(field, "cumulative"))
    assert len(met) == len(set(met)) == 48


def test_too_few():
    with pytest.raises(PairingError) as refused:
        X.draw(field_of("formule_x", 3))
    assert (refused.value.code, refused.value.params) == ("too_few_entrants", {"least": 4})
