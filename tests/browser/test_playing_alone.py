"""A match is played to its end without network, on the phone's own rules."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests import factories
from tests.browser.phones import Phone

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# What a browser says of requests that find no network.
CUT = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "[object Event]")


@pytest.fixture
def cut(console_errors: list[str]) -> Iterator[None]:
    """The network may be missing: the browser's words about that are no faults."""
    yield
    console_errors[:] = [one for one in console_errors if not any(sign in one for sign in CUT)]


def ready(phone: Phone) -> None:
    """Wait until the phone can go on alone, then cut the network."""
    expect(phone.page.locator("html[data-playable]")).to_be_attached()
    phone.page.context.set_offline(True)


def back(phone: Phone) -> None:
    """Give the network back, and wait until everything is sent."""
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[data-sign]")).to_have_text("à jour")
    phone.expect_sent()


def drawn(place: Locator) -> str:
    """The markup of a place, without what differs from version to version and in blank space."""
    html = place.evaluate("element => element.outerHTML")
    for moving in (r'data-version="\d+"', r"version=\d+", r'name="after" value="\d+"', "is-fresh"):
        html = re.sub(moving, "", html)
    html = html.replace("is-waiting", "")
    html = re.sub(r'<span class="visually-hidden"> \(à envoyer\)</span>', "", html)
    html = re.sub(r' class="([^"]*?)\s*"', lambda found: f' class="{found[1].strip()}"', html)
    html = re.sub(r'csrfmiddlewaretoken" value="\w+"', "csrfmiddlewaretoken", html)
    html = re.sub(r'name="client_id" value="[\w-]+"', "client_id", html)
    return re.sub(r"\s+", " ", re.sub(r"\s*([<>])\s*", r"\1", html))


def test_dix(phone, cut):
    table = factories.table()
    phone.score(table)
    ready(phone)
    phone.record("Anne", 70, 80)
    phone.expect_scores(80, 20)
    phone.record("Bruno", 60, 50)
    phone.expect_scores(130, -40)
    expect(phone.page.locator("[data-sign]")).to_have_text("2 brasses à envoyer")
    sheet, pad = drawn(phone.page.locator("#table")), drawn(phone.page.locator("#pad"))
    back(phone)
    phone.watch(table)
    assert drawn(phone.page.locator("#table")) == sheet
    assert drawn(phone.page.locator("#pad")) == pad
