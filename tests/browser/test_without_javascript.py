"""Everything at the table without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import NAMES, Phone

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


@pytest.fixture
def plain(phones) -> Phone:
    """A phone whose browser runs no script."""
    return phones(java_script_enabled=False)


@pytest.fixture
def table():
    """A table with two hands. Its totals are 80–20, then 10–60."""
    return factories.table(None, factories.HAND, factories.FAILED)


def press(phone: Phone, name: str) -> None:
    phone.tap(phone.page.get_by_role("button", name=name))


def test_a_table_is_started_played_and_played_again(plain, club):
    plain.open()
    plain.tap(plain.page.get_by_role("link", name="Jeu du 10"))
    plain.start()
    plain.record("Anne", 70, 80)
    plain.expect_scores(80, 20)
    plain.record("Bruno", "La partie", 100)
    expect(plain.page.locator("#result-title")).to_contain_text("gagnent")
    press(plain, "Revanche")
    plain.expect_scores(0, 0)
    assert [seat.name for seat in plain.match.seats.all()] == list(NAMES)


@pytest.mark.nightly
def test_another_variant_is_started_with_its_own_rules(plain):
    plain.open("/jouer/dix/")
    plain.page.locator("summary").first.tap()
    plain.tap(plain.page.locator("[value='achat-argent']"))
    plain.start()
    expect(plain.page.locator(".dix__purse")).to_have_text(["bourse 20 $", "bourse 20 $"])


def test_a_line_is_seen_first_and_then_recorded(plain):
    table = factories.table()
    plain.score(table).choose("Anne", 70, 60)
    press(plain, "Voir d'abord")
    expect(plain.preview).to_contain_text("Nous −70 → −70")
    expect(plain.preview).to_contain_text("Vous +40 → 40")
    assert table.body()["entries"] == []
    expect(plain.key("Points ramassés", "60")).to_be_checked()
    plain.tap(plain.record_button)
    plain.expect_scores(-70, 40)
    assert plain.page.url.endswith(f"/parties/{table.id}/")


@pytest.mark.nightly
def test_a_refused_line_comes_back_with_its_sentence_and_what_was_tapped(plain, console_errors):
    plain.score(factories.table())
    plain.tap(plain.key("Qui a misé ?", "Anne"))
    plain.tap(plain.record_button)
    expect(plain.page.locator("#pad .errorlist").first).to_contain_text("Il manque la mise")
    expect(plain.key("Qui a misé ?", "Anne")).to_be_checked()
    console_errors.clear()  # the browser reports the 400


@pytest.mark.nightly
def test_the_points_of_penalised_aces_are_counted_from_the_cards(plain):
    plain.score(factories.table(preset="as-penalises"))
    plain.page.locator(".pad__more > summary").tap()
    for what, number in (("Combien de 10 ?", "3"), ("As volés par ce camp", "2")):
        row = plain.page.get_by_role("group", name=what, exact=True)
        row.get_by_role("radio", name=number, exact=True).tap()
    plain.tap(plain.key("Qui a misé ?", "Anne"))
    plain.tap(plain.key("Mise", "40"))
    press(plain, "Voir d'abord")
    expect(plain.preview).to_contain_text("Nous +50 → 50")


def test_the_last_line_is_undone(plain, table):
    plain.score(table)
    press(plain, "Annuler la dernière ligne")
    expect(plain.lines).to_have_count(1)
    plain.expect_scores(80, 20)


@pytest.mark.nightly
def test_a_line_is_corrected_with_the_differences_shown_first(plain, table):
    plain.score(table)
    plain.tap(plain.line(1))
    plain.tap(plain.key("Points ramassés", "90"))
    press(plain, "Voir ce que ça change")
    expect(plain.page.locator(".differences tbody tr")).to_have_count(2)
    expect(plain.page.locator(".differences")).to_contain_text("avant 80 après 90")
    assert table.body()["entries"][0]["data"]["taken"] == 80
    press(plain, "Garder la correction")
    plain.expect_scores(20, 50)
    expect(plain.line(1).locator(".paper__corrected")).to_contain_text("corrigée")


@pytest.mark.nightly
def test_sides_are_renamed_and_the_match_is_given_up_and_resumed(plain, table):
    plain.score(table)
    plain.page.locator("summary").first.tap()
    plain.tap(plain.page.get_by_role("link", name="Régler ou arrêter le match"))
    plain.page.get_by_label("Camp 1").fill("Les Valets")
    press(plain, "Enregistrer")
    expect(plain.page.get_by_role("heading", name="Les Valets")).to_be_visible()
    plain.watch(table, "reglages/")
    press(plain, "Abandonner le match")
    expect(plain.page.locator("#pad")).to_have_count(0)
    expect(plain.page.get_by_role("heading", level=1)).to_contain_text("abandonné")
    plain.watch(table, "reglages/")
    press(plain, "Reprendre le match")
    expect(plain.page.locator("#pad")).to_be_visible()


@pytest.mark.nightly
def test_the_links_are_shown_and_can_be_followed(plain, phones, table):
    plain.score(table).watch(table, "partager/")
    expect(plain.page.locator(".share__code svg")).to_have_count(1)
    press(plain, "Faire un lien pour marquer")
    expect(plain.page.locator(".share__code svg")).to_have_count(2)
    other = phones(java_script_enabled=False)
    other.follow_link(plain, "Adresse du lien")
    expect(other.page.locator("#pad")).to_be_visible()


@pytest.mark.nightly
def test_the_language_is_switched_and_stays(plain, table):
    plain.open("/regles/")
    press(plain, "English")
    expect(plain.page).to_have_url(f"{plain.site}/regles/")
    expect(plain.page.locator("html")).to_have_attribute("lang", "en")
    expect(plain.page.get_by_role("heading", name="Rules of the games")).to_be_visible()
    plain.score(table)
    expect(plain.page.get_by_role("group", name="Who bid?")).to_be_visible()
    plain.open("/regles/")
    press(plain, "Français")
    expect(plain.page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.nightly
def test_the_wall_and_the_sheet_offer_to_look_again(plain, table):
    plain.watch(table, "mur/")
    plain.tap(plain.page.get_by_role("link", name="Actualiser"))
    plain.expect_scores(10, 60)
