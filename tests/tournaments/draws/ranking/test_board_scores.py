"""Tests of the points for the boards of an evening: only open boards count."""

from fractions import Fraction

import pytest

from tournaments.draws.field import Entrant, Field, Options, Table
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.matchpoints import BoardResult, Valued

ENTRANTS = tuple(Entrant(number, str(number)) for number in range(1, 6))
# Board 1 is played by 1–2 and by 3–4, board 2 by 3–2 only. Board 3 is not open yet. 5 plays none.
ROUNDS = (
    (Table(1, ((1,), (2,)), boards=((1, 60),)), Table(2, ((3,), (4,)), boards=((1, -20),))),
    (Table(1, ((3,), (2,)), boards=((2, 40), (3, 90))),),
)


def evening(method):
    return Field(
        ENTRANTS,
        ROUNDS,
        options=Options(duplicate=method),
        opened=frozenset((1, 2)),
        pars={1: 50, 2: 30},
    )


def test_results_are_those_of_boards_that_may_be_told():
    assert board_scores.results(evening("butler")) == [
        BoardResult(1, (1,), (2,), 60),
        BoardResult(1, (3,), (4,), -20),
        BoardResult(2, (3,), (2,), 40),
    ]


@pytest.mark.parametrize(
    ("method", "totals"),
    [
        # In percent. On board 1, 60 beats -20: 100 for 1 and 4, 0 for 2 and 3. Board 2 has one
        # result, which gives 50 to both sides.
        ("matchpoints", {1: 100, 2: 25, 3: 25, 4: 100, 5: 0}),
        # The results are compared with the mean of their board: 20 on board 1, 40 on board 2.
        ("butler", {1: 40, 2: -40, 3: -40, 4: 40, 5: 0}),
        # The par is 50 on board 1 and 30 on board 2. So 2 has -10 and -10, and 3 has -70 and 10.
        ("par", {1: 10, 2: -20, 3: -60, 4: 70, 5: 0}),
    ],
)
def test_everybody_has_a_total_also_who_played_none_of_them(method, totals):
    assert board_scores.totals(evening(method)) == totals
    without_five = {number: value for number, value in totals.items() if number != 5}
    assert board_scores.values(evening(method)) == without_five


def test_each_result_is_worth_something_to_both_sides():
    (first, second, alone) = board_scores.worth(evening("par"))
    assert first == Valued(
        BoardResult(1, (1,), (2,), 60), Fraction(10), Fraction(-10), 2, against=Fraction(50)
    )
    assert (second.first, second.second) == (-70, 70)
    assert (alone.first, alone.played) == (10, 1)
    # On board 1, 60 beats -20. The only result of board 2 gives a half to both sides.
    shares = board_scores.worth(evening("matchpoints"))
    assert [(share.first, share.second, share.beaten) for share in shares] == [
        *((1, 0, 1), (0, 1, 0), (Fraction(1, 2), Fraction(1, 2), 0))
    ]


def test_the_method_is_the_one_that_was_chosen():
    assert board_scores.method_of(Options(duplicate="par")) == "par"
