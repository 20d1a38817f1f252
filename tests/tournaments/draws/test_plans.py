"""Tests that the plan counted before any draw agrees with the draws."""

import pytest

from tests.tournaments.draws.playing import of, run
from tournaments.draws.field import Options
from tournaments.draws.plans import PlannedRound, field_of
from tournaments.formats.installed import FORMATS

WAYS = [
    # A ladder is left out, because nobody can plan how many tables it will have.
    *((slug, {}) for slug in FORMATS if slug != "ladder"),
    ("swiss", {"rounds": 3}),
    ("round_robin", {"cycles": 2}),
    ("groups", {"groups": 2, "qualifiers": 3}),
    ("single_elimination", {"third_place": True, "cadrage": True}),
    ("single_elimination", {"b_final": True}),
    ("single_elimination", {"b_final": True, "cadrage": True, "third_place": True}),
    ("groups", {"groups": 2, "b_final": True, "third_place": True}),
    ("groups", {"pool_style": "barrage", "b_final": True}),
    ("tables", {"table_size": 3, "rounds": 2}),
    ("cumulative", {"draw_by": "rotation", "rounds": 6}),
]


@pytest.mark.parametrize(("slug", "options"), WAYS)
def test_a_plan_counts_the_tables_and_rests_of_the_draws(slug, options):
    least = max(FORMATS[slug].least, options.get("groups", 0) * 2)
    for count in range(least, 20):
        plan = FORMATS[slug].plan(field_of(count, Options(**options)))
        ended = run(of(count, **options), slug)
        drawn = [
            PlannedRound(sum(not table.bye for table in tables), sum(table.bye for table in tables))
            for tables in ended.rounds
        ]
        assert list(plan.rounds) == drawn, count
        sat = [
            sum(
                number in table.entrants and not table.bye
                for tables in ended.rounds
                for table in tables
            )
            for number in range(1, count + 1)
        ]
        assert plan.least <= min(sat), count
        assert plan.most >= max(sat), count


def test_24_entrants_in_groups_are_six_pools_of_four_and_twelve_who_go_on():
    plan = FORMATS["groups"].plan(field_of(24, Options()))
    assert plan.pools == (4, 4, 4, 4, 4, 4)
    assert plan.qualified == 12
    # Three rounds of twelve tables. Then the twelve qualified play four tables with four byes, and
    # go on as a bracket of eight.
    assert plan.rounds == (
        *(PlannedRound(12),) * 3,
        PlannedRound(4, 4),
        PlannedRound(4),
        PlannedRound(2),
        PlannedRound(1),
    )
    assert (plan.least, plan.most) == (3, 7)


@pytest.mark.parametrize(
    ("slug", "count", "options", "rounds", "least", "most"),
    [
        # One of seven rests in each of three rounds. So three entrants play twice, and four play
        # three times.
        ("swiss", 7, {"rounds": 3}, [(3, 1)] * 3, 2, 3),
        ("formule_x", 7, {"rounds": 4}, [(3, 1)] * 4, 3, 4),
        ("formule_x", 8, {"rounds": 2}, [(4, 0)] * 2, 2, 2),
        ("round_robin", 6, {}, [(3, 0)] * 5, 5, 5),
        ("round_robin", 5, {"cycles": 2}, [(2, 1)] * 10, 8, 8),
        ("melee", 10, {"rounds": 3}, [(2, 2)] * 3, 2, 3),
        ("melee", 13, {"rounds": 2}, [(3, 1)] * 2, 1, 2),
        # Eleven sit at tables of 4, 4 and 3.
        ("tables", 11, {"table_size": 3, "rounds": 2}, [(3, 0)] * 2, 2, 2),
        ("single_elimination", 6, {}, [(2, 2), (2, 0), (1, 0)], 1, 3),
        ("single_elimination", 6, {"third_place": True}, [(2, 2), (2, 0), (2, 0)], 1, 3),
        # Eight play 4 tables, then 2 and 2, then a table in each of the four fields of two.
        ("cascade", 8, {}, [(4, 0)] * 3, 2, 3),
        # Nine are parted into 5 and 4, then into fields of 3, 2, 2 and 2. In the field of 3, one
        # entrant waits for a winner.
        ("cascade", 9, {}, [(4, 1), (4, 1), (4, 1), (1, 0)], 1, 4),
        # Ten make fields of 3, 3, 2 and 2. First four tables are played and two entrants wait, then
        # two finals follow.
        ("maastricht", 10, {}, [*[(5, 0)] * 3, (4, 2), (2, 0)], 3, 5),
        # In groups of 3 and 4, two entrants of each go on.
        ("groups", 7, {"groups": 2}, [*[(3, 1)] * 3, (2, 0), (1, 0)], 2, 5),
        # The three others play field B, and one of them waits.
        ("groups", 7, {"groups": 2, "b_final": True}, [*[(3, 1)] * 4, (2, 0)], 2, 5),
        (
            "groups",
            6,
            {"groups": 2, "b_final": True, "third_place": True},
            [*[(2, 2)] * 3, (3, 0), (2, 0)],
            2,
            4,
        ),
        (
            "groups",
            5,
            {"groups": 1, "qualifiers": 4, "b_final": True},
            [*[(2, 1)] * 5, (2, 0), (1, 0)],
            4,
            6,
        ),
        # The group of four plays a barrage of 2, 2 and 1 tables. The group of three plays one table
        # in each round.
        (
            "groups",
            7,
            {"groups": 2, "pool_style": "barrage"},
            [(3, 1), (3, 1), (2, 1), (2, 0), (1, 0)],
            2,
            5,
        ),
        # In each group of four, two entrants play twice and two play three times.
        (
            "groups",
            8,
            {"groups": 2, "pool_style": "barrage"},
            [(4, 0), (4, 0), (2, 0), (2, 0), (1, 0)],
            2,
            5,
        ),
        # Only one entrant goes on, so no knockout follows.
        ("groups", 4, {"groups": 1, "qualifiers": 1}, [(2, 0)] * 3, 3, 3),
    ],
)
def test_what_a_tournament_will_be(slug, count, options, rounds, least, most):
    plan = FORMATS[slug].plan(field_of(count, Options(**options)))
    assert list(plan.rounds) == rounds
    assert (plan.least, plan.most) == (least, most)
    assert plan.tables == max(tables for tables, _resting in rounds)


def test_the_sizes_of_groups_and_how_long_they_play():
    plan = FORMATS["groups"].plan(field_of(7, Options(groups=2)))
    assert (plan.pools, plan.pool_rounds, plan.qualified) == ((3, 4), 3, 4)
    small = FORMATS["groups"].plan(field_of(5, Options(groups=2, qualifiers=3)))
    # Only two can go on from a group of two, although three may qualify.
    assert (small.pools, small.qualified) == ((3, 2), 5)
