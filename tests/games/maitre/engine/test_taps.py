"""The figures typed on the pad are turned into a manche."""

from types import SimpleNamespace

from games.maitre.engine import taps

RULES = SimpleNamespace(first_maitre=1)
FIGURES = {
    "trick_points": "15",
    "trick_cards": "12",
    "trick_valued": "3",
    "chute_points": "-4",
    "discard_value": "6",
}
SAID = {
    "trick_points": 15,
    "trick_cards": 12,
    "trick_valued": 3,
    "chute_points": -4,
    "discard_value": 6,
}
WHOLE = {**FIGURES, "coffre_major": "9", "coffre_minor": "1", "player_0": "10", "player_2": "-5"}


def sheet(lines=0):
    return SimpleNamespace(scores=(0, 0, 0), lines=(None,) * lines)


def entry(lines=0, **tapped):
    return taps.entry_of(RULES, sheet(lines), tapped)


def complete(**tapped):
    return taps.is_complete(RULES, sheet(), tapped)


def test_figures_make_a_manche():
    assert entry(**WHOLE, contract="50") == {
        "maitre": SAID,
        "coffre": {"major_rank": 9, "minor_rank": 1},
        "players": {"0": 10, "2": -5},
        "contract": 50,
    }


def test_what_was_not_typed_is_left_out():
    assert entry(trick_points="", contract=None) == {"maitre": {}, "coffre": {}, "players": {}}
    made = entry(trick_cards=0, coffre_minor="2", player_2=0)
    expected = {"maitre": {"trick_cards": 0}, "coffre": {"minor_rank": 2}, "players": {"2": 0}}
    assert made == expected


def test_a_discard_may_have_its_sign():
    assert entry(discard_value="-6")["maitre"] == {"discard_value": 6}


def test_a_forbidden_coffre_has_no_ranks():
    assert entry(coffre_forbidden="on", coffre_major="9")["coffre"] == {"forbidden": True}


def test_the_maitre_of_each_manche_has_no_points_of_his_own():
    assert taps.player_seats(RULES, sheet()) == [0, 2]
    assert taps.player_seats(RULES, sheet(1)) == [0, 1]
    assert entry(2, player_0="1", player_1="2", player_2="3")["players"] == {"1": 2, "2": 3}


def test_what_is_enough_for_a_preview():
    assert complete(**WHOLE)
    assert complete(**{**WHOLE, "coffre_major": "", "coffre_forbidden": True})
    for name in WHOLE:
        assert not complete(**{**WHOLE, name: ""}), name
