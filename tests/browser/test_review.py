"""Tests of reviewing a hand on a phone: by arrows, by the slider, by a tap on a costly decision."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.games.dix.analysed import analysed
from tests.games.dix.reviewed import SLIPPED

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PAGE = "lignes/1/analyse/"


def expect_trick(phone, number):
    """Check that only the trick `number` is visible."""
    expect(phone.page.locator("[data-trick]:visible")).to_have_count(1)
    expect(phone.page.locator(f"#levee-{number}")).to_be_visible()


@pytest.mark.nightly
def test_a_hand_is_walked_through_by_thumb(phone, console_errors):
    phone.watch(analysed(), PAGE)
    earlier = phone.page.get_by_role("button", name="Levée précédente")
    later = phone.page.get_by_role("button", name="Levée suivante")
    expect_trick(phone, 1)
    expect(earlier).to_be_disabled()
    for number in (2, 3):
        later.tap()
        expect_trick(phone, number)
    # Eight cards are gone, four lie on the table.
    expect(phone.page.locator(".is-gone")).to_have_count(8)
    expect(phone.page.locator(".is-now")).to_have_count(4)
    earlier.tap()
    expect_trick(phone, 2)
    phone.page.get_by_role("slider").fill("10")
    expect_trick(phone, 10)
    expect(later).to_be_disabled()
    phone.page.get_by_role("link", name="Levée 6, Chloé").tap()
    expect_trick(phone, 6)
    expect(phone.page.locator(".review__note:visible")).to_contain_text("as de carreau")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not console_errors


# The code that judges a hand is compiled first, which takes half a minute or more.
@pytest.mark.nightly
def test_the_first_judge_is_asked_by_the_page_itself_which_comes_back(phone, console_errors):
    made = {"bidder": 1, "bid": 100, "taken": 100}
    phone.watch(factories.table(None, SLIPPED, made, rules={"target": 140}), PAGE)
    expect(phone.page.get_by_role("heading", name="Ce qui a coûté")).to_be_visible(timeout=120_000)
    expect(phone.page.get_by_role("link", name="Levée 6, Chloé")).to_be_visible()
    expect(phone.page.locator("#first-judge")).to_have_count(0)
    assert not console_errors
