"""Tests with scripts that are loaded late: what was tapped before is neither lost nor doubled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_outbox import all_sent, bids, outbox, put, write

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    """Ignore the failed requests that the browser reports, because these tests provoke them."""
    yield
    expected = ("Failed to load resource", "htmx:sendError", "without network: not ready")
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


@pytest.fixture
def table(live_server):
    return factories.table()


class Held:
    """Requests for an address that are held until `go` is called."""

    def __init__(self, page: Page, address: str, *, forwarded: bool = False) -> None:
        """`forwarded`: the requests reach the server, and only its answers are held."""
        self.page, self.forwarded, self.gone = page, forwarded, False
        self.waiting: list[Callable[[], None]] = []
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self.gone:
            route.continue_()
        elif self.forwarded:
            answer = route.fetch()
            self.waiting.append(lambda: route.fulfill(response=answer))
        else:
            self.waiting.append(route.continue_)

    def come(self) -> None:
        """Wait until a request is held."""
        while not self.waiting:
            self.page.wait_for_timeout(20)

    def go(self) -> None:
        self.gone = True
        for let_go in self.waiting:
            let_go()


@pytest.mark.nightly
def test_what_is_tapped_before_the_page_plays_by_itself_is_recorded_once(phone: Phone, table):
    page = phone.page
    htmx, play = Held(page, "**/htmx*.js"), Held(page, "**/phone/play.js")
    page.goto(f"{phone.site}/parties/{table.id}/marquer/{table.token}/", wait_until="commit")
    htmx.come()
    phone.choose("Anne", 70, 80)
    htmx.go()
    # These values were tapped before any script listened, but the preview appears.
    expect(phone.preview).to_contain_text("80")
    play.come()
    answer = Held(page, "**/inscrire/", forwarded=True)
    phone.tap(phone.record_button)
    answer.come()
    play.go()
    expect(page.locator("html[data-playable]")).to_be_attached()
    phone.tap(phone.record_button)  # nothing has happened yet on the screen
    answer.go()
    expect(phone.lines).to_have_count(1)
    phone.record("Bruno", 75, 80)
    assert bids(table) == [70, 75]


@pytest.mark.nightly
def test_a_line_that_is_sent_while_the_match_is_loaded_stands_once(phone: Phone, table):
    page = outbox(phone.score(table).page)
    page.context.set_offline(True)
    put(page, write(table, 1))
    old, sent = Held(page, "**/jeu.json", forwarded=True), Held(page, "**/entries/")
    page.context.set_offline(False)
    page.reload()
    old.come()
    sent.come()
    sent.go()
    all_sent(page)
    old.go()
    expect(page.locator("html[data-playable]")).to_be_attached()
    expect(phone.lines).to_have_count(1)
    phone.record("Bruno", 75, 80)
    expect(phone.lines).to_have_count(2)
    assert bids(table) == [70, 75]
    assert bids(table) == [entry["data"]["bid"] for entry in table.body()["entries"]]
