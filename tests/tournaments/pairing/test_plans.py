"""What is counted before a draw is what the draws then give."""

import pytest

from tests.tournaments.pairing.playing import of, run
from tournaments.pairing.field import Options
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.plans import PlannedRound, field_of

WAYS = [
    # Nobody can say how much will be played on a ladder.
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


@pytest.mark.slow
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
    # Three rounds of twelve tables; then four tables and four byes, and a bracket of eight.
    assert plan.rounds == (
        *(PlannedRound(12),) * 3,
        PlannedRound(4, 4),
        PlannedRound(4),
        PlannedRound(2),
        PlannedRound(1),
    )
    assert (plan.least, plan.most) == (3, 7)
