"""Sharing a match, the table's link, the cookie that stores the link, and forms of other sites."""

import pytest

from tests import factories
from tests.factories import HAND
from tests.games import pages
from tests.games.views.common import at_table, page
from tests.stored import row_counts

pytestmark = pytest.mark.django_db


def test_sharing_shows_the_table_the_address_and_how_to_make_a_link():
    table, browser = at_table()
    response = page(table, browser, "partager/")
    content = response.content.decode()
    assert response.status_code == 200
    assert content.count('class="qr"') == 1
    assert f"http://testserver/parties/{table.id}/" in content
    assert "Faire un lien pour marquer" in content
    assert "Faire un lien pour regarder" not in content  # the address is enough
    # One link to score, and one to sit down.
    lasts = [form.fields["lasts"] for form in pages.forms(response) if "lasts" in form.names]
    assert lasts == [["evening"], ["evening"]]


def test_sharing_shows_a_visitor_the_watchers_link_alone():
    table, _browser = at_table()
    content = page(table, factories.browser(), "partager/").content.decode()
    assert content.count('class="qr"') == 1
    assert "/marquer/" not in content


def test_joining_by_the_link_lets_this_browser_score():
    table = factories.table(None, HAND)
    browser = factories.browser()
    response = browser.get(f"/parties/{table.id}/marquer/{table.token}/", follow=True)
    assert response.redirect_chain == [(f"/parties/{table.id}/", 302)]
    assert pages.has(response, "pad")
    assert browser.cookies["tables"]["httponly"]


def test_joining_keeps_the_tables_known_before():
    first, browser = at_table()
    second = factories.table()
    browser.get(f"/parties/{second.id}/marquer/{second.token}/")
    assert pages.has(page(first, browser), "pad")
    assert pages.has(page(second, browser), "pad")


@pytest.mark.parametrize("token", ["0" * 40, "x", "é", "%00"])
def test_joining_by_a_bad_link_says_so_and_keeps_nothing(token):
    table = factories.table(None, HAND)
    browser = factories.browser()
    response = browser.get(f"/parties/{table.id}/marquer/{token}/", follow=True)
    assert response.status_code == 200
    assert "Ce lien ne sert plus à marquer" in pages.text(response)
    assert not pages.has(response, "pad")
    assert "tables" not in browser.cookies


def test_a_bad_link_does_not_replace_a_good_one():
    table, browser = at_table()
    browser.get(f"/parties/{table.id}/marquer/{'0' * 40}/")
    assert pages.has(page(table, browser), "pad")


@pytest.mark.parametrize("cookie", ["x", "AAAAAAAA:", ":" * 50, "é", "A" * 4000])
def test_a_garbled_cookie_is_passed_over(cookie):
    table = factories.table()
    browser = factories.browser()
    browser.cookies["tables"] = cookie
    assert page(table, browser).status_code == 200


@pytest.mark.parametrize("rest", ["inscrire/", "annuler/", "revanche/", "reglages/", "lignes/1/"])
def test_a_write_that_another_sites_page_sends_is_403(rest):
    table = factories.table(None, HAND)
    browser = factories.browser(enforce_csrf_checks=True)
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    before = row_counts()
    data = {**HAND, "keep": "1", "status": "abandoned"}
    assert browser.post(f"/parties/{table.id}/{rest}", data).status_code == 403
    assert row_counts() == before
