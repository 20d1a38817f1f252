"""Which rulesets are sound, for how many players; the presets and how they combine."""

from itertools import combinations

import pytest

from games.bataille.engine.rulesets import cards_in_play, rule_faults
from games.bataille.presets import PRESETS
from tests.games.bataille.builders import VALUES, rules

# The fields in which each preset differs from the classic rules, as the specification lists
# them.
CHANGES = {
    "classique": {},
    "ancienne": {"face_down": False},
    "jokers": {"deck": 54},
    "joker-vole": {"deck": 54, "stealing_joker_wins": True},
    "rouge-et-noir": {"deal": "by_colour"},
    "payante": {"loser_pays": True},
    "ouverte": {"open_hands": True},
}


def faults(using, seats=2):
    return [(fault.code, fault.field) for fault in rule_faults(using, seats)]


def test_the_presets_are_these():
    assert [preset.slug for preset in PRESETS] == list(CHANGES)
    assert VALUES["classique"] == {
        "deck": 52,
        "decks": 1,
        "face_down": True,
        "deal": "random",
        "stealing_joker_wins": False,
        "loser_pays": False,
        "open_hands": False,
        "stalemate": "draw",
        "wins_needed": 1,
    }
    for slug, changed in CHANGES.items():
        assert VALUES[slug] == VALUES["classique"] | changed


@pytest.mark.parametrize("slug", CHANGES)
def test_every_preset_is_sound_for_two(slug):
    assert faults(rules(slug)) == []


@pytest.mark.parametrize("chosen", list(combinations(CHANGES, 3)))
def test_the_presets_combine(chosen):
    changed = {name: value for slug in chosen for name, value in CHANGES[slug].items()}
    assert faults(rules(**changed)) == []


@pytest.mark.parametrize(
    ("changed", "seats", "code", "field"),
    [
        ({"deck": 53}, 2, "deck_unknown", "deck"),
        ({"decks": 0}, 2, "decks_out_of_range", "decks"),
        ({"decks": 5}, 2, "decks_out_of_range", "decks"),
        ({"wins_needed": 0}, 2, "not_positive", "wins_needed"),
        ({"deck": 54, "decks": 2}, 2, "jokers_in_one_deck", "decks"),
        ({"stealing_joker_wins": True}, 2, "joker_needs_jokers", "stealing_joker_wins"),
        ({"deck": 54}, 3, "players_do_not_fit", "deck"),
        ({"deck": 54}, 4, "players_do_not_fit", "deck"),
        ({"deal": "by_colour"}, 3, "players_do_not_fit", "deal"),
        ({"deal": "by_colour"}, 5, "players_do_not_fit", "deal"),
        ({"deck": 32}, 33, "players_do_not_fit", "decks"),
    ],
)
def test_refused_rulesets(changed, seats, code, field):
    assert (code, field) in faults(rules(**changed), seats)


@pytest.mark.parametrize(
    ("changed", "seats"),
    [
        ({"deal": "by_colour"}, 2),
        ({"deal": "by_colour"}, 4),
        ({"deal": "by_colour", "decks": 2}, 4),
        ({"deal": "by_colour", "deck": 54}, 2),
        ({"deck": 32, "decks": 4}, 50),
        ({}, 10),
        ({"wins_needed": 1000}, 3),
    ],
)
def test_sound_rulesets(changed, seats):
    assert faults(rules(**changed), seats) == []


def test_every_fault_is_named():
    using = rules(deck=54, decks=2, deal="by_colour", wins_needed=0)
    assert faults(using, 3) == [
        ("not_positive", "wins_needed"),
        ("jokers_in_one_deck", "decks"),
        ("players_do_not_fit", "deck"),
        ("players_do_not_fit", "deal"),
    ]


def test_cards_in_play():
    assert [
        cards_in_play(rules(deck=deck, decks=n)) for deck, n in ((32, 1), (52, 3), (54, 1))
    ] == [
        32,
        156,
        54,
    ]


def test_a_fault_says_its_values():
    def faults_of(using, seats=2):
        return [(fault.code, dict(fault.params)) for fault in rule_faults(using, seats)]

    assert faults_of(rules("classique", wins_needed=0)) == [("not_positive", {"value": 0})]
    assert faults_of(rules("classique", deck=40)) == [("deck_unknown", {"value": 40})]
    assert faults_of(rules("classique", decks=5)) == [("decks_out_of_range", {"most": 4})]
    assert faults_of(rules("classique", deck=32), 33) == [
        ("players_do_not_fit", {"either": ["2–32"]})
    ]
    assert faults_of(rules("classique", deck=32), 32) == []
    # If there are no cards at all, nothing is said about too few cards.
    assert [code for code, params in faults_of(rules("classique", decks=0))] == [
        "decks_out_of_range"
    ]
    assert faults_of(rules("jokers"), 3) == [("players_do_not_fit", {"either": [2]})]
    assert faults_of(rules("rouge-et-noir"), 3) == [("players_do_not_fit", {"either": [2, 4]})]
