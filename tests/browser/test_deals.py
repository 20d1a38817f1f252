"""A deal is opened in the lab by each of its doors, on a phone, and walked through."""

import io
import re
from random import Random

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from games.dix.analysis.deal.deal_form import EXAMPLE
from games.presentation.wording import card_name
from tests import factories
from tests.games.dix.analysed import analysed
from tests.games.dix.reviewed import SLIPPED
from tests.tournaments.duplicate import duplicate_evening, play_round

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PAGE = "/labo/dix/donne/"
SHORT = ["AS KS 5D", "6S 10S 6H", "7S 6C 10H", "8S 7C QD"]


def card(phone, code):
    """Return a card of the grid."""
    return phone.page.locator(".lab-deal label").filter(
        has=phone.page.locator(f'[value="{code}@0"]')
    )


def hand(phone, seat):
    """Return the button of a hand, above the grid."""
    return phone.page.get_by_role("group", name="La main à remplir").get_by_role("button").nth(seat)


def give(phone, *hands):
    """Give the cards of some hands in the grid, the first seat's first."""
    for seat, codes in enumerate(hands):
        if seat:
            phone.tap(hand(phone, seat))
        for code in codes.split():
            phone.tap(card(phone, code))


def solve(phone):
    """Have a whole deal solved, by a job."""
    phone.tap(phone.page.locator("#compute"))
    launch = phone.page.get_by_role("button", name="Lancer le calcul")
    expect(launch.or_(phone.page.locator(".lab-sentence"))).to_be_visible()
    if launch.count():
        phone.tap(launch)
    expect(phone.page.locator(".lab-sentence")).to_be_visible(timeout=120_000)


def test_a_card_is_given_by_one_tap_and_the_grid_says_who_has_what(phone, console_errors):
    phone.open(PAGE)
    give(phone, "AS KS", "10S")
    # Three cards and one other hand.
    assert phone.taps == 4
    expect(hand(phone, 0)).to_have_text("Nord 2")
    expect(hand(phone, 1)).to_have_text("Est 1")
    # A tap takes a card back, and moves one that another hand has.
    phone.tap(card(phone, "10S"))
    phone.tap(card(phone, "AS"))
    expect(hand(phone, 0)).to_have_text("Nord 1")
    expect(hand(phone, 1)).to_have_text("Est 1")
    expect(card(phone, "AS").locator("select")).to_have_value("AS@1")
    # With no hand pressed each card has its list.
    phone.tap(hand(phone, 1))
    card(phone, "KS").locator("select").select_option("KS@3")
    expect(hand(phone, 3)).to_have_text("Ouest 1")
    assert phone.overflow() == 0


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_a_short_end_is_walked_through_within_a_trick_printed_and_shared(phones, width, height):
    phone = phones(viewport={"width": width, "height": height})
    page = phone.open(PAGE).page
    give(phone, *SHORT)
    page.get_by_label("Atout").select_option("spades")
    page.get_by_label("Qui mise et entame").select_option("0")
    phone.tap(page.locator("#compute"))
    sentence = page.locator(".lab-sentence")
    expect(sentence).to_be_visible()
    # The grid still knows who has what.
    expect(hand(phone, 3)).to_have_text("Ouest 3")
    # A card that North may play leads into the trick, where East must answer.
    legal = page.get_by_role("group", name="Chaque carte que Nord peut jouer")
    phone.tap(legal.get_by_role("link").first)
    expect(sentence).to_contain_text("Est joue")
    expect(page.get_by_role("row", name="Sur la table")).to_contain_text(card_name("AS"))
    line = page.get_by_role("group", name="La suite au mieux, carte par carte")
    phone.tap(line.get_by_role("link").nth(2))
    expect(page.locator(".is-marked")).to_have_count(1)
    expect(sentence).to_contain_text("Ouest joue")
    assert phone.overflow() == 0
    paper = PdfReader(io.BytesIO(page.pdf(format="A4")))
    text = " ".join(sheet.extract_text() for sheet in paper.pages)
    assert len(paper.pages) <= 2
    assert "Ouest joue" in text
    assert "Lancer" not in text
    assert "Calculer" not in text
    picture = page.get_by_role("link", name="Partager en image").get_attribute("href")
    answer = page.request.get(phone.site + picture)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    # Who is sent the address finds the same position.
    other = phones().open(page.url.removeprefix(phone.site))
    expect(other.page.locator(".lab-sentence")).to_have_text(sentence.inner_text())


@pytest.mark.nightly
def test_a_pasted_line_is_solved_by_a_job(phone):
    phone.open(PAGE)
    phone.page.get_by_label("Ou une ligne collée").fill(EXAMPLE)
    solve(phone)
    expect(phone.page.locator(".lab-sentence")).to_contain_text("Par :")
    table = phone.page.get_by_role("group", name="Ce que prend au mieux le camp qui mise")
    expect(table.get_by_role("row")).to_have_count(5)
    expect(hand(phone, 0)).to_have_text("Nord 10")
    # Now that it is stored, its answer comes at once, and a step of its line too.
    line = phone.page.get_by_role("group", name="La suite au mieux, carte par carte")
    phone.tap(line.get_by_role("link").nth(7))
    expect(phone.page.locator(".is-marked")).to_have_count(1)
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_a_recorded_hand_is_opened_from_its_review_and_by_its_address(phone):
    table = analysed()
    review = f"/parties/{table.id}/lignes/1/analyse/"
    phone.open(review)
    phone.tap(phone.page.get_by_role("link", name="Ouvrir cette donne au labo"))
    expect(hand(phone, 0)).to_have_text("Nord 10")
    solve(phone)
    expect(phone.page.locator(".lab-sentence")).to_be_visible()
    phone.open(PAGE)
    phone.page.get_by_label("Ou l'adresse de sa page").fill(phone.site + review)
    solve(phone)
    hands = phone.page.get_by_role("group", name=re.compile("^Les quatre mains, atout pique"))
    expect(hands.get_by_role("row")).to_have_count(5)
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_a_board_is_opened_from_its_page_once_nobody_has_yet_to_play_it(phone):
    night, random = duplicate_evening(4, "howell", deals=1), Random(3)
    rows = []
    while not any(row["open"] for row in rows):
        play_round(night, random)
        rows = night.do("get", "boards/")["boards"]
    number = next(row["number"] for row in rows if row["open"])
    phone.open(f"/tournois/{night.id}/donnes/{number}/")
    phone.tap(phone.page.get_by_role("link", name="Ouvrir cette donne au labo"))
    solve(phone)
    expect(phone.page.locator(".lab-sentence")).to_contain_text("Par :")
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_the_review_says_what_passing_would_have_brought(phone):
    made = {"bidder": 1, "bid": 100, "taken": 100}
    phone.watch(factories.table(None, SLIPPED, made, rules={"target": 140}), "lignes/1/analyse/")
    bid = phone.page.get_by_role("region", name="La mise")
    expect(bid).to_contain_text("Passer aurait mené à", timeout=120_000)
