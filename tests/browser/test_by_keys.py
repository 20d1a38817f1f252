"""Tests that a whole match of each game is played by keys alone, and what is read aloud meanwhile.

Every match has a mistake (a line that is refused), a line taken back, a correction, and an end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.phones import NAMES
from tests.browser.test_accessibility import focused, tab_to
from tests.extents import some
from tests.games.test_soak import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# What is to be heard, in the order in which it is said: one file a game and language.
HEARD = Path(__file__).parent / "heard"
# Everything that live regions say, in order, but what a line would be while it is chosen: previews
# come when the keys pause.
LISTEN = """() => {
  window.heard = [];
  const regions = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
  const quiet = "[data-sign], .explained, #advice";
  const words = (text) => text?.replace(/\\s+/g, " ").trim();
  new MutationObserver((changes) => {
    const spoken = changes.map(({ target }) =>
      (target.closest ? target : target.parentElement)?.closest(regions));
    for (const region of new Set(spoken)) {
      const text = words(region?.textContent);
      const preview = words(document.querySelector("#preview:not(:has(.errorlist))")?.innerText);
      if (text && text !== preview && !region.matches(quiet)) window.heard.push(text);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


@dataclass(frozen=True)
class Whole:
    """A match: its lines by the pad's fields, the correction of the first line, and how many
    seats.

    `mistake` are the values of a line that is refused.
    """

    lines: list[dict[str, Any]]
    corrected: dict[str, Any]
    mistake: dict[str, Any]
    seats: int
    rules: dict[str, Any]
    before: Sequence[Any] = ()


MANCHE = {
    "contract": 50, "trick_points": 40, "trick_cards": 10, "trick_valued": 8, "chute_points": 0,
    "discard_value": 0, "coffre_major": 9, "coffre_minor": 1,
}  # fmt: skip
# The stops of a full sheet of Yams, and its pad.
MOST = 500
YAMS = GAMES["yams"].whole_match(Random(9))
MATCHES = {
    "dix": Whole(
        [{"bidder": 0, "bid": 70, "taken": 80}, {"bidder": 1, "bid": 50, "taken": 45}],
        corrected={"taken": 85},
        mistake={},
        seats=4,
        rules={"target": 100, "defence_cap": 100},
    ),
    "dix-mille": Whole(
        [{"points": 1000}, {"points": 0}, {"points": 1000}],
        corrected={"points": 900},
        mistake={},
        seats=2,
        rules={"target": 1900},
    ),
    "bataille": Whole(
        [{"outcome": 0}, {"outcome": 0}, {"outcome": 1}],
        corrected={"outcome": 1},
        mistake={"open": "", "tricks": 200},
        seats=2,
        rules={"wins_needed": 2},
    ),
    # All lines but the last two are written beforehand.
    "yams": Whole(
        [
            {"cell": "monter-1", "value": 1, "throws": 2},
            {"cell": "monter-1", "value": "barred", "throws": 1},
        ],
        corrected={"value": 2},
        mistake={},
        seats=2,
        rules=YAMS.rules,
        before=YAMS.entries[:-2],
    ),
    "maitre": Whole(
        [{**MANCHE, "player_0": 3}] * 3,
        corrected={"trick_points": 45},
        mistake={"contract": 50},
        seats=3,
        rules={"tours": 1},
    ),
}


def choose(page: Page, name: str, value: Any) -> None:
    """Tab to an input of the pad, and give it a value by keys."""
    if name.startswith("player"):
        for other in page.locator("#pad input[name^=player]").all():
            other.focus()
            page.keyboard.type(str(value))
        return
    if name == "open":
        tab_to(page, "#pad summary", most=MOST)
        page.keyboard.press("Enter")
        return
    button = f"#pad button[name={name}][value='{value}']"
    if page.locator(button).count():
        tab_to(page, button, most=MOST)
        return
    selector = f"#match input[name={name}]:not([type=hidden])"
    tab_to(page, selector, most=MOST)
    if page.locator(selector).first.get_attribute("type") != "radio":
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(str(value))
        return
    page.keyboard.press("Space")
    for _press in range(30):
        if page.locator(f"{selector}[value='{value}']:checked").count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{name} has no key {value}")


def record(page: Page, line: dict[str, Any]) -> None:
    """Choose the values of a line, and record it."""
    for name, value in line.items():
        choose(page, name, value)
    page.keyboard.press("Enter")


def play(phones, game: str, language: str) -> list[str]:
    """Play a match of a game, and return what was read aloud."""
    whole = MATCHES[game]
    seats = [{"name": name} for name in NAMES[: whole.seats]]
    table = factories.table(None, *whole.before, game=game, seats=seats, rules=whole.rules)
    phone = phones(has_touch=False, viewport={"width": 800, "height": 900})
    chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": phone.site}
    phone.page.context.add_cookies([chosen])
    page = phone.score(table).page
    page.locator("html[data-playable]").wait_for(state="attached")
    page.evaluate(LISTEN)

    first = len(whole.before)

    def after(lines: int) -> None:
        if first + lines:
            newest = page.locator(f"#table a[href$='/lignes/{first + lines}/']")
            expect(newest).not_to_have_count(0)
        expect(page.locator(f"#table a[href$='/lignes/{first + lines + 1}/']")).to_have_count(0)
        phone.expect_sent()

    record(page, whole.mistake or {})
    if not whole.mistake:
        tab_to(page, "#record", most=MOST)
        page.keyboard.press("Enter")
    expect(page.locator("#pad .errorlist")).to_be_visible()
    record(page, whole.lines[0])
    after(1)
    tab_to(page, "#undo", most=MOST)
    page.keyboard.press("Enter")
    after(0)
    record(page, whole.lines[0])
    after(1)
    tab_to(page, f"#table a[href$='/lignes/{first + 1}/']", most=MOST)
    page.keyboard.press("Enter")
    expect(page.locator(".correcting")).to_be_visible()
    record(page, whole.corrected)
    expect(page.locator(".correcting")).to_have_count(0)
    for number, line in enumerate(whole.lines[1:], 2):
        record(page, line)
        after(number)
    expect(page.locator("#result-title")).to_be_visible()
    assert focused(page) == "result-title"
    heard: list[str] = page.evaluate("window.heard")
    return heard


WAYS = [(game, language) for game in MATCHES for language in ("fr", "en")]


@pytest.mark.parametrize(("game", "language"), some(WAYS, len(WAYS), unpack=True))
def test_a_whole_match_by_keys_alone_is_heard_once_and_whole(
    phones, console_errors, game, language
):
    heard = play(phones, game, language)
    console_errors[:] = [error for error in console_errors if "400" not in error]
    expected = (HEARD / f"{game}-{language}.txt").read_text(encoding="utf-8").splitlines()
    assert [" ".join(text.split()) for text in heard] == [
        " ".join(line.split()) for line in expected
    ]
