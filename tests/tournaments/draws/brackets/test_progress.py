"""Tests of where everybody stands in a knockout."""

from dataclasses import replace

import pytest

from tests.tournaments.draws.playing import favourite, of, played, without
from tournaments.draws.brackets.progress import KnockoutProgress, progress
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Result
from tournaments.formats.installed import format_of

SINGLE = format_of("single_elimination")


def state_and_level(field, slug="single_elimination", **more):
    progresses = progress(format_of(slug).bracket(field), **more)
    return {number: (place.state, place.level) for number, place in progresses.items()}


def drawn(field, slug="single_elimination"):
    """Return the field with its next round drawn and without a result."""
    return replace(field, rounds=(*field.rounds, format_of(slug).draw(field).tables))


def test_who_is_in_and_who_is_out_and_where():
    field = of(8, third_place=True)
    assert set(state_and_level(drawn(field)).values()) == {("in", "quarter_final")}
    field = played(field, SINGLE.draw(field).tables)
    ins, outs = dict.fromkeys(range(1, 5), ("in", "semi_final")), range(5, 9)
    assert state_and_level(field) == ins | dict.fromkeys(outs, ("out", "quarter_final"))
    field = played(field, SINGLE.draw(field).tables)
    last = {1: ("in", "final"), 2: ("in", "final"), 3: ("in", "third_place")}
    assert state_and_level(field).items() >= last.items()
    field = played(field, SINGLE.draw(field).tables)
    last = {1: ("won", "final"), 2: ("out", "final"), 3: ("won", "third_place")}
    assert state_and_level(field).items() >= (last | {4: ("out", "third_place")}).items()


def test_who_leaves_is_neither_in_nor_a_winner():
    field = played(of(4), SINGLE.draw(of(4)).tables)
    assert state_and_level(without(field, 1), gone=(1,))[1] == ("left", "semi_final")
    assert state_and_level(without(field, 3), gone=(3,))[3] == ("out", "semi_final")
    seated = drawn(field)
    assert state_and_level(without(seated, 1), gone=(1,))[1] == ("left", "final")


def test_a_final_that_both_forfeit_is_won_by_decision_only():
    field = played(of(2), SINGLE.draw(of(2)).tables, lambda _: Result((), frozenset((1, 2))))
    assert state_and_level(field) == {1: ("out", "final"), 2: ("out", "final")}
    assert state_and_level(field, winner=2)[2] == ("won", "final")


def test_a_loser_goes_on_in_field_b():
    field = of(8, b_final=True)
    field = played(field, SINGLE.draw(field).tables)
    progresses = progress(SINGLE.bracket(field))
    assert progresses[8] == KnockoutProgress("B", "in", "semi_final", 2)
    assert progresses[1] == KnockoutProgress("A", "in", "semi_final", 2)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16])
@pytest.mark.parametrize(
    ("slug", "options", "lives"),
    [
        ("single_elimination", {}, 1),
        ("single_elimination", {"cadrage": True}, 1),
        ("double_elimination", {}, 2),
    ],
)
def test_whoever_has_lost_too_often_is_out_and_at_the_end_one_has_won(slug, options, lives, count):
    field, lost = of(count, **options), dict.fromkeys(range(1, count + 1), 0)

    def underdog(table):
        """Let the last seed of odd tables win, so that favourites lose too."""
        result = favourite(table)
        scores = result.scores[::-1] if table.number % 2 else result.scores
        return replace(result, scores=scores)

    while True:
        progresses = state_and_level(field, slug)
        assert {number for number, (state, _) in progresses.items() if state == "out"} == {
            number for number, losses in lost.items() if losses >= lives
        }
        try:
            tables = format_of(slug).draw(field).tables
        except PairingError:
            break
        field = played(field, tables, underdog)
        for table in field.rounds[-1]:
            if table.winner is not None and not table.bye:
                lost[table.sides[1 - table.winner][0]] += 1
    assert sorted(state for state, _level in progresses.values()) == ["out"] * (count - 1) + ["won"]


@pytest.mark.parametrize("count", [9, 16])
@pytest.mark.parametrize("slug", ["cascade", "maastricht"])
def test_each_field_has_one_winner(slug, count):
    field = of(count)
    while True:
        try:
            field = played(field, format_of(slug).draw(field).tables)
        except PairingError:
            break
    progresses = progress(format_of(slug).bracket(field)).values()
    won = sorted(place.field for place in progresses if place.state == "won")
    assert won == sorted({place.field for place in progresses})
