"""A walk through every page in each language: what axe finds, what sticks out, what it weighs.

One walk for all three, as going from page to page takes as long as any of them.
"""

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.checks import culprits, found_by_axe, violations
from tests.browser.pages import walk
from tests.browser.phones import Phone

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

NAMES = ("Anne-Frédérique Charbonneau", "Bruno", "Chloé", "David")
# Bytes of scripts, compressed.
SCORING = 40_000
ELSEWHERE = 25_000


@pytest.mark.parametrize(
    ("language", "schemes"),
    [("fr-FR", ("light", "dark")), ("en-GB", ("dark", "light"))],
    ids=["french", "english"],
)
def test_axe_finds_nothing_nothing_sticks_out_and_scripts_are_light_on_any_page(
    phones, club, console_errors, language, schemes
):
    """Every page by day and by night: one in French, the other in English.

    At 320 px; sideways by 200 % text as well. Scripts: at most 40 kB where one scores, 25 kB
    elsewhere.
    """
    phone = phones(viewport={"width": 320, "height": 640}, locale=language)
    asked: list[tuple[str, str]] = []
    phone.page.on("request", lambda request: asked.append((request.resource_type, request.url)))
    weights: dict[str, int] = {}
    faults: dict[str, list[str]] = {}
    for number, stop in enumerate(walk(phone, club, NAMES)):
        assert phone.page.locator("html").get_attribute("lang") == language[:2]
        scheme = schemes[number % 2]
        phone.page.emulate_media(color_scheme=scheme)
        found = [*found_by_axe(phone.page), *too_heavy(phone, stop, weights), *too_wide(phone)]
        if stop.startswith("running match") and not phone.page.locator("#pad .waits").count():
            # What is typed at that size stays within reach; what waits for a choice has no button.
            expect(phone.record_button).to_be_visible()
        phone.page.evaluate("document.documentElement.style.fontSize = ''")
        if found:
            faults[f"{stop} ({scheme})"] = found
    console_errors.clear()  # the walk provokes 400, 404 and 409
    assert not faults, "\n\n".join("\n".join([stop, *faults[stop]]) for stop in faults)
    assert len(weights) > 5
    loaded = {url for kind, url in asked if kind == "script"}
    assert loaded <= weights.keys(), "a script that the page does not name"
    assert all(url.startswith(phone.site) for _kind, url in asked), "something from elsewhere"


def test_axe_is_heard(page):
    page.set_content('<main><img src="data:,"></main>')
    assert "image-alt" in {fault["id"] for fault in violations(page)}


def too_wide(phone: Phone) -> Iterator[str]:
    """What sticks out on the right with text of 200 %; the text stays that large."""
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    if phone.overflow() > 0:
        yield f"{phone.overflow()} px: {culprits(phone)}"


def too_heavy(phone: Phone, stop: str, weights: dict[str, int]) -> Iterator[str]:
    """How many bytes of scripts the page brings, if too many; `weights` keeps each script's."""
    scripts = phone.page.evaluate("[...document.scripts].map((script) => script.src)")
    if not all(scripts):
        yield "a script in the page itself"
    for script in {*scripts} - {*weights, ""}:
        body = phone.page.request.get(script).body()
        weights[script] = len(gzip.compress(body, compresslevel=9))
    weight = sum(weights.get(script, 0) for script in scripts)
    if weight > (SCORING if "match" in stop else ELSEWHERE):
        yield f"{weight} bytes of scripts"
