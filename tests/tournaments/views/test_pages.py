"""Tests of tournaments' pages: what they show and store, their queries, and what a QR code
opens.
"""

import re
from html import unescape

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.callers import Caller
from clubs.models import Club
from tests import factories
from tests.plain import plain
from tests.test_hostile_names import HOSTILE, TAME, Shape
from tests.tournaments.evening import send_list
from tests.tournaments.stages import arranged
from tournaments import permissions, services, storage
from tournaments.models import Entrant, Member, Table, Tournament
from tournaments.services import EntrantAsked, Writing

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Soirée",
    "date": "2023-08-02",
    "ruleset": "dix traditionnel",
    "format": "swiss",
    "public": "on",
}


@pytest.fixture
def club():
    return factories.club("le-club")


@pytest.fixture
def officer(club):
    return factories.member(club, "officer")


def make(browser, club, text, **changes):
    return send_list(browser, "/tournois/nouveau/", text, **{**NEW, "club": club.slug, **changes})


def faults(response):
    """Return the error messages of a page."""
    content = plain(response.content.decode())
    lists = re.findall(r'class="errorlist[^"]*"[^>]*>(.*?)</ul>', content, re.S)
    return re.findall(r"<li>(.*?)</li>", "".join(lists))


def test_sixty_four_pasted_pairs_and_two_taps_make_a_published_round(club, officer):
    browser = factories.browser(officer)
    names = "\n".join(f"{number}. Personne {number} / Amie {number}" for number in range(1, 65))
    home = make(browser, club, names)["Location"]
    browser.post(f"{home}tirer/")
    browser.post(f"{home}rondes/1/publier/")
    assert Entrant.objects.count() == 64
    # The list's own numbering is left out.
    assert Entrant.objects.first().name == "Personne 1 & Amie 1"
    assert Table.objects.filter(round__state="published").count() == 32


def test_a_pair_is_two_people_and_those_of_the_clubs_list_are_recognised(club, officer):
    anne = factories.player("Anne", club)
    make(factories.browser(officer), club, "anne & Bruno\n\nChloé\tDavid", visitors="1")
    people = [
        [(member.player_id, member.guest_name) for member in entrant.members.all()]
        for entrant in Entrant.objects.all()
    ]
    assert people == [[(anne.pk, ""), (None, "Bruno")], [(None, "Chloé"), (None, "David")]]


def test_new_people_of_a_new_tournament_join_the_club(club, officer):
    make(factories.browser(officer), club, "Anne & Bruno\nChloé & Dan")
    names = set(club.club_players.values_list("player__name", flat=True))
    assert names == {"Anne", "Bruno", "Chloé", "Dan"}
    assert Member.objects.filter(player=None).count() == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Anne & Bruno\n\nanne & bruno",
            "Déjà ligne 1. Si ce sont d'autres personnes, ajouter une marque à un nom",
        ),
        ("A & B & C", "3 personnes : ici 2 au plus."),
        ("Anne\n" + "x" * 81, "Un nom a 80 caractères au plus."),
    ],
)
def test_a_line_that_cannot_be_kept_is_shown_before_anything_is_written(
    club, officer, text, sentence
):
    form = {**NEW, "club": club.slug, "entrants": text}
    answer = factories.browser(officer).post("/tournois/nouveau/", form)
    page = unescape(plain(answer.content.decode()))
    assert (answer.status_code, sentence in page) == (200, True)
    assert Tournament.objects.count() == 0


def test_two_taps_on_the_same_form_open_one_tournament(club, officer):
    browser = factories.browser(officer)
    name = {"client_id": "0190163d-8694-739b-aea5-966c26f8ad91"}
    first, second = (make(browser, club, "Anne\nBruno", **name) for _tap in range(2))
    assert first["Location"] == second["Location"]
    assert Entrant.objects.count() == 2


def test_a_preview_of_a_form_that_could_be_sent_opens_nothing(club, officer):
    """A preview creates nothing, even if the form is complete.

    The page asks for a preview at each change of format or rules, before a list is pasted too.
    """
    form = {**NEW, "club": club.slug, "entrants": "", "preview": "1"}
    answer = factories.browser(officer).post(
        "/tournois/nouveau/", form, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, Tournament.objects.count()) == (200, 0)


def test_a_form_sent_again_with_other_values_opens_another_tournament(club, officer):
    """A form that is sent again with other values creates another tournament.

    Somebody may go back in the browser from a new tournament and change the form.
    """
    browser = factories.browser(officer)
    name = {"client_id": "0190163d-8694-739b-aea5-966c26f8ad91"}
    first = make(browser, club, "Anne\nBruno", **name)
    other = make(browser, club, "Anne\nBruno\nChloé", **name)
    assert (other.status_code, first["Location"] == other["Location"]) == (302, False)


def token_of(tournament, side):
    seated = storage.load(tournament).round(1).table(1)
    return permissions.side_token(tournament, 1, seated, side)


def test_a_sides_qr_opens_its_table_of_a_members_only_club_and_nothing_else(officer):
    private = factories.club("prive", public=False)
    account = factories.member(private, "officer")
    night, other = (arranged(private, account, "published") for _night in range(2))
    phone = factories.browser()
    table = f"/tournois/{night.pk}/rondes/1/tables/1/"
    assert phone.get(table).status_code == 404
    response = phone.get(f"{table}ouvrir/{token_of(night, 0)}/")
    # The token is only in the cookie, and in no address, referrer or script.
    assert (response.status_code, response["Location"]) == (302, table)
    assert response["Referrer-Policy"] == "no-referrer"
    cookie = response.cookies["tournaments"]
    assert (bool(cookie["httponly"]), cookie["samesite"]) == (True, "Lax")
    page = phone.get(table)
    assert page.status_code == 200
    assert token_of(night, 0) not in page.content.decode()
    assert phone.get(f"/tournois/{other.pk}/").status_code == 404
    phone.post(f"{table}resultat/", {"score_0": "500", "score_1": "300"})
    assert Table.objects.get(tournament=night).state == "reported"
    # A side cannot confirm its own report for the other side.
    phone.post(f"{table}confirmer/")
    assert Table.objects.get(tournament=night).state == "reported"


def test_an_entrants_own_link_checks_them_in(club, officer):
    night = arranged(club, officer)
    phone = factories.browser()
    token = permissions.entrant_token(night, 2)
    page = phone.get(f"/tournois/{night.pk}/inscrits/2/{token}/")["Location"]
    assert phone.post(page).status_code == 302
    states = list(Entrant.objects.filter(tournament=night).values_list("state", flat=True))
    assert states == ["registered", "checked_in"]


def test_a_correction_says_what_it_touches_before_anything_is_written(club, officer):
    night = arranged(club, officer, "reported")
    browser = factories.browser(officer)
    home = f"/tournois/{night.pk}/"
    browser.post(f"{home}rondes/1/clore/")
    browser.post(f"{home}tirer/")
    browser.post(f"{home}rondes/2/publier/")
    address = f"{home}rondes/1/tables/1/corriger/"
    answer = browser.post(address, {"score_0": "300", "score_1": "500"}).content.decode()
    page = " ".join(plain(re.sub(r"<[^>]*>", " ", answer)).split())
    assert Table.objects.get(round__number=1).reported.scores == (5, 3)
    winner, loser = (row["name"] for row in standings(browser, home))
    assert f"{loser} : rang 2 → rang 1" in page
    assert f"{winner} : rang 1 → rang 2" in page
    assert f"Avant {winner} 5 {loser} 3 Après {winner} 300 {loser} 500" in page
    assert "Le vainqueur change" in page
    assert f"En tête : 1. {loser} , 2. {winner}" in page
    assert f"{winner} : rang 1, inchangé" in page  # what « freeze » would do
    assert "Annuler" in page
    assert "La ronde 2 est tirée à nouveau, en brouillon." in page  # what « replay » would do
    browser.post(address, {"score_0": "300", "score_1": "500", "later": "keep"})
    assert [row["name"] for row in standings(browser, home)] == [loser, winner]
    assert Table.objects.filter(round__number=2).count() == 1


def standings(browser, home):
    """Return the names in a page's standings, best first, as dicts like those of the API."""
    page = browser.get(f"{home}classement/").content.decode()
    names = re.findall(r't-rank__name"><bdi>(.*?)</bdi>', page)
    return [{"name": name} for name in names]


@pytest.mark.parametrize("count", [2, 12])
def test_the_list_takes_the_same_queries_however_long_it_is(club, officer, count):
    for _night in range(count):
        arranged(club, officer)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert factories.browser().get("/tournois/").status_code == 200
    # The queries are the count and the tournaments of the page. Places are only read for finished
    # tournaments.
    assert len(queries) == 2


@pytest.mark.parametrize("count", [4, 40])
@pytest.mark.parametrize(
    ("page", "most"),
    [
        # Three of them are for the end of the evening, and for the lines of running matches.
        ("", 12),
        ("inscrits/", 7),
        ("classement/", 8),
        ("rondes/1/", 7),
        ("mur/", 8),
        ("journal/", 8),
        ("fichiers/", 7),
        ("fichiers/json/", 10),
    ],
)
def test_a_page_takes_the_same_queries_however_many_play(club, officer, count, page, most):
    night = arranged(club, officer, "ready")
    by = Writing(Caller(user=officer))
    more = [EntrantAsked(f"Paire {number}") for number in range(count)]
    services.enter(tournament_id=night.pk, entrants=more, by=by)
    services.draw(tournament_id=night.pk, by=by)
    services.publish(tournament_id=night.pk, number=1, by=by)
    with CaptureQueriesContext(connection) as queries:
        assert factories.browser().get(f"/tournois/{night.pk}/{page}").status_code == 200
    assert len(queries) <= most


PAGES = (
    "", "inscrits/", "classement/", "poules/", "tableau/", "mur/", "mur/?vue=1", "reglages/",
    "rondes/1/", "rondes/1/cartes/", "rondes/1/resultats/", "journal/", "fichiers/",
    "formule/", "regles/", "tetes-de-serie/", "eviter/", "prevenir/", "rondes/1/tables/1/",
    "rondes/1/tables/1/corriger/", "imprimer/ronde/",
    "imprimer/poules/", "imprimer/tableau/", "imprimer/classement/", "inscrits/1/",
)  # fmt: skip


def shapes(names):
    """Return the shapes of the pages of a knockout whose club, place and people have these
    names.
    """
    club = factories.club()
    Club.objects.filter(pk=club.pk).update(name=names[0])
    club.refresh_from_db()
    by = Writing(Caller(user=factories.site_owner()))
    night = arranged(club, by.caller.account)
    changes = {"name": names[1], "place": names[2], "format": "single_elimination"}
    services.set_up(tournament_id=night.pk, changes=changes, by=by)
    people = [EntrantAsked(name) for name in names[3:]]
    services.enter(tournament_id=night.pk, entrants=people, by=by)
    services.draw(tournament_id=night.pk, seed="graine", by=by)
    services.publish(tournament_id=night.pk, number=1, by=by)
    browser = factories.browser(by.caller.account)
    answers = {}
    for page in ("/tournois/", f"/clubs/{club.slug}/", "/"):
        answers[page if "clubs" not in page else "club"] = browser.get(page)
    for page in PAGES:
        answers[page] = browser.get(f"/tournois/{night.pk}/{page}")
    assert {response.status_code for response in answers.values()} == {200}
    return {page: Shape(response.content.decode()) for page, response in answers.items()}


def test_no_name_becomes_markup_on_any_page():
    with transaction.atomic():
        tame = shapes(TAME)
        transaction.set_rollback(True)
    hostile = shapes(HOSTILE)
    changed = [page for page in tame if tame[page].elements != hostile[page].elements]
    assert changed == []
