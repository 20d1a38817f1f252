"""Tests of every game on a small screen: what its colour means, and the letters of names.

`test_whole_matches.py` tests what must be on the screen.
"""

import random

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import NAMES
from tests.games.maitre.reference_matches import whole_match
from tests.games.maitre.test_api import QUICK

pytestmark = [pytest.mark.browser, pytest.mark.nightly, pytest.mark.one_database]

# For each game, the number of players and a first line.
TABLES = {
    "dix": (4, {"bidder": 0, "bid": 70, "taken": 80}),
    "dix-mille": (4, {"seat": 0, "points": 1000}),
    "yams": (
        2,
        {"seat": 0, "column": "libre", "row": "4", "dice": [4, 4, 4, 1, 2], "throws": 3},
    ),
    "maitre": (3, QUICK),
    "bataille": (2, {"winner": 0}),
}


# A script that returns the words of boards and sheets that have the game's colour but do not
# belong to a leading side.
ELSEWHERE = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--accent)";
  const accent = getComputedStyle(probe).color;
  probe.remove();
  const found = [];
  const walker = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (!node.data.trim() || !owner.checkVisibility() || owner.closest(".is-leading")) continue;
    if (getComputedStyle(owner).color === accent) found.push(node.data.trim());
  }
  return found;
}"""


@pytest.mark.parametrize("game", TABLES)
def test_on_a_board_and_its_sheet_the_game_s_colour_means_who_leads(phone, game):
    players, line = TABLES[game]
    rules = {"wins_needed": 3} if game == "bataille" else {}
    seats = [{"name": name} for name in NAMES[:players]]
    phone.score(factories.table(None, line, game=game, seats=seats, rules=rules))
    assert phone.page.evaluate(ELSEWHERE) == []
    if game != "maitre":  # after its first manche nobody may lead
        expect(phone.page.locator(".board .is-leading")).to_have_count(1)


def test_the_names_of_a_maitre_keep_their_letters_beside_crosses_and_long_figures(phone):
    phone.page.set_viewport_size({"width": 320, "height": 568})
    whole = next(
        match for seed in range(60) if (match := whole_match(random.Random(seed))).seats == 3
    )
    seats = [{"name": name} for name in ("Maxime", "Bruno", "Chloé")]
    lines = whole.entries[:4]
    phone.score(factories.table(None, *lines, game="maitre", seats=seats, rules=whole.rules))
    assert phone.page.locator(".maitre-board__failures .mark").count() >= 3
    for name in phone.page.locator(".board__name").all():
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
