"""The pages without network: what the service worker serves, and what it never pretends."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories
from tests.browser.test_outbox import all_sent, outbox, put, until, write

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HAND = {"bidder": 0, "bid": 70, "taken": 80}


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    """A browser reports every failed request: those are what is tried here."""
    yield
    # A match that only the phone knows is no address of the server.
    local = "Response Status Error Code 404 from /parties/U"
    said = ("Failed to load resource", "htmx:sendError", "Failed to fetch", local)
    console_errors[:] = [error for error in console_errors if not error.startswith(said)]


@pytest.fixture
def table(live_server):
    return factories.table(None, HAND)


@pytest.fixture
def scribe(phones, table):
    """The phone that scores the match, ready for no network."""
    phone = phones(service_workers="allow").score(table)
    expect(phone.page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    return phone


def test_a_phone_that_is_ready_says_so(scribe):
    scribe.page.locator("[data-sign]").tap()
    expect(scribe.page.locator(".explained")).to_have_text("à jour · prêt hors réseau")


def test_without_network_the_match_comes_from_the_phone_with_the_time(scribe, table):
    page = scribe.page
    page.context.set_offline(True)
    page.reload()
    expect(scribe.lines).to_have_count(1)
    expect(page.locator(".sign__seen")).to_have_text(re.compile(r"^vu à \d\d h \d\d$"))
    for path in ("/", "/jouer/dix/", "/regles/dix/", f"/parties/{table.id}/telephone/"):
        page.goto(scribe.site + path)
        expect(page.locator("main > .notice").first).to_have_text(re.compile("^vu à"))
    page.context.set_offline(False)
    page.goto(f"{scribe.site}/parties/{table.id}/")
    expect(page.locator(".sign__seen")).to_have_count(0)


def test_what_is_not_stored_leads_to_what_is(scribe, table):
    page = scribe.page
    page.context.set_offline(True)
    page.goto(f"{scribe.site}/tournois/")
    expect(page.get_by_role("heading", name="Pas de réseau")).to_be_visible()
    page.locator(f"[data-stored] a[href='/parties/{table.id}/']").tap()
    expect(scribe.lines).to_have_count(1)


def test_lines_wait_on_the_home_page_and_in_the_header(scribe, table):
    page = outbox(scribe.page)
    expect(page.locator("html[data-playable]")).to_have_count(1)
    page.context.set_offline(True)
    put(page, write(table, 2, {**HAND, "bid": 75}), write(table, 3, HAND))
    expect(page.locator("[data-sign-text]")).to_have_text("2 brasses à envoyer")
    page.goto(f"{scribe.site}/")
    expect(page.locator("[data-unsent-list] a")).to_have_text("2 brasses à envoyer")
    page.context.set_offline(False)
    expect(page.locator("[data-unsent-list]")).to_be_hidden()
    all_sent(page)


def test_a_tab_that_is_killed_comes_back_with_its_lines(scribe, table):
    page = outbox(scribe.page)
    page.context.set_offline(True)
    put(page, write(table, 2, HAND))
    context = page.context
    other = context.new_page()
    page.close()
    other.goto(f"{scribe.site}/parties/{table.id}/")
    until(outbox(other), "async () => (await Outbox.waiting()).length", 1)
    context.set_offline(False)
    all_sent(other)


def test_who_signs_out_leaves_no_page_behind(phones, live_server, club):
    account = factories.member(club, "officer")
    table = factories.table(factories.api(account), club=club.slug)
    phone = phones(service_workers="allow").sign_in(account).watch(table)
    expect(phone.page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    phone.open("/compte/").page.locator("main").get_by_role("button", name="Se déconnecter").tap()
    phone.page.wait_for_url(f"{phone.site}/")
    stored = "async () => (await (await caches.open('pages')).keys()).length"
    until(phone.page, stored, 0)


def test_nothing_is_kept_where_data_is_saved(phones, table):
    phone = phones(service_workers="allow")
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    )
    phone.score(table)
    phone.page.wait_for_timeout(600)
    assert phone.page.evaluate("navigator.serviceWorker.getRegistrations()") == []


def test_switched_off_at_the_server_the_worker_ends_itself(scribe, table, settings):
    settings.OFFLINE = False
    scribe.page.reload()
    gone = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    until(scribe.page, gone, 0)
    scribe.page.reload()  # the page before was still served by it
    until(scribe.page, "async () => (await caches.keys()).length", 0)


def test_a_browser_without_indexeddb_or_service_worker_plays_as_before(phones, table):
    phone = phones()
    phone.page.add_init_script(
        """for (const [where, name] of [[window, "indexedDB"], [window, "caches"],
             [Navigator.prototype, "serviceWorker"], [Navigator.prototype, "locks"]])
             Object.defineProperty(where, name, { value: undefined });"""
    )
    phone.score(table)
    assert phone.page.evaluate("Outbox.ready") is False
    phone.record("Anne", 70, 80)


def test_a_whole_match_and_its_rematch_without_network(phones, live_server):
    table = factories.table(rules=factories.IN_100)
    scribe = phones(service_workers="allow").score(table)
    page = scribe.page
    expect(page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    expect(page.locator("html[data-playable]")).to_have_count(1)
    page.context.set_offline(True)
    scribe.choose("Anne", 100, 100)
    scribe.tap(scribe.record_button)
    expect(page.locator(".result")).to_be_visible()
    page.get_by_role("button", name="Revanche").tap()
    page.wait_for_url(re.compile(r"/parties/U\w{7}/$"))
    # The next one deals, as it would after a rematch at the server.
    expect(page.locator(".next__line")).to_contain_text("Anne donne")
    scribe.choose("Bruno", 70, 80)
    scribe.tap(scribe.record_button)
    expect(scribe.lines).to_have_count(1)
    page.reload()
    expect(scribe.lines).to_have_count(1)
    page.context.set_offline(False)
    page.wait_for_url(re.compile(r"/parties/[^U]\w{7}/$"))
    expect(scribe.lines).to_have_count(1)
    all_sent(page)
    again = scribe.match
    assert again.pk != table.id
    assert [change.kind for change in again.changes.all()] == ["start", "record"]
    [followed] = Match.objects.get(pk=table.id).changes.filter(after__has_key="next_match")
    assert followed.after["next_match"] == again.pk
    assert Match.objects.count() == 2
