"""Tests of pages without network: what the service worker serves, and never pretends."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories
from tests.browser.test_outbox import all_sent, outbox, put, until, write

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]

HAND = {"bidder": 0, "bid": 70, "taken": 80}


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    """Ignore the failed requests that the browser reports, because these tests provoke them."""
    yield
    # A match that only the phone knows has no address on the server.
    local = "Response Status Error Code 404 from /parties/U"
    expected = ("Failed to load resource", "htmx:sendError", "Failed to fetch", local)
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


@pytest.fixture
def table(live_server):
    return factories.table(None, HAND)


@pytest.fixture
def scribe(phones, table):
    """The phone that scores the match, ready to play without network."""
    phone = phones(service_workers="allow").score(table)
    expect(phone.page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    return phone


@pytest.mark.nightly
def test_a_phone_that_is_ready_says_so(scribe):
    scribe.page.locator("[data-sign]").tap()
    expect(scribe.page.locator(".explained")).to_have_text("à jour · prêt hors réseau")


@pytest.mark.nightly
def test_without_network_the_match_comes_from_the_phone_with_the_time(scribe, table):
    page = scribe.page
    page.context.set_offline(True)
    page.reload()
    expect(scribe.lines).to_have_count(1)
    expect(page.locator("[data-sign-text]")).to_have_text(
        re.compile(r"^Hors réseau\s: tout est gardé ici\. \(vu à \d\d\sh\s\d\d\)$")
    )
    for path in ("/", "/jouer/dix/", "/regles/dix/", f"/parties/{table.id}/telephone/"):
        page.goto(scribe.site + path)
        expect(page.locator("main > .notice").first).to_have_text(re.compile("^vu à"))
    page.context.set_offline(False)
    page.goto(f"{scribe.site}/parties/{table.id}/")
    expect(page.locator("[data-sign-text]")).to_have_text("à jour")


@pytest.mark.nightly
def test_what_is_not_stored_leads_to_what_is(scribe, table):
    page = scribe.page
    page.context.set_offline(True)
    page.goto(f"{scribe.site}/tournois/")
    expect(page.get_by_role("heading", name="Pas de réseau")).to_be_visible()
    page.locator(f"[data-stored] a[href='/parties/{table.id}/']").tap()
    expect(scribe.lines).to_have_count(1)


@pytest.mark.nightly
def test_lines_wait_on_the_home_page_and_in_the_header(scribe, table):
    page = outbox(scribe.page)
    expect(page.locator("html[data-playable]")).to_have_count(1)
    page.context.set_offline(True)
    put(page, write(table, 2, {**HAND, "bid": 75}), write(table, 3, HAND))
    sentence = "Hors réseau : tout est gardé ici, 2 brasses à envoyer."
    expect(page.locator("[data-sign-text]")).to_have_text(sentence)
    page.goto(f"{scribe.site}/")
    expect(page.locator("[data-unsent-list] a")).to_have_text("2 brasses à envoyer")
    page.context.set_offline(False)
    expect(page.locator("[data-unsent-list]")).to_be_hidden()
    all_sent(page)


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_who_signs_out_leaves_no_page_behind(phones, live_server, club):
    account = factories.member(club, "officer")
    table = factories.table(factories.api(account), club=club.slug)
    phone = phones(service_workers="allow").sign_in(account).watch(table)
    expect(phone.page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    phone.open("/compte/").page.locator("main").get_by_role("button", name="Se déconnecter").tap()
    phone.page.wait_for_url(f"{phone.site}/")
    stored = "async () => (await (await caches.open('pages')).keys()).length"
    until(phone.page, stored, 0)


@pytest.mark.nightly
def test_nothing_is_kept_where_data_is_saved(phones, table):
    phone = phones(service_workers="allow")
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    )
    phone.score(table)
    phone.page.wait_for_timeout(600)
    assert phone.page.evaluate("navigator.serviceWorker.getRegistrations()") == []


@pytest.mark.nightly
def test_switched_off_at_the_server_the_worker_ends_itself(scribe, table, settings):
    settings.OFFLINE = False
    scribe.page.reload()
    gone = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    until(scribe.page, gone, 0)
    scribe.page.reload()  # the page before was still served by it
    until(scribe.page, "async () => (await caches.keys()).length", 0)


@pytest.mark.nightly
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


@pytest.mark.nightly
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
    # The next seat deals, as after a rematch at the server.
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


@pytest.fixture
def newcomer(phones, live_server, request):
    """A phone that has opened the start page of a game once, and opens it again without network."""
    phone = phones(service_workers="allow").open(f"/jouer/{request.param}/")
    until(phone.page, "async () => (await (await caches.open('pages')).keys()).length", 4)
    phone.open("/")
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator(f"main a[href='/jouer/{request.param}/']").first)
    phone.page.wait_for_url(f"**/jouer/{request.param}/")
    return phone


def started_here(phone, *names):
    """Fill the seats and begin by a double tap: the match is on this phone only."""
    for seat, name in enumerate(names):
        phone.page.locator(f"#id_name_{seat}").fill(name)
    phone.page.get_by_role("button", name="Commencer le match").dblclick()
    phone.page.wait_for_url(re.compile(r"/parties/U\w{7}/$"))
    expect(phone.page.locator("html[data-playable]")).to_have_count(1)
    assert Match.objects.count() == 0


@pytest.mark.parametrize("newcomer", ["dix"], indirect=True)
def test_a_fresh_match_is_started_and_played_without_network(newcomer):
    page = newcomer.page
    started_here(newcomer, "Anne Roy", "Bruno", "Chloé", "")
    expect(page.locator("[data-sign-text]")).to_contain_text(", 1 match à envoyer.")
    for number, (bidder, taken) in enumerate([("Anne", 80), ("Bruno", 90), ("Joueur 4", 70)], 1):
        newcomer.choose(bidder, 70, taken)
        newcomer.tap(newcomer.record_button)
        expect(newcomer.lines).to_have_count(number)
    newcomer.tap(page.locator("#undo"))
    expect(newcomer.lines).to_have_count(2)
    # The home page leads back to the match and counts its lines. The start of the match is not a
    # line.
    newcomer.open("/")
    card = page.locator("[data-begun] a")
    expect(card).to_contain_text("Reprendre")
    expect(card).to_contain_text("Anne Roy, Bruno, Chloé, Joueur 4 · 2 brasses à envoyer")
    expect(page.locator("[data-unsent-list]")).to_be_hidden()
    newcomer.tap(card)
    expect(newcomer.lines).to_have_count(2)
    expect(page.locator("[data-sign-text]")).to_contain_text("ici, 2 brasses à envoyer.")
    totals = page.locator(".paper__total").all_inner_texts()
    page.context.set_offline(False)
    page.wait_for_url(re.compile(r"/parties/[^U]\w{7}/$"))
    all_sent(page)
    expect(page.locator(".paper__total")).to_have_text(totals)
    [match] = Match.objects.all()
    assert (match.pk, match.club, match.preset) == (newcomer.match.pk, None, "traditionnel")
    assert [change.kind for change in match.changes.all()] == ["start", "record", "record"]
    names = list(match.seats.order_by("number").values_list("guest_name", flat=True))
    assert names == ["Anne Roy", "Bruno", "Chloé", ""]


@pytest.mark.nightly
@pytest.mark.parametrize("newcomer", ["bataille"], indirect=True)
def test_a_fresh_match_that_the_server_refuses_stays_readable(newcomer, settings):
    page = newcomer.page
    page.locator("[name=players][value='3']").check()
    page.locator("summary:has([data-preset-shown])").tap()
    page.locator("[data-preset][value=jokers]").check()
    newcomer.tap(page.get_by_role("button", name="Commencer le match"))
    # The game's own rules refuse the ruleset, with the error at the rule concerned.
    expect(page.locator(".field:has(#id_rule-deck) [data-stop]")).to_contain_text("2")
    page.locator("[data-preset][value=classique]").check()
    started_here(newcomer, "Anne")
    newcomer.tap(page.get_by_role("button", name=re.compile("^Joueur 3")))
    expect(page.locator(".result")).to_be_visible()
    settings.OPEN_TABLES = False
    page.context.set_offline(False)
    until(page, "async () => (await Outbox.waiting())[0]?.block?.how", "refused")
    newcomer.open(f"{page.url.removeprefix(newcomer.site)}telephone/")
    expect(page.locator("[data-why]")).to_contain_text("La feuille ne prend plus ces lignes")
    expect(page.locator(".two tbody tr:visible")).to_have_count(1)
    # There is no sheet to go on with. A new match is started, and the old lines can still be
    # read.
    newcomer.tap(page.get_by_role("button", name="Reprendre les miennes à la main"))
    page.wait_for_url("**/jouer/bataille/")
    newcomer.open("/").tap(page.locator("[data-unsent-list] a"))
    expect(page.locator(".two tbody tr:visible")).to_have_count(1)
    settings.OPEN_TABLES = True
    newcomer.tap(page.get_by_role("button", name="Envoyer encore"))
    page.wait_for_url(re.compile(r"/parties/[^U]\w{7}/$"))
    all_sent(page)
    [match] = Match.objects.all()
    assert [change.kind for change in match.changes.all()] == ["start", "record"]
    assert match.seats.count() == 3


@pytest.mark.nightly
@pytest.mark.parametrize(("linked", "counts"), [(True, "yes"), (False, "proposed")])
def test_a_start_without_network_is_judged_by_the_phones_link(phones, live_server, linked, counts):
    factories.owner_who_came()
    club = factories.club()
    phone = phones(service_workers="allow")
    page = phone.page
    if linked:
        phone.open(f"/l/{factories.table_link(club)[1]}/")
    phone.open("/jouer/dix/")
    until(page, "async () => (await (await caches.open('pages')).keys()).length", 4)
    page.context.set_offline(True)
    started_here(phone, "Anne", "Bruno")
    page.context.set_offline(False)
    page.wait_for_url(re.compile(r"/parties/[^U]\w{7}/$"))
    assert phone.match.counts == counts


@pytest.mark.nightly
@pytest.mark.parametrize("newcomer", ["bataille"], indirect=True)
def test_what_a_fresh_match_needs_the_network_for_is_said_on_the_form(newcomer):
    page = newcomer.page
    start, stop_reason = (
        page.get_by_role("button", name="Commencer le match"),
        page.locator("[data-stop]"),
    )
    rule = page.locator("#id_rule-deck")
    page.get_by_text("Changer une règle").tap()
    before = rule.input_value()
    rule.select_option(index=0)
    newcomer.tap(start)
    expect(stop_reason).to_contain_text("choisir une variante telle quelle")
    rule.select_option(before)
    page.evaluate("history.replaceState(null, '', '?club=perthus')")
    newcomer.tap(start)
    expect(stop_reason).to_have_text(
        "Une table du club se commence avec du réseau. Réessayer quand il revient."
    )
    page.evaluate("history.replaceState(null, '', location.pathname)")
    page.locator("#id_name_1").fill("A" * 81)
    newcomer.tap(start)
    expect(page.locator(".seat:has(#id_name_1) [data-stop]")).to_have_text(
        "Un nom a 80 caractères au plus."
    )
    # Another form, which needs the server, is disabled and says what to do instead. Nothing that
    # was typed is lost.
    expect(page.get_by_role("button", name="Ajouter une place")).to_be_disabled()
    expect(page.locator("[data-told=rests]").first).to_contain_text("commencer avec ces places")
    alert = page.locator("[data-told=alone]")
    expect(page.locator("#id_name_1")).to_have_value("A" * 81)
    newcomer.open("/jouer/bataille/?comme=ABCDEFGH")
    expect(stop_reason).to_contain_text("les noms de cette table ne sont pas ici")
    newcomer.open("/jouer/bataille/?club=perthus")
    expect(stop_reason).to_contain_text("Une table du club se commence avec du réseau.")
    newcomer.open("/jouer/bataille/")
    expect(stop_reason).to_have_count(0)
    page.evaluate("async () => (await caches.open('pages')).delete('/jouer/bataille/jeu.json')")
    newcomer.tap(start)
    expect(stop_reason).to_contain_text("qui a déjà ouvert cette page avec du réseau")
    assert page.evaluate("async () => (await Outbox.waiting()).length") == 0
    # This page is stored, and its form is not handled by a script.
    newcomer.open("/").page.locator("main").evaluate(
        "main => main.insertAdjacentHTML('beforeend', "
        "'<form method=post><button class=button>Envoyer</button></form>')"
    )
    newcomer.tap(page.get_by_role("button", name="Envoyer", exact=True))
    expect(alert).to_have_text("Pas de réseau : rien n'est parti. Réessayer quand il revient.")
