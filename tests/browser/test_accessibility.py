"""What axe, a keyboard, and somebody who wants no motion find on the pages."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.pages import walk

pytestmark = pytest.mark.browser

axe = Axe()


def found_by_axe(page: Page) -> list[str]:
    """What axe complains of on the page, one line each."""
    violations = axe.run(page).response["violations"]
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(
    ("language", "schemes"),
    [("fr-FR", ("light", "dark")), ("en-GB", ("dark", "light"))],
    ids=["french", "english"],
)
def test_axe_finds_nothing_on_any_page(phones, club, console_errors, language, schemes):
    """Every page by day and by night: one in French, the other in English."""
    phone = phones(locale=language, reduced_motion="reduce")
    found = {}
    for number, stop in enumerate(walk(phone, club)):
        assert phone.page.locator("html").get_attribute("lang") == language[:2]
        scheme = schemes[number % 2]
        phone.page.emulate_media(color_scheme=scheme)
        complaints = found_by_axe(phone.page)
        if complaints:
            found[f"{stop} ({scheme})"] = complaints
    assert not found, "\n\n".join("\n".join([stop, *found[stop]]) for stop in found)
    console_errors.clear()  # the walk provokes 400, 404 and 409
