from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.draws.playing import favourite, of, pairs, played, ranking, run, without
from tournaments.draws.brackets import knockout as single_elimination
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Result
from tournaments.formats.installed import format_of

SINGLE = format_of("single_elimination")


def test_the_first_two_can_only_meet_in_the_final():
    # To double the order to S places, each p becomes p, S + 1 - p: from 1 2 to 1 4 2 3, then to 1 8
    # 4 5 2 7 3 6.
    assert single_elimination.bracket_order(2) == [1, 2]
    assert single_elimination.bracket_order(4) == [1, 4, 2, 3]
    assert single_elimination.bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    sizes = [single_elimination.power_above(count) for count in (1, 2, 3, 4, 5, 64, 65)]
    assert sizes == [2, 2, 4, 4, 8, 64, 128]


def test_seven_entrants_the_first_seed_has_the_bye():
    field = of(7)
    drawn = SINGLE.draw(field)
    assert pairs(drawn.tables) == [(4, 5), (2, 7), (3, 6), (1,)]
    assert [table.number for table in drawn.tables] == [1, 2, 3, 4]
    field = played(field, drawn.tables)
    second = SINGLE.draw(field)
    assert pairs(second.tables) == [(1, 4), (2, 3)]
    field = played(field, second.tables)
    final = SINGLE.draw(field)
    assert pairs(final.tables) == [(1, 2)]
    # The losers of the semi-finals share rank 3, and those of the first round share rank 5.
    rows = SINGLE.standings(played(field, final.tables))
    assert [(row.rank, row.entrant) for row in rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 4),
        (5, 5),
        (5, 6),
        (5, 7),
    ]


def test_the_third_place_is_played_in_the_final_s_round():
    field = of(4, third_place=True)
    field = played(field, SINGLE.draw(field).tables)
    last = SINGLE.draw(field)
    assert pairs(last.tables) == [(1, 2), (4, 3)]
    assert [table.slot for table in last.tables] == ["W2.1", "P3"]
    assert ranking(played(field, last.tables), "single_elimination") == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("count", "first"),
    [
        # 5 entrants come down to 4 by one table between the two lowest.
        (5, [(4, 5)]),
        # 6 come down to 4 by two tables, and 12 to 8 by four. Among those who play, the best meets
        # the worst.
        (6, [(3, 6), (4, 5)]),
        (12, [(5, 12), (6, 11), (7, 10), (8, 9)]),
    ],
)
def test_cadrage(count, first):
    field = of(count, cadrage=True)
    drawn = SINGLE.draw(field)
    assert pairs(drawn.tables) == first
    second = SINGLE.draw(played(field, drawn.tables))
    assert len(second.tables) == single_elimination.power_above(count) // 4
    assert not any(table.bye for table in second.tables)


def test_cadrage_of_a_power_of_two_is_no_cadrage():
    assert single_elimination.nodes(8, cadrage=True) == single_elimination.nodes(8)


def test_a_double_forfeit_puts_both_out_and_the_next_has_a_bye():
    field = of(4)
    drawn = SINGLE.draw(field)
    assert pairs(drawn.tables) == [(1, 4), (2, 3)]
    both = Result(forfeit=frozenset((1, 4)))
    field = played(field, drawn.tables, lambda t: both if 1 in t.entrants else favourite(t))
    # 2 has no opponent left for the final, so the knockout is finished.
    with pytest.raises(PairingError) as refused:
        SINGLE.draw(field)
    assert refused.value.code == "stage_finished"
    assert ranking(field, "single_elimination")[0] == 2


def test_who_leaves_between_two_rounds_gives_the_next_a_bye():
    field = of(8)
    field = without(played(field, SINGLE.draw(field).tables), 4)
    assert pairs(SINGLE.draw(field).tables) == [(2, 3), (1,)]


def test_one_entrant_is_too_few():
    with pytest.raises(PairingError) as refused:
        SINGLE.draw(of(1))
    assert (refused.value.code, refused.value.params) == ("too_few_entrants", {"least": 2})


@pytest.mark.parametrize("third", [False, True])
@pytest.mark.parametrize("cadrage", [False, True])
@pytest.mark.nightly
def test_every_size_has_one_table_fewer_than_entrants(third, cadrage):
    for count in range(2, 129):
        field = run(of(count, third_place=third, cadrage=cadrage), "single_elimination")
        tables = [table for tables in field.rounds for table in tables if not table.bye]
        assert len(tables) == count - 1 + (third and count > 3), count
        met = Counter(frozenset(table.entrants) for table in tables)
        assert set(met.values()) == {1}
        assert ranking(field, "single_elimination")[:2] == [1, 2]


def test_a_drawn_table_says_its_part_and_the_seeds_that_meet():
    single = format_of("single_elimination")
    first = single.draw(of(4)).tables
    assert [(table.number, table.slot, table.why) for table in first] == [
        (1, "W1.1", {"part": "main", "seeds": [1, 4]}),
        (2, "W1.2", {"part": "main", "seeds": [2, 3]}),
    ]
    # No second table can be drawn before a result says who comes to it.
    assert single.draw(replace(of(4), rounds=(first,))).tables == ()
