"""Tests of a negative result on a phone whose number keys have no minus.

There is a key for the sign beside the field.
"""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.extents import some
from tests.tournaments.evening import evening

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


@pytest.fixture
def night():
    made = evening("Anne-Frédérique & Jean-Sébastien", "Chloé & David")
    made.draw()
    return made


@pytest.fixture
def officer(phone, night):
    return phone.sign_in(factories.member(night.club, "officer"))


@pytest.mark.parametrize("page", some(["rondes/1/resultats/", "rondes/1/tables/1/"], 2))
def test_a_result_below_zero_is_typed_by_digits_and_a_key_for_the_sign(night, officer, page):
    officer.open(f"/tournois/{night.id}/{page}")
    for fold in officer.page.locator("main summary").all():
        fold.tap()
    ours, theirs = officer.page.locator("[data-signed]").all()
    ours.fill("500")
    theirs.tap()
    expect(theirs).to_have_js_property("inputMode", "decimal")
    key = officer.page.get_by_role("button", name="Changer le signe").last
    box, field = key.bounding_box(), theirs.bounding_box()
    assert box["width"] >= 44
    assert box["y"] == pytest.approx(field["y"], abs=4), "not beside its field"
    officer.tap(key)
    expect(theirs).to_be_focused()
    officer.page.keyboard.type("120")
    expect(theirs).to_have_value("-120")
    officer.tap(key)
    expect(theirs).to_have_value("120")
    officer.tap(key)
    assert officer.overflow() == 0
    theirs.press("Enter")
    expect(officer.page.locator("main")).to_contain_text("confirmé")
    (table,) = night.do("get", "rounds/1/")["tables"]
    assert table["result"]["scores"] == [500, -120]


def test_without_scripts_the_whole_keyboard_is_there(phones, night):
    phone = phones(java_script_enabled=False).sign_in(factories.member(night.club, "officer"))
    phone.open(f"/tournois/{night.id}/rondes/1/resultats/")
    for field in phone.page.locator("[data-signed]").all():
        expect(field).not_to_have_attribute("inputmode", "decimal")
    expect(phone.page.get_by_role("button", name="Changer le signe")).to_have_count(0)
