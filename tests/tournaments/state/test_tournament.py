"""Tests of the questions that a tournament's state answers: who plays, who counts, what draws
see.
"""

from dataclasses import replace

from tests.tournaments.state.logs import after, at, drawn, opened, played, refused
from tournaments.draws.field import Entrant, Field, Result, Table
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import PlayedBoard, Round, Seated


def numbers(entrants):
    return [entrant.number for entrant in entrants]


def state(entrant, value):
    return "entrant_state", {"entrant": entrant, "state": value}


def test_only_a_reported_result_counts():
    bare = Table(3, ((1,), (2,)), None, "W1.1", {"round": 1})
    won = ReportedResult((3, 1), counted=ReportedResult((2, 0)))
    for state in ("reported", "confirmed"):
        assert Seated(bare, state, won).counted() == replace(bare, result=Result((2, 0)))
    for state in ("waiting", "playing", "disputed"):
        assert Seated(bare, state, won).counted() == bare
    assert Seated(bare, "confirmed").counted() == bare
    assert Seated(bare).number == 3
    assert Seated(bare).state == "waiting"


def test_tables_of_a_round_are_changed_by_their_number():
    before = drawn(played(opened(4)))
    first, last = before.rounds[0].tables
    second = replace(last, locked=True)
    changed = before.with_round(replace(before.rounds[0], state="published"), second)
    assert changed.rounds == (
        Round(1, "graine", (first, second), "published"),
        before.rounds[1],
    )


def test_what_is_not_there_is_unknown():
    night = drawn(opened(2))
    expected = ("round_unknown", "round", {})
    assert refused(night, *at("reported", 2, 1, scores=[3, 1])) == expected
    expected = ("table_unknown", "table", {})
    assert refused(night, *at("reported", 1, 2, scores=[3, 1])) == expected


def test_who_plays():
    changes = (state(1, "checked_in"), state(2, "withdrawn"), state(3, "disqualified"))
    assert after(opened(4, "swiss"), *changes).field().playing == [1, 4]
    assert after(opened(4, "swiss", check_in=True), *changes).field().playing == [1]


def test_who_was_drawn_and_who_counts():
    before = after(opened(4, "swiss"), state(4, "withdrawn"))
    assert (before.drawn, numbers(before.counted)) == (frozenset(), [1, 2, 3])
    draft = after(before, ("drawn", {}))
    assert draft.drawn == frozenset()
    late = after(
        draft,
        ("published", {"round": 1}),
        state(1, "disqualified"),
        ("entered", {"entrants": [{"name": "Z", "members": [[7, "Zoé"]]}]}),
    )
    assert (late.drawn, numbers(late.counted)) == (frozenset({1, 2, 3}), [1, 2, 3, 5])
    over = after(late, ("state", {"state": "finished"}))
    assert numbers(over.counted) == [1, 2, 3]
    assert late.members == {1: (), 2: (), 3: (), 4: (), 5: ((7, "Zoé"),)}


def test_at_a_table_but_not_in_the_seeding():
    before = played(opened(4, "swiss"))
    late = after(before, ("entered", {"entrants": [{"name": "Z"}]}), ("drawn", {}))
    assert late.drawn == frozenset({1, 2, 3, 4})
    assert after(late, ("published", {"round": 2})).drawn == frozenset({1, 2, 3, 4, 5})


def test_the_field_of_a_draw():
    entrants = [
        {"name": "A", "seed": 2, "club": "Lyon", "rating": 1510.5},
        {"name": "B", "seed": 1},
    ]
    before = after(opened(0), ("entered", {"entrants": entrants}), ("drawn", {}))
    expected = Field(
        (Entrant(1, "A", 2, "Lyon", 1510.5), Entrant(2, "B", 1)),
        options=before.options,
        seed="graine",
        tie_breaks=before.tie_breaks,
        order=(2, 1),
    )
    assert before.field() == expected
    night = after(before, ("published", {"round": 1}), at("reported", 1, 1, scores=[3, 1]))
    final = Table(1, ((2,), (1,)), Result((3, 1)), "W1.1", {"part": "final", "seeds": [1, 2]})
    assert night.field() == replace(expected, rounds=((final,),))
    assert night.field(before=2) == night.field()
    assert night.field(before=1, seed="autre") == replace(expected, seed="autre")


def test_a_board_is_told_as_it_was_entered():
    data = {"entry": {"bid": 50}, "score": -110}
    assert PlayedBoard.from_json(data) == PlayedBoard({"bid": 50}, -110)
    assert PlayedBoard.from_json(data).to_json() == data
    assert PlayedBoard.from_json({}).to_json() == {"entry": None, "score": None}


def test_a_board_that_was_not_played_at_a_table_has_no_result_there():
    boards = {1: PlayedBoard({}, 0), 2: PlayedBoard(None, None)}
    seated = Seated(Table(1, ((1,), (2,))), boards=boards)
    assert [seated.has_played(board) for board in (1, 2, 3)] == [True, False, False]
    assert seated.counted().boards == ((1, 0),)


def test_a_tournament_has_begun_once_it_is_seeded():
    before = opened(4)
    assert (before.begun, replace(before, order=(1, 2, 3, 4)).begun) == (False, True)
    assert drawn(before).begun
