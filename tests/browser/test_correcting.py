"""Tests of taking back in one tap, and of correcting an earlier line after a preview."""

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


@pytest.fixture
def table():
    """A table with three hands. Its totals are 80–20, then 10–60, then 90–80."""
    return factories.table(None, factories.HAND, factories.FAILED, factories.HAND)


def see_the_correction(phone, taken):
    phone.tap(phone.key("Points ramassés", taken))
    phone.tap(phone.page.get_by_role("button", name="Voir ce que ça change"))


def test_undo_is_one_tap_and_the_pad_is_ready_again(phone, table):
    phone.score(table)
    phone.tap(phone.page.get_by_role("button", name="Annuler la dernière ligne"))
    expect(phone.lines).to_have_count(2)
    assert phone.taps == 1
    phone.expect_scores(10, 60)
    expect(phone.page.get_by_role("heading", name="Jeu du 10 · brasse 3")).to_be_visible()
    phone.record("Chloé", 60, 75)
    phone.expect_scores(85, 85)


@pytest.mark.nightly
def test_undo_after_the_end_opens_the_match_again(phone):
    table = factories.table(None, factories.ALL_TAKEN, rules=factories.IN_100)
    phone.score(table)
    expect(phone.page.locator(".result")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Annuler la dernière ligne"))
    expect(phone.page.locator("#pad")).to_be_visible()
    expect(phone.page.locator(".result")).to_have_count(0)
    phone.expect_scores(0, 0)


def test_a_line_explains_itself_after_one_tap(phone, table):
    phone.watch(table)
    phone.tap(phone.line(2))
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text("Mise de 70 ratée : 60 points ramassés, il en manque 10")
    expect(main).to_contain_text("La défense compte ses points : 40.")
    expect(phone.page.get_by_role("heading", name="Corriger")).to_have_count(0)  # a watcher


def test_a_correction_shows_its_differences_first_and_is_then_kept_and_marked(phone, table):
    phone.score(table).watch(table, "lignes/2/")
    expect(phone.key("Points ramassés", "60")).to_be_checked()
    see_the_correction(phone, "75")

    rows = phone.page.locator(".differences tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("avant 10 après 155")
    expect(rows.nth(0)).to_contain_text("avant 60 après 45")
    expect(rows.nth(1)).to_contain_text("avant 90 après 235")
    assert [entry["data"]["taken"] for entry in table.body()["entries"]] == [80, 60, 80]

    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    expect(phone.page.get_by_text("Brasse 2 : la correction est gardée.")).to_be_visible()
    phone.expect_scores(235, 65)
    phone.expect_totals(2, 155, 45)
    expect(phone.line(2).locator(".paper__corrected")).to_contain_text("corrigée")
    expect(phone.page.locator(".paper__corrected")).to_have_count(1)
    phone.watch(table, "historique/")
    expect(phone.page.get_by_role("list").get_by_text("60 → 75")).to_be_visible()


@pytest.mark.nightly
def test_a_correction_that_is_left_changes_nothing(phone, table):
    phone.score(table).watch(table, "lignes/1/")
    see_the_correction(phone, "100")
    phone.tap(phone.page.get_by_role("link", name="Laisser comme avant"))
    phone.expect_scores(90, 80)
    expect(phone.page.locator(".paper__corrected")).to_have_count(0)
    assert table.body()["version"] == 4


@pytest.mark.nightly
def test_a_correction_says_that_it_ends_the_match(phone):
    table = factories.table(None, factories.HAND, rules=factories.IN_100)
    phone.score(table).watch(table, "lignes/1/")
    see_the_correction(phone, "100")
    expect(phone.page.get_by_text("Le match se finit ainsi")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    expect(phone.page.locator(".result")).to_be_visible()


@pytest.mark.nightly
def test_a_correction_after_which_a_later_line_breaks_a_rule_is_refused_and_says_which(
    phone, console_errors
):
    hand = {"bidder": 1, "bid": 50, "taken": 50}
    table = factories.table(None, factories.HAND, hand, rules={"target": 200})
    phone.score(table).watch(table, "lignes/1/")
    phone.tap(phone.key("Mise", "La partie"))  # which would have ended the match
    see_the_correction(phone, "100")
    expect(phone.page.locator(".errorlist.nonfield")).to_contain_text(
        "Avec cette correction, la ligne 2 ne serait plus permise"
    )
    expect(phone.key("Mise", "La partie")).to_be_checked()
    assert table.body()["version"] == 3
    console_errors.clear()  # the browser reports the 400


@pytest.mark.nightly
def test_the_last_line_is_undone_from_its_explanation_too(phone, table):
    phone.score(table).watch(table, "lignes/3/")
    phone.tap(phone.page.get_by_role("button", name="Annuler cette ligne"))
    expect(phone.lines).to_have_count(2)
    phone.expect_scores(10, 60)


@pytest.mark.nightly
@pytest.mark.parametrize("script", [True, False])
def test_back_never_asks_whether_to_send_a_correction_again(phones, table, script):
    phone = phones(java_script_enabled=script)
    phone.score(table).watch(table, "lignes/2/")
    see_the_correction(phone, "75")
    expect(phone.page.locator(".differences")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    phone.expect_scores(235, 65)
    for _page in ("where the differences stood", "the line"):
        answer = phone.page.go_back()
        assert answer is not None
        assert (answer.status, answer.request.method) == (200, "GET")
        expect(phone.page.get_by_role("heading", name="Brasse 2")).to_be_visible()
        expect(phone.key("Points ramassés", "75")).to_be_checked()
    assert table.body()["version"] == 5
