"""Every variant, from the start page to two recorded hands."""

import pytest
from playwright.sync_api import expect

from games.registry import installed
from tests import factories
from tests.browser.phones import Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# Two hands of each variant, and the scores after each.
CONTRACT = [(("Anne", 70, 80), (80, 20)), (("Bruno", 55, 40), (140, -35))]
PLAYED = {
    "traditionnel": CONTRACT,
    "ruff": CONTRACT,
    "as-penalises": [(("Anne", 35, 35), (35, 25)), (("Bruno", 40, 80), (15, 105))],
    "reussie-ou-zero": [(("Anne", 65, 70), (70, 0)), (("Bruno", 70, 60), (150, 0))],
    "achat-points": [(("Anne", 15, 70), (55, 30)), (("Bruno", 5, 40), (115, 65))],
    "achat-argent": [(("Anne", 4, 70), (70, 30)), (("Bruno", 3, 55), (115, 85))],
    "competitif": [(("Anne", 10, 40), (30, 20)), (("Bruno", 5, 30), (60, 45))],
    "competitif-argent": [(("Anne", 4, 35), (35, 25)), (("Bruno", 3, 20), (75, 45))],
}
MONEY = ("achat-argent", "competitif-argent")


def choose_variant(phone: Phone, slug: str) -> None:
    preset = installed.game_of("dix").preset(slug)
    phone.open("/jouer/dix/")
    fold = phone.page.locator("details", has=phone.page.locator("[data-preset-shown]"))
    phone.tap(fold.locator("summary"))
    variant = phone.page.get_by_role("radio", name=str(preset.name), exact=False).and_(
        phone.page.locator(f"[value='{slug}']")
    )
    if not variant.is_checked():
        with phone.page.expect_response(lambda answer: "/jouer/dix/?" in answer.url):
            phone.tap(variant)
    expect(fold.locator("summary")).to_contain_text(str(preset.name))
    # The rules that may be changed are now those of the variant.
    values = factories.setup(preset=preset).preset.values
    for rule in ("bid_format", "card_values", "deck"):
        expect(phone.page.locator(f"#id_rule-{rule}")).to_have_value(str(values[rule]))
    expect(phone.page.locator("#id_rule-target")).to_have_value(str(values["target"]))


def test_every_variant_is_played_below():
    assert set(PLAYED) == {preset.slug for preset in installed.game_of("dix").presets}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", some(list(PLAYED), 8))
def test_a_variant_chosen_at_the_start_is_the_one_that_is_scored(phone, slug):
    choose_variant(phone, slug)
    phone.start()
    assert phone.match.preset == slug
    purses = phone.page.locator(".dix__purse")
    expect(purses).to_have_count(2 if slug in MONEY else 0)
    for hand, scores in PLAYED[slug]:
        phone.record(*hand)
        phone.expect_scores(*scores)
    if slug in MONEY:
        expect(purses).to_have_text(["bourse 16 $", "bourse 17 $"])


@pytest.mark.nightly
def test_a_rule_changed_beside_the_variant_holds(phone):
    choose_variant(phone, "as-penalises")
    phone.tap(phone.page.get_by_text("Changer une règle"))
    phone.page.locator("#id_rule-target").fill("60")
    phone.start()
    expect(phone.page.locator(".board__target").first).to_have_text("sur 60")
    phone.record("Anne", 30, 60)
    expect(phone.page.locator(".result")).to_be_visible()


def test_rules_that_do_not_go_together_are_refused_with_their_sentence(phone, console_errors):
    choose_variant(phone, "achat-points")
    phone.tap(phone.page.get_by_text("Changer une règle"))
    phone.page.locator("#id_rule-partie").select_option("stake")
    for seat in range(4):
        phone.page.locator(f"#id_name_{seat}").fill(f"Personne {seat}")
    phone.tap(phone.page.get_by_role("button", name="Commencer le match"))
    expect(
        phone.page.get_by_text("Quand l'atout s'achète, la partie ne se mise pas")
    ).to_be_visible()
    expect(phone.page.locator("#id_name_3")).to_have_value("Personne 3")
    expect(phone.page.locator("#id_rule-partie")).to_have_value("stake")
    console_errors.clear()  # the browser reports the 400


def count(phone: Phone, what: str, number: int) -> None:
    row = phone.page.get_by_role("group", name=what, exact=True)
    phone.tap(row.get_by_role("radio", name=str(number), exact=True))


def test_penalised_aces_bring_the_values_that_go_with_them(phone):
    phone.open("/jouer/dix/")
    phone.page.locator("summary", has_text="Changer une règle").tap()
    target = phone.page.locator("#id_rule-target")
    phone.page.locator("#id_rule-card_values").select_option("penalised_aces")
    expect(target).to_have_value("300")
    expect(phone.page.locator("#id_rule-partie")).to_have_value("forbidden")
    phone.page.get_by_role("button", name="Garder les valeurs d'avant").tap()
    expect(target).to_have_value("500")
    expect(phone.page.locator("#id_rule-card_values")).to_have_value("penalised_aces")


@pytest.mark.nightly
def test_with_penalised_aces_the_helper_computes_the_points(phone):
    phone.score(factories.table(preset="as-penalises"))
    phone.tap(phone.key("Qui a misé ?", "Bruno"))
    phone.tap(phone.key("Mise", "40"))
    phone.tap(phone.page.locator(".pad__more > summary"))
    for what, number in (
        ("Combien de 10 ?", 3),
        ("Combien de 5 ?", 2),
        ("As volés par ce camp", 1),
        ("As perdus par ce camp", 2),
    ):
        count(phone, what, number)
    expect(phone.key("Points ramassés", "30")).to_be_checked()
    expect(phone.preview).to_contain_text("Mise de 40 ratée")
    count(phone, "As perdus par ce camp", 0)
    expect(phone.key("Points ramassés", "50")).to_be_checked()
    phone.tap(phone.record_button)
    phone.expect_scores(10, 50)


@pytest.mark.nightly
def test_with_penalised_aces_the_points_go_below_zero(phone):
    phone.score(factories.table(preset="competitif"))
    phone.tap(phone.key("Qui a misé ?", "Anne"))
    phone.tap(phone.key("Mise", "5"))
    phone.tap(phone.page.locator(".pad__more > summary"))
    count(phone, "Combien de 10 ?", 1)
    count(phone, "As perdus par ce camp", 4)
    phone.tap(phone.record_button)
    phone.expect_scores(-35, 90)  # −30 points, 5 paid


@pytest.mark.nightly
def test_more_than_four_aces_are_refused_with_a_sentence(phone, console_errors):
    table = factories.table(preset="as-penalises")
    phone.score(table)
    phone.tap(phone.key("Qui a misé ?", "Anne"))
    phone.tap(phone.key("Mise", "40"))
    phone.tap(phone.page.locator(".pad__more > summary"))
    count(phone, "As volés par ce camp", 4)
    count(phone, "As perdus par ce camp", 3)
    sentence = "Il n'y a que quatre as, volés et perdus ensemble."
    expect(phone.preview).to_contain_text(sentence)
    phone.tap(phone.record_button)
    expect(phone.page.locator("#pad .errorlist")).to_have_text(sentence)
    assert table.body()["entries"] == []
    count(phone, "As volés par ce camp", 1)
    expect(phone.page.locator("#pad .errorlist")).to_have_count(0)
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)
    console_errors.clear()  # the browser reports the 400


@pytest.mark.nightly
def test_with_an_empty_purse_trump_is_named_without_paying(phone):
    hands = [{"bidder": 0, "bid": 20, "taken": 60}, {"bidder": 1, "bid": 20, "taken": 60}]
    phone.score(factories.table(None, *hands, preset="achat-argent"))
    expect(phone.page.locator(".dix__purse")).to_have_text(["bourse 0 $", "bourse 0 $"])
    phone.record("Chloé", "sans payer", 50)  # on the left of Bruno, who deals
    phone.expect_scores(150, 150)
    phone.tap(phone.line(3))
    expect(phone.preview).to_contain_text("Bourse vide : l'atout est choisi sans payer.")


@pytest.mark.nightly
def test_more_than_the_purse_is_refused_with_what_is_left(phone, console_errors):
    hand = {"bidder": 0, "bid": 15, "taken": 60}
    phone.score(factories.table(None, hand, preset="achat-argent"))
    phone.choose("Anne", 10, 50)
    expect(phone.preview).to_contain_text("Il reste 5 $ dans la bourse (Nous)")
