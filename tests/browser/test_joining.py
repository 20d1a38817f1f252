"""One more player joins a match of 10 000 that phones have open, with and without network."""

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_outbox import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]
TWO = [{"name": name} for name in ("Anne", "Bruno")]


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    """Ignore the failed requests that the browser reports."""
    yield
    expected = (
        "Failed to load resource",
        "htmx:sendError",
        "htmx:responseError",
        "Failed to fetch",
    )
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


@pytest.fixture
def table(live_server):
    turns = ({"points": 1000}, {"points": 1100})
    return factories.table(None, *turns, game="dix-mille", seats=TWO)


def playable(phone: Phone, table) -> Phone:
    """Open the table on a phone, and return the phone once it can play without network."""
    phone.score(table)
    expect(phone.page.locator("html[data-playable]")).to_be_attached()
    return phone


def tap(phone: Phone, total: int) -> None:
    keys = phone.page.locator(f".mille-keys--fresh input[value='{total}']")
    phone.tap(keys)
    phone.page.wait_for_timeout(300)
    phone.tap(phone.record_button)


def scores(phone: Phone, *figures: str) -> None:
    shown_scores = phone.page.locator(".board__figure")
    expect(shown_scores).to_have_text(list(figures))


@pytest.mark.nightly
def test_joining_by_the_page_needs_the_network_and_the_other_phone_follows(phones, table):
    phone, other = phones(), playable(phones(), table)
    phone.score(table).watch(table, "reglages/")
    button = phone.page.get_by_role("button", name="L'ajouter")
    phone.page.context.set_offline(True)
    expect(button).to_be_disabled()
    assert "Sans réseau, cela attend" in phone.page.locator("main").inner_text()
    phone.page.context.set_offline(False)
    phone.page.get_by_label("Nom", exact=True).fill("Zoé")
    phone.tap(button)
    expect(phone.page.get_by_text("Zoé rejoint la table, place 3")).to_be_visible()
    scores(other, "1 000", "1 100", "0")
    tap(other, 700)
    scores(other, "1 000", "1 100", "700")
    other.expect_sent()
    assert [change.after["seat"] for change in lines(table)] == [0, 1, 2]


def lines(table):
    return Match.objects.get(pk=table.id).changes.filter(kind="record")


@pytest.mark.nightly
def test_a_line_of_a_phone_that_was_away_is_asked_about_and_scores_nothing(phones, table):
    phone = playable(phones(), table)
    phone.page.context.set_offline(True)
    tap(phone, 700)
    scores(phone, "1 700", "1 100")
    assert table.call("post", "seats/", {"name": "Zoé"}).status_code == 201
    phone.page.context.set_offline(False)
    scores(phone, "1 000", "1 100", "0")
    assert len(lines(table)) == 2
    until(phone.page, "async () => (await Outbox.waiting()).length", 0)


@pytest.mark.nightly
def test_a_page_that_was_kept_with_fewer_seats_follows_what_this_phone_was_answered(phones, table):
    phone = playable(phones(), table)
    address = f"/parties/{table.id}/jeu.json"
    old_page = phone.page.evaluate(
        "(address) => fetch(address).then((answer) => answer.text())", address
    )
    table.call("post", "seats/", {"name": "Zoé"})
    scores(phone, "1 000", "1 100", "0")
    tap(phone, 700)
    phone.expect_sent()
    # Answer with the data that were stored before Zoé joined.
    phone.page.route(f"**{address}", lambda route: route.fulfill(body=old_page))
    phone.page.reload()
    expect(phone.page.locator("html[data-playable]")).to_be_attached()
    phone.page.context.set_offline(True)
    tap(phone, 400)
    scores(phone, "1 400", "1 100", "700")
    expect(phone.page.locator("#preview")).not_to_contain_text("undefined")
    phone.page.context.set_offline(False)
    phone.expect_sent()
    scores(phone, "1 400", "1 100", "700")
    assert [change.after["seat"] for change in lines(table)] == [0, 1, 2, 0]
