"""Tests of a board on a phone.

The first columns fit, and a displayed figure explains the order. One tap shows the other
columns.
"""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.pages import table_of_the_club

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

NAMES = ("Anne-Frédérique Ouellet", "Bruno", "Chloé", "Maximilienne")


def test_rank_name_and_one_figure_fit_a_phone_and_the_figure_in_bold_is_the_order(phones, club):
    for _again in range(3):
        table_of_the_club(club, NAMES, factories.ALL_TAKEN, rules=factories.IN_100)
    phone = phones(viewport={"width": 320, "height": 640})
    phone.open("/classements/dix/")
    heads = phone.page.locator(".standings thead th")
    headings = [
        head.inner_text().split("\n")[0].strip() for head in heads.all() if head.is_visible()
    ]
    assert [head.split(" ·")[0] for head in headings] == ["Rg", "Nom", "Cote sûre"]
    scroll = phone.page.locator(".table-scroll")
    assert scroll.evaluate("(box) => box.scrollWidth <= box.clientWidth")
    assert phone.overflow() == 0
    safe = phone.page.locator(".standings tbody strong").all_inner_texts()
    bold = [int(figure) for figure in safe]
    assert bold == sorted(bold, reverse=True)
    row = phone.page.locator(".standings tbody tr").first.bounding_box()
    assert row["height"] == pytest.approx(48, abs=1)
    expect(phone.page.locator(".rating").first).to_be_hidden()
    phone.tap(phone.page.get_by_text("Toutes les colonnes"))
    expect(heads.filter(visible=True)).to_have_count(13)
    for whole, figure in zip(phone.page.locator(".rating").all_inner_texts(), bold, strict=True):
        rating, sigma = map(int, whole.split("\n")[0].split(" ± "))
        assert abs(rating - sigma - figure) <= 1
