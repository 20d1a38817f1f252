"""Cascade and maastricht: the fields and their cadrages, worked out by hand."""

import pytest

from tests.tournaments.pairing.playing import of, pairs, played, ranking, run
from tournaments.pairing import fields
from tournaments.pairing.errors import PairingError
from tournaments.pairing.formats import format_of


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
    field, found = parted("maastricht", fields.MAASTRICHT, count)
    assert len(field.rounds) == 3
    assert [len(members) for members in found] == sizes
    assert cadrage("maastricht", field) == first


def test_a_maastricht_by_wins():
    # 16 in three rounds, favourites winning: 2 win three, 6 two, 6 one, 2 none.
    _field, found = parted("maastricht", fields.MAASTRICHT, 16, split="wins")
    assert [len(members) for members in found] == [2, 6, 6, 2]
    # Counted beforehand: 16 is 8 and 8, then 4 8 4, then 2 6 6 2. Of 7: 4 3, then 2 (2 + 2) 1.
    assert fields.maastricht_sizes(16, of(16, split="wins")) == [2, 6, 6, 2]
    assert fields.maastricht_sizes(7, of(7, split="wins", rounds=2)) == [2, 4, 1]


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
    field, found = parted("cascade", fields.CASCADE, count)
    assert len(field.rounds) == 2
    assert [len(members) for members in found] == sizes
    assert cadrage("cascade", field) == first


def test_a_cascade_of_eight_by_name():
    # 1–8 2–7 3–6 4–5; the winners 1–4 2–3, the losers 5–8 6–7: won–won, won–lost, lost–won…
    field, found = parted("cascade", fields.CASCADE, 8)
    assert [pairs(tables) for tables in field.rounds] == [
        [(1, 8), (2, 7), (3, 6), (4, 5)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
    ]
    assert found == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert ranking(run(field, "cascade"), "cascade") == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.slow
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
