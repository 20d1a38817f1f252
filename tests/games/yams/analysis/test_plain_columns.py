"""The exhaustive search of a column's worth, on cases that can be worked out by hand."""

from fractions import Fraction

import pytest

from games.yams.analysis.odds import figure_chances
from games.yams.analysis.plain_columns import column_worth

HOLDS = {"1": 3, "2": 6, "3": 9, "4": 12, "5": 15, "6": 18}
HOLDS |= {"full": 20, "suite": 0, "plus": 22, "moins": 19, "yams": 0}


def worth(column, *free, threshold=63, bonus=30, **holds):
    """Return what is still to be gained when all rows but the free ones are written."""
    written = {row: points for row, points in {**HOLDS, **holds}.items() if row not in free}
    return column_worth(column, written, threshold=threshold, bonus=bonus)


def test_a_full_column_brings_nothing_more():
    assert worth("libre") == 0


@pytest.mark.parametrize(("column", "throws"), [("en_1", 1), ("en_2", 2), ("libre", 3)])
def test_the_last_yams_is_forty_times_its_chance(column, throws):
    assert worth(column, "yams") == 40 * figure_chances()["yams"][throws - 1]


def test_the_last_number_is_its_mean_and_the_bonus_by_its_chance():
    # On average five dice show 5/6 of a six. In 276 of 7776 throws at least three sixes come,
    # which reaches 63.
    assert worth("en_1", "6", bonus=0) == Fraction(5, 6) * 6
    assert worth("en_1", "6") == 5 + 30 * Fraction(276, 7776)


def test_the_last_sum_may_take_back_the_other():
    # Only if all five dice show six, « + » is 30 and above a « - » of 29. Otherwise both are
    # struck.
    assert worth("en_1", "plus", moins=29) == Fraction(30 - 29 * 7775, 7776)


@pytest.mark.parametrize("column", ["descendre", "monter"])
def test_two_rows_in_order_have_a_turn_each(column):
    """The better row cannot be chosen, as it can in « libre »."""
    full, suite = (figure_chances()[row][2] for row in ("full", "suite"))
    assert worth(column, "full", "suite") == 20 * full + 30 * suite
