"""Of random matches the compiled rules say the same as CPython: every line, refusal and fault."""

import pytest

from games.registry import installed
from tests.extents import some_and_all
from tests.games.phone.vectors import MATCHES, vectors

GAMES = ["bataille", "dix", "dix-mille", "maitre", "yams"]


def test_every_installed_game_is_compared():
    assert {*GAMES, "toy"} == {game.slug for game in installed.games()}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("numbers", some_and_all(range(MATCHES), 16))
def test_the_phone_says_what_the_server_says(slug, numbers, run_javascript, rules_program):
    made = vectors(slug, numbers)
    assert run_javascript(rules_program, "differences", made, 3) == []
