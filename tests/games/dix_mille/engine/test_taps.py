"""The pad's keys are turned into a turn."""

from types import SimpleNamespace

import pytest

from games.dix_mille.engine import taps
from games.dix_mille.engine.turns import Carry, Stand
from games.sheet import RuleError
from tests.games.dix_mille.builders import rules

RULES = rules(entry_score=0)


def sheet(carry=None, entered=True):
    return SimpleNamespace(
        next={"seat": 0, "entered": entered, "to_target": 9000, "may_carry": carry}
    )


OVER = SimpleNamespace(next=None)
LEFT = {"points": 350, "dice": None}


def entry(at=None, **tapped):
    return taps.entry_of(RULES, at or sheet(), tapped)


def complete(**tapped):
    return taps.is_complete(RULES, sheet(), tapped)


BY_POINTS = [
    ({}, {}),
    ({"points": "", "plus": [], "other": ""}, {}),
    ({"points": "300"}, {"points": 300}),
    ({"points": "300", "plus": ["2000", "50"]}, {"points": 2350}),
    ({"plus": "50"}, {"points": 50}),
    ({"plus": ["", "50"]}, {"points": 50}),
    ({"plus": [1000, 2000]}, {"points": 3000}),
    ({"points": "0"}, {"bust": True}),
    ({"points": "off"}, {"bust": True, "reason": "off_table"}),
    ({"points": "win"}, {"instant_win": True}),
    ({"points": "300", "other": "1250"}, {"points": 1250}),
    ({"points": "win", "other": 0}, {"points": 0}),
    ({"points": "650", "carried": True}, {"carried": True, "points": 650}),
    ({"points": "0", "carried": "on"}, {"carried": True, "bust": True}),
    ({"carried": False, "mode": "points", "throws": "11443:11"}, {}),
]


@pytest.mark.parametrize(("tapped", "expected"), BY_POINTS)
def test_keys_make_a_turn(tapped, expected):
    assert entry(**tapped) == entry(OVER, **tapped) == expected


@pytest.mark.parametrize("key", ["0", "off", "win"])
def test_points_are_not_added_to_none(key):
    with pytest.raises(RuleError) as refused:
        entry(points=key, plus=["50"])
    assert (refused.value.code, refused.value.field) == ("none_and_more", "points")


def test_a_broken_input_is_refused_where_it_is():
    for name in ("points", "plus", "other"):
        with pytest.raises(RuleError) as refused:
            entry(**{name: "3oo"})
        assert (refused.value.code, refused.value.field) == ("not_a_number", name)


def test_dice_make_a_turn():
    first = {"dice": [1, 1, 4, 4, 3], "keep": [1, 1]}
    assert entry(mode="dice", throws="11443:11") == {"throws": [first]}
    off = {"bust": True, "reason": "off_table"}
    assert entry(mode="dice", throws="11443:11", off="on") == {"throws": [first], **off}
    assert entry(mode="dice", off="on") == off
    assert taps.is_complete(RULES, sheet(), {"mode": "dice", "throws": "15443:15", "off": "on"})
    last = {"die_1": "5", "die_2": 2, "die_3": "6"}
    second = {"dice": [5, 2, 6], "keep": [5]}
    assert entry(mode="dice", throws="11443:11", **last) == {"throws": [first, second]}
    assert entry(mode="dice", throws="11443:11", **last, back="1") == {"throws": []}
    assert entry(mode="dice") == {"throws": []}


def test_six_dice_of_each_face_and_no_seventh():
    six = rules(entry_score=0, dice=6, scoring="six_dice")
    dice = {f"die_{place}": str(place) for place in range(1, 8)}
    made = taps.entry_of(six, sheet(), {"mode": "dice", **dice, "die_7": "1"})
    assert [throw["dice"] for throw in made["throws"]] == [[1, 2, 3, 4, 5, 6]]


def test_dice_that_are_kept_by_their_places():
    rerolls = rules(entry_score=0, may_reroll_scoring=True)
    tapped = {"mode": "dice", "throws": "11443:11", "kept_of": "1", "keep": ["0"]}
    assert taps.entry_of(rerolls, sheet(), tapped) == {
        "throws": [{"dice": [1, 1, 4, 4, 3], "keep": [1]}]
    }
    jokers = rules("joker", entry_score=0)
    tapped = {"mode": "dice", "throws": "11554:11", "kept_of": 1, "keep": [0, 1]}
    tapped["joker"] = ["2", 3]
    assert taps.entry_of(jokers, sheet(), tapped) == {
        "throws": [{"dice": [1, 1, 5, 5, 4], "keep": [1, 1], "joker": [5, 5]}]
    }


def test_dice_need_somebody_whose_turn_it_is():
    with pytest.raises(RuleError) as refused:
        entry(OVER, mode="dice", throws="11443:11")
    assert refused.value.code == "match_finished"


def test_what_is_taken_over():
    assert taps.taken_over(sheet(LEFT).next, {"carried": True}) == Carry(350, None)
    for dice in (1, "2", "5"):
        carry = taps.taken_over(sheet(LEFT).next, {"carried": True, "carry_dice": dice})
        assert carry == Carry(350, int(dice))
    for dice in ("0", "6", "12", "x"):
        carry = taps.taken_over(sheet(LEFT).next, {"carried": True, "carry_dice": dice})
        assert carry == Carry(350, None)
    known = sheet({"points": 350, "dice": 3}).next
    assert taps.taken_over(known, {"carried": True, "carry_dice": "2"}) == Carry(350, 3)
    assert taps.taken_over(known, {}) is None
    assert taps.taken_over(sheet().next, {"carried": True}) is None


def test_the_turn_starts_from_where_the_player_stands():
    assert taps.stand_of(RULES, sheet().next) == Stand(True, 1000)
    tapped = {"mode": "dice", "carried": True, "carry_dice": "2", "die_1": "1", "die_2": "3"}
    turn = taps.tapped_turn(RULES, sheet(LEFT), tapped)
    assert (turn.turn.total, turn.throws) == (450, [{"dice": [1, 3], "keep": [1]}])


def test_what_is_enough_for_a_preview():
    assert not complete()
    assert not complete(points="", plus=[], other="", carried=True)
    assert complete(points="0")
    assert complete(plus=["50"])
    assert complete(other=0)
    assert complete(mode="dice", throws="11443:11")
    assert not complete(mode="dice", points="300")
    assert not complete(mode="dice", throws="11443:11", die_1="2")
