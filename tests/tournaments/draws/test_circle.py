import pytest

from tests.tournaments.draws.playing import joined, of, opposed, pairs, played, run, without
from tournaments.draws.circle import berger_round, draw, round_count
from tournaments.draws.errors import PairingError
from tournaments.formats.installed import format_of

ROBIN = format_of("round_robin")

# FIDE Handbook C.05, annex 1: Berger tables.
SIX = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
EIGHT = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


def table_of(text):
    return [
        {tuple(map(int, pair.split("-"))) for pair in line.split()}
        for line in text.strip().splitlines()
    ]


@pytest.mark.parametrize(("count", "text"), [(6, SIX), (8, EIGHT)])
def test_berger_tables_to_the_letter(count, text):
    made = [set(berger_round(count, number)) for number in range(1, count)]
    assert made == table_of(text)


def test_six_entrants_five_rounds_of_three_tables_everyone_once():
    field = run(of(6), "round_robin")
    assert [len(tables) for tables in field.rounds] == [3] * 5
    assert sorted(map(sorted, opposed(field))) == sorted(
        [entrant, other] for entrant in range(1, 7) for other in range(entrant + 1, 7)
    )


def test_five_entrants_each_has_one_bye():
    field = run(of(5), "round_robin")
    byes = [table.sides[0][0] for tables in field.rounds for table in tables if table.bye]
    assert sorted(byes) == [1, 2, 3, 4, 5]
    assert len(set(opposed(field))) == len(opposed(field)) == 10


def test_the_second_cycle_swaps_the_sides():
    field = run(of(4, cycles=2), "round_robin")
    made = [pairs(tables) for tables in field.rounds]
    assert len(made) == round_count(4, 2) == 6
    assert made[3:] == [[(other, entrant) for entrant, other in tables] for tables in made[:3]]
    # The third cycle swaps the sides back.
    third = [pairs(tables) for tables in run(of(4, cycles=3), "round_robin").rounds[6:]]
    assert third == made[:3]


def test_who_leaves_gives_byes_and_who_comes_late_meets_everyone():
    field = of(6)
    field = without(played(field, ROBIN.draw(field).tables), 2)
    assert pairs(ROBIN.draw(field).tables) == [(6, 4), (5, 3), (1,)]
    # 7 joins after the first round. Each later round then holds as many of the missing meetings as
    # possible.
    field = of(6)
    field = joined(played(field, ROBIN.draw(field).tables))
    late = []
    for _ in range(6):
        drawn = ROBIN.draw(field).tables
        late.append(pairs(drawn))
        field = played(field, drawn)
    assert [len(tables) for tables in late] == [4] * 6
    # 7 has the most meetings left, so it never has the bye.
    assert [(7,) in tables for tables in late] == [False] * 6
    assert [table.why for table in drawn] == [{"round": 7}] * 4
    with pytest.raises(PairingError, match="stage_finished"):
        ROBIN.draw(field)
    field = run(joined(of(5)), "round_robin")
    assert len(set(opposed(field))) == len(opposed(field)) == 15


def test_tables_have_the_slot_of_their_group_and_go_on_from_a_number():
    field = of(4)
    assert {table.slot for table in draw(field).tables} == {""}
    late = joined(played(field, draw(field).tables))
    for now in (field, late):
        numbers_and_slots = [
            (table.number, table.slot) for table in draw(now, part="GB", tables_from=5).tables
        ]
        assert numbers_and_slots[:2] == [(5, "GB"), (6, "GB")]


def test_two_entrants_meet_once():
    assert [pairs(tables) for tables in run(of(2), "round_robin").rounds] == [[(1, 2)]]


def test_refusals():
    with pytest.raises(PairingError) as refused:
        ROBIN.draw(of(1))
    assert (refused.value.code, refused.value.params) == ("too_few_entrants", {"least": 2})
    with pytest.raises(PairingError, match="stage_finished"):
        ROBIN.draw(run(of(3), "round_robin"))


def test_every_size_meets_everyone_once():
    for count in range(2, 129, 2):
        made = [pair for number in range(1, count) for pair in berger_round(count, number)]
        assert len({frozenset(pair) for pair in made}) == len(made) == count * (count - 1) // 2
