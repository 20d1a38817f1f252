"""Tests every page by axe, for parts that are too wide, and for the weight of its scripts.

One walk is used for all three checks, because going from page to page takes as long as any of
them.
"""

import gzip
from collections.abc import Iterator
from typing import Self
from zlib import crc32

import pytest
from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.server.static_files import bare_text, is_of_a_match
from tests.browser.checks import found_by_axe, too_wide, violations
from tests.browser.pages import walk
from tests.browser.phones import Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

NAMES = ("Anne-Frédérique Charbonneau", "Bruno", "Chloé", "David")
# The most bytes of our own compressed scripts: on a page that scores, and elsewhere. htmx is not
# counted.
SCORING = 40_000
ELSEWHERE = 25_000


# The languages and colour schemes in which a page is checked. A page is checked in one
# combination a day, so in all of them in four days.
WAYS = [(language, scheme) for language in ("fr", "en") for scheme in ("light", "dark")]


class Walker(Phone):
    """A phone that changes its language and colour scheme from page to page.

    The combination of each page also changes from day to day.
    """

    def __init__(self, phone: Phone, first: int) -> None:
        super().__init__(phone.page, phone.site)
        self.first = first
        self.opened = 0

    def open(self, path: str = "/") -> Self:
        # Successive pages get different combinations, and each day every page gets the next
        # combination.
        self.opened += 1
        self.language, self.scheme = WAYS[(crc32(b"%d" % self.opened) + self.first) % len(WAYS)]
        chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": self.language, "url": self.site}
        self.page.context.add_cookies([chosen])
        self.page.emulate_media(color_scheme=self.scheme)
        # A page for other sites has its language in its address.
        return super().open(path.replace("/integrer/fr/", f"/integrer/{self.language}/"))


@pytest.mark.nightly
@pytest.mark.parametrize("first", some(range(len(WAYS)), len(WAYS)))
def test_axe_finds_nothing_nothing_sticks_out_and_scripts_are_light_on_any_page(
    phones, club, console_errors, first
):
    """Check every page at a width of 320 px.

    With text of 200 % it must not be too wide either. Our own scripts may have 40 kB on a page
    that scores, and 25 kB elsewhere.
    """
    phone = Walker(phones(viewport={"width": 320, "height": 640}), first)
    requests: list[tuple[str, str]] = []
    phone.page.on("request", lambda request: requests.append((request.resource_type, request.url)))
    weights: dict[str, int] = {}
    faults: dict[str, list[str]] = {}
    for stop in walk(phone, club, NAMES):
        assert phone.page.locator("html").get_attribute("lang") == phone.language
        page_faults = [
            *found_by_axe(phone.page),
            *too_heavy(phone, stop, weights),
            *too_wide(phone),
        ]
        if stop.startswith("running match") and not phone.page.locator("#pad .waits").count():
            # With text of this size the record button must be visible. A pad that waits for a
            # choice has no such button.
            expect(phone.record_button).to_be_visible()
        phone.page.evaluate("document.documentElement.style.fontSize = ''")
        if page_faults:
            faults[f"{stop} ({phone.language}, {phone.scheme})"] = page_faults
    console_errors.clear()  # the walk provokes 400, 404 and 409
    assert not faults, "\n\n".join("\n".join([stop, *faults[stop]]) for stop in faults)
    assert len(weights) > 5
    # The rules have a separate limit, because a worker runs them once the page is idle.
    loaded = {url for kind, url in requests if kind == "script" and "/phone/rules." not in url}
    assert loaded <= weights.keys(), "a script that the page does not name"
    assert all(url.startswith(phone.site) for _kind, url in requests), "something from elsewhere"


def test_axe_is_heard(page):
    pale = '<p>lu</p><p>lu</p><p>lu</p><p style="color: #ccc">pâle</p>'
    page.set_content(f'<main><img src="data:,">{pale}</main>')
    assert {"image-alt", "color-contrast"} <= {fault["id"] for fault in violations(page)}


def too_heavy(phone: Phone, stop: str, weights: dict[str, int]) -> Iterator[str]:
    """Yield a fault if the page's compressed scripts have too many bytes.

    `weights` stores the number of bytes of each script.
    """
    # An element with JSON data is not a script.
    scripts = phone.page.evaluate(
        """[...document.scripts].filter((script) => script.type !== "application/json")
            .map((script) => script.src)"""
    )
    if not all(scripts):
        yield "a script in the page itself"
    for script in {*scripts} - {*weights, ""}:
        body = phone.page.request.get(script).body()
        if is_of_a_match(script.partition("/static/")[2]):
            body = bare_text(body.decode()).encode()  # as it is collected
        weights[script] = 0 if "/django_htmx/" in script else len(gzip.compress(body, 9))
    weight = sum(weights.get(script, 0) for script in scripts)
    if weight > (SCORING if "match" in stop else ELSEWHERE):
        yield f"{weight} bytes of scripts"
