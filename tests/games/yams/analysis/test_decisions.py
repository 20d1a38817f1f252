"""What turns of Yams cost, on nearly full sheets whose best cell is known."""

from types import SimpleNamespace

import pytest

from games.review.decision import Decision
from games.yams.analysis.columns import ColumnPlace, solve_column
from games.yams.analysis.decisions import decisions, place_of
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.grid import Column

WEEKLY = pytest.mark.nightly

RULES = SimpleNamespace(
    upper_threshold=63,
    upper_bonus=30,
    four_columns_bonus=2.5,
    five_columns_bonus=5,
    ties="split",
    column_values=dict.fromkeys(COLUMNS, 1),
)
# In the last turns « libre » lacks its sixes and its yams, and the other columns are full.
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
    """Return every turn noted by its value, player after player, except the last ones of « libre
    ».
    """
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
    """The columns' values for the last two turns. The numbers before the sixes make forty-five
    points.
    """
    here = ColumnPlace(frozenset(ROWS) - set(LAST), 45, 22, 19)
    full = ColumnPlace(frozenset(ROWS), 63)
    return {
        column: solve_column(
            column, threshold=63, bonus=30, start=here if column == "libre" else full
        )
        for column in COLUMNS
    }


def judged(columns, *turns):
    made = decisions(RULES, 2, [*filled(), *turns], columns)
    assert [decision.number for decision in made] == list(range(107, 107 + len(turns)))
    return made


@WEEKLY
def test_sixes_that_reach_the_bonus_go_to_the_sixes(columns):
    # Three sixes make 63, which gives 18 + 30. The yams can still be tried in the next turn.
    (good,) = judged(columns, entry("libre", "6", dice=[6, 6, 6, 1, 2]))
    assert good.cost == pytest.approx(0)
    (bad,) = judged(columns, entry("libre", "yams", dice=[6, 6, 6, 1, 2], barred=True))
    assert (bad.code, bad.seat) == ("other_cell", 0)
    assert (bad.params["better_column"], bad.params["better_row"]) == ("libre", "6")
    # Striking the yams loses 48 now and a yams later, and leaves the sixes for later.
    yams_later = 40 * 347897 / 7558272
    sixes_later = columns["libre"].of(ColumnPlace(frozenset(ROWS) - {"6"}, 45))
    assert bad.cost == pytest.approx(48 + yams_later - sixes_later)


@WEEKLY
def test_without_sixes_the_yams_is_struck(columns):
    (bad,) = judged(columns, entry("libre", "6", dice=[1, 2, 2, 3, 5]))
    assert (bad.code, bad.params["better_row"], bad.params["worth"]) == ("other_struck", "yams", 0)
    assert bad.params["dice"] == "1-2-2-3-5"
    assert bad.cost > 10


@WEEKLY
def test_writing_with_throws_left_is_compared_with_throwing_on(columns):
    first, second = judged(
        columns,
        entry("libre", "6", dice=[6, 6, 2, 3, 5], throws=1),
        entry("libre", "6", dice=[6, 6, 6, 6, 6], throws=2),
    )
    assert (first.code, first.params["kept"]) == ("throw_on", "6-6")
    assert first.cost > 10
    # Five sixes make forty points as a yams, or thirty and the bonus. No throw is better than
    # either.
    assert second.code in ("other_cell", "same_written", "throw_on")
    assert second.params["better_row"] in LAST


@WEEKLY
def test_of_the_very_last_cell_striking_it_is_all_one_can_do(columns):
    turns = [entry("libre", "6", value=18) for _seat in range(2)]
    made = decisions(
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
    assert (made[0].number, made[0].code) == (109, "same_written")
    assert [decision.cost for decision in made] == [pytest.approx(40), pytest.approx(0)]


@WEEKLY
def test_turns_by_their_value_are_not_judged(columns):
    assert decisions(RULES, 2, filled(), columns) == []


# --- With values that are easy to see -------------------------------------------------------


class Plain:
    """A column in which a cell is worth its points; striking one costs `struck`."""

    def __init__(self, struck=0):
        self.struck = struck

    def gain(self, place, row, worth):
        assert row in set(ROWS) - place.rows
        return float(worth or -self.struck)


class ThrownOn:
    """Stands in for the solved columns: throwing on is worth `worth` if `dice` are kept."""

    def __init__(self, worth, *dice):
        self.worth, self.dice, self.calls = worth, dice, []

    def __call__(self, tables):
        return self

    def thrown_on(self, places, dice, thrown):
        self.calls.append((sorted(places), dice, thrown))
        return self.worth, self.dice


@pytest.fixture
def thrown_on(monkeypatch):
    def thrown_on(worth, *dice):
        stand_in = ThrownOn(worth, *dice)
        monkeypatch.setattr("games.yams.analysis.decisions.Together", stand_in)
        return stand_in

    thrown_on(-1000)
    return thrown_on


def plainly(*turns, struck=0, progress=lambda done, total: None):
    return decisions(RULES, 2, turns, dict.fromkeys(COLUMNS, Plain(struck)), progress)


def test_five_sixes_are_a_yams(thrown_on):
    progress = []
    dice = [6, 6, 6, 6, 6]
    made = plainly(
        entry("monter", "yams", dice=dice),
        entry("libre", "6", dice=dice),
        progress=lambda *done: progress.append(done),
    )
    best = {"dice": "6-6-6-6-6", "better_column": "monter", "better_row": "yams", "worth": 40}
    assert made == [
        Decision(1, 0, 0, "same_written", {**best, "column": "monter", "row": "yams"}),
        Decision(2, 1, 10, "other_cell", {**best, "column": "libre", "row": "6"}),
    ]
    assert progress == [(1, 2), (2, 2)]


def test_a_figure_that_was_made_may_be_struck(thrown_on):
    (decision,) = plainly(entry("libre", "yams", dice=[6, 6, 6, 6, 6], barred=True), struck=5)
    assert (decision.cost, decision.code) == (45, "other_cell")


def test_where_every_cell_would_lose_one_is_struck(thrown_on):
    """Striking gains two points here, which is more than an ace."""
    dice = [1, 2, 2, 3, 5]
    ordered = [entry("descendre", row, value=HOLDS[row]) for row in ROWS[:-1]]
    turns = [turn for row in ordered for turn in (row, row)]
    turns += [entry("libre", row, value=HOLDS[row]) for row in ROWS if row != "1" for _ in (0, 1)]
    turns += [entry("monter", row, value=HOLDS[row]) for row in ROWS[:0:-1] for _seat in (0, 1)]
    turns += [entry("en_1", row, throws=1, value=HOLDS[row]) for row in ROWS for _ in (0, 1)]
    turns += [entry("en_2", row, throws=2, value=HOLDS[row]) for row in ROWS for _ in (0, 1)]
    first, second = plainly(
        *turns,
        entry("libre", "1", dice=dice),
        entry("monter", "1", dice=dice, barred=True),
        struck=-2,
    )
    better = {"better_column": "monter", "better_row": "1", "worth": 0}
    assert (first.cost, first.code, first.seat) == (1, "other_struck", 0)
    assert first.params == {"dice": "1-2-2-3-5", "column": "libre", "row": "1", **better}
    assert (second.cost, second.code, second.seat) == (0, "same_struck", 1)


def test_the_dice_of_a_first_throw_may_be_thrown_on(thrown_on):
    stand_in = thrown_on(45.0, 6, 6, 6)
    turn = entry("en_1", "6", dice=[6, 1, 6, 2, 6], throws=1)
    (decision,) = plainly(turn)
    assert stand_in.calls == [(sorted(COLUMNS), (1, 2, 6, 6, 6), 1)]
    assert (decision.cost, decision.code, decision.params["kept"]) == (45 - 18, "throw_on", "6-6-6")
    assert decision.params["better_row"] == "plus"
    thrown_on(45.0)
    (decision,) = plainly(turn)
    assert (decision.code, decision.params["kept"]) == ("throw_all", "")
    # As a « + » the dice make 21, and throwing on is no better.
    thrown_on(21.0, 6, 6, 6)
    (decision,) = plainly(turn)
    assert (decision.cost, decision.code) == (21 - 18, "other_cell")
    assert "kept" not in decision.params


@pytest.mark.parametrize(
    ("throws", "column", "row", "points"),
    [(1, "en_1", "yams", 40), (2, "en_2", "yams", 40), (3, "libre", "full", 20)],
)
def test_only_columns_of_so_many_throws_are_open(thrown_on, throws, column, row, points):
    """The dice are five aces; « libre » and « monter » have their yams already. Five alike count as
    a full too.
    """
    before = [entry(name, "yams", value=40) for name in ("libre", "monter") for _seat in (0, 1)]
    stand_in = thrown_on(-1000)
    (decision,) = plainly(*before, entry("libre", "1", dice=[1] * 5, throws=throws))
    assert (decision.params["better_column"], decision.params["better_row"]) == (column, row)
    assert decision.cost == points - 5
    # After the third throw no throw may follow.
    assert [thrown for _places, _dice, thrown in stand_in.calls] == [throws] * (throws < 3)


def test_a_column_is_known_by_its_rows_its_numbers_and_its_sums():
    column = Column()
    column.cells = {
        "1": {"value": 3, "struck": False},
        "plus": {"value": 22, "struck": False},
    }
    column.upper = 3
    assert place_of(column) == ColumnPlace(frozenset({"1", "plus"}), 3, 22, None)
    column.cells["moins"] = {"value": 25, "struck": True}
    assert place_of(column) == ColumnPlace(frozenset({"1", "plus", "moins"}), 3, 22, 0)
