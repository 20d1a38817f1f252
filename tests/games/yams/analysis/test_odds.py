"""The odds of Yams, compared with a count of every throw of the dice."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from games.yams.analysis.odds import (
    HANDS,
    ColumnSituation,
    ColumnState,
    Plan,
    cell_worth,
    cell_worths,
    every_cell,
    figure_chances,
    filling,
    keeps,
    least,
    making,
    most,
    number_chances,
    standing,
)
from games.yams.engine.cells import value_of
from games.yams.engine.grid import Grid

ALL = [tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5)]


def test_a_yams_in_three_throws():
    chances = figure_chances()["yams"]
    assert chances == (Fraction(6, 7776), Fraction(221, 17496), Fraction(347897, 7558272))


@pytest.mark.parametrize("row", ["full", "suite", "yams"])
def test_in_one_throw_the_chance_is_that_of_every_throw(row):
    made = sum(value_of(row, dice) > 0 for dice in ALL)
    assert figure_chances()[row][0] == Fraction(made, 7776)


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_a_number_row_is_each_die_on_its_own(throws):
    """A player who keeps every wanted die throws each of the five dice independently, at most
    `throws` times.
    """
    hit = 1 - Fraction(5, 6) ** throws
    assert number_chances(throws) == tuple(
        sum(comb(5, n) * hit**n * (1 - hit) ** (5 - n) for n in range(least, 6))
        for least in range(1, 6)
    )


@pytest.mark.parametrize("dice", [(2, 2, 3, 5, 6), (1, 1, 1, 4, 4)])
@pytest.mark.parametrize("row", ["suite", "full"])
def test_one_throw_from_the_end_the_best_keep_is_that_of_every_keep(dice, row):
    def mean(held):
        left = 5 - len(held)
        throws = list(product(range(1, 7), repeat=left))
        return Fraction(sum(value_of(row, (*held, *more)) for more in throws), len(throws))

    expected = {keep: mean(keep) for keep in keeps(dice)}
    best = filling(row, ColumnSituation()).best_keeps(dice, 1)
    assert dict(best) == expected
    assert best[0][1] == max(expected.values())


def test_there_are_252_hands_of_dice_and_keeping_five_keeps_all():
    assert len(HANDS) == 252
    plan = making("yams")
    assert plan.mean((6, 6, 6, 6, 6), 2) == 1
    assert plan.best_keeps((6, 6, 6, 6, 6), 2)[0] == ((6, 6, 6, 6, 6), 1)


def test_with_no_throw_left_a_cell_is_worth_what_the_dice_make():
    plan = Plan(sum)
    assert plan.mean((1, 2, 3, 4, 5), 0) == 15
    # Each die below four is thrown again and brings 3.5 on average.
    assert plan.mean((1, 2, 3, 4, 5), 1) == Fraction(7, 2) * 3 + 4 + 5


def test_the_bonus_and_the_strikes_count():
    near = cell_worth("6", ColumnSituation(upper=51))
    assert (near((1, 2, 3, 4, 6)), near((1, 2, 3, 6, 6))) == (6, 12 + 30)
    plus = cell_worth("plus", ColumnSituation(moins=20))
    assert (plus((4, 4, 4, 4, 4)), plus((4, 4, 4, 4, 5))) == (-20, 21)
    moins = cell_worth("moins", ColumnSituation(plus=20))
    # Struck by itself, moins leaves the « + » in place.
    assert (moins((4, 4, 4, 4, 4)), moins((4, 4, 4, 4, 3))) == (0, 19)


@pytest.mark.parametrize("row", ["1", "5", "6", "plus", "moins", "full", "yams"])
def test_columns_alike_in_what_counts_share_a_plan_and_no_others_do(row):
    arounds = [
        ColumnSituation(upper, plus, moins)
        for upper in (0, 50, 59, 62, 63)
        for plus in (None, 18)
        for moins in (None, 20)
    ]
    for around in arounds:
        plan, straight = filling(row, around), Plan(cell_worth(row, around))
        assert plan.level(0) == straight.level(0)
        assert plan.fresh(3) == straight.fresh(3)
    assert filling("full", arounds[0]) is filling("full", arounds[-1])


def test_a_first_move_has_35_cells_and_throws_rule_out_columns():
    assert set(every_cell()) == set(Grid().legal_cells())
    columns = [
        {cell.column for cell in cell_worths((1, 2, 3, 4, 6), thrown, every_cell(), {})}
        for thrown in (1, 2, 3)
    ]
    free = {"descendre", "libre", "monter"}
    assert columns == [free | {"en_1", "en_2"}, free | {"en_2"}, free]


def test_in_a_decided_column_nothing_is_won_or_lost():
    dice = (1, 1, 2, 3, 3)
    legal = [("libre", "yams"), ("descendre", "6")]
    open_columns = cell_worths(dice, 3, legal, {})
    assert [cell.gain < 0 for cell in open_columns] == [True, True]
    best, other = cell_worths(dice, 3, legal, {}, ["descendre"])
    assert (best.column, best.row, best.gain, best.decided) == ("descendre", "6", 0, True)
    assert (other.column, other.decided) == ("libre", False)
    assert other in open_columns


def test_a_suite_on_the_table_is_best_written_as_one():
    best = cell_worths((1, 2, 3, 4, 5), 1, every_cell(), {})[0]
    # It is worth 30 now. Aiming at a suite in en_1 usually gives 30 × 5/162.
    assert (best.column, best.row, best.now, best.mean) == ("en_1", "suite", 30, 30)
    assert best.usual == 30 * Fraction(5, 162)
    assert (best.keep, best.throws) == ((1, 2, 3, 4, 5), 0)


def test_which_dice_are_kept_for_a_cell():
    def best_keep(column, row, *dice, thrown=1):
        [worth] = cell_worths(dice, thrown, [(column, row)], {})
        return worth.keep, worth.throws, worth.now

    assert best_keep("libre", "yams", 2, 2, 2, 5, 6) == ((2, 2, 2), 2, 0)
    assert best_keep("libre", "6", 2, 2, 5, 6, 6, thrown=2) == ((6, 6), 1, 12)
    # In « en 2 » a second throw must follow. After a third throw none may follow.
    assert best_keep("en_2", "5", 1, 2, 3, 5, 5) == ((5, 5), 1, 10)
    assert best_keep("monter", "5", 1, 2, 3, 5, 5, thrown=3) == ((1, 2, 3, 5, 5), 0, 10)


@pytest.mark.parametrize(
    ("column", "lowest", "highest"),
    [
        (ColumnState(0, 0, ("1", "2", "3", "4", "5", "6")), 0, 105 + 30),
        (ColumnState(80, 30, ("full", "suite", "yams")), 80, 170),
        (ColumnState(0, 0, ("plus", "moins")), 0, 59),
        (ColumnState(20, 0, ("plus",), moins=20), 0, 50),
        (ColumnState(30, 0, ("plus",), moins=30), 0, 0),
        (ColumnState(20, 0, ("moins",), plus=20), 20, 39),
        (ColumnState(5, 0, ("moins",), plus=5), 5, 5),
        (ColumnState(100, 63, ()), 100, 100),
        (ColumnState(50, 50, ("3",)), 50, 50 + 15 + 30),
    ],
)
def test_how_a_column_can_end(column, lowest, highest):
    assert (least(column), most(column)) == (lowest, highest)


def test_a_column_is_decided_when_nothing_can_turn_it():
    ahead, behind = ColumnState(100, 0, ("yams",)), ColumnState(59, 0, ("yams",))
    assert standing(ahead, [behind]) == "won"
    assert standing(behind, [ahead]) == "lost"
    assert standing(ahead, [ColumnState(60, 0, ("yams",))]) == "open"
