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
    # 2 has 2 points. 1 and 3 have 1.5 and drew with each other, so their differences decide: 0 and
    # -100.
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
    # 2 was tied with nobody, so it has no value of direct encounter.
    assert rows[2]["direct_encounter"] is None


def test_those_whom_nothing_splits_share_a_rank():
    field = replace(crosstable(), tie_breaks=("points", "direct_encounter"))
    assert ranked(field) == [(1, 2, None), (2, 1, "points"), (2, 3, None), (4, 4, "points")]


def test_the_order_of_the_criteria_is_the_organiser_s():
    field = replace(crosstable(), tie_breaks=("best_round", "score_for"))
    # The best rounds are 300, 400, 350 and 300. Of the two with 300, 1 scored 750 and 4 scored 650.
    assert ranked(field) == [
        (1, 2, None),
        (2, 3, "best_round"),
        (3, 1, "best_round"),
        (4, 4, "score_for"),
    ]


def test_direct_encounter_where_all_have_met():
    field = replace(
        of(2, tie_breaks=("points", "direct_encounter")),
        rounds=rounds_of({(1, 2): (0, 1)}, {(2, 1): (1, 0)}, {(1,): None}, {(1,): None}),
    )
    # 2 won both tables and 1 had two byes. So their points are equal, and 2 is ahead by their
    # tables.
    assert ranked(field) == [(1, 2, None), (2, 1, "direct_encounter")]


def test_direct_encounter_where_not_all_have_met():
    # 1, 2 and 3 have one point each, but only 1 and 2 have met. 3 could still win both tables that
    # it has not played, so nobody is out of reach.
    open_ = rounds_of({(1, 2): (1, 0), (3, 4): (1, 0)}, {(2, 4): (1, 0), (1, 3): None})
    field = replace(of(4, tie_breaks=("points", "direct_encounter")), rounds=open_)
    assert ranked(field) == [(1, 1, None), (1, 2, None), (1, 3, None), (4, 4, "points")]


def test_a_leader_out_of_reach_is_first_though_not_all_have_met():
    # All three have 4 points (a bye counts one). In the direct encounter, 1 has 2: it beat 2 twice
    # and 3 twice. 2 and 3 have not met, and could have 1 at most.
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
    # 3 and 4 have not met. 1 has 2.5 points and 2 has 2, of which a half is from 1. 4 could have
    # 1.5 at most, and 3 could have 1. So 2 is second in any case (C.07, 6.3), although without its
    # half from 1 it would also have 1.5.
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
    # A win is worth 3, a draw 2, a loss 1. 1 and 4 have not met. 1 has 6 and would have at least 7.
    # 3 has 6, and 4 would have at most 6, so 1 is out of reach. The others have all met: 3 has 5, 2
    # has 4, and 4 has 3.
    field = replace(
        of(4, tie_breaks=("direct_encounter",), points=Points(win=3, draw=2, loss=1)),
        rounds=rounds_of(
            {(1, 2): (1, 0), (3, 4): (1, 0)}, {(1, 3): (1, 0), (2, 4): (1, 1)}, {(2, 3): (1, 1)}
        ),
    )
    assert [row.entrant for row in standings(field)] == [1, 3, 2, 4]


def test_those_who_met_twice_count_the_mean_of_their_tables():
    # 1 beat 2 twice, 3 beat 1, and 2 drew with 3. The two tables of 1 and 2 count as their mean, so
    # the values are 1, 0.5 and 1.5 (C.07, 6.1.2), and 1 does not have 2.
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
    # 1 beats 2, 2 beats 3, and 3 beats 1. Each has 1 point, so this circle stays tied.
    field = replace(
        of(3, tie_breaks=("points", "direct_encounter")),
        rounds=rounds_of({(1, 2): (1, 0)}, {(2, 3): (1, 0)}, {(3, 1): (1, 0)}),
    )
    assert ranked(field) == [(1, 1, None), (1, 2, None), (1, 3, None)]


def test_a_tie_split_in_two_steps_has_the_figures_of_the_step_that_decided():
    # Among all four, 1 and 2 have 2 points, and 3 and 4 have 1. In the second step, 2 beat 1, and 3
    # beat 4.
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
    # By the means of their tables, 1 has 1 point against 2 and 3/4 against 3 (a win and a draw). So
    # 1 has 7/4 and is out of reach. 2 and 3 have not met.
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
    """Among the four, 1 and 2 have two points each, and 3 and 4 have one each.

    A row shows the values of the step that put it behind.
    """
    field = of(4, tie_breaks=("direct_encounter",))
    rounds = rounds_of(
        {(1, 2): (1, 0), (3, 4): (1, 0)},
        {(1, 3): (1, 0), (2, 4): (1, 0)},
        {(4, 1): (1, 0), (2, 3): (1, 0)},
    )
    rows = standings(replace(field, rounds=rounds))
    # The criterion's values are those of the second step, which splits each pair. So 2 shows 0 and
    # 3 shows 1, although these do not decide between 2 and 3.
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
    """A row behind shows the values of the table that decided.

    First 2 and 3 have not met, and 1 is out of reach. Then 3 beats 2.
    """
    field = of(3, tie_breaks=("direct_encounter",))
    rounds = rounds_of({(1, 2): (1, 0)}, {(1, 3): (1, 0)}, {(2, 3): (0, 1)})
    part = replace(field, rounds=rounds[:2])
    assert [row.compared for row in standings(part)] == [None, (0, 2), None]
    assert [row.compared for row in standings(replace(field, rounds=rounds))] == [
        None,
        (1, 2),
        (0, 1),
    ]
