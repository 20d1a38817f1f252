"""The page of one line: its explanation and its correction."""

import pytest

from tests import factories
from tests.factories import FAILED, HAND, IN_100
from tests.games import pages
from tests.games.views.common import at_table, page, send
from tests.stored import row_counts

pytestmark = pytest.mark.django_db


def test_the_page_of_a_line_explains_it_to_anyone():
    table, _browser = at_table(HAND, FAILED)
    response = page(table, factories.browser(), "lignes/2/")
    words = pages.text(response)
    assert response.status_code == 200
    assert "Mise de 70 ratée : 60 points ramassés, il en manque 10" in words
    assert "La défense compte ses points : 40." in words
    assert all(form.action == "/langue/" for form in pages.forms(response))


@pytest.mark.parametrize("number", ["0", "3", "99999999999999999999"])
def test_a_line_that_is_not_there_is_404(number):
    table, browser = at_table(HAND, FAILED)
    assert page(table, browser, f"lignes/{number}/").status_code == 404


def test_a_correction_shows_the_differences_first_and_keeps_them_when_asked():
    table, browser = at_table(HAND, HAND, HAND)
    address = f"/parties/{table.id}/lignes/1/"
    form = pages.form(browser.get(address), field="bidder")
    assert [form.fields[name] for name in ("bidder", "bid", "taken")] == [["0"], ["70"], ["80"]]
    before = row_counts()
    preview = send(browser, form, address, taken=60)
    words = pages.text(preview)
    assert preview.status_code == 200
    assert row_counts() == before
    assert "Mise de 70 ratée : 60 points ramassés, il en manque 10" in words
    # Side 0's totals before and after the correction, line by line.
    for figure in ("80 après −70", "160 après 10", "240 après 90"):
        assert figure in words.replace("avant ", ""), figure
    answer = send(browser, pages.form(preview, field="bidder"), address, button=("keep", "1"))
    assert (answer.status_code, answer.url) == (302, f"/parties/{table.id}/")
    assert [side["score"] for side in table.body()["sides"]] == [90, 80]
    assert table.body()["version"] == 5


def test_a_correction_kept_twice_is_one_correction():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/lignes/1/"
    preview = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=60)
    form = pages.form(preview, field="bidder")
    first = send(browser, form, address, button=("keep", "1"))
    again = send(browser, form, address, button=("keep", "1"))
    assert (first.status_code, again.status_code) == (302, 302)
    assert table.body()["version"] == 3


def test_a_correction_that_a_later_line_forbids_says_which():
    table, browser = at_table(HAND, {"bidder": 0, "partie": True, "taken": 95})
    address = f"/parties/{table.id}/lignes/1/"
    response = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=60)
    assert response.status_code == 400
    assert "la ligne 2 ne serait plus permise" in pages.text(response)


def test_a_correction_kept_on_an_older_version_is_shown_again():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/lignes/1/"
    preview = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=60)
    table.record(HAND)
    response = send(browser, pages.form(preview, field="bidder"), address, button=("keep", "1"))
    assert response.status_code in (400, 409)
    assert "Le match a avancé entre-temps" in pages.text(response)
    assert table.body()["version"] == 3


def test_a_correction_that_ends_or_reopens_the_match_says_so():
    table, browser = at_table(HAND, rules=IN_100)
    address = f"/parties/{table.id}/lignes/1/"
    preview = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=100)
    assert "Le match se finit ainsi ; il est gagné par Nous." in pages.text(preview)
    send(browser, pages.form(preview, field="bidder"), address, button=("keep", "1"))
    preview = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=80)
    assert "Le match reprend : il n'est plus fini." in pages.text(preview)


def test_a_line_entered_with_auction_and_tricks_keeps_them_when_another_figure_is_corrected():
    calls = [{"seat": 0, "call": 70}, *({"seat": seat, "call": "pass"} for seat in (1, 2, 3))]
    table, browser = at_table({"taken": 80, "auction": calls, "trump": "hearts"})
    address = f"/parties/{table.id}/lignes/1/"
    form = pages.form(browser.get(address), field="bidder")
    preview = send(browser, form, address, taken=60)
    send(browser, pages.form(preview, field="bidder"), address, button=("keep", "1"))
    data = table.body()["entries"][0]["data"]
    assert (data["taken"], data["trump"], data["auction"]) == (60, "hearts", calls)


def test_a_visitors_correction_is_not_taken():
    table, _browser = at_table(HAND)
    before = row_counts()
    data = {"bidder": 0, "bid": 70, "taken": 60, "keep": "1"}
    response = factories.browser().post(f"/parties/{table.id}/lignes/1/", data)
    assert response.status_code in (200, 403)
    assert row_counts() == before
