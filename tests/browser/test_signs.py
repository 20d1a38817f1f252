"""Tests of the words that explain small signs and the state of the network.

They are on a separate line in the bar.
"""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import NAMES
from tests.browser.test_small_screens import TABLES
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

SIZES = ((360, 740), (360, 560), (320, 568), (740, 360))

# A script that returns the texts and keys of the match that the words cover. They may only cover
# the bar.
COVERED = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const meets = (other) => other.height > 2 && other.width && other.left < box.right - 1
    && other.right > box.left + 1 && other.top < box.bottom - 1 && other.bottom > box.top + 1;
  const parts = document.querySelectorAll(
    ".board, .sheet, .pad, .next button, .messages, .bar__title, .bar__home, .bar__menu summary");
  const text = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0;
  return [...parts].filter((part) => meets(part.matches(".bar__title") ? text(part)
    : part.getBoundingClientRect())).map((part) => part.className).concat(inside ? [] : ["off"]);
}"""
SIGNS = """() => [...document.querySelectorAll(
  "#match [data-explain], #match .disc[aria-label], .bars[aria-label], .board__name, "
  + ".paper__head th")]
  .filter((sign) => sign.getClientRects().length && sign.textContent.trim() + sign.ariaLabel)
  .map((sign) => { sign.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const told = document.querySelector(".explained");
    return told.hidden ? [] : [told.textContent, ...COVERED(".explained")]; })
  .filter((told) => told.length > 1)""".replace("COVERED", f"({COVERED})")


@pytest.fixture(autouse=True)
def _the_network_is_cut(console_errors):
    """Ignore the failed requests that the browser reports, because these tests provoke them."""
    yield
    expected = ("Failed to load resource", "htmx:sendError", "Failed to fetch")
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


def scored(phone, game):
    players, line = TABLES[game]
    rules = {"wins_needed": 3} if game == "bataille" else {}
    names = ("Anne-Frédérique Charbonneau-Delacroix", *NAMES[1:])
    seats = [{"name": name} for name in names[:players]]
    table = factories.table(None, line, game=game, seats=seats, rules=rules)
    phone.score(table)
    expect(phone.page.locator("html[data-playable]")).to_be_attached()
    return table


@pytest.mark.nightly
@pytest.mark.parametrize("game", some(list(TABLES), 5))
def test_the_words_of_a_sign_have_a_line_of_their_own(phone, game):
    scored(phone, game)
    explanation = phone.page.locator(".explained")
    # A sign is explained once by itself. After a reload it is the next sign's turn, until no
    # sign is new to this phone.
    expect(explanation).to_be_visible()
    assert phone.page.evaluate(COVERED, ".explained") == []
    for size in SIZES:
        phone.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert phone.page.evaluate(SIGNS) == [], size
    for _ in range(3):
        phone.page.reload()
    expect(phone.page.locator("html[data-playable]")).to_be_attached()
    expect(explanation).to_be_hidden()


@pytest.mark.parametrize("game", some(list(TABLES), 5))
@pytest.mark.parametrize("language", some(["fr", "en"], 2))
def test_without_network_a_sentence_says_that_all_is_kept(phones, game, language):
    phone = phones(locale=language)
    scored(phone, game)
    phone.page.locator("body").dispatch_event("keydown", {"key": "Escape", "bubbles": True})
    phone.page.context.set_offline(True)
    words = phone.page.locator("[data-sign-text]")
    sentences = {"fr": "Hors réseau : tout est gardé ici", "en": "Offline: everything is kept here"}
    expect(words).to_have_text(f"{sentences[language]}.")
    place = words.bounding_box()
    phone.tap(phone.page.locator("#undo"))
    expect(words).to_contain_text({"fr": ", 1 ", "en": ", 1 "}[language])
    expect(words).to_contain_text({"fr": "à envoyer.", "en": "to send."}[language])
    assert words.bounding_box()["x"] == place["x"]
    for size in SIZES:
        phone.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert phone.page.evaluate(COVERED, "[data-sign-text]") == [], size
