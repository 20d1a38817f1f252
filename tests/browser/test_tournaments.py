"""Tests of a tournament evening on phones, from the list to the podium.

It is the club's evening of 2 August 2023.
"""

import re
from io import BytesIO

import pytest
from openpyxl import Workbook
from playwright.sync_api import expect

from clubs.callers import Caller
from tests import factories
from tests.extents import sizes
from tournaments import services
from tournaments.models import Entrant, Table, Tournament
from tournaments.services import TableAddress, Writing
from tournaments.state.reported_result import ReportedResult

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# Fourteen people in seven pairs.
PAIRS = [
    "Anne & Bruno",
    "Chloé & David",
    "Émile & Fanny",
    "Gilles & Hélène",
    "Inès & Jean",
    "Karim & Léa",
    "Marc & Nadia",
]


def press(phone, name):
    """Tap the button of that name, and wait for the page that it leads to."""
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name=name).tap()


def paste(phone, text):
    """Paste a list of entrants, and wait for the preview that shows how it is understood."""
    phone.page.get_by_role("textbox", name=re.compile("Inscri")).fill(text)
    expect(phone.page.locator(".t-preview__sum")).to_be_visible()


def opened(phone, club, names, **options):
    """Make a tournament on the organiser's phone, with pasted entrants, and return it."""
    phone.sign_in(factories.member(club, "officer")).open("/tournois/")
    phone.page.get_by_role("link", name="Nouveau tournoi").tap()
    phone.page.get_by_label("Nom du tournoi").fill("Soirée du 2 août 2023")
    paste(phone, "\n".join(names))
    if "format" in options:
        phone.page.get_by_role("radio", name=re.compile(options["format"])).check()
    press(phone, "Ouvrir le tournoi")
    expect(phone.page.get_by_text("Le tournoi est ouvert.")).to_be_visible()
    return Tournament.objects.get()


def link_of(keeper, tournament, number, table, side):
    """The address behind a table's QR, as the organiser's cards show it."""
    keeper.open(f"/tournois/{tournament.pk}/rondes/{number}/cartes/")
    card = keeper.page.locator(".t-card").nth(table - 1)
    return card.locator("a").nth(side).get_attribute("href")


def tell(phone, *scores):
    """Type a result on the open page of a table."""
    phone.page.get_by_text("Saisir le résultat").tap()
    fields = phone.page.locator("input[name^=score_]")
    for at, score in enumerate(scores):
        fields.nth(at).fill(str(score))
    press(phone, "Noter le résultat")
    expect(phone.page.get_by_text("Le résultat est noté.")).to_be_visible()


def report(night, number, table, scores):
    """Have the organiser report a result, without a page."""
    services.report(
        at=TableAddress(night.pk, number, table),
        result=ReportedResult(scores),
        by=Writing(Caller(user=night.club.memberships.get().user)),
    )


# Results of later rounds are typed as in the first round. `make test` reports them without a
# page.
@pytest.mark.parametrize("rounds_told", sizes(1, 3))
def test_an_evening_of_seven_pairs_goes_from_the_list_to_the_podium(
    phones, club, console_errors, rounds_told
):
    keeper, ours, theirs = phones(), phones(), phones()
    night = opened(keeper, club, PAIRS)
    # Seven pairs need three rounds to be ranked, and one pair rests in each round.
    for number in (1, 2, 3):
        press(keeper, f"Tirer la ronde {number}")
        press(keeper, f"Publier la ronde {number}")
        for row in Table.objects.filter(round__tournament=night, round__number=number):
            if len(row.sides) == 1:
                continue
            scores = (500, 300 + 5 * row.number)
            if number > rounds_told:
                report(night, number, row.number, scores)
                continue
            ours.open(link_of(keeper, night, number, row.number, 0))
            assert ours.page.url.endswith(f"/rondes/{number}/tables/{row.number}/")
            tell(ours, *scores)
            theirs.open(link_of(keeper, night, number, row.number, 1))
            press(theirs, "C'est bien le résultat : confirmer")
            expect(theirs.page.get_by_text("Le résultat est confirmé.")).to_be_visible()
        keeper.open(f"/tournois/{night.pk}/")
        press(keeper, f"Clore la ronde {number}")
    expect(keeper.page.locator(".podium__place")).to_have_count(3)
    night.refresh_from_db()
    assert night.state == "finished"
    keeper.page.get_by_role("link", name="Classement", exact=True).tap()
    keeper.page.get_by_text("Pourquoi 4ᵉ ?").tap()
    expect(keeper.page.locator("details[open]")).to_contain_text("Derrière")
    guest = phones().open("/tournois/")
    expect(guest.page.get_by_text("Soirée du 2 août 2023")).to_be_visible()


@pytest.mark.nightly
def test_two_sides_who_differ_are_settled_by_the_organiser(phones, club):
    keeper, ours, theirs = phones(), phones(), phones()
    night = opened(keeper, club, PAIRS[:2])
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    ours.open(link_of(keeper, night, 1, 1, 0))
    theirs.open(link_of(keeper, night, 1, 1, 1))
    tell(ours, 500, 300)
    tell(theirs, 300, 500)
    expect(theirs.page.get_by_text("Résultat contesté")).to_be_visible()
    keeper.open(f"/tournois/{night.pk}/")
    expect(keeper.page.get_by_text("À trancher")).to_be_visible()
    keeper.page.locator("section.notice .t-table__number").tap()
    fields = keeper.page.locator("input[name^=score_]")
    fields.nth(0).fill("500")
    fields.nth(1).fill("300")
    press(keeper, "Noter le résultat")
    assert Table.objects.get().state == "confirmed"


# The button that replaces « Saisir le résultat » once the other side has reported the result.
CONFIRM = "C'est bien le résultat : confirmer"
FINGER = """(summary, kind) =>
  summary.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: "touch" }))"""


def asked_again(page):
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        page.evaluate("htmx.trigger('#follow', 'follow')")


@pytest.mark.nightly
def test_a_page_that_follows_does_not_change_under_a_finger(phones, club):
    keeper, ours, theirs = phones(), phones(), phones()
    night = opened(keeper, club, PAIRS[:2])
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    ours.open(link_of(keeper, night, 1, 1, 0))
    page = theirs.open(link_of(keeper, night, 1, 1, 1)).page
    tell(ours, 500, 300)
    summary = page.locator("summary", has_text="Saisir le résultat")
    confirm = page.get_by_role("button", name=CONFIRM)
    summary.evaluate(FINGER, "pointerdown")
    asked_again(page)
    page.wait_for_timeout(100)
    expect(confirm).to_have_count(0)
    page.evaluate(
        "document.addEventListener('followed', () => "
        "{ document.title = document.getElementById('follow').inert; })"
    )
    summary.evaluate(FINGER, "pointerup")
    expect(confirm).to_be_visible()
    # A tap that began before the button changed does nothing, because it was meant for the old
    # button.
    expect(page).to_have_title("true")
    confirm.tap()  # and the next one, a glance later, is
    expect(confirm).to_have_count(0)
    assert Table.objects.get().state == "confirmed"


@pytest.mark.nightly
def test_a_list_pasted_before_the_scripts_are_there_is_previewed_all_the_same(phones, club):
    phone = phones()
    waiting = []
    phone.page.route("**/htmx*.js", lambda route: waiting.append(route))
    phone.sign_in(factories.member(club, "officer"))
    phone.page.goto(f"{phone.site}/tournois/nouveau/", wait_until="commit")
    phone.page.get_by_role("textbox", name="Inscrits").fill("\n".join(PAIRS))
    assert waiting
    for route in waiting:
        route.continue_()
    expect(phone.page.locator(".t-preview__sum")).to_have_text(
        "7 paires à inscrire · 14 personnes nouvelles"
    )


@pytest.mark.nightly
def test_a_table_is_played_hand_by_hand_from_its_qr(phones, club):
    keeper, ours = phones(), phones()
    night = opened(keeper, club, PAIRS[:2])
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    ours.open(link_of(keeper, night, 1, 1, 0))
    press(ours, "Jouer ici, main par main")
    assert sorted(seat.name for seat in ours.match.seats.all()) == [
        "Anne",
        "Bruno",
        "Chloé",
        "David",
    ]
    expect(ours.record_button).to_be_visible()


@pytest.mark.nightly
def test_one_code_carries_a_phone_from_the_check_in_to_the_next_table(phones, club, console_errors):
    """Check that a phone with only its own card gets from the check-in to the next table.

    On the way it finds its table and enters a result, which the other side confirms.
    """
    keeper, ours, theirs = phones(), phones(), phones()
    night = opened(keeper, club, PAIRS[:4])
    keeper.open(f"/tournois/{night.pk}/cartes/inscrits/")
    cards = [
        link.get_attribute("href")
        for link in keeper.page.locator("a.t-card__link").element_handles()
    ]
    # This script replaces the phone's vibration, so that the test can check it.
    ours.page.add_init_script("navigator.vibrate = () => (window.trembled = true)")
    ours.open(cards[0])
    home = ours.page.url
    press(ours, "Présent")
    expect(ours.page.get_by_text("Présent").first).to_be_visible()
    keeper.open(f"/tournois/{night.pk}/")
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    # The page that is open shows the table by itself.
    mine = ours.page.locator("[data-mine]")
    expect(mine).to_be_visible(timeout=12_000)
    assert ours.page.evaluate("window.trembled")
    table = Table.objects.get(round__number=1, number=mine.get_attribute("data-mine")[2:])
    (facing,) = {side[0] for side in table.sides} - {1}
    tell(ours, 500, 300)
    theirs.open(cards[facing - 1])
    press(theirs, "C'est bien le résultat : confirmer")
    expect(ours.page.get_by_text("Table suivante")).to_be_visible(timeout=12_000)
    (other,) = Table.objects.filter(round__number=1).exclude(pk=table.pk)
    keeper.open(f"/tournois/{night.pk}/rondes/1/tables/{other.number}/")
    tell(keeper, 500, 300)
    keeper.open(f"/tournois/{night.pk}/")
    for name in ("Clore la ronde 1", "Tirer la ronde 2", "Publier la ronde 2"):
        press(keeper, name)
    expect(ours.page.locator("[data-mine^='2.']")).to_be_visible(timeout=12_000)
    assert ours.page.url == home


THIRTY_TWO = [f"Personne {at} / Personne {at + 1}" for at in range(1, 65, 2)]


@pytest.mark.nightly
def test_from_64_pasted_names_to_a_published_round_in_six_taps(phones, club, console_errors):
    """Act like somebody who has never made a tournament: open, choose and correct nothing."""
    phone = phones()
    page = phone.sign_in(factories.member(club, "officer")).open("/tournois/").page
    phone.tap(page.get_by_role("link", name="Nouveau tournoi"))
    name = page.get_by_label("Nom du tournoi")
    phone.tap(name)
    name.fill("Soirée")
    phone.tap(page.get_by_role("textbox", name="Inscrits"))
    paste(phone, "\n".join(THIRTY_TWO))
    expect(page.get_by_text("32 paires à inscrire")).to_be_visible()
    phone.tap(page.get_by_role("button", name="Ouvrir le tournoi"))
    phone.tap(page.get_by_role("button", name="Tirer la ronde 1"))
    phone.tap(page.get_by_role("button", name="Publier la ronde 1"))
    expect(page.get_by_text("La ronde 1 est publiée : à table.")).to_be_visible()
    assert phone.taps == 6
    assert Table.objects.filter(round__state="published").count() == 16
    # Pasting the same list again changes nothing.
    page.get_by_role("link", name="Inscrits").first.tap()
    paste(phone, "\n".join(THIRTY_TWO))
    expect(page.get_by_text("0 paire à inscrire")).to_be_visible()
    press(phone, "Rien à inscrire")
    assert Entrant.objects.count() == 32


@pytest.mark.nightly
def test_a_workbook_is_read_as_soon_as_it_is_chosen(phones, club, console_errors):
    """With a workbook, the way from the form to the published round takes six taps too."""
    book = Workbook()
    for line in ["Paires", *THIRTY_TWO]:
        book.active.append([line])
    file = BytesIO()
    book.save(file)
    phone = phones()
    page = phone.sign_in(factories.member(club, "officer")).open("/tournois/").page
    phone.tap(page.get_by_role("link", name="Nouveau tournoi"))
    name = page.get_by_label("Nom du tournoi")
    phone.tap(name)
    name.fill("Soirée")
    with page.expect_file_chooser() as chooser:
        phone.tap(page.get_by_label("Depuis un fichier"))
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    chosen = {"name": "liste.xlsx", "mimeType": kind, "buffer": file.getvalue()}
    chooser.value.set_files([chosen])
    expect(page.get_by_text("32 paires à inscrire")).to_be_visible()
    expect(name).to_have_value("Soirée")
    for button in ("Ouvrir le tournoi", "Tirer la ronde 1", "Publier la ronde 1"):
        phone.tap(page.get_by_role("button", name=button))
    expect(page.get_by_text("La ronde 1 est publiée : à table.")).to_be_visible()
    assert phone.taps == 6
    assert Table.objects.filter(round__state="published").count() == 16


@pytest.mark.nightly
def test_a_page_follows_and_wipes_nothing_that_is_being_typed(phones, club, console_errors):
    keeper, watcher, typing = phones(), phones(), phones()
    night = opened(keeper, club, PAIRS[:2])
    address = f"/tournois/{night.pk}/"
    watcher.open(address)
    typing.sign_in(factories.member(club, "officer")).open(f"{address}inscrits/")
    expect(watcher.page.get_by_text("2 inscrits. Le tirage vient.")).to_be_visible()
    field = typing.page.get_by_role("textbox", name="Inscrire")
    field.fill("Zoé")
    frozen = phones().open(address)
    frozen.page.get_by_role("button", name="Figer la page").tap()
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    # Each page shows the news when it next asks the server, so the test waits for what appears.
    expect(watcher.page.locator(".t-table")).to_have_count(1, timeout=12_000)
    expect(watcher.page.get_by_role("link", name="Classement", exact=True)).to_be_visible()
    expect(typing.page.get_by_role("link", name="Du nouveau : afficher")).to_be_visible(
        timeout=12_000
    )
    expect(field).to_have_value("Zoé")
    expect(frozen.page.get_by_text("2 inscrits. Le tirage vient.")).to_be_visible()
    frozen.page.get_by_role("button", name="Figer la page").tap()
    expect(frozen.page.locator(".t-table")).to_have_count(1)


def test_the_desk_is_typed_with_the_keyboard_alone(phones, club, console_errors):
    keeper = phones()
    night = opened(keeper, club, PAIRS[:6])
    press(keeper, "Tirer la ronde 1")
    press(keeper, "Publier la ronde 1")
    taps = 0
    with keeper.page.expect_navigation():  # with its script: it is that which takes Enter
        keeper.page.get_by_role("link", name="Saisir les résultats").tap()
    taps += 1
    # There are three tables. Tab and Enter go from score to score, with nothing else in between.
    keeper.page.locator("[data-desk] input[data-signed]").first.focus()
    for at, score in enumerate((500, 300, 410, 500, 500)):
        keeper.page.keyboard.type(str(score))
        keeper.page.keyboard.press("Enter" if at % 2 else "Tab")
    keeper.page.keyboard.type("455")
    for name in ("Tout enregistrer", "Clore la ronde 1", "Tirer la ronde 2", "Publier la ronde 2"):
        press(keeper, name)
        taps += 1
    assert taps <= 6
    scores = [
        table.reported.scores for table in Table.objects.filter(round__number=1).order_by("number")
    ]
    assert scores == [(500, 300), (410, 500), (500, 455)]
    assert night.rounds.filter(number=2, state="published").exists()


def test_only_the_options_of_the_chosen_formula_are_there(phones, club):
    phone = phones()
    page = phone.sign_in(factories.member(club, "officer")).open("/tournois/nouveau/").page
    page.get_by_text("Date, lieu, options", exact=True).tap()
    rounds = page.get_by_role("spinbutton", name="Rondes")
    groups = page.get_by_role("spinbutton", name="Poules")
    expect(rounds).to_be_visible()
    expect(groups).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Poules, puis tableau")).check()
    expect(groups).to_be_visible()
    expect(rounds).to_be_hidden()
