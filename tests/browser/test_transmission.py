"""The graph of who taught whom, on a phone: looking around, and an officer's first link."""

import re

import pytest
from playwright.sync_api import expect

from tests.transmission.families import House
from transmission.models import Link

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PAGE = "/transmission/dix/"


@pytest.fixture
def house(live_server):
    return House().tell()


def shown(page):
    """What part of the picture is in the frame."""
    return [float(part) for part in page.locator(".lineage").get_attribute("viewBox").split()]


def test_a_tap_on_someone_opens_their_place_and_a_name_the_way_to_another(phone, house):
    page = phone.open(PAGE).page
    page.locator(".spot", has_text="Anne").tap()
    expect(page.get_by_role("heading", name="Anne")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("A appris de")
    page.get_by_role("searchbox", name="Chemin vers").fill("Jean")
    page.get_by_role("button", name="Trouver").tap()
    expect(page.locator(".lineage__links .on-path")).to_have_count(2)
    expect(page.locator(".person-panel .line").last).to_contain_text("Charles")


def test_the_picture_is_moved_and_enlarged(phone, house):
    page = phone.open(PAGE).page
    whole = shown(page)
    page.get_by_role("button", name="Agrandir").tap()
    nearer = shown(page)
    assert nearer[2] < whole[2]
    box = page.locator(".lineage-frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 100, y + 40, steps=5)
    page.mouse.up()
    moved = shown(page)
    assert moved[0] < nearer[0]
    assert page.url.endswith(PAGE)  # the end of a drag is no tap
    page.get_by_role("button", name="Tout voir").tap()
    assert shown(page) == whole


def test_the_slider_of_years_takes_its_page_along(phone, house):
    page = phone.open(f"{PAGE}?autour={house.jean.pk}").page
    page.get_by_role("slider").fill("2019")
    expect(page).to_have_url(re.compile(rf"autour={house.jean.pk}&annee=2019"))
    expect(page.locator(".years output")).to_have_text("2019")


def test_an_officer_writes_a_link_with_the_keyboard_and_without_javascript(phones, house):
    page = phones(java_script_enabled=False).sign_in(house.officer).open(f"{PAGE}ecrire/").page
    page.get_by_label("Qui a enseigné").fill("Bruno")
    page.get_by_label("Qui a appris").fill("Raz")
    page.get_by_label("Quand").fill("2023")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Le lien est inscrit.")).to_be_visible()
    assert Link.objects.filter(teacher=house.bruno, learner=house.raz, year=2023).exists()
    page.goto(page.url.split("ecrire")[0])
    expect(page.locator(".tree")).to_contain_text("Raz")
