"""Tests of the lab's advice above the keys of a pad, on a phone that can play without network."""

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def tapped(phone, dice):
    for place, face in enumerate(dice, start=1):
        phone.page.locator(f"#pad-form [name=die_{place}][value='{face}']").check(force=True)


@pytest.mark.nightly
def test_it_comes_for_the_dice_that_are_tapped_and_goes_with_the_line(phone):
    table = factories.table(None, game="yams", seats=factories.SEATS[:2])
    table.patch(advice=True)
    phone.page.set_viewport_size({"width": 360, "height": 560})
    phone.score(table)
    phone.page.wait_for_selector("html[data-playable]")
    advice = phone.page.locator("#advice")
    expect(advice).to_be_empty()
    record = phone.page.locator("#record")
    before = record.bounding_box()
    tapped(phone, "12345")
    expect(advice).to_contain_text("Meilleure case")
    # The advice has moved no key, and the button is on the screen.
    assert record.bounding_box() == before
    assert before["y"] + before["height"] <= 560
    phone.page.locator("#match [name=cell][value=libre-suite]").check(force=True)
    record.click()
    phone.expect_sent()
    expect(advice).to_be_empty()
    tapped(phone, "66666")
    expect(advice).to_contain_text("Meilleure case : yams (")
