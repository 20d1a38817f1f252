"""Tests with the network cut at each step of a match.

They check what the page says, what still works, and what waits.
"""

import re

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories
from tests.browser.test_outbox import all_sent
from tests.browser.test_without_network import (
    _the_network_is_bad,
    newcomer,
)

__all__ = ["_the_network_is_bad", "newcomer"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]

KEPT = "Hors réseau : tout est gardé ici"


def words(phone):
    return phone.page.locator("[data-sign-text]")


def away(phone, text=f"{KEPT}."):
    phone.page.context.set_offline(True)
    expect(words(phone)).to_have_text(text)


def back(phone):
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[data-sign]")).to_have_attribute("data-state", "connected")
    phone.expect_sent()
    expect(words(phone)).to_have_text(re.compile("^à jour( · prêt hors réseau)?$"))


@pytest.mark.nightly
@pytest.mark.parametrize("newcomer", ["dix"], indirect=True)
def test_the_start_says_what_waits_before_it_is_tried(newcomer):
    page = newcomer.page
    expect(page.locator("p[data-limits]")).to_contain_text("une variante telle quelle")
    page.get_by_role("button", name="Commencer le match").tap()
    page.wait_for_url(re.compile(r"/parties/U\w{7}/$"))
    expect(words(newcomer)).to_have_text(f"{KEPT}, 1 match à envoyer.")
    page.locator("[data-menu] summary").tap()
    history = page.get_by_role("link", name="Historique")
    expect(history).to_have_attribute("data-away", "avec du réseau")
    page.context.set_offline(False)
    page.wait_for_url(re.compile(r"/parties/[^U]\w{7}/$"))
    expect(page.locator("[data-away]")).to_have_count(0)
    assert Match.objects.count() == 1


@pytest.mark.nightly
def test_each_write_is_kept_said_and_sent(phones, live_server):
    table = factories.table(rules={**factories.IN_100, "target": 200})
    phone = phones(service_workers="allow").score(table)
    page = phone.page
    expect(page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    expect(page.locator("html[data-playable]")).to_have_count(1)

    away(phone)  # record
    phone.choose("Anne", 100, 100)
    phone.tap(phone.record_button)
    expect(words(phone)).to_have_text(f"{KEPT}, 1 brasse à envoyer.")
    phone.choose("Bruno", 70, 80)
    phone.tap(phone.record_button)
    expect(words(phone)).to_have_text(f"{KEPT}, 2 brasses à envoyer.")
    back(phone)

    away(phone)  # undo
    phone.tap(page.locator("#undo"))
    expect(phone.lines).to_have_count(1)
    expect(words(phone)).to_have_text(f"{KEPT}, 1 brasse à envoyer.")
    back(phone)

    away(phone)  # correct
    page.locator("#line-1").tap()
    phone.tap(phone.key("Points ramassés", "90"))
    phone.tap(page.get_by_role("button", name="Garder la correction"))
    expect(words(phone)).to_have_text(f"{KEPT}, 1 brasse à envoyer.")
    back(phone)

    away(phone)  # end, and once more
    for _ in range(3):
        if page.locator("#pad").count():
            phone.choose("Anne", 100, 100)
            phone.tap(phone.record_button)
    expect(page.locator(".result")).to_be_visible()
    expect(words(phone)).to_contain_text(f"{KEPT}, ")
    share = page.get_by_role("link", name="Partager le lien")
    expect(share).to_have_attribute("data-away", "avec du réseau")
    page.get_by_role("button", name="Revanche").tap()
    page.wait_for_url(re.compile(r"/parties/U\w{7}/$"))
    expect(words(phone)).to_have_text(f"{KEPT}, 1 match à envoyer.")
    page.context.set_offline(False)
    page.wait_for_url(re.compile(r"/parties/[^U]\w{7}/$"))
    all_sent(page)
    assert Match.objects.count() == 2


def test_a_form_of_the_server_rests_and_says_why(phones, live_server):
    table = factories.table(None, factories.HAND)
    phone = phones().score(table).watch(table, "reglages/")
    button = phone.page.locator("main form button").first
    expect(button).to_be_enabled()
    phone.page.context.set_offline(True)
    expect(button).to_be_disabled()
    expect(phone.page.locator("[data-told=rests]").first).to_have_text(
        "Sans réseau, cela attend : le bouton reviendra avec lui."
    )
    phone.page.context.set_offline(False)
    expect(button).to_be_enabled()
    expect(phone.page.locator("[data-told=rests]")).to_have_count(0)
