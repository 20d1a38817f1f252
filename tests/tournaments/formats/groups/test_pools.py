"""Tests of the groups as small tournaments, as a page shows them."""

from tests.tournaments.draws.playing import joined, of, played, without
from tournaments.formats.groups.pools import pools
from tournaments.formats.installed import format_of

GROUPS = format_of("groups")


def summary(pool):
    return pool.name, pool.slot, [(row.rank, row.entrant) for row in pool.rows]


def test_each_group_has_its_name_its_slot_its_standings_and_who_qualifies():
    # A is 1 4 5 8 and B is 2 3 6 7, and favourites win the three rounds.
    field = of(8, groups=2)
    for _ in range(3):
        field = played(field, GROUPS.draw(field).tables)
    first, second = pools(field)
    assert summary(first) == ("A", "GA", [(1, 1), (2, 4), (3, 5), (4, 8)])
    assert summary(second) == ("B", "GB", [(1, 2), (2, 3), (3, 6), (4, 7)])
    assert first.points == {1: 3, 4: 2, 5: 1, 8: 0}
    assert first.fates == {1: "qualified", 4: "qualified", 5: "out", 8: "out"}
    assert second.fates == {2: "qualified", 3: "qualified", 6: "out", 7: "out"}


def test_who_was_not_drawn_yet_has_no_line_and_who_has_left_is_last():
    # In the first group, 1 and 4 have won, and 5 and 8 have lost (8 is ahead of 5 by lot). Then 4
    # leaves, and 9 comes late.
    field = of(8, groups=2, tie_breaks=("points", "lots"))
    field = played(field, GROUPS.draw(field).tables)
    first, second = pools(joined(without(field, 4)))
    assert [row.entrant for row in first.rows] == [1, 8, 5, 4]
    assert first.points == {1: 1, 4: 1, 5: 0, 8: 0, 9: 0}
    assert first.fates == {1: "open", 5: "open", 8: "open", 4: "out"}
    assert sorted(row.entrant for row in second.rows) == [2, 3, 6, 7]


def test_one_alone_is_in_no_group_and_two_are_in_one():
    assert pools(of(1, groups=1)) == pools(of(1, groups=1, started=False)) == []
    (pool,) = pools(of(2, groups=1, started=False))
    assert (pool.name, pool.fates) == ("A", {1: "qualified", 2: "qualified"})
    assert [group.name for group in pools(of(2, groups=1))] == ["A"]
