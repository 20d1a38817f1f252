"""Tests of leaving the site with unsent lines: the browser asks first, and sends them later."""

import time

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_outbox import bids, outbox, put, until, write
from tests.browser.test_playing_alone import away

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]


# A script that returns whether the browser would ask before it closes the page.
ASKS = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    yield
    expected = ("Failed to load resource", "htmx:sendError", "Failed to fetch")
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


@pytest.fixture
def table(live_server):
    return factories.table()


@pytest.mark.nightly
def test_closing_asks_first_and_the_worker_sends_what_a_closed_page_has_left(phones, table):
    phone = phones(service_workers="allow").score(table)
    page = phone.page
    worker = page.context.new_cdp_session(page)
    registrations: list[str] = []
    worker.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            registration["registrationId"] for registration in event["registrations"]
        ),
    )
    worker.send("ServiceWorker.enable")
    expect(page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    away(phone)
    phone.choose("Anne", 70, 80)
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)
    until(page, "async () => (await Outbox.waiting()).length", 1)
    assert page.evaluate(ASKS) is True
    # Another page of the site goes on sending, so the browser does not ask.
    page.evaluate("document.addEventListener('click', (event) => event.preventDefault())")
    page.get_by_role("link", name="Retour").tap()
    assert page.evaluate(ASKS) is False
    # When the network is back, no page is open any more, so the browser wakes the service
    # worker.
    page.goto("about:blank")
    page.context.set_offline(False)
    order = {"origin": phone.site, "registrationId": registrations[-1], "tag": "outbox"}
    worker.send("ServiceWorker.dispatchSyncEvent", {**order, "lastChance": False})
    end = time.monotonic() + 15
    while not bids(table) and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert bids(table) == [70]


@pytest.mark.nightly
def test_signing_out_asks_while_lines_wait_and_they_stay(phones, club):
    account = factories.member(club, "officer")
    table = factories.table(factories.api(account), club=club.slug)
    phone = phones().sign_in(account).watch(table)
    page = outbox(phone.page)
    page.route("**/api/v1/phone/", lambda route: route.abort())  # nothing leaves
    put(page, write(table, 1), write(table, 2))
    phone.open("/compte/")
    until(outbox(page), "async () => (await Outbox.waiting()).length", 2)
    page.evaluate("self.confirm = (words) => { self.asked = words; return false; }")
    leave = page.locator("main").get_by_role("button", name="Se déconnecter")
    leave.tap()
    question = page.evaluate("self.asked")
    assert question.startswith(
        "2 lignes ne sont pas encore envoyées. Elles restent sur ce téléphone"
    )
    expect(leave).to_be_visible()
    page.evaluate("self.confirm = () => true")
    leave.tap()
    page.wait_for_url(f"{phone.site}/")
    until(outbox(page), "async () => (await Outbox.waiting()).length", 2)
    assert bids(table) == []
