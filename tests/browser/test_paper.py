"""Tests of printing: a finished match is one page with its curve; blank sheets keep their heads."""

import random
from importlib import import_module

import pytest
from playwright.sync_api import expect

from games.services import SeatAsked
from tests import factories
from tests.browser.checks import broken_words
from tests.browser.test_layout import pages_of
from tests.bulletin.evenings import DAY, published, with_a_riddle
from tests.games.dix.analysed import analysed
from tests.tournaments.stages import arranged

pytestmark = [pytest.mark.browser, pytest.mark.nightly, pytest.mark.one_database]

NAMES = ("Anne-Frédérique Ouellet", "Bruno", "Chloé", "Maximilien", "Özgür")
# The size of an A4 page within margins of 12 mm, in the browser's pixels.
ON_PAPER = {"width": 703, "height": 1031}


def over(game, seats):
    """Record the first random match of `seats` people with more than twelve lines, to its end."""
    draw = import_module(f"tests.games.{game.replace('-', '_')}.reference_matches").whole_match
    whole = next(
        match
        for seed in range(400)
        if (match := draw(random.Random(seed))).seats == seats and len(match.entries) > 12
    )
    players = [SeatAsked(name=name) for name in NAMES[:seats]]
    match = factories.started(game, rules=whole.rules, seats=players)
    return factories.recorded(match, *whole.entries)


@pytest.mark.parametrize(
    ("game", "seats", "marks"),
    [
        ("dix", 4, ".dix__side .disc"),
        ("dix-mille", 4, ".mille__palier.is-crossed, .bars__bar"),
        ("yams", 5, ".is-barred, .is-crossed"),
        ("maitre", 5, ".mark--cross, .is-crossed"),
    ],
)
def test_a_finished_match_is_one_page_with_its_curve_and_its_marks(phones, game, seats, marks):
    phone = phones(viewport=ON_PAPER)
    match = over(game, seats)
    phone.open(f"/parties/{match.pk}/")
    assert pages_of(phone) == 1
    phone.page.emulate_media(media="print")
    expect(phone.page.locator(".curve__drawing").first).to_be_visible()
    expect(phone.page.locator(marks).last).to_be_visible()
    assert phone.overflow() <= 1  # a coche leans


def test_an_analysed_hand_is_one_page_with_all_its_tricks(phones):
    phone = phones(viewport=ON_PAPER).watch(analysed(), "lignes/1/analyse/")
    assert pages_of(phone) == 1
    phone.page.emulate_media(media="print")
    expect(phone.page.locator("[data-trick]:visible")).to_have_count(10)


@pytest.mark.parametrize("game", ["dix", "dix-mille", "yams", "maitre", "bataille"])
def test_no_head_of_a_blank_sheet_is_cut_or_broken(phones, game):
    for language in ("fr-FR", "en-GB"):
        phone = phones(locale=language, viewport=ON_PAPER).open(f"/regles/{game}/feuille/")
        phone.page.emulate_media(media="print")
        assert broken_words(phone.page) == []
        wide = phone.page.evaluate(
            "[...document.querySelectorAll('.blank th')]"
            ".filter((head) => head.scrollWidth > head.clientWidth + 1)"
            ".map((head) => head.textContent)"
        )
        assert wide == []
        assert pages_of(phone) == 1


def test_a_bulletin_is_one_page_with_its_riddle_however_long_its_officer_made_it(phones):
    club = factories.club("le-club")
    with_a_riddle(club)
    words = " ".join(["La soirée fut longue, et belle."] * 200)[:3900]
    text = "\n\n".join(words[at : at + 390] for at in range(0, 3900, 390))
    published(club, factories.site_owner(), title="La soirée " * 12, text=text)
    phone = phones(viewport=ON_PAPER).open(f"/clubs/le-club/bulletin/{DAY}/")
    assert pages_of(phone) == 1
    phone.page.emulate_media(media="print")
    expect(phone.page.locator(".bulletin__turned")).to_be_visible()
    expect(phone.page.locator("details")).to_have_count(2)
    for fold in phone.page.locator("details").all():
        expect(fold).to_be_hidden()


def test_what_a_club_prints_of_a_tournament_wastes_no_page(phones, club):
    """Check that three table cards are on a page and none is blank.

    The standings take one page, and no dash is on a separate line between the sides of a table.
    """
    officer = factories.member(club, "officer")
    pairs = [f"Anne Charbonneau & Jean Ouellet {at}" for at in range(24)]
    home = f"/tournois/{arranged(club, officer, 'published', entered=pairs[:13]).pk}/"
    phone = phones(viewport=ON_PAPER).sign_in(officer)
    phone.open(f"{home}rondes/1/cartes/")
    assert pages_of(phone) == 2
    phone.open(f"{home}imprimer/ronde/").page.emulate_media(media="print")
    sides = phone.page.locator("tbody tr").first.locator("bdi")
    assert sides.evaluate_all("all => all.map((one) => getComputedStyle(one).display)") == [
        *["inline"] * 2
    ]
    # A pair that rests has no table.
    assert phone.page.locator("tbody th").last.inner_text() == "–"
    home = f"/tournois/{arranged(club, officer, 'published', entered=pairs).pk}/"
    phone.open(f"{home}imprimer/classement/")
    assert pages_of(phone) == 1
