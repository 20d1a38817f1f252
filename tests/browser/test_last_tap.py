"""« Inscrire au dernier toucher »: how many taps a line takes with this setting, and without it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_playing_alone import away
from tests.browser.test_yams import cell, die, value
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
SEATS = [{"name": name} for name in ("Anne", "Bruno")]
# A script that turns the setting on, as the switch in the match's menu does.
ON = "localStorage.setItem('last-tap', '1')"


def dix(phone: Phone) -> None:
    phone.choose("Anne", 70, 80)


def total(points: int) -> Callable[[Phone], None]:
    return lambda phone: phone.tap(phone.page.locator(f".mille-keys--fresh [value='{points}']"))


def plus_then_total(phone: Phone) -> None:
    phone.tap(phone.page.locator("input[name=plus][value='1000']"))
    expect(phone.preview).to_contain_text("+1 000")  # which is a line by itself
    total(300)(phone)


def cell_then_value(phone: Phone) -> None:
    phone.tap(cell(phone, "libre", "5"))
    phone.tap(value(phone, "15"))


def dice_then_cell(phone: Phone) -> None:
    for place, face in enumerate((2, 2, 2, 3, 3), start=1):
        phone.tap(die(phone, place, face))
    phone.tap(cell(phone, "libre", "full"))


def winner(phone: Phone) -> None:
    phone.tap(phone.page.locator("button.winner").first)


# A line of each game: how it is tapped, and the number of taps with the setting and without it.
LINES = [
    ("dix", {}, dix, 3, 4),
    ("dix-mille", {}, total(300), 1, 2),
    ("dix-mille", {}, total(0), 1, 2),
    ("dix-mille", {}, total(1100), 2, 2),  # no usual total: more may be added
    ("dix-mille", {}, plus_then_total, 2, 3),
    ("yams", {}, cell_then_value, 2, 3),
    ("yams", {}, dice_then_cell, 6, 7),
    ("bataille", {}, winner, 1, 1),
]


def started(game: str, **changes: Any) -> Any:
    hands = [{"points": 700}, {"points": 800}] if game == "dix-mille" else []
    seats = {} if game == "dix" else {"seats": SEATS}
    return factories.table(None, *hands, game=game, **seats, **changes)


def opened(phone: Phone, table: Any, *, on: bool) -> Phone:
    phone.score(table)
    if on:
        phone.page.evaluate(ON)
        phone.page.reload()
    phone.page.locator("html[data-playable]").wait_for(state="attached")
    return phone


def take_back(phone: Phone) -> Locator:
    return phone.page.locator("#take-back")


def middle(box: Any) -> tuple[float, float]:
    """Return the vertical position and the height of a box on the screen."""
    return box["y"], box["height"]


@pytest.mark.parametrize("on", some([True, False], 2))
@pytest.mark.parametrize(
    ("game", "changes", "tap", "taps_on", "taps_off"), some(LINES, 5, unpack=True)
)
def test_a_line_takes_so_many_taps(phone, game, changes, tap, taps_on, taps_off, on):
    table = started(game, **changes)
    before = len(table.body()["entries"])
    opened(phone, table, on=on)
    tap(phone)
    wanted = taps_on if on else taps_off
    if phone.taps < wanted:
        phone.page.wait_for_timeout(400)
        assert len(table.body()["entries"]) == before
        phone.tap(phone.record_button)
    expect(phone.page.locator(f"#table a[href$='/lignes/{before + 1}/']").first).to_be_attached()
    assert phone.taps == wanted
    phone.expect_sent()
    assert len(table.body()["entries"]) == before + 1
    expect(take_back(phone)).to_have_count(int(on))


@pytest.mark.nightly
@pytest.mark.parametrize("game", some(["dix", "bataille"], 2))
def test_for_five_seconds_one_tap_where_the_button_was_takes_it_back(phone, game):
    table = started(game)
    opened(phone, table, on=True)
    slot = phone.record_button if game == "dix" else phone.page.locator(".pad__more")
    place = slot.bounding_box()
    {"dix": dix, "bataille": winner}[game](phone)
    expect(take_back(phone)).to_be_visible()
    phone.expect_sent()
    assert len(table.body()["entries"]) == 1
    assert middle(take_back(phone).bounding_box()) == middle(place)
    phone.taps = 0
    phone.tap(take_back(phone))
    expect(phone.lines).to_have_count(0)
    expect(take_back(phone)).to_have_count(0)
    phone.expect_sent()
    assert (phone.taps, table.body()["entries"]) == (1, [])
    # The pad offers the line that was taken back. It is recorded again only by the button.
    phone.tap(phone.page.get_by_role("link", name="Modifier"))
    if game == "dix":
        phone.tap(phone.key("Points ramassés", "85"))
        expect(phone.preview).to_contain_text("85")
        phone.page.wait_for_timeout(400)
        assert table.body()["entries"] == []
        phone.tap(phone.record_button)
        expect(take_back(phone)).to_be_visible()
        expect(take_back(phone)).to_have_count(0, timeout=7000)
        expect(phone.record_button).to_be_visible()


@pytest.fixture
def _the_network_is_bad(console_errors):
    yield
    console_errors.clear()


@pytest.mark.nightly
@pytest.mark.usefixtures("_the_network_is_bad")
def test_it_records_and_takes_back_without_network_and_after_the_end(phone):
    table = factories.table(None, factories.HAND, rules=factories.IN_100)
    opened(phone, table, on=True)
    away(phone)
    phone.choose("Anne", 70, 80)
    expect(phone.page.locator(".result")).to_be_visible()
    expect(take_back(phone)).to_be_in_viewport(ratio=1)
    phone.tap(take_back(phone))
    expect(phone.lines).to_have_count(1)
    expect(phone.record_button).to_be_visible()
    assert len(table.body()["entries"]) == 1


@pytest.mark.nightly
def test_the_setting_is_in_the_menu_and_stays_with_the_phone(phone):
    table = factories.table()
    phone.score(table)
    switch = phone.page.get_by_role("checkbox", name="Inscrire au dernier toucher")
    phone.tap(phone.page.locator(".bar__menu > summary"))
    expect(switch).not_to_be_checked()
    phone.tap(phone.page.get_by_text("Inscrire au dernier toucher"))
    phone.score(factories.table())
    phone.tap(phone.page.locator(".bar__menu > summary"))
    expect(switch).to_be_checked()
    phone.tap(phone.page.get_by_text("Inscrire au dernier toucher"))
    phone.page.reload()
    phone.tap(phone.page.locator(".bar__menu > summary"))
    expect(switch).not_to_be_checked()


@pytest.mark.nightly
def test_options_the_stepper_and_warnings_wait_for_the_button(phone):
    table = factories.table(None, game="yams", seats=SEATS)
    for row, points in (("moins", 20), ("1", 1)):
        table.record({"column": "libre", "row": row, "value": points, "throws": 3})
    opened(phone, table, on=True)
    for place in range(1, 6):
        phone.tap(die(phone, place, 4))
    phone.tap(cell(phone, "libre", "plus"))
    expect(phone.preview).to_contain_text("Attention.")
    phone.page.wait_for_timeout(400)
    assert len(table.body()["entries"]) == 2
    # Points that result from the counts in a drawer are not recorded by the last tap either.
    penalised = factories.table(None, preset="as-penalises")
    opened(phone, penalised, on=True)
    phone.tap(phone.key("Qui a misé ?", "Anne"))
    phone.tap(phone.key("Mise", "40"))
    phone.tap(phone.page.locator(".pad__more > summary"))
    phone.tap(phone.page.locator("[name=tens][value='4']"))
    expect(phone.preview).to_contain_text("Mise de 40 réussie")
    phone.page.wait_for_timeout(400)
    assert penalised.body()["entries"] == []
