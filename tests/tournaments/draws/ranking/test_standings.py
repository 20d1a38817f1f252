from dataclasses import replace
from fractions import Fraction

from tests.plain import plain
from tests.tournaments.draws.playing import of, rounds_of
from tests.tournaments.draws.ranking.test_criteria import CROSSTABLE, crosstable
from tournaments.draws.field import Points
from tournaments.draws.ranking.standings import standings
from tournaments.presentation import standings_why


def ranked(field):
    return [(row.rank, row.entrant, row.decided_by) for row in standings(field)]


def test_each_criterion_splits_the_ties_that_the_last_one_left():
    # 2 points; 1.5 twice, who drew; then the difference splits them: 0 and -100.
    field = replace(crosstable(), tie_breaks=("points", "direct_encounter", "difference"))
    assert ranked(field) == [
        (1, 2, None),
        (2, 1, "points"),
        (3, 3, "difference"),
        (4, 4, "points"),
    ]
    rows = {row.entrant: row.criteria for row in standings(field)}
    assert rows[1] == {
        "points": Fraction(3, 2),
        "direct_encounter": Fraction(1, 2),
        "difference": 0,
    }
    # Nobody was tied with 2: the encounter says nothing.
    assert rows[2]["direct_encounter"] is None


def test_those_whom_nothing_splits_share_a_rank():
    field = replace(crosstable(), tie_breaks=("points", "direct_encounter"))
    assert ranked(field) == [(1, 2, None), (2, 1, "points"), (2, 3, None), (4, 4, "points")]


def test_the_order_of_the_criteria_is_the_organiser_s():
    field = replace(crosstable(), tie_breaks=("best_round", "score_for"))
    # Best rounds 300, 400, 350, 300; of the two with 300, 750 scored against 650.
    assert ranked(field) == [
        (1, 2, None),
        (2, 3, "best_round"),
        (3, 1, "best_round"),
        (4, 4, "score_for"),
    ]


def test_direct_encounter_where_all_have_met():
    # 1, 2 and 3 have a point each from two rounds of three; among them 2 beat 3.
    field = replace(
        of(2, tie_breaks=("points", "direct_encounter")),
        rounds=rounds_of({(1, 2): (0, 1)}, {(2, 1): (1, 0)}, {(1,): None}, {(1,): None}),
    )
    # 2 won both tables, 1 had two byes: level in points, 2 first.
    assert ranked(field) == [(1, 2, None), (2, 1, "direct_encounter")]


def test_direct_encounter_where_not_all_have_met():
    # 1, 2, 3 are level with a point each; only 1-2 was played between them, and 3 might win both
    # of the tables that it has not played: nobody is out of reach.
    open_ = rounds_of({(1, 2): (1, 0), (3, 4): (1, 0)}, {(2, 4): (1, 0), (1, 3): None})
    field = replace(of(4, tie_breaks=("points", "direct_encounter")), rounds=open_)
    assert ranked(field) == [(1, 1, None), (1, 2, None), (1, 3, None), (4, 4, "points")]


def test_a_leader_out_of_reach_is_first_though_not_all_have_met():
    # Three are level at 2 (a bye counts one). 1 beat 2 twice and 3 twice; 2 and 3 have not met, and
    # would have 1 at most.
    field = replace(
        of(3, tie_breaks=("points", "direct_encounter", "seed")),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3,): None},
            {(1, 3): (1, 0), (2,): None},
            {(1, 2): (1, 0), (3,): None},
            {(1, 3): (1, 0), (2,): None},
            {(2,): None},
            {(2,): None},
            {(3,): None},
            {(3,): None},
        ),
    )
    assert ranked(field) == [(1, 1, None), (2, 2, "direct_encounter"), (3, 3, "seed")]


def test_the_second_is_out_of_reach_by_the_same_mini_table():
    # 3 and 4 have not met. 1 has 2.5, 2 has 2 with its half from 1, 4 would have 1.5 at most and 3
    # one: 2 is second whatever happens (C.07, 6.3), though without 1 it would have 1.5 as well.
    field = replace(
        of(4, tie_breaks=("direct_encounter",)),
        rounds=rounds_of(
            {(1, 2): (1, 1)}, {(1, 3): (1, 0), (2, 4): (1, 1)}, {(1, 4): (1, 0), (2, 3): (1, 0)}
        ),
    )
    assert ranked(field) == [
        (1, 1, None),
        (2, 2, "direct_encounter"),
        (3, 3, "direct_encounter"),
        (3, 4, None),
    ]


def test_what_a_lost_table_is_worth_counts_for_whoever_is_out_of_reach():
    # A win 3, a draw 2, a loss 1; 1 and 4 have not met. 1 has 6 and would have 7 at least, 4 has 3
    # and would have 6 at most, 3 has 6. Those left have all met: 5 for 3, 4 for 2, 3 for 4.
    field = replace(
        of(4, tie_breaks=("direct_encounter",), points=Points(win=3, draw=2, loss=1)),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3, 4): (1, 0)}, {(1, 3): (1, 0), (2, 4): (1, 1)}, {(2, 3): (1, 1)}
        ),
    )
    assert [row.entrant for row in standings(field)] == [1, 3, 2, 4]


def test_those_who_met_twice_count_the_mean_of_their_tables():
    # 1 beat 2 twice, 3 beat 1, 2 and 3 drew: 1, 0.5 and 1.5 (C.07, 6.1.2), not 2, 0.5 and 1.5.
    field = replace(
        of(3, tie_breaks=("direct_encounter",)),
        rounds=rounds_of({(1, 2): (1, 0)}, {(2, 1): (0, 1)}, {(3, 1): (1, 0)}, {(2, 3): (1, 1)}),
    )
    assert ranked(field) == [
        (1, 3, None),
        (2, 1, "direct_encounter"),
        (3, 2, "direct_encounter"),
    ]
    rows = {row.entrant: row.criteria["direct_encounter"] for row in standings(field)}
    assert rows == {1: 1, 2: Fraction(1, 2), 3: Fraction(3, 2)}


def test_what_the_leader_leaves_is_looked_at_alone():
    # Each has 1 point of the tables among them and byes make them level: 1 beats 2, 2 beats 3, 3
    # beats 1 — a circle that stays tied.
    field = replace(
        of(3, tie_breaks=("points", "direct_encounter")),
        rounds=rounds_of({(1, 2): (1, 0)}, {(2, 3): (1, 0)}, {(3, 1): (1, 0)}),
    )
    assert ranked(field) == [(1, 1, None), (1, 2, None), (1, 3, None)]


def test_a_tie_split_in_two_steps_has_the_figures_of_the_step_that_decided():
    # Among the four 1 and 2 have 2 points, 3 and 4 have 1. Then 2 beat 1, and 3 beat 4.
    field = replace(
        of(4, tie_breaks=("direct_encounter",)),
        rounds=rounds_of(
            {(1, 3): (1, 0), (2, 4): (0, 1)},
            {(1, 4): (1, 0), (2, 3): (1, 0)},
            {(2, 1): (1, 0), (3, 4): (1, 0)},
        ),
    )
    rows = standings(field)
    assert [(row.entrant, row.compared) for row in rows] == [
        (2, None),
        (1, (0, 1)),
        (3, (1, 2)),
        (4, (0, 1)),
    ]
    names = {1: "Un", 2: "Deux", 3: "Trois", 4: "Quatre"}
    assert [plain(standings_why.why(field.options, rows, at, names)) for at in range(1, 4)] == [
        "Derrière Deux, par le critère « confrontation directe » : 0 contre 1.",
        "Derrière Un, par le critère « confrontation directe » : 1 contre 2.",
        "Derrière Trois, par le critère « confrontation directe » : 0 contre 1.",
    ]


def test_who_is_behind_a_leader_out_of_reach_has_the_figures_of_the_leader_s_table():
    # 1 has 2 points and cannot be reached; 2 and 3 have met nobody else. 3 gave 1 a draw the second
    # time: by the mean of their tables a quarter.
    field = replace(
        of(3, tie_breaks=("direct_encounter", "seed")),
        rounds=rounds_of(
            {(1, 2): (1, 0)}, {(1, 3): (1, 0)}, {(1, 2): (1, 0)}, {(1, 3): (1, 1)}, {(1, 2): (1, 0)}
        ),
    )
    assert [(row.entrant, row.decided_by, row.compared) for row in standings(field)] == [
        (1, None, None),
        (2, "direct_encounter", (0, Fraction(7, 4))),
        (3, "seed", None),
    ]


def test_some_can_be_ranked_alone():
    field = replace(of(4, tie_breaks=("points", "seed")), rounds=CROSSTABLE)
    assert [row.entrant for row in standings(field, among=(3, 4))] == [3, 4]


def test_before_the_first_round_everybody_shares_the_first_place():
    assert ranked(of(3)) != []
    field = of(3, tie_breaks=("points",))
    assert ranked(field) == [(1, 1, None), (1, 2, None), (1, 3, None)]


def test_a_tie_split_in_two_steps_is_told_by_the_figures_of_the_step_that_decided():
    """Four with equal points in all; among them 1 and 2 took two each, 3 and 4 one each."""
    field = of(4, tie_breaks=("direct_encounter",))
    rounds = rounds_of(
        {(1, 2): (1, 0), (3, 4): (1, 0)},
        {(1, 3): (1, 0), (2, 4): (1, 0)},
        {(4, 1): (1, 0), (2, 3): (1, 0)},
    )
    rows = standings(replace(field, rounds=rounds))
    # The second step splits each two: then 3 has its 1 and 2 its 0, which decided nothing of both.
    assert [(row.entrant, row.criteria["direct_encounter"]) for row in rows] == [
        (1, 1),
        (2, 0),
        (3, 1),
        (4, 0),
    ]
    assert [row.compared for row in rows] == [None, (0, 1), (1, 2), (0, 1)]
    names = {number: f"E{number}" for number in range(1, 5)}
    assert plain(standings_why.why(field.options, rows, 2, names)) == (
        "Derrière E2, par le critère « confrontation directe » : 1 contre 2."
    )


def test_who_is_out_of_reach_is_told_by_the_table_that_said_so():
    """Not all met: 1 can't be reached, then 2 and 3 are split by their own table."""
    field = of(3, tie_breaks=("direct_encounter",))
    rounds = rounds_of({(1, 2): (1, 0)}, {(1, 3): (1, 0)}, {(2, 3): (0, 1)})
    part = replace(field, rounds=rounds[:2])
    assert [row.compared for row in standings(part)] == [None, (0, 2), None]
    assert [row.compared for row in standings(replace(field, rounds=rounds))] == [
        None,
        (1, 2),
        (0, 1),
    ]
