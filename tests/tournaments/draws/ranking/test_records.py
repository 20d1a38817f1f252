from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.draws.playing import of, rounds_of
from tournaments.draws.field import Points, Result, Table
from tournaments.draws.ranking.records import EntrantTable, exact, records

F = Fraction


def only(table, **options):
    """Return each entrant's record of a field in which only this table was played, by number."""
    field = replace(of(5, **options), rounds=((table,),))
    return {entrant: meetings[0] for entrant, meetings in records(field).items()}


def test_a_table_of_two_sides_of_two():
    records_of = only(Table(1, ((1, 2), (3, 4)), Result((500, 380))))
    assert records_of[1] == EntrantTable(
        1, "win", F(1), F(500), F(380), opponents=(3, 4), partners=(2,)
    )
    assert records_of[4] == EntrantTable(
        1, "loss", F(0), F(380), F(500), opponents=(1, 2), partners=(3,)
    )
    assert records_of[5] == EntrantTable(1, "absent", F(0))


def test_a_score_is_what_is_written():
    assert exact(0.1) == F(1, 10)
    assert exact(0.5) + exact(0.5) == 1


def test_a_bye_brings_its_points_and_its_declared_score():
    field = replace(of(1, bye_score=13), rounds=rounds_of({(1,): None}))
    assert records(field)[1] == (EntrantTable(1, "bye", F(1), F(13)),)


@pytest.mark.parametrize(
    ("options", "points"),
    [
        # A rank is worth n - rank: 3, 2, 1 and 0. The two who tie share 2 + 1.
        ({}, [3, F(3, 2), F(3, 2), 0]),
        ({"place_points": (10, 6, 3)}, [10, F(9, 2), F(9, 2), 0]),
        ({"place_points": "match"}, [40, 30, 30, 10]),
    ],
)
def test_place_points(options, points):
    records_of = only(Table(1, ((1,), (2,), (3,), (4,)), Result((40, 30, 30, 10))), **options)
    assert [records_of[entrant].points for entrant in range(1, 5)] == points
    # The mean score of the three others is (30 + 30 + 10) / 3.
    assert records_of[1].conceded == F(70, 3)


def test_who_forfeits_at_a_table_of_several_takes_the_last_place_for_nothing():
    records_of = only(Table(1, ((1,), (2,), (3,)), Result((9, 5, 7), frozenset({1}))))
    assert [records_of[entrant].points for entrant in (1, 2, 3)] == [0, 1, 2]
    assert [records_of[entrant].outcome for entrant in (1, 2, 3)] == [
        "forfeit_loss",
        "forfeit_win",
        "forfeit_win",
    ]


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (1, EntrantTable(1, "bye", F(2))),
        # A requested rest is worth a draw or nothing.
        (0.5, EntrantTable(1, "absent", F(1, 2))),
        (0, EntrantTable(1, "absent", F())),
    ],
)
def test_a_rest_has_the_worth_that_a_file_gave(score, expected):
    field = of(1, points=Points(win=2, draw=0.5))
    rest = Table(3, ((1,),), Result((score,)))
    assert records(replace(field, rounds=((rest,),)))[1] == (expected,)
