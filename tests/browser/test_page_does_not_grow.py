"""Tests that hours of scoring do not make the page grow.

A phone that has scored for hours holds as many nodes as one that has just opened the page.
"""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import Phone

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
NAMES = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David")]
# A script that strikes the first cell that may be written, as quickly as somebody who taps fast.
STRIKE = """() => {
  document.querySelector("#table [name=cell]:not(:disabled)").click();
  document.querySelector("#pad [name=value][value=barred]").click();
  document.getElementById("record").click();
}"""
HAND = """() => {
  for (const key of ["[name=bidder]", "[name=bid]", "[name=taken]"]) {
    document.querySelector(`#pad ${key}`).click();
  }
  document.getElementById("record").click();
}"""
# The factor by which the number of nodes may grow. It allows for momentary marks and for the
# texts of the last messages.
MORE = 1.03


def nodes(phone: Phone) -> int:
    """Return the number of nodes that the browser holds, also those no longer in a page."""
    phone.page.wait_for_timeout(
        1500
    )  # the dry run of a page just opened, or the last line's answer
    session = phone.page.context.new_cdp_session(phone.page)
    phone.page.locator(".curve").wait_for(state="attached")  # which comes once nobody taps
    for _each in "12":
        session.send("HeapProfiler.collectGarbage")
    held: int = session.send("Memory.getDOMCounters")["nodes"]
    session.detach()
    return held


def ready(phone: Phone) -> None:
    phone.page.locator("html[data-playable]").wait_for(state="attached")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "line", "count"),
    [
        ("yams", STRIKE, 8),
        pytest.param("dix", HAND, 8, marks=pytest.mark.nightly),
        pytest.param("yams", STRIKE, 200, marks=pytest.mark.nightly),
    ],
)
def test_after_many_lines_the_page_holds_no_more_than_a_fresh_one(phone, game, line, count):
    table = factories.table(None, game=game, seats=NAMES, rules=endless(game))
    phone.score(table)
    ready(phone)
    for number in range(1, count + 1):
        phone.page.evaluate(line)
        written = phone.page.locator(f"#table a[href$='/lignes/{number}/']").first
        expect(written).to_be_attached()
    phone.expect_sent()
    after = nodes(phone)
    phone.page.reload()
    ready(phone)
    assert after <= MORE * nodes(phone)


def endless(game: str) -> dict[str, int]:
    return {"target": 100_000} if game == "dix" else {}
