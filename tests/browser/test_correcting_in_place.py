"""A line is corrected in the pad, in its place on the sheet: at most three taps in every game."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_yams import value
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé")]
LIBRE = {"column": "libre", "row": "5", "throws": 3}
TRICKS = {"trick_points": 40, "trick_cards": 10, "trick_valued": 6}
MANCHE = {
    "contract": 50,
    "maitre": TRICKS | {"chute_points": 0, "discard_value": 0},
    "coffre": {"major_rank": 9, "minor_rank": 1},
    "players": {"1": -5, "2": 7},
}


def points(phone: Phone) -> None:
    phone.tap(phone.key("Points ramassés", "60"))


def total(phone: Phone) -> None:
    phone.tap(phone.page.locator(".mille-keys--fresh [value='900']"))


def cell_value(phone: Phone) -> None:
    phone.tap(value(phone, "10"))


def winner(phone: Phone) -> None:
    phone.tap(phone.page.locator("#pad .winners input[value='1']"))


# Each case is a game, its lines, the taps in the pad, and what the pad then shows.
GAMES = [
    (
        "dix",
        [factories.HAND] * 2,
        points,
        ["Nous avant 160 → après 10", "Vous avant 40 → après 60"],
    ),
    ("dix-mille", [{"points": 700}, {"points": 800}], total, ["Anne avant 700 → après 900"]),
    (
        "yams",
        [LIBRE | {"value": 15}, LIBRE | {"value": 20}],
        cell_value,
        ["Anne avant 15 → après 10"],
    ),
    ("bataille", [{"winner": 0}], winner, ["Anne avant 1 → après 0", "Bruno avant 0 → après 1"]),
]


def begun(game: str, lines: list[Any], **changes: Any) -> Any:
    seats = {} if game == "dix" else {"seats": SEATS[:2]}
    rules = {"rules": {"wins_needed": 3}} if game == "bataille" else {}
    return factories.table(None, *lines, game=game, **seats, **rules, **changes)


def ready(phone: Phone, table: Any) -> None:
    phone.score(table)
    phone.page.locator("html[data-playable]").wait_for(state="attached")


def link(phone: Phone, number: int) -> Any:
    return phone.page.locator(f"#table a[href$='/lignes/{number}/']").first


def link_of(table: Any, number: int) -> str:
    return f"/parties/{table.id}/lignes/{number}/"


def open_line(phone: Phone, number: int) -> None:
    box = link(phone, number).bounding_box()
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.taps += 1
    expect(phone.page.locator("#pad .correcting")).to_contain_text(f"ligne {number}")


@pytest.mark.parametrize(("game", "lines", "change", "expected"), some(GAMES, 3, unpack=True))
def test_it_takes_three_taps_and_comes_back_to_the_line(
    phone, game: str, lines: list[Any], change: Callable[[Phone], None], expected: list[str]
):
    table = begun(game, lines)
    ready(phone, table)
    page = phone.page
    phone.taps = 0
    open_line(phone, 1)
    expect(page.locator("#table .is-lit")).to_have_count(1)
    expect(page.locator("#table .is-lit")).to_be_in_viewport()
    change(phone)
    for words in expected:
        expect(phone.preview).to_contain_text(words)
    phone.tap(page.get_by_role("button", name="Garder la correction"))
    expect(page.locator("#pad .correcting")).to_have_count(0)
    assert phone.taps == 3
    # The sheet has not scrolled. The corrected line is on the screen, and is lit for two
    # seconds.
    expect(page.locator("#table .is-lit").locator("a")).to_have_attribute("href", link_of(table, 1))
    expect(page.locator("#table .is-lit")).to_be_in_viewport()
    expect(page.locator("#table .is-lit")).to_have_count(0, timeout=3000)
    phone.expect_sent()
    assert len(table.body()["entries"]) == len(lines)
    assert table.body()["version"] == len(lines) + 2
    expect(phone.record_button).to_be_visible()


@pytest.mark.nightly
def test_a_manche_takes_its_figure_besides(phone):
    table = factories.table(None, MANCHE, game="maitre", seats=SEATS)
    ready(phone, table)
    phone.taps = 0
    open_line(phone, 1)
    phone.tap(phone.page.locator("#id_contract"))
    phone.tap(phone.page.locator("[data-key='6']"))
    phone.tap(phone.page.locator("[data-key='0']"))
    expect(phone.preview).to_contain_text("→")
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    expect(phone.page.locator("#pad .correcting")).to_have_count(0)
    assert phone.taps == 5  # of which two are the digits, and one says which field
    phone.expect_sent()
    assert table.body()["entries"][0]["data"]["contract"] == 60


@pytest.mark.nightly
def test_what_was_tapped_before_is_there_again_and_leaving_changes_nothing(phone):
    table = factories.table(None, factories.HAND, factories.FAILED)
    ready(phone, table)
    phone.tap(phone.key("Qui a misé ?", "Bruno"))
    open_line(phone, 2)
    phone.tap(phone.key("Points ramassés", "75"))
    phone.tap(phone.page.get_by_role("button", name="Laisser comme avant"))
    expect(phone.page.locator("#pad .correcting")).to_have_count(0)
    expect(phone.page.locator("#table .is-lit")).to_have_count(0)
    expect(phone.key("Qui a misé ?", "Bruno")).to_be_checked()
    phone.expect_scores(10, 60)
    assert table.body()["version"] == 3


@pytest.mark.nightly
def test_another_phone_that_writes_meanwhile_hinders_nothing(phone):
    table = factories.table(None, factories.HAND)
    ready(phone, table)
    open_line(phone, 1)
    phone.tap(phone.key("Points ramassés", "100"))
    assert table.record(factories.FAILED).status_code == 201
    expect(phone.lines).to_have_count(2)
    expect(phone.key("Points ramassés", "100")).to_be_checked()
    expect(phone.page.locator("#table .is-lit")).to_have_count(1)
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    phone.expect_scores(30, 40)
    phone.expect_sent()
    assert [entry["data"]["taken"] for entry in table.body()["entries"]] == [100, 60]
