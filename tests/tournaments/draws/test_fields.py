"""Tests of cascade and maastricht: the fields and their cadrages, worked out by hand."""

import pytest

from tests.tournaments.draws.playing import of, pairs, played, ranking, run, without
from tournaments.draws import fields
from tournaments.draws.errors import PairingError
from tournaments.formats.cascade.draw import CASCADE
from tournaments.formats.installed import format_of
from tournaments.formats.maastricht.draw import MAASTRICHT


def parted(slug, parting, count, **options):
    """Play until the fields are known, with favourites winning; return the field and its parts."""
    field = of(count, **options)
    while not format_of(slug).bracket(field):
        field = played(field, format_of(slug).draw(field).tables)
    return field, fields.fields_of(field, parting)


def cadrage(slug, field):
    """Return (tables played, entrants that wait) of each field's first round, by its letter."""
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
        # 14 entrants make fields of 4, 4, 3 and 3. A field of four plays two tables. A field of
        # three plays one, and one entrant waits.
        (14, [4, 4, 3, 3], {"A": (2, 0), "B": (2, 0), "C": (1, 1), "D": (1, 1)}),
        # 25 entrants make fields of 7, 6, 6 and 6. A field of seven plays 7 − 4 = 3 tables, and one
        # entrant waits. A field of six plays 6 − 4 = 2, and two wait.
        (25, [7, 6, 6, 6], {"A": (3, 1), "B": (2, 2), "C": (2, 2), "D": (2, 2)}),
        # 40 entrants make four fields of ten. A field of ten plays 10 − 8 = 2 tables, and six wait.
        (40, [10] * 4, dict.fromkeys("ABCD", (2, 6))),
    ],
)
def test_maastricht(count, sizes, first):
    field, parts = parted("maastricht", MAASTRICHT, count)
    assert len(field.rounds) == 3
    assert [len(members) for members in parts] == sizes
    assert cadrage("maastricht", field) == first


def test_a_maastricht_by_wins():
    # 16 entrants play three rounds, and favourites win: 2 win three tables, 6 win two, 6 win one,
    # and 2 none.
    _field, parts = parted("maastricht", MAASTRICHT, 16, split="wins")
    assert [len(members) for members in parts] == [2, 6, 6, 2]
    # The same sizes are counted before any draw: 8 and 8, then 4, 8 and 4, then 2, 6, 6 and 2. Of
    # seven in two rounds: 4 and 3, then 2, 2 + 2 and 1.
    assert MAASTRICHT.sizes(16, of(16, split="wins")) == [2, 6, 6, 2]
    assert MAASTRICHT.sizes(7, of(7, split="wins", rounds=2)) == [2, 4, 1]


@pytest.mark.parametrize(
    ("count", "sizes", "first"),
    [
        # 24 entrants are 12 and 12, then four fields of 6. A field of six plays two tables, and two
        # wait.
        (24, [6, 6, 6, 6], dict.fromkeys("ABCD", (2, 2))),
        # 30 entrants are 15 and 15. One of each 15 rests, which counts as a win, so the fields are
        # 8 and 7.
        (30, [8, 7, 8, 7], {"A": (4, 0), "B": (3, 1), "C": (4, 0), "D": (3, 1)}),
        # 50 entrants are 25 and 25, then fields of 13 and 12. A field of 13 plays five tables, and
        # three wait. A field of 12 plays four, and four wait.
        (50, [13, 12, 13, 12], {"A": (5, 3), "B": (4, 4), "C": (5, 3), "D": (4, 4)}),
    ],
)
def test_cascade(count, sizes, first):
    field, parts = parted("cascade", CASCADE, count)
    assert len(field.rounds) == 2
    assert [len(members) for members in parts] == sizes
    assert cadrage("cascade", field) == first


def test_a_cascade_of_eight_by_name():
    # In round 2 the winners play 1–4 and 2–3, and the losers play 5–8 and 6–7. The fields are those
    # who won twice, won then lost, lost then won, lost twice.
    field, parts = parted("cascade", CASCADE, 8)
    assert [pairs(tables) for tables in field.rounds] == [
        [(1, 8), (2, 7), (3, 6), (4, 5)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
    ]
    assert parts == [(1, 2), (3, 4), (5, 6), (7, 8)]
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
    # Nine entrants in three rounds. 1 rests in the first. Of the five who have then won, 2 rests.
    # Of 1, 2 and 3, finally 3 rests.
    field = of(9, depth=3)
    rests = []
    for _ in range(3):
        drawn = format_of("cascade").draw(field)
        rests += [table.entrants for table in drawn.tables if table.bye]
        field = played(field, drawn.tables)
    assert rests == [(1,), (2,), (3,)]
    assert fields.fields_of(field, CASCADE)[:4] == [(1, 3), (2,), (4,), (5,)]


def test_what_the_first_rounds_will_be_is_counted_beforehand():
    # 30 entrants play 15 tables. Then 15 and 15 play seven tables each and one of each rests. The
    # fields are 8, 7, 8 and 7.
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
    # Only in the first two editions could fewer than eight begin a maastricht.
    field, parts = parted("maastricht", MAASTRICHT, 5, edition=2)
    assert parts == [(1, 2), (4,), (3,), (5,)]
    field = played(field, format_of("maastricht").draw(field).tables)
    assert fields.fields_of(field, MAASTRICHT)[:5] == [(1, 2), (4,), (3,), (5,), ()]


def test_how_many_rounds_come_first_may_be_chosen_until_the_fields_are_drawn():
    chosen = format_of("maastricht").chosen
    field, _parts = parted("maastricht", MAASTRICHT, 8, rounds=2)
    assert (chosen(of(8)), chosen(of(8, rounds=2)), chosen(field)) == (3, 2, 2)
    drawn = played(field, format_of("maastricht").draw(field).tables)
    assert chosen(drawn) is None


def test_a_maastricht_begins_with_eight():
    with pytest.raises(PairingError, match="too_few_entrants") as refused:
        format_of("maastricht").draw(of(7))
    assert refused.value.params == {"least": 8}
    # After the first round, entrants may leave, although fewer than eight remain.
    began = played(of(8), format_of("maastricht").draw(of(8)).tables)
    assert format_of("maastricht").draw(without(began, 1)).tables
