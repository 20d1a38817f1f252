"""The compiled rules say of random matches what CPython says: every line, refusal and fault."""

import pytest

from games import registry
from tests.games.phone.vectors import MATCHES, vectors
from tests.soaking import in_turn

GAMES = ["bataille", "dix", "dix-mille", "maitre", "yams"]


def test_every_installed_game_is_compared():
    assert {*GAMES, "toy"} == {game.slug for game in registry.games()}


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_the_phone_says_what_the_server_says(slug, run_javascript, rules_program):
    made = vectors(slug, in_turn(range(MATCHES), days=8))
    assert len(made) >= MATCHES // 8
    assert run_javascript(rules_program, "differences", made, 3) == []
