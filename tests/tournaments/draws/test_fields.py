"""Cascade and maastricht: the fields and their cadrages, worked out by hand."""

import pytest

from tests.tournaments.draws.playing import of, pairs, played, ranking, run, without
from tournaments.draws import fields
from tournaments.draws.errors import PairingError
from tournaments.formats.cascade.draw import CASCADE
from tournaments.formats.installed import format_of
from tournaments.formats.maastricht.draw import MAASTRICHT


def parted(slug, parting, count, **options):
    """The field when its fields are known: favourites have won."""
    field = of(count, **options)
    while not format_of(slug).bracket(field):
        field = played(field, format_of(slug).draw(field).tables)
    return field, fields.fields_of(field, parting)


def cadrage(slug, field):
    """How many tables each field plays in its first round, and how many of it wait."""
    drawn = format_of(slug).draw(field).tables
    letters = sorted({table.slot[1] for table in drawn})
    return {
        letter: (
            sum(table.slot[1] == letter and not table.bye for table in drawn),
            sum(table.slot[1] == letter and table.bye for table in drawn),
        )
        for letter in letters
    }


@pytest.mark.parametrize(
    ("count", "sizes", "first"),
    [
        # 14 in quarters: 4 4 3 3. Of four two tables; of three one table, one waits.
        (14, [4, 4, 3, 3], {"A": (2, 0), "B": (2, 0), "C": (1, 1), "D": (1, 1)}),
        # 25: 7 6 6 6. Of seven 7 − 4 = 3 tables, one waits; of six 6 − 4 = 2, two wait.
        (25, [7, 6, 6, 6], {"A": (3, 1), "B": (2, 2), "C": (2, 2), "D": (2, 2)}),
        # 40: 10 10 10 10. Of ten 10 − 8 = 2 tables, six wait.
        (40, [10] * 4, dict.fromkeys("ABCD", (2, 6))),
    ],
)
def test_maastricht(count, sizes, first):
    field, found = parted("maastricht", MAASTRICHT, count)
    assert len(field.rounds) == 3
    assert [len(members) for members in found] == sizes
    assert cadrage("maastricht", field) == first


def test_a_maastricht_by_wins():
    # 16 in three rounds, favourites winning: 2 win three, 6 two, 6 one, 2 none.
    _field, found = parted("maastricht", MAASTRICHT, 16, split="wins")
    assert [len(members) for members in found] == [2, 6, 6, 2]
    # Counted beforehand: 16 is 8 and 8, then 4 8 4, then 2 6 6 2. Of 7: 4 3, then 2 (2 + 2) 1.
    assert MAASTRICHT.sizes(16, of(16, split="wins")) == [2, 6, 6, 2]
    assert MAASTRICHT.sizes(7, of(7, split="wins", rounds=2)) == [2, 4, 1]


@pytest.mark.parametrize(
    ("count", "sizes", "first"),
    [
        # 24: 12 and 12, then 6 each. Of six two tables, two wait.
        (24, [6, 6, 6, 6], dict.fromkeys("ABCD", (2, 2))),
        # 30: 15 and 15; one of each rests, which is a win: 8 and 7 each.
        (30, [8, 7, 8, 7], {"A": (4, 0), "B": (3, 1), "C": (4, 0), "D": (3, 1)}),
        # 50: 25 and 25, then 13 and 12. Of 13 five tables, three wait; of 12 four, four wait.
        (50, [13, 12, 13, 12], {"A": (5, 3), "B": (4, 4), "C": (5, 3), "D": (4, 4)}),
    ],
)
def test_cascade(count, sizes, first):
    field, found = parted("cascade", CASCADE, count)
    assert len(field.rounds) == 2
    assert [len(members) for members in found] == sizes
    assert cadrage("cascade", field) == first


def test_a_cascade_of_eight_by_name():
    # 1–8 2–7 3–6 4–5; the winners 1–4 2–3, the losers 5–8 6–7: won–won, won–lost, lost–won…
    field, found = parted("cascade", CASCADE, 8)
    assert [pairs(tables) for tables in field.rounds] == [
        [(1, 8), (2, 7), (3, 6), (4, 5)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
    ]
    assert found == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert ranking(run(field, "cascade"), "cascade") == [1, 2, 3, 4, 5, 6, 7, 8]


def test_nobody_meets_twice_in_a_cascade_and_everybody_rests_once_at_most_before_the_fields():
    for count in range(8, 129, 5):
        for depth in (2, 3):
            field = run(of(count, depth=depth), "cascade")
            tables = [table for drawn in field.rounds for table in drawn]
            met = [frozenset(table.entrants) for table in tables if not table.bye]
            assert len(met) == len(set(met)), count
            rests = [table.entrants for table in tables if table.bye and table.slot[0] == "P"]
            assert len(rests) == len(set(rests)), count


def test_too_few_for_the_fields():
    with pytest.raises(PairingError) as refused:
        format_of("cascade").draw(of(7, depth=3))
    assert (refused.value.code, refused.value.params) == ("too_few_entrants", {"least": 8})


def test_who_has_rested_on_the_way_down_rests_no_more():
    # Nine in three rounds: 1 rests among nine, 2 among the five who have won, then 3 of 1 2 3.
    field = of(9, depth=3)
    rests = []
    for _ in range(3):
        drawn = format_of("cascade").draw(field)
        rests += [table.entrants for table in drawn.tables if table.bye]
        field = played(field, drawn.tables)
    assert rests == [(1,), (2,), (3,)]
    assert fields.fields_of(field, CASCADE)[:4] == [(1, 3), (2,), (4,), (5,)]


def test_what_the_first_rounds_will_be_is_counted_beforehand():
    # 30: 15 tables; 15 and 15, seven tables and a rest each; then 8 7 8 7.
    assert CASCADE.plan(30, of(30)) == [(15, 0), (14, 2)]
    assert CASCADE.plan(30, of(30, depth=3)) == [(15, 0), (14, 2), (14, 2)]
    assert CASCADE.sizes(30, of(30)) == [8, 7, 8, 7]
    assert CASCADE.sizes(13, of(13, depth=3)) == [2, 2, 2, 1, 2, 1, 2, 1]
    assert MAASTRICHT.plan(14, of(14)) == [(7, 0)] * 3
    assert MAASTRICHT.plan(15, of(15, rounds=2)) == [(7, 1)] * 2


def test_only_where_somebody_waits_the_first_round_is_a_cadrage():
    nodes = fields.nodes([4, 3, 1, 2], third_place=False)
    assert [(node.slot, node.part, node.stage) for node in nodes] == [
        ("KA1.1", "main", 1),
        ("KA1.2", "main", 1),
        ("KB1.1", "cadrage", 1),
        ("KB1.2", "cadrage", 1),
        ("KD1.1", "final", 1),
        ("KA2.1", "final", 2),
        ("KB2.1", "final", 2),
    ]


def test_who_is_alone_in_a_field_stays_there_once_the_others_play():
    # Fewer than eight began one only by the first two editions.
    field, found = parted("maastricht", MAASTRICHT, 5, edition=2)
    assert found == [(1, 2), (4,), (3,), (5,)]
    field = played(field, format_of("maastricht").draw(field).tables)
    assert fields.fields_of(field, MAASTRICHT)[:5] == [(1, 2), (4,), (3,), (5,), ()]


def test_how_many_rounds_come_first_may_be_chosen_until_the_fields_are_drawn():
    chosen = format_of("maastricht").chosen
    field, _found = parted("maastricht", MAASTRICHT, 8, rounds=2)
    assert (chosen(of(8)), chosen(of(8, rounds=2)), chosen(field)) == (3, 2, 2)
    drawn = played(field, format_of("maastricht").draw(field).tables)
    assert chosen(drawn) is None


def test_a_maastricht_begins_with_eight():
    with pytest.raises(PairingError, match="too_few_entrants") as refused:
        format_of("maastricht").draw(of(7))
    assert refused.value.params == {"least": 8}
    # Once it has begun, people may leave.
    began = played(of(8), format_of("maastricht").draw(of(8)).tables)
    assert format_of("maastricht").draw(without(began, 1)).tables
