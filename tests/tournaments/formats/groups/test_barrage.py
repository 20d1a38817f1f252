"""Tests of groups of four with a barrage, worked out by hand.

Eight entrants are in two groups: A is 1, 4, 5 and 8, and B is 2, 3, 6 and 7.
"""

from dataclasses import replace

from tests.tournaments.draws.playing import joined, of, pairs, played, run, without
from tournaments.draws.field import Result
from tournaments.formats.groups import barrage
from tournaments.formats.groups.draw import group_field, group_ranking, group_rows, groups
from tournaments.formats.groups.qualification import fates
from tournaments.formats.installed import format_of

Q = ["qualified", "qualified"]
GROUPS = format_of("groups")


def first_wins(table):
    return Result((1, 0))


def course(count, rounds, **options):
    field, drawn_pairs, fate = of(count, pool_style="barrage", **options), [], []
    for _ in range(rounds):
        drawn = GROUPS.draw(field)
        drawn_pairs.append(
            [p for t, p in zip(drawn.tables, pairs(drawn.tables), strict=True) if "GA" in t.slot]
        )
        field = played(field, drawn.tables, first_wins)
        fate.append([fates(field)[entrant] for entrant in groups(field)[0]])
    return field, drawn_pairs, fate


def test_winners_meet_losers_meet_then_the_barrage_for_the_second_place():
    field, drawn_pairs, fate = course(8, 3, groups=2)
    # The side named first always wins. In A, 1 and 4 win, then 1 (against 4) and 8 (against 5),
    # then 4 the barrage.
    assert drawn_pairs == [[(1, 8), (4, 5)], [(1, 4), (8, 5)], [(4, 8)]]
    assert group_ranking(field)[0] == [1, 4, 8, 5]
    # The fates of 1, 4, 5 and 8 after each round. 5 is out after two losses, 8 after losing the
    # barrage.
    assert fate == [["open"] * 4, ["qualified", "open", "out", "open"], [*Q, "out", "out"]]
    # The bracket has the qualified of both groups: 1 and 4 of A, 2 and 3 of B.
    assert {number for pair in pairs(GROUPS.draw(field).tables) for number in pair} == {1, 4, 2, 3}


def test_groups_of_three_play_all_against_all_and_alone_take_who_comes_late():
    field = of(7, groups=2, pool_style="barrage")
    assert groups(joined(field)) == [[1, 4, 5], [2, 3, 6, 7]] or groups(joined(field)) == [
        [1, 4, 5, 8],
        [2, 3, 6, 7],
    ]
    full = joined(of(8, groups=2, pool_style="barrage"))
    drawn = GROUPS.draw(full)
    assert [(warning.code, warning.params["entrant"]) for warning in drawn.warnings] == [
        ("too_late_for_bracket", 9)
    ]
    assert len(run(full, "groups", first_wins).rounds) == 5


def test_who_leaves_or_forfeits_with_the_other_is_last_and_nobody_waits():
    field = of(4, groups=1, pool_style="barrage")
    drawn = GROUPS.draw(field)
    both = Result(forfeit=frozenset((2, 3)))
    field = played(field, drawn.tables, lambda t: both if 2 in t.entrants else first_wins(t))
    # 1 has no opponent among the winners, and 4 none among the losers.
    assert group_ranking(field)[0][:2] == [1, 4]
    assert GROUPS.draw(field).tables[0].slot == "K1.1"


def levels(field):
    """Return the entrants at each rank of the only group, by rank."""
    [members] = groups(field)
    by_rank = {}
    for row in group_rows(group_field(field, members, "GA")):
        by_rank.setdefault(row.rank, []).append(row.entrant)
    return {rank: sorted(entrants) for rank, entrants in by_rank.items()}


def test_ranks_between_the_rounds_go_by_how_far_each_came():
    field, seen = of(4, groups=1, pool_style="barrage", tie_breaks=("points",)), []
    for _ in range(3):
        field = played(field, GROUPS.draw(field).tables, first_wins)
        seen.append(levels(field))
    # First 1 and 2 have won, and 3 and 4 have lost. Then 1 has won twice and 3 has lost twice. The
    # meeting of winners, which 2 lost, counts more than that of losers, which 4 won.
    assert seen == [
        {1: [1, 2], 3: [3, 4]},
        {1: [1], 2: [2], 3: [4], 4: [3]},
        {1: [1], 2: [2], 3: [4], 4: [3]},
    ]


def test_a_double_forfeit_ends_the_group_and_who_leaves_keeps_it_open():
    field = of(4, groups=1, pool_style="barrage")
    drawn = GROUPS.draw(field)
    both = Result(forfeit=frozenset((2, 3)))
    halved = played(field, drawn.tables, lambda t: both if 2 in t.entrants else first_wins(t))
    assert fates(halved) == {1: "qualified", 4: "qualified", 2: "out", 3: "out"}
    left = without(played(field, drawn.tables, first_wins), 3)
    assert fates(left) == {1: "open", 2: "open", 4: "open", 3: "out"}


def test_slots_are_the_groups_with_the_stage_and_the_place():
    field, drawn, over = of(4, groups=1, pool_style="barrage"), [], []
    for _ in range(3):
        tables = GROUPS.draw(field).tables
        drawn.append([(table.slot, table.entrants, table.why["part"]) for table in tables])
        field = played(field, tables)
        over.append(barrage.is_over(group_field(field, groups(field)[0], "GA")))
    assert drawn == [
        [("GA.1.1", (1, 4), "main"), ("GA.1.2", (2, 3), "main")],
        [("GA.2.1", (1, 2), "main"), ("GA.2.2", (4, 3), "main")],
        [("GA.3.1", (2, 3), "main")],
    ]
    assert over == [False, False, True]


def test_a_group_is_not_over_while_one_of_its_tables_is_running():
    field = of(4, groups=1, pool_style="barrage")
    for _ in range(2):
        field = played(field, GROUPS.draw(field).tables)
    running = replace(field, rounds=(*field.rounds, GROUPS.draw(field).tables))
    own = group_field(running, groups(running)[0], "GA")
    # 2 and 3 are still playing the barrage.
    assert not barrage.is_over(own)
    assert [(row.entrant, row.criteria["stage"]) for row in barrage.rows(own)] == [
        (1, 8),
        (2, 5),
        (3, 4),
        (4, 1),
    ]


def test_before_any_result_nobody_has_come_anywhere():
    field = of(4, groups=1, pool_style="barrage", tie_breaks=("points",))
    own = group_field(field, groups(field)[0], "GA")
    assert [(row.rank, row.criteria["stage"]) for row in barrage.rows(own)] == [(1, 0)] * 4
