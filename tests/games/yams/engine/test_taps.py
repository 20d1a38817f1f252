"""The pad's keys are turned into a turn or a drawing of lots."""

from types import SimpleNamespace

import pytest

from games.yams.engine import taps

TURN = SimpleNamespace(next={"seat": 0, "pending_draws": []})
LOTS = SimpleNamespace(next={"seat": None, "pending_draws": ["monter", "en_1"]})
OVER = SimpleNamespace(next=None)
DICE = {"die_1": "3", "die_2": "3", "die_3": "3", "die_4": "5", "die_5": "5"}


def entry(sheet=TURN, **tapped):
    return taps.entry_of(None, sheet, tapped)


def complete(sheet=TURN, **tapped):
    return taps.is_complete(None, sheet, tapped)


TAPPED = [
    ({}, {"throws": 3}),
    ({"cell": "", "value": "", "throws": "", "die_1": ""}, {"throws": 3}),
    ({"cell": "nord-5"}, {"throws": 3}),
    ({"cell": "libre-full"}, {"column": "libre", "row": "full", "throws": 3}),
    ({"cell": "en_1-5"}, {"column": "en_1", "row": "5", "throws": 1}),
    ({"cell": "en_2-5"}, {"column": "en_2", "row": "5", "throws": 2}),
    ({"cell": "en_2-5", "throws": "3"}, {"column": "en_2", "row": "5", "throws": 3}),
    ({"cell": "libre-5", "throws": 0}, {"column": "libre", "row": "5", "throws": 0}),
    ({"cell": "libre-5", "value": "15"}, {"column": "libre", "row": "5", "throws": 3, "value": 15}),
    (
        {"cell": "libre-5", "value": "barred"},
        {"column": "libre", "row": "5", "throws": 3, "barred": True},
    ),
    ({"die_2": "6", "die_3": "7", "die_5": 1}, {"throws": 3, "dice": [6, 1]}),
    ({"die_1": "2", "die_2": "4", "die_5": "0", "die_6": "1"}, {"throws": 3, "dice": [2, 4]}),
    (
        {"cell": "libre-full", **DICE},
        {"column": "libre", "row": "full", "throws": 3, "dice": [3, 3, 3, 5, 5]},
    ),
    # Dice that score nothing strike the cell, except the cell of a number, which then holds 0.
    (
        {"cell": "libre-yams", **DICE},
        {"column": "libre", "row": "yams", "throws": 3, "dice": [3, 3, 3, 5, 5], "barred": True},
    ),
    (
        {"cell": "libre-1", **DICE},
        {"column": "libre", "row": "1", "throws": 3, "dice": [3, 3, 3, 5, 5]},
    ),
    # A value that was tapped is sent too, so that the rules can refuse it.
    (
        {"cell": "libre-yams", "value": 40, **DICE},
        {"column": "libre", "row": "yams", "throws": 3, "dice": [3, 3, 3, 5, 5], "value": 40},
    ),
    (
        {"cell": "libre-yams", **DICE, "die_5": ""},
        {"column": "libre", "row": "yams", "throws": 3, "dice": [3, 3, 3, 5]},
    ),
]


@pytest.mark.parametrize(("tapped", "expected"), TAPPED)
def test_keys_make_a_turn(tapped, expected):
    assert entry(**tapped) == expected


def test_a_lot_is_that_of_the_first_column_that_waits():
    assert entry(LOTS) == {"draw": {"column": "monter"}}
    assert entry(LOTS, winner="0", cell="libre-5", lot="en_1") == {
        "draw": {"column": "monter", "winner": 0}
    }
    assert entry(OVER) == entry(TURN, lot="en_1") == {"throws": 3}


def test_a_lot_that_is_put_right_is_named():
    def again(**tapped):
        return taps.entry_of(None, LOTS, tapped, correcting=True)

    assert again(lot="en_1", winner="1") == {"draw": {"column": "en_1", "winner": 1}}
    assert again(lot="") == {"throws": 3}
    assert taps.is_complete(None, TURN, {"lot": "en_1", "winner": "1"}, correcting=True)


def test_what_is_enough_for_a_preview():
    assert not complete(cell="libre-full")
    assert not complete(value="20")
    assert not complete(**DICE)
    assert complete(cell="libre-full", value="20")
    assert complete(cell="libre-full", value="barred")
    assert complete(cell="libre-full", **DICE)
    assert not complete(cell="libre-full", **{**DICE, "die_1": ""})
    assert not complete(LOTS)
    assert complete(LOTS, winner="0")
