"""The exact values of single columns of Yams.

They are compared with exhaustive search, and with the mean of games that the solved policy plays.
"""

from statistics import mean, stdev
from time import sleep
from types import SimpleNamespace

import numpy as np
import pytest

from games.yams.analysis import columns as engine
from games.yams.analysis.columns import (
    ColumnPlace,
    ColumnValues,
    Together,
    bonus_of,
    play_together,
    played,
    solve_column,
    turn_of,
)
from games.yams.analysis.plain_columns import column_worth
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.grid import Grid
from games.yams.engine.scoring import write_cell
from games.yams.engine.turns import read_turn
from tests.uncompiled import uncompiled


def solving(test):
    """Mark as nightly a test that compiles the loops and solves a column."""
    return pytest.mark.nightly(test)


USUAL = {"threshold": 63, "bonus": 30}
# Cases with two free rows: the column, and its free rows. In « descendre » and « monter » the
# test takes the last two rows of the order instead.
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


@solving
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


@solving
def test_a_column_in_one_throw_with_only_the_yams_left_is_worth_a_yams_in_one():
    written = {row: points for row, points in HOLDS.items() if row != "yams"}
    here = place_of(written)
    assert solve_column("en_1", start=here, **USUAL).of(here) == pytest.approx(40 * 6 / 7776)


def test_a_bonus_that_cannot_be_had_is_none():
    assert bonus_of(105, 30) == (105, 30)
    assert bonus_of(106, 30) == (0, 0)
    assert bonus_of(63, 0) == (0, 0)


@solving
def test_what_writing_gains_is_what_the_scoring_says_and_what_follows():
    # Moins holds 19. A plus of 22 is above it and stays; a plus of 18 strikes both.
    written = {row: points for row, points in HOLDS.items() if row not in ("plus", "yams")}
    here = place_of(written)
    solved = solve_column("en_1", start=here, **USUAL)
    # Afterwards only the yams is left in both cases.
    assert solved.gain(here, "plus", 22) - solved.gain(here, "plus", 18) == pytest.approx(22 + 19)
    assert solved.gain(here, "plus", 0) == solved.gain(here, "plus", 18)


@pytest.fixture(scope="module")
def ordered():
    """The two columns that are cheap to solve, solved completely."""
    return [solve_column(column, **USUAL) for column in ("descendre", "monter")]


@solving
@pytest.mark.nightly
@pytest.mark.parametrize("column", COLUMNS)
def test_a_hundred_thousand_games_of_each_column_have_its_value_as_their_mean(column):
    solved = solve_column(column, **USUAL)
    games = play_together([solved], games=100_000, seed=19)
    assert abs(games.mean - solved.of(ColumnPlace())) < 3 * games.error


@solving
def test_games_of_the_policy_have_the_value_as_their_mean(ordered):
    for solved in ordered:
        games = play_together([solved], games=4000, seed=19)
        assert 0 < games.error < 0.5
        assert abs(games.mean - solved.of(ColumnPlace())) < 3 * games.error
        assert sum(mean for mean, _nothing in games.rows[solved.column].values()) < games.mean + 30


def replayed(tables, game, upper=63):
    """Return a game's totals, and the totals as the scoring counts its turns. The scoring refuses
    an illegal turn.
    """
    rules = SimpleNamespace(upper_threshold=upper, upper_bonus=30)
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
        write_cell(rules, grid.columns[column], 0, entry, value)
    return totals, {name: grid.columns[name].total for name in totals}


@solving
def test_every_turn_of_the_policy_is_legal_and_counted_as_the_scoring_does(ordered):
    for game in range(20):
        counted, scored = replayed(ordered, game)
        assert counted == scored


@solving
@pytest.mark.nightly
def test_five_columns_together_are_legal_and_beat_themselves_alone():
    tables = [solve_column(column, **USUAL) for column in COLUMNS]
    for game in range(200):
        counted, scored = replayed(tables, game)
        assert counted == scored
    games = play_together(tables, games=5000, seed=19)
    assert games.mean > sum(table.of(ColumnPlace()) for table in tables) + 100
    assert games.mean < games.bound


@solving
def test_the_same_games_whatever_their_number(ordered):
    few, many = (play_together(ordered, games=count, seed=5) for count in (600, 601))
    assert few.mean == pytest.approx(
        (many.mean * 601 - sum(played(ordered, seed=5, game=600)[1].values())) / 600
    )


@solving
def test_no_game_beats_its_bound(ordered):
    orders, throws = (
        np.array([turn_of(column_order.column)[at] for column_order in ordered], dtype=np.int64)
        for at in (1, 0)
    )
    bounds = np.empty((300, 2), dtype=np.int64)
    engine.columns_bound.bound_games(orders, throws, 30, 5, 0, bounds)
    for game in range(300):
        totals = played(ordered, seed=5, game=game)[1]
        assert all(bounds[game] >= list(totals.values()))


# --- With the loops as plain Python ----------------------------------------------------------


@pytest.fixture
def plain_loops(monkeypatch):
    names = ("games.yams.analysis.columns_kernel", "games.yams.analysis.columns_bound")
    monkeypatch.setattr(engine, "kernel", uncompiled(names[0]))
    monkeypatch.setattr(engine, "columns_bound", uncompiled(*names))


# A column whose bonus needs only 3 points instead of 63.
SMALL = {"threshold": 3, "bonus": 30}
ALL_BUT_YAMS = {row: points for row, points in HOLDS.items() if row != "yams"}


def test_a_column_is_solved_from_where_it_is_and_says_how_far_it_is(plain_loops):
    progress = []
    here = place_of(ALL_BUT_YAMS)
    solved = solve_column("en_1", start=here, progress=lambda *done: progress.append(done), **SMALL)
    assert (solved.column, solved.threshold, solved.bonus) == ("en_1", 3, 30)
    assert solved.of(here) == pytest.approx(40 * 6 / 7776)
    assert solved.gain(here, "yams", 40) == pytest.approx(40 - 40 * 6 / 7776)
    assert solved.gain(here, "yams", 0) == pytest.approx(-40 * 6 / 7776)
    assert progress[-1] == (64, 64)
    without = solve_column("en_1", start=here, threshold=106, bonus=30)
    assert (without.threshold, without.bonus) == (0, 0)


def test_who_is_told_may_stop_it(plain_loops, monkeypatch):
    spans = []
    monkeypatch.setattr(
        engine.kernel, "solve", lambda *given: spans.append(given[-1]) or sleep(0.01)
    )

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_column("libre", progress=stop, **SMALL)
    assert spans[0].tolist() == [0, 1]


class Drawn:
    """Random values of columns, since any values have a policy."""

    def __init__(self, *columns):
        random = np.random.default_rng(4)
        size = 64 * 8 * 56 * 4
        self.tables = [
            ColumnValues(column, values=20 * random.random(size), **SMALL) for column in columns
        ]


def test_games_are_summed_up_column_by_column_and_row_by_row(plain_loops, monkeypatch):
    """Of five games, progress is reported after every two."""
    monkeypatch.setattr(engine, "CHUNK", 2)
    tables, progress = Drawn("descendre", "en_2").tables, []
    together = play_together(tables, games=5, seed=8, progress=lambda *done: progress.append(done))
    assert progress == [(0, 5), (2, 5), (4, 5)]
    games = [played(tables, seed=8, game=game) for game in range(5)]
    sums = [sum(totals.values()) for _turns, totals in games]
    assert (together.games, together.mean) == (5, pytest.approx(mean(sums)))
    assert together.error == pytest.approx(stdev(sums) / 5**0.5)
    for name in ("descendre", "en_2"):
        own = [totals[name] for _turns, totals in games]
        assert together.means[name] == pytest.approx(mean(own))
        assert together.errors[name] == pytest.approx(stdev(own) / 5**0.5)
        for row in ROWS:
            written = [
                points
                for turns, _totals in games
                for column, cell, points, _throws in turns
                if (column, cell) == (name, row)
            ]
            assert together.rows[name][row] == (mean(written), written.count(0) / 5)
    bounds = np.zeros((5, 2), dtype=np.int64)
    engine.columns_bound.bound_games(np.array([1, 0]), np.array([3, 2]), 30, 8, 0, bounds)
    assert together.bounds == {"descendre": bounds[:, 0].mean(), "en_2": bounds[:, 1].mean()}
    assert together.bound == bounds.sum(axis=1).mean()
    assert together.bound_error == pytest.approx(stdev(bounds.sum(axis=1).tolist()) / 5**0.5)


def test_of_one_game_no_error_is_known(plain_loops):
    games = play_together(Drawn("en_1").tables, games=1, seed=8)
    assert (games.error, games.errors["en_1"], games.bound_error) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("game", range(3))
def test_every_turn_is_legal_and_counted_as_the_scoring_does(plain_loops, game):
    counted, scored = replayed(Drawn("monter", "libre", "en_1").tables, game, upper=3)
    assert counted == scored


def test_throwing_on_is_worth_what_the_columns_would_gain(plain_loops):
    """« libre », with three throws, lacks only the yams. « en 2 », with two throws, has no row
    left.
    """
    places = {"libre": place_of(ALL_BUT_YAMS), "en_2": place_of(HOLDS)}
    tables = [ColumnValues(column, values=np.zeros(64 * 8 * 56 * 4), **SMALL) for column in places]
    together = Together(tables)
    # There are four alike; the fifth may come in one throw, or in two.
    worth, dice = together.thrown_on(places, (5, 5, 2, 5, 5), 2)
    assert (worth, dice) == (pytest.approx(40 / 6), (5, 5, 5, 5))
    worth, dice = together.thrown_on(places, (5, 5, 2, 5, 5), 1)
    assert (worth, dice) == (pytest.approx(40 * (1 / 6 + 5 / 36)), (5, 5, 5, 5))
    # A yams is kept.
    assert together.thrown_on(places, (3, 3, 3, 3, 3), 2) == (40, (3, 3, 3, 3, 3))
