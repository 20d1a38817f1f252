"""Tests of four phones that scan one code and choose a seat.

Each shows the match from its place.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
NAMED = [{"name": "Anne"}, {"name": "Bruno"}, {"named": False}, {"name": "David"}]


def the_code(table):
    return urlsplit(table.call("post", "links/", {"kind": "take_seat"}).json()["url"]).path


def place(phone):
    return phone.page.locator("#place")


def sits(phone, code, link):
    """Scan the code and tap a place."""
    phone.open(code)
    expect(phone.page.get_by_role("heading", name="Où êtes-vous assis ?")).to_be_visible()
    phone.tap(phone.page.get_by_role("link", name=link))


@pytest.mark.nightly
def test_four_phones_sit_by_one_code_and_each_has_its_view(phones, live_server):
    table = factories.table(seats=NAMED)
    code = the_code(table)
    scribe = phones().score(table)
    scribe.page.wait_for_selector("html[data-playable]")
    anne, chloe, david, plain = phones(), phones(), phones(), phones(java_script_enabled=False)
    sits(anne, code, "1 Anne Nous")
    sits(david, code, "4 David Vous")
    # Chloé takes a seat without a name, and enters a name. One phone runs no scripts.
    chloe.open(code)
    chloe.tap(chloe.page.get_by_text("M'y asseoir sous un nom 3"))
    chloe.page.get_by_label("Votre nom (facultatif)").fill("Chloé")
    chloe.tap(chloe.page.get_by_role("button", name="M'asseoir 3"))
    sits(plain, code, "2 Bruno Vous")
    expect(place(anne)).to_contain_text("À vous de parler en premier")
    expect(place(plain)).to_contain_text("Anne parle, puis vous")
    expect(place(chloe)).to_contain_text("Place 3 · Chloé")
    expect(place(chloe)).to_contain_text("Anne parle, vous en troisième")
    expect(place(david)).to_contain_text("Vous donnez")
    # The scribe's pad has the new name. After a recorded line, each place shows the next step.
    expect(scribe.key("Qui a misé ?", "Chloé")).to_be_visible()
    scribe.record("Chloé", 70, 80)
    expect(place(anne)).to_contain_text("Vous donnez")
    expect(place(anne)).to_contain_text("Il manque 420 points à votre camp.")
    expect(place(david)).to_contain_text("vous en troisième")
    plain.watch(table)
    expect(place(plain)).to_contain_text("À vous de parler en premier")
    # Two phones leave their places and come back.
    for phone in (anne, plain):
        phone.tap(place(phone).get_by_role("link"))
        phone.tap(phone.page.get_by_role("button", name="Quitter ma place"))
        expect(place(phone)).to_have_count(0)
        phone.watch(table, "places/")
        phone.tap(phone.page.get_by_role("link", name=re.compile("^1 Anne")))
        expect(place(phone)).to_contain_text("Place 1 · Anne")
    assert [seat.player for seat in Match.objects.get().seats.all()] == [None] * 4


@pytest.mark.nightly
def test_a_seated_phone_records_where_the_table_allows_it_and_sees_its_place_alone(
    phones, live_server, console_errors
):
    table = factories.table(seats=NAMED)
    phone = phones()
    sits(phone, the_code(table), "1 Anne Nous")
    expect(phone.page.locator("#pad")).to_have_count(0)
    table.patch(seats_record=True)
    phone.watch(table)
    phone.page.wait_for_selector("html[data-playable]")
    expect(place(phone)).to_contain_text("À vous de parler en premier")
    # Without network, the phone shows by its own rules what the server shows with network.
    phone.page.context.set_offline(True)
    phone.choose("Anne", 70, 80)
    phone.tap(phone.record_button)
    expect(place(phone)).to_contain_text("Vous donnez")
    alone = place(phone).inner_text()
    phone.page.context.set_offline(False)
    phone.expect_sent()
    phone.watch(table)
    expect(place(phone)).to_contain_text("Vous donnez")
    assert place(phone).inner_text() == alone
    assert len(table.body()["entries"]) == 1
    console_errors.clear()  # the browser reports what it could not load
