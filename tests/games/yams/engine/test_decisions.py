"""What turns of the Yams cost: sheets nearly full, where the best cell is known."""

from types import SimpleNamespace

import pytest

from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.columns import ColumnPlace, solve_column
from games.yams.engine.decisions import decisions

pytestmark = [pytest.mark.slow, pytest.mark.weekly("wednesday")]

RULES = SimpleNamespace(
    upper_threshold=63,
    upper_bonus=30,
    four_columns_bonus=2.5,
    five_columns_bonus=5,
    ties="split",
    column_values=dict.fromkeys(COLUMNS, 1),
)
# Of the last turns: « libre » lacks its sixes and its yams, the other columns are full.
LAST = ("6", "yams")
HOLDS = {"1": 3, "2": 6, "3": 9, "4": 12, "5": 15, "6": 18}
HOLDS |= {"full": 20, "suite": 30, "plus": 22, "moins": 19, "yams": 40}
THROWS = {"en_1": 1, "en_2": 2}


def entry(column, row, *, dice=None, value=None, throws=3, barred=None):
    return SimpleNamespace(
        seat=None,
        column=column,
        row=row,
        dice=dice,
        value=value,
        throws=throws,
        barred=barred,
        draw=None,
    )


def filled(seats=2):
    """Every turn by its value but the last ones of « libre », player after player."""
    cells = [
        (column, row)
        for column in COLUMNS
        for row in (ROWS[::-1] if column == "monter" else ROWS)
        if not (column == "libre" and row in LAST)
    ]
    return [
        entry(column, row, value=HOLDS[row], throws=THROWS.get(column, 3))
        for column, row in cells
        for _seat in range(seats)
    ]


@pytest.fixture(scope="module")
def columns():
    """The values of the last two turns: forty-five points of numbers before the sixes."""
    here = ColumnPlace(frozenset(ROWS) - set(LAST), 45, 22, 19)
    full = ColumnPlace(frozenset(ROWS), 63)
    return {
        column: solve_column(
            column, threshold=63, bonus=30, start=here if column == "libre" else full
        )
        for column in COLUMNS
    }


def judged(columns, *turns):
    found = decisions(RULES, 2, [*filled(), *turns], columns)
    assert [one.number for one in found] == list(range(107, 107 + len(turns)))
    return found


def test_sixes_that_reach_the_bonus_go_to_the_sixes(columns):
    # Three sixes make 63, so 18 + 30; a yams would still be aimed at with the next turn.
    (good,) = judged(columns, entry("libre", "6", dice=[6, 6, 6, 1, 2]))
    assert good.cost == pytest.approx(0)
    (bad,) = judged(columns, entry("libre", "yams", dice=[6, 6, 6, 1, 2], barred=True))
    assert (bad.code, bad.seat) == ("other_cell", 0)
    assert (bad.params["better_column"], bad.params["better_row"]) == ("libre", "6")
    # What is lost: 48 now and a yams later, against the sixes later.
    yams_later = 40 * 347897 / 7558272
    sixes_later = columns["libre"].of(ColumnPlace(frozenset(ROWS) - {"6"}, 45))
    assert bad.cost == pytest.approx(48 + yams_later - sixes_later)


def test_without_sixes_the_yams_is_struck(columns):
    (bad,) = judged(columns, entry("libre", "6", dice=[1, 2, 2, 3, 5]))
    assert (bad.code, bad.params["better_row"], bad.params["worth"]) == ("other_struck", "yams", 0)
    assert bad.params["dice"] == "1-2-2-3-5"
    assert bad.cost > 10


def test_writing_with_throws_left_is_compared_with_throwing_on(columns):
    first, second = judged(
        columns,
        entry("libre", "6", dice=[6, 6, 2, 3, 5], throws=1),
        entry("libre", "6", dice=[6, 6, 6, 6, 6], throws=2),
    )
    assert (first.code, first.params["kept"]) == ("throw_on", "6-6")
    assert first.cost > 10
    # Five sixes: forty points of yams or thirty and the bonus, whichever; no throw is better.
    assert second.code in ("other_cell", "same_written", "throw_on")
    assert second.params["better_row"] in LAST


def test_of_the_very_last_cell_striking_it_is_all_one_can_do(columns):
    turns = [entry("libre", "6", value=18) for _seat in range(2)]
    found = decisions(
        RULES,
        2,
        [
            *filled(),
            *turns,
            entry("libre", "yams", dice=[4, 4, 4, 4, 4], barred=True),
            entry("libre", "yams", dice=[4, 4, 4, 4, 3], barred=True),
        ],
        columns,
    )
    assert (found[0].number, found[0].code) == (109, "same_written")
    assert [one.cost for one in found] == [pytest.approx(40), pytest.approx(0)]


def test_turns_by_their_value_are_not_judged(columns):
    assert decisions(RULES, 2, filled(), columns) == []
