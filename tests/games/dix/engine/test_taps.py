"""The pad's keys are turned into a hand."""

from types import SimpleNamespace

import pytest

from games.dix.engine import taps
from games.sheet import RuleError

RULES = SimpleNamespace(defence_cap=400)


def sheet(*scores):
    return SimpleNamespace(scores=scores)


def entry(scores=(0, 0), **tapped):
    return taps.entry_of(RULES, sheet(*scores), tapped)


def test_four_taps_make_a_hand():
    made = {"bidder": 1, "bid": 70, "partie": False, "taken": 80, "defenders_bid": False}
    assert entry(bidder="1", bid="70", taken="80", trump="") == made
    assert entry(bidder=1, bid=70, taken=80, trump="hearts") == {**made, "trump": "hearts"}


def test_la_partie_is_a_bid_without_number():
    made = entry(bidder="0", bid="partie", taken="0")
    assert made == {"bidder": 0, "partie": True, "taken": 0, "defenders_bid": False}


def test_what_was_not_tapped_is_left_out():
    assert entry(bidder="", bid=None) == {"partie": False, "defenders_bid": False}


def test_the_defence_is_asked_only_where_it_is_capped():
    assert taps.capped_bidders(RULES, sheet(395, 400)) == [0, 2]
    spoke = {"bidder": "0", "bid": "70", "taken": "80", "defenders_bid": True}
    assert entry((395, 400), **spoke)["defenders_bid"] is True
    assert entry((400, 395), **spoke)["defenders_bid"] is False
    corrected = taps.entry_of(RULES, sheet(0, 0), spoke, correcting=True)
    assert corrected["defenders_bid"] is True
    uncapped = SimpleNamespace(defence_cap=None)
    assert taps.capped_bidders(uncapped, sheet(500, 500)) == []


def test_counted_cards_make_the_points():
    assert entry(tens="3", fives="", stolen="1", robbed="2")["taken"] == 20
    assert entry(tens="0")["taken"] == 0
    assert entry(fives="3")["taken"] == 15
    assert entry(taken="55", tens="3")["taken"] == 55


def test_there_are_four_aces():
    with pytest.raises(RuleError) as refused:
        entry(stolen="3", robbed="2")
    assert (refused.value.code, refused.value.field) == ("too_many_aces", "stolen")


def test_aces_are_counted_whatever_points_are_tapped():
    with pytest.raises(RuleError):
        entry(taken="55", stolen="3", robbed="2")
    assert entry(taken="55", stolen="3", robbed="1")["taken"] == 55


def test_what_is_enough_for_a_preview():
    hand = {"bidder": "0", "bid": "70", "taken": "0"}

    def complete(**tapped):
        return taps.is_complete(RULES, sheet(0, 0), tapped)

    assert complete(**hand)
    assert complete(**{**hand, "bid": "partie"})
    assert complete(**{**hand, "taken": "", "tens": "3"})
    for name in hand:
        assert not complete(**{**hand, name: ""}), name
