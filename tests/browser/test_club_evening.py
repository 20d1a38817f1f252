"""Tests of « Soirée », from the club's page to a published first round, counting the clicks."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_tournaments import press
from tournaments.models import Table, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# As it is sent round in a group: a title, signs of all kinds, a name spelt badly, one alone.
MESSY = """Inscrits

1. Anne & Bruno
2. chloé / DAVID
3. Émile et Fanny
4. Gilles ; Hélène
5. Inès, Jean
6. Karim + Lea
7. Marc - Nadja
8. Odile
"""
KNOWN = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gilles", "Hélène", "Inès", "Jean")
MORE = ("Karim", "Léa", "Marc", "Nadia")
EIGHT = "\n".join(f"Nord {at} & Sud {at}" for at in range(1, 9))


def pasted(phone, club, text):
    """Go from the club's page to « Soirée », and paste a list there. These are two clicks."""
    page = phone.sign_in(factories.member(club, "officer")).open(f"/clubs/{club.slug}/").page
    phone.tap(page.get_by_role("link", name="Soirée", exact=True))
    box = page.get_by_role("textbox", name="Qui est là ?")
    phone.tap(box)
    box.fill(text)
    expect(page.get_by_role("button", name="Tirer la première ronde").first).to_be_visible()
    return page


def test_a_messy_list_is_a_published_round_in_six_clicks_with_one_question(
    phones, club, console_errors
):
    for name in (*KNOWN, *MORE):
        factories.player(name, club)
    phone = phones()
    page = pasted(phone, club, MESSY)
    check = page.locator("#check")
    expect(check).to_have_count(1)
    expect(check.locator("legend")).to_have_text(
        "1 sans partenaire, 1 nouveau, 1 homonyme, 1 ligne sautée"
    )
    # The formulas come again: a number that is turned before would be lost.
    with page.expect_response(lambda response: response.request.method == "POST"):
        phone.tap(check.get_by_role("radio", name="Attendre un partenaire"))
    expect(page.get_by_role("heading", name="7 paires")).to_be_visible()
    # One number of the formula is turned by keyboard, and the hour of the end follows.
    rounds = page.get_by_role("spinbutton", name="Rondes").first
    ends = page.locator(".t-advised > li").first
    before = ends.inner_text()
    rounds.press("ArrowUp")
    expect(ends).not_to_have_text(before, use_inner_text=True)
    with page.expect_navigation():
        phone.tap(page.get_by_role("button", name="Tirer la première ronde : Suisse"))
    # Nothing odd is asked about again.
    expect(page.locator(".notice--error")).to_have_count(0)
    with page.expect_navigation():
        phone.tap(page.get_by_role("button", name="Publier la ronde 1"))
    expect(page.get_by_text("La ronde 1 est publiée : à table.")).to_be_visible()
    assert phone.taps <= 6, phone.taps
    assert Table.objects.filter(round__state="published").count() == 4  # one pair rests
    assert phone.overflow() == 0


# Each cell is typed in one go: who bid, the bid, the trump, the points.
CELLS = ["n70p75", "e60c50", "s80k85", "o55t60"]


@pytest.mark.nightly
def test_a_duplicate_round_is_typed_by_keyboard_in_one_grid(phones, club, console_errors):
    phone = phones(viewport={"width": 1280, "height": 800})
    page = pasted(phone, club, EIGHT)
    expect(page.locator("#check")).to_be_visible()  # sixteen new names, and nothing to answer
    with page.expect_navigation():
        phone.tap(page.get_by_role("button", name="Mêmes donnes à toutes les tables"))
    with page.expect_navigation():
        phone.tap(page.get_by_role("button", name="Publier la ronde 1"))
    with page.expect_navigation():
        phone.tap(page.get_by_role("link", name="Saisir les résultats"))
    assert phone.taps <= 7, phone.taps
    night = Tournament.objects.get()
    # Pairs stay pairs, and all tables have the same eight deals.
    assert [len(side) for table in Table.objects.all() for side in table.sides] == [1] * 8
    fields = page.locator("input.g-input")
    expect(fields).to_have_count(8 * 4 * 4)
    address = page.url
    gone = []
    page.on("framenavigated", lambda frame: gone.append(frame.url))
    fields.first.focus()
    for cell in range(32):
        keys = CELLS[cell % 4]
        if cell == 0:
            # Tab after each value does the same as typing on.
            for value in ("n", "70", "p", "75"):
                page.keyboard.type(value)
                page.keyboard.press("Tab")
            continue
        page.keyboard.type(keys)
        if cell < 31:
            page.keyboard.press("Enter")
    assert not gone, "a page was left while typing"
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_text("32 résultats notés.")).to_be_visible()
    assert page.url == address
    expect(page.get_by_role("textbox", name="Donne 8, table 4 : Points ramassés")).to_have_value(
        "60"
    )
    # Before the round is closed no deal has been compared, so nobody is ahead.
    page.goto(f"{phone.site}/tournois/{night.pk}/classement/")
    expect(page.get_by_text("Pas encore de classement.")).to_be_visible()
    page.goto(address)
    press(phone, "Clore la ronde 1")
    expect(page.get_by_role("heading", name="En tête")).to_be_visible()
