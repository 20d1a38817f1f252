"""The pad's keys are turned into a manche."""

from types import SimpleNamespace

import pytest

from games.bataille.engine import taps

RULES = SimpleNamespace(deck=52, decks=1)


def entry(seats=2, **tapped):
    return taps.entry_of(RULES, SimpleNamespace(scores=(0,) * seats), tapped)


TAPPED = [
    ({}, {}),
    ({"outcome": ""}, {}),
    ({"outcome": "1"}, {"winner": 1, "reason": "all_cards"}),
    ({"outcome": "0", "joker": True}, {"winner": 0, "reason": "joker"}),
    ({"outcome": "pat"}, {"winner": None, "reason": "pat"}),
    ({"outcome": "stopped"}, {"reason": "stopped"}),
    ({"outcome": "stopped", "cards_0": 20}, {"reason": "stopped", "cards": [20, 32]}),
    ({"cards_0": "20", "cards_1": "32"}, {"reason": "stopped", "cards": [20, 32]}),
    (
        {"outcome": "1", "tricks": "90", "battles": 4},
        {"winner": 1, "reason": "all_cards", "tricks": 90, "battles": 4},
    ),
]


@pytest.mark.parametrize(("tapped", "expected"), TAPPED)
def test_keys_make_a_manche(tapped, expected):
    assert entry(**tapped) == expected


def test_of_three_counts_one_may_be_left_out():
    assert entry(3, cards_0=10, cards_2=12) == {"reason": "stopped", "cards": [10, 30, 12]}
    assert entry(3, outcome="stopped", cards_0=10) == {"reason": "stopped"}


def test_what_is_enough_for_a_preview():
    def complete(**tapped):
        return taps.is_complete(RULES, SimpleNamespace(scores=(0, 0)), tapped)

    assert complete(outcome="0")
    assert complete(outcome="pat")
    assert complete(cards_1="20")
    assert not complete(outcome="stopped")
    assert not complete(tricks="90")
