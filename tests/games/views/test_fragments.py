"""The parts that htmx swaps in are the same as on a freshly loaded page; previews of a line."""

import re

import pytest

from tests import factories
from tests.factories import FAILED, HAND, IN_100
from tests.games import pages
from tests.games.views.common import HTMX, at_table, page, send
from tests.stored import row_counts

pytestmark = pytest.mark.django_db


def fresh(table, browser):
    return pages.element(page(table, browser), "match")


@pytest.mark.parametrize(
    ("hands", "tapped", "changes"),
    [
        ([], {"bidder": 0, "bid": 70, "taken": 80}, {}),
        ([HAND, FAILED], {"bidder": 1, "bid": 50, "taken": 0}, {}),
        ([HAND], {"bidder": 0, "bid": 100, "taken": 100}, {"rules": IN_100}),
        ([], {"bidder": 1, "bid": 3, "taken": 40}, {"preset": "achat-argent"}),
        ([], {"bidder": 1, "bid": 35, "taken": 40}, {"preset": "as-penalises"}),
    ],
)
def test_htmx_record_answers_the_part_that_a_fresh_page_includes(hands, tapped, changes):
    table, browser = at_table(*hands, **changes)
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    response = browser.post(form.action, form.data(**tapped), headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert pages.element(response, "match") == fresh(table, browser)
    assert len(table.body()["entries"]) == len(hands) + 1


def test_htmx_record_of_the_sixth_game_answers_the_part_that_a_fresh_page_includes():
    table, browser = at_table(game="toy", seats=[{"name": "A"}, {"name": "B"}, {"name": "C"}])
    form = pages.form(page(table, browser), f"/parties/{table.id}/inscrire/")
    response = browser.post(form.action, form.data(die_0=6, die_1=2, die_2=6), headers=HTMX)
    assert pages.element(response, "match") == fresh(table, browser)
    assert [side["score"] for side in table.body()["sides"]] == [1, 0, 1]


def test_htmx_undo_answers_the_part_that_a_fresh_page_includes():
    table, browser = at_table(HAND, FAILED)
    address = f"/parties/{table.id}/annuler/"
    form = pages.form(page(table, browser), address)
    response = browser.post(address, form.data(), headers=HTMX)
    assert response.status_code == 200
    sentence = "Brasse 2 : ligne annulée."
    assert sentence in pages.text(response)
    # The sentence is shown only once. All the rest is the same as on a fresh page.
    again = page(table, browser)
    assert sentence not in pages.text(again)
    bare = re.sub(r'<p class="notice">.*?</p>', "", response.content.decode(), count=1)
    response.content = bare.encode()
    assert pages.element(response, "match") == fresh(table, browser)
    assert len(table.body()["entries"]) == 1


def test_following_answers_204_while_nothing_changed_and_the_table_when_it_did():
    table, browser = at_table(HAND)
    watcher = factories.browser()
    address = f"/parties/{table.id}/suivre/?version="
    still = watcher.get(f"{address}2")
    assert (still.status_code, still.content) == (204, b"")
    table.record(FAILED)
    moved = watcher.get(f"{address}2")
    assert moved.status_code == 200
    assert pages.element(moved, "table") == pages.element(page(table, watcher), "table")
    with_pad = browser.get(f"{address}2&pad=1")
    assert pages.element(with_pad, "match") == fresh(table, browser)


@pytest.mark.parametrize("version", ["", "x", "1", "99", "%00"])
def test_following_from_any_other_version_answers_the_table(version):
    table, browser = at_table(HAND)
    response = page(table, browser, f"suivre/?version={version}")
    assert response.status_code == 200
    assert pages.has(response, "table")


def test_preview_says_what_the_line_would_give_and_stores_nothing():
    table, browser = at_table(HAND)
    before = row_counts()
    data = {"bidder": 0, "bid": 70, "taken": 60}
    part = browser.post(f"/parties/{table.id}/apercu/", data, headers=HTMX)
    whole = browser.post(f"/parties/{table.id}/apercu/", data)
    assert (part.status_code, whole.status_code) == (200, 200)
    assert "<html" not in part.content.decode()
    for response in (part, whole):
        words = pages.text(response)
        assert "Mise de 70 ratée : 60 points ramassés, il en manque 10" in words
        assert all(figure in words for figure in ("−70", "+40"))
    assert row_counts() == before


def test_preview_without_javascript_keeps_what_was_tapped_ready_to_record():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/"
    pad = pages.form(browser.get(address), f"{address}inscrire/")
    assert ("preview", "1", f"{address}apercu/") in pad.buttons
    seen = browser.post(f"{address}apercu/", pad.data(bidder=0, bid=70, taken=60))
    again = pages.form(seen, f"{address}inscrire/")
    assert send(browser, again, "").status_code == 302
    assert table.body()["entries"][1]["data"]["taken"] == 60


def test_preview_of_an_illegal_line_says_why():
    table, browser = at_table(FAILED)
    data = {"bidder": 0, "bid": "partie", "taken": 60}
    response = browser.post(f"/parties/{table.id}/apercu/", data, headers=HTMX)
    assert response.status_code == 200
    assert "Avec un score négatif" in pages.text(response)


def test_preview_of_half_a_line_says_nothing_of_mistakes():
    table, browser = at_table()
    response = browser.post(f"/parties/{table.id}/apercu/", {"bidder": 0}, headers=HTMX)
    assert response.status_code == 200
    assert "preview__error" not in response.content.decode()
