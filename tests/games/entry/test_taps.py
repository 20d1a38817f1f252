"""The pads of all games in pure code: the keys with which a line was tapped make that line
again.
"""

from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest

from games.entry import taps
from games.registry import installed
from games.sheet import RuleError
from tests.games.phone.match_texts import bare_entry_of

GAMES = ["bataille", "dix", "dix-mille", "maitre", "yams"]
MATCHES = 6


@pytest.mark.parametrize("slug", GAMES)
def test_the_keys_of_each_line_make_that_line(slug):
    game = installed.game_of(slug)
    reference = import_module(f"tests.games.{slug.replace('-', '_')}.reference_matches")
    random, correcting = Random(f"{slug} taps"), False
    for _ in range(MATCHES):
        whole = reference.whole_match(random)
        rules = SimpleNamespace(**whole.rules)
        recorded, again = game.fold(rules, whole.seats), game.fold(rules, whole.seats)
        for place, entry in enumerate(whole.entries):
            recorded.add(bare_entry_of(game, entry))
            line = recorded.lines[place]
            tapped = reference.taps_of(whole, place, line.completed)
            # Lines are tapped alternately as new lines and as corrections.
            correcting = not correcting
            before = again.sheet()
            assert game.pad.is_complete(rules, before, tapped, correcting=correcting)
            made = game.pad.entry_of(rules, before, tapped, correcting=correcting)
            again.add(bare_entry_of(game, made))
            assert (again.lines[place].deltas, again.lines[place].totals) == line[:2]
        assert again.result == recorded.result


@pytest.mark.parametrize("slug", GAMES)
def test_an_untouched_pad_is_not_complete_and_refused_by_the_rules(slug):
    game = installed.game_of(slug)
    preset = game.presets[0]
    rules = SimpleNamespace(**game.rules.model(**preset.values).values())
    seats = max(game.seats.least, 3)
    fold = game.fold(rules, seats)
    assert not game.pad.is_complete(rules, fold.sheet(), {})
    with pytest.raises(RuleError):
        fold.add(bare_entry_of(game, game.pad.entry_of(rules, fold.sheet(), {})))


NUMBERS = [(None, None), ("", None), ("0", 0), (7, 7), ("-12", -12), ("9" * 15, 999999999999999)]
NOT_NUMBERS = [
    "-",
    "1.5",
    "1e3",
    " 4",
    "4 ",
    "+4",
    "--4",
    "١",
    "²",
    "1_0",
    "9" * 16,
    2.0,
    True,
    [1],
]


@pytest.mark.parametrize(("tapped", "expected"), NUMBERS)
def test_numbers(tapped, expected):
    assert taps.number({"taken": tapped}, "taken") == expected
    assert taps.number({}, "taken") is None


@pytest.mark.parametrize("tapped", NOT_NUMBERS)
def test_what_is_no_number_is_refused_on_its_input(tapped):
    with pytest.raises(RuleError) as refused:
        taps.number({"taken": tapped}, "taken")
    assert (refused.value.code, refused.value.field) == ("not_a_number", "taken")


def test_one_value_or_several():
    values = [taps.several({"plus": some}, "plus") for some in (None, "", [], "50", ["50"], (1, 2))]
    assert values == [[], [], [], ["50"], ["50"], [1, 2]]
    assert taps.several({}, "plus") == []
