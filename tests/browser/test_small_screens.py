"""Every game on small screens: what a line needs stands on the screen at once."""

import random

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import NAMES
from tests.games.maitre.reference_matches import whole_match
from tests.games.maitre.test_api import QUICK

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

SIZES = ((360, 740), (360, 560), (320, 568), (740, 360))
# Who plays, a first line, and what must be under the thumb for the next besides the button.
TABLES = {
    "dix": (4, {"bidder": 0, "bid": 70, "taken": 80}, "#pad > form > .choice"),
    "dix-mille": (4, {"seat": 0, "points": 1000}, "#pad .mille-keys .key:visible"),
    "yams": (
        2,
        {"seat": 0, "column": "libre", "row": "4", "dice": [4, 4, 4, 1, 2], "throws": 3},
        "#pad .dice",
    ),
    "maitre": (3, QUICK, "#pad .number, #pad .keypad"),
    "bataille": (2, {"winner": 0}, "#pad .winners"),
}


@pytest.mark.parametrize("game", TABLES)
def test_the_pad_the_figures_and_the_last_line_need_no_scrolling(phone, game):
    players, line, needed = TABLES[game]
    rules = {"wins_needed": 3} if game == "bataille" else {}
    seats = [{"name": name} for name in NAMES[:players]]
    phone.score(factories.table(None, line, game=game, seats=seats, rules=rules))
    last = (
        phone.page.locator("[data-line]").last if game != "yams" else phone.page.locator(".board")
    )
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.reload()
        for there in (phone.record_button, phone.page.locator(".board"), last):
            if there is phone.record_button and game == "bataille":
                continue  # the winner's key records
            expect(there).to_be_in_viewport(ratio=0.9)
        for part in phone.page.locator(needed).all():
            expect(part).to_be_in_viewport(ratio=0.9)
            covered = part.evaluate(
                "(part) => { const box = part.getBoundingClientRect();"
                "const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);"
                "return !part.contains(top) && !top.contains(part); }"
            )
            assert not covered, (width, height)
        assert phone.overflow() == 0, (width, height)


# The words of boards and sheets in the game's colour that belong to no side that leads.
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
    players, line, _needed = TABLES[game]
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
