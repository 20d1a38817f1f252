"""Tests that lines that the server has can also be corrected without network."""

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_playing_alone import away, back, line

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

CALLS = [{"seat": 1, "call": 70}, *({"seat": seat, "call": "pass"} for seat in (2, 3, 0))]
SPOKEN = {"taken": 70, "auction": CALLS, "trump": "hearts"}
FULL = """() => { IDBObjectStore.prototype.add = () => {
  throw new DOMException("full", "QuotaExceededError"); }; }"""


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    yield
    expected = ("Failed to load resource", "htmx:sendError", "AbortError", "full")
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


def corrected(phone: Phone, number: int, taken: int) -> None:
    line(phone, number).tap()
    expect(phone.page.locator("#pad .notice")).to_contain_text(f"Corriger la ligne {number}")
    phone.tap(phone.key("Points ramassés", str(taken)))
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))


@pytest.mark.nightly
def test_any_line_is_corrected_without_network_and_after_the_end(phone: Phone) -> None:
    table = factories.table(None, factories.HAND, SPOKEN, rules={**factories.IN_100, "target": 130})
    page = phone.score(table).page
    away(phone)
    # A line with values that the pad does not show can't be corrected without network, because
    # they would be lost.
    line(phone, 2).tap()
    expect(page.locator("#match .messages")).to_have_text(
        "Sans réseau, la ligne 2 reste comme elle est : la corriger quand il revient."
    )
    corrected(phone, 1, 100)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("#pad")).to_have_count(0)
    # This correction ended the match, and another one opens it again.
    corrected(phone, 1, 75)
    expect(page.locator(".result")).to_have_count(0)
    phone.expect_totals(1, 75, 25)
    # If the disk is full, what was tapped stays in the pad and is not sent in another way.
    page.evaluate(FULL)
    corrected(phone, 1, 90)
    expect(page.locator(".messages")).to_contain_text("Ce téléphone n'a plus de place")
    expect(phone.key("Points ramassés", "90")).to_be_checked()
    expect(page.locator("#pad .notice")).to_be_visible()
    phone.expect_totals(1, 75, 25)
    back(phone)
    phone.watch(table).expect_totals(1, 75, 25)
    match = Match.objects.get(pk=table.id)
    changes = list(match.changes.order_by("version").values_list("kind", "number"))
    assert changes[3:] == [("correct", 1), ("correct", 1)]
