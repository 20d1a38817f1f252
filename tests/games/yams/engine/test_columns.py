"""Columns of the Yams alone: exact, as exhaustive search and games of their policy have it."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from games.yams.engine import columns_kernel as kernel
from games.yams.engine.cells import COLUMNS, ROWS, value_of
from games.yams.engine.columns import (
    ColumnPlace,
    bonus_of,
    play_together,
    played,
    solve_column,
    turn_of,
)
from games.yams.engine.grid import Grid
from games.yams.engine.plain_columns import column_worth
from games.yams.engine.scoring import write_cell
from games.yams.engine.turns import read_turn

pytestmark = [pytest.mark.slow, pytest.mark.weekly("wednesday")]

USUAL = {"threshold": 63, "bonus": 30}
RULES = SimpleNamespace(upper_threshold=63, upper_bonus=30)
# By what is written before, two rows being free: the column, and what each other row holds.
TWO_ROWS = {
    "numbers, the bonus at stake": ("en_2", {"6": 18, "4": 12}),
    "numbers in order": ("descendre", {"5": 15, "6": 18}),
    "figures": ("libre", {"full": 20, "yams": 0}),
    "plus and moins": ("en_2", {"plus": 24, "moins": 20}),
    "moins, then plus, from below": ("monter", {"plus": 24, "moins": 20}),
    "moins after a plus, and a yams": ("en_1", {"moins": 20, "yams": 40}),
}
HOLDS = {"1": 3, "2": 6, "3": 9, "4": 12, "5": 15, "6": 18}
HOLDS |= {"full": 20, "suite": 0, "plus": 22, "moins": 19, "yams": 0}


def place_of(written):
    upper = sum(points for row, points in written.items() if row.isdigit())
    return ColumnPlace(frozenset(written), upper, written.get("plus"), written.get("moins"))


@pytest.mark.parametrize("name", TWO_ROWS)
def test_two_rows_are_worth_what_exhaustive_search_says(name):
    column, free = TWO_ROWS[name]
    if column == "descendre":  # the first rows are written before
        written = {}
        for row in ROWS[:9]:
            written[row] = HOLDS[row]
    elif column == "monter":
        written = {row: points for row, points in HOLDS.items() if row not in ("1", "2")}
    else:
        written = {row: points for row, points in HOLDS.items() if row not in free}
    here = place_of(written)
    solved = solve_column(column, start=here, **USUAL)
    assert solved.of(here) == pytest.approx(float(column_worth(column, written, **USUAL)), abs=1e-9)


def test_a_column_in_one_throw_with_only_the_yams_left_is_worth_a_yams_in_one():
    written = {row: points for row, points in HOLDS.items() if row != "yams"}
    here = place_of(written)
    assert solve_column("en_1", start=here, **USUAL).of(here) == pytest.approx(40 * 6 / 7776)


def test_a_bonus_that_cannot_be_had_is_none():
    assert bonus_of(105, 30) == (105, 30)
    assert bonus_of(106, 30) == (0, 0)
    assert bonus_of(63, 0) == (0, 0)


def test_what_writing_gains_is_what_the_scoring_says_and_what_follows():
    # Moins holds 19: twenty-two above it stays, eighteen strikes both.
    written = {row: points for row, points in HOLDS.items() if row not in ("plus", "yams")}
    here = place_of(written)
    solved = solve_column("en_1", start=here, **USUAL)
    # Afterwards nothing is left but the yams, either way.
    assert solved.gain(here, "plus", 22) - solved.gain(here, "plus", 18) == pytest.approx(22 + 19)
    assert solved.gain(here, "plus", 0) == solved.gain(here, "plus", 18)


@pytest.fixture(scope="module")
def ordered():
    """The two cheap columns, whole."""
    return [solve_column(column, **USUAL) for column in ("descendre", "monter")]


@pytest.mark.soak
@pytest.mark.parametrize("column", COLUMNS)
def test_a_hundred_thousand_games_of_each_column_have_its_value_as_their_mean(column):
    solved = solve_column(column, **USUAL)
    games = play_together([solved], games=100_000, seed=19)
    assert abs(games.mean - solved.of(ColumnPlace())) < 3 * games.error


def test_games_of_the_policy_have_the_value_as_their_mean(ordered):
    for solved in ordered:
        games = play_together([solved], games=4000, seed=19)
        assert 0 < games.error < 0.5
        assert abs(games.mean - solved.of(ColumnPlace())) < 3 * games.error
        assert sum(mean for mean, _nothing in games.rows[solved.column].values()) < games.mean + 30


def replayed(tables, game):
    """A game's totals as the scoring counts its turns; it refuses an illegal one."""
    turns, totals = played(tables, seed=3, game=game)
    grid = Grid()
    for column, row, worth, thrown in turns:
        entry = SimpleNamespace(
            seat=0,
            column=column,
            row=row,
            dice=None,
            value=worth or None,
            barred=worth == 0,
            throws=thrown,
        )
        value = read_turn(grid, 0, entry)
        write_cell(RULES, grid.columns[column], 0, entry, value)
    return totals, {name: grid.columns[name].total for name in totals}


def test_every_turn_of_the_policy_is_legal_and_counted_as_the_scoring_does(ordered):
    for game in range(20):
        counted, scored = replayed(ordered, game)
        assert counted == scored


@pytest.mark.soak
def test_five_columns_together_are_legal_and_beat_themselves_alone():
    tables = [solve_column(column, **USUAL) for column in COLUMNS]
    for game in range(200):
        counted, scored = replayed(tables, game)
        assert counted == scored
    games = play_together(tables, games=5000, seed=19)
    assert games.mean > sum(table.of(ColumnPlace()) for table in tables) + 100
    assert games.mean < games.bound


def test_the_same_games_whatever_their_number(ordered):
    few, many = (play_together(ordered, games=count, seed=5) for count in (600, 601))
    assert few.mean == pytest.approx(
        (many.mean * 601 - sum(played(ordered, seed=5, game=600)[1].values())) / 600
    )


def test_no_game_beats_its_bound(ordered):
    orders, throws = (
        np.array([turn_of(one.column)[at] for one in ordered], dtype=np.int64) for at in (1, 0)
    )
    bounds = np.empty((300, 2), dtype=np.int64)
    kernel.bound_games(orders, throws, 30, 5, 0, bounds)
    for game in range(300):
        totals = played(ordered, seed=5, game=game)[1]
        assert all(bounds[game] >= list(totals.values()))


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_in_hindsight_each_die_shows_the_best_of_its_throws(throws):
    dice = np.empty((40, 3, 5), dtype=np.int64)
    kernel.throw_all(7, 1, dice)
    worths = np.empty(11, dtype=np.int64)
    for turn in range(40):
        kernel._hindsight(dice[turn], throws, worths)
        shown = [{int(dice[turn, throw, die]) + 1 for throw in range(throws)} for die in range(5)]
        every = list(product(*shown))
        most = [max(value_of(row, faces) for faces in every) for row in ROWS]
        most[ROWS.index("moins")] = min(29, most[ROWS.index("moins")])
        assert worths.tolist() == most
