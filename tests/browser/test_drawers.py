"""Tests that drawers of a pad open completely above its button and push nothing off the screen."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.checks import found_by_axe
from tests.browser.phones import Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
SEATS = [{"name": name} for name in ("Anne", "Bruno")]
SIZES = [(320, 568), (360, 560), (740, 360), (360, 740)]
PADS: list[dict[str, Any]] = [
    {"preset": "as-penalises"},
    {},
    {"game": "dix-mille", "seats": SEATS},
    {"game": "bataille", "seats": SEATS},
]
# A script that returns whether a tap on the middle of an element reaches it, and nothing that
# covers it.
REACHED = """thing => { const box = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(
    box.x + box.width / 2, box.y + box.height / 2)); }"""


def place(thing: Any) -> list[int]:
    """Return the position and the size of an element, in whole pixels."""
    return [round(figure) for figure in thing.bounding_box().values()]


def test_the_points_show_that_they_scroll(phone: Phone) -> None:
    phone.score(factories.table())
    strip = phone.page.locator("[data-strip=taken]")
    assert "gradient" in strip.evaluate("strip => getComputedStyle(strip).maskImage")


@pytest.mark.nightly
@pytest.mark.parametrize("size", some(SIZES, every=4))
def test_a_drawer_opens_whole_and_the_page_stays(phone: Phone, size: tuple[int, int]) -> None:
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for started in PADS:
        phone.score(factories.table(None, **started))
        button = page.locator("#pad .pad__last > .pad__record, #pad .pad__last > .pat").first
        before = place(button)
        phone.tap(page.locator(".pad__more > summary"))
        drawer = page.locator(".pad__drawer")
        expect(drawer).to_be_in_viewport(ratio=1)
        assert drawer.evaluate("drawer => drawer.scrollHeight <= drawer.clientHeight"), started
        assert place(button) == before
        assert button.evaluate(REACHED)
        for key in drawer.locator("label").all():
            assert key.evaluate(REACHED), started
        stays = "[scrollY, document.documentElement.scrollHeight - innerHeight]"
        assert page.evaluate(stays) == [0, 0]
        phone.tap(page.locator(".pad__more > summary"))
        expect(drawer).to_be_hidden()


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_pad_with_its_drawers_open(phones: Any, scheme: str) -> None:
    phone = phones(color_scheme=scheme, bypass_csp=True)
    for started in PADS:
        phone.score(factories.table(None, **started))
        phone.page.locator("#match summary").evaluate_all(
            "folds => folds.forEach((fold) => { fold.parentElement.open = true; })"
        )
        assert phone.page.locator("details[open]").count() > 0
        assert found_by_axe(phone.page) == [], started
