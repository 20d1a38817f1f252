"""Tests the shortest duplicate evening: two teams over one board, up to the percentages."""

import io
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from games.presentation.wording import rank_name
from tests import factories
from tests.browser.test_tournaments import paste, press
from tests.tournaments.duplicate import duplicate_evening
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PAIRS = ["Anne & Bruno", "Chloé & David", "Émile & Fanny", "Gilles & Hélène"]
SPADES, HEARTS = "pique", "cœur"


def go(phone, target):
    """Tap a link, and wait for its page."""
    with phone.page.expect_navigation():
        target.tap()


def enter(phone, bidder, bid, trump, taken):
    """Enter the result of the board that is open, each value by its key."""
    keys = (("Qui a misé ?", bidder), ("Mise", bid), ("Atout", trump), ("Points ramassés", taken))
    for question, answer in keys:
        row = phone.page.get_by_role("group", name=question, exact=True)
        row.locator("label").filter(has_text=re.compile(rf"^\s*{answer}\s*$")).tap()
    press(phone, "Noter la donne")
    expect(phone.page.get_by_text("La donne est notée.")).to_be_visible()


@pytest.mark.nightly
def test_a_match_of_two_teams_goes_from_the_list_to_printed_percentages(
    phones, club, console_errors
):
    keeper = phones(viewport={"width": 1280, "height": 800})
    ours, theirs = phones(), phones()
    page = keeper.sign_in(factories.member(club, "officer")).open("/tournois/nouveau/").page
    page.get_by_label("Nom du tournoi").fill("Match par quatre")
    paste(keeper, "\n".join(PAIRS))
    page.get_by_role("radio", name=re.compile("^Rotation")).check()
    page.get_by_text("Date, lieu, options", exact=True).tap()
    page.get_by_role("combobox", name="Qui tourne").select_option("teams")
    # The preview shows how the list was understood, before it is sent.
    expect(page.locator(".t-preview__sum")).to_contain_text("4 paires à inscrire")
    page.get_by_role("spinbutton", name="Rondes").fill("1")
    page.get_by_role("spinbutton", name="Donnes par ronde").fill("1")
    page.get_by_role("combobox", name="Les mêmes donnes").select_option("matchpoints")
    press(keeper, "Ouvrir le tournoi")
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    night = Tournament.objects.get()

    # Each pair has a card with the link to its own page, « Ma table ».
    keeper.open(f"/tournois/{night.pk}/cartes/inscrits/")
    cards = page.locator(".t-card__link")
    own = [card.get_attribute("href") for card in cards.all()]

    # Table 1, on the phones of both sides: North bids 70 and takes 75, East-West the other 25.
    # North-South has 75 and East-West 25: +50.
    ours.open(own[0])
    go(ours, ours.page.locator("a.t-board"))
    enter(ours, "Nord", 70, SPADES, 75)
    expect(ours.page.locator(".t-board")).to_have_text(re.compile(r"Nord 70 pique, 75\s+\+50"))
    theirs.open(own[2])
    press(theirs, "C'est bien le résultat : confirmer")

    # Table 2, at the desk: East bids 60 and takes 50. East-West loses 60, North-South has 50: +110.
    keeper.open(f"/tournois/{night.pk}/rondes/1/resultats/")
    page.get_by_role("textbox", name="Donne 1, table 2 : Qui a misé ?").focus()
    page.keyboard.type("e60c50")
    press(keeper, "Tout enregistrer")
    # The page of the desk is back, with nothing left to enter.
    press(keeper, "Clore la ronde 1")

    # Of two results the better one beats one: 100 %, and its opponents have 0 %. The better
    # East-West are those who lost 50 rather than 110.
    go(keeper, page.get_by_role("link", name="Classement", exact=True))
    rows = page.locator(".t-rank")
    expect(rows.nth(0)).to_contain_text("Émile & Fanny")
    page.locator(".t-rank summary").nth(0).tap()
    expect(rows.nth(0).locator(".t-sums")).to_have_text("Donne 1 : −50, 1 battu, 0 égal, 100 %")
    go(keeper, page.get_by_role("link", name="Donnes", exact=True))
    go(keeper, page.get_by_role("link", name="Imprimer les résultats"))
    page.emulate_media(media="print")
    actual = [row.split() for row in page.locator(".t-record tbody tr").all_inner_texts()]
    assert [" ".join(row) for row in actual] == [
        "Gilles & Hélène 100 % Chloé & David 0 % E 60 cœur, 50 +110",
        "Anne & Bruno 0 % Émile & Fanny 100 % N 70 pique, 75 +50",
    ]


FRENCH_RANKS = ("A", "R", "D", "V", "10", "9", "8", "7", "6", "5")
FRENCH_PACK = [(suit, rank) for suit in "SHDC" for rank in FRENCH_RANKS]


@pytest.mark.nightly
def test_a_second_person_deals_from_the_slips_as_they_are_on_paper(phones):
    night = duplicate_evening(8, "mitchell", deals=5)
    officer = night.club.memberships.get().user
    page = phones().sign_in(officer).open(f"/tournois/{night.id}/donnes/imprimer/fiches/").page
    paper = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    text = "\n".join(sheet.extract_text() for sheet in paper.pages)
    slips = re.split(r"Donne (\d+) .*\n", text)[1:]
    assert slips[::2] == [str(number) for number in range(1, 21)]
    for number, slip in zip(slips[::2], slips[1::2], strict=True):
        # The slip has the cards of the sorted pack, each with the seat to which it goes.
        words = slip.split()[:80]
        assert words[::2] == [rank for _suit, rank in FRENCH_PACK]
        hands = {
            seat: {
                suit + rank
                for (suit, rank), named in zip(FRENCH_PACK, words[1::2], strict=True)
                if named == seat
            }
            for seat in "NESO"
        }
        dealt = night.do("get", f"boards/{number}/")["hands"]
        assert list(hands.values()) == [
            {card[-1] + rank_name(card[:-1]) for card in hand} for hand in dealt
        ]
