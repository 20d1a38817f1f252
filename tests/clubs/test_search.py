"""Names are found as people type them, by every search; who is hidden is found by none."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.callers import Caller
from clubs.models import ClubPlayer
from clubs.queries import visible_players
from core.names import search_key, search_words
from tests import factories
from tests.transmission.families import linked, played

pytestmark = pytest.mark.django_db

# A name, and two ways in which people type it.
SPELLINGS = [
    ("Maud Jobin", "Jobin Maud", "maud j"),
    ("Hélène Côté", "helene", "COTE helene"),
    ("Rémy Gagné", "remy", "gagne rémy"),
    ("Jean-Luc Ouellet", "jean luc", "jeanluc ouellet"),
    ("Zoé d’Arcy", "d'arcy", "darcy zoe"),
    ("François L'Écuyer", "lecuyer", "francois l’ecuyer"),
    ("Noëlle Œuvray", "oeuvray", "noelle œuvray"),
    ("Anne-Frédérique Roy", "anne frederique", "Roy Anne‑Frédérique"),
    ("Sinéad O'Neil", "oneil", "sinead o’neil"),
    ("Jürgen Weiß", "weiss", "jurgen weiß"),
    ("Søren Ærø", "soren", "aero"),
    ("Łukasz Żak", "lukasz", "zak"),
    ("José Muñoz", "munoz", "jose muñoz"),
    ("Chloé St-Pierre", "st pierre", "chloe st-pierre"),
    ("Marc-André Fortin", "marcandre", "fortin marc"),
    ("Inès Lévesque", "ines levesque", "Levesque, Ines"),
    ("Élise B.", "elise b", "ELISE"),
    ("Siân Llŷr", "sian", "llyr"),
    ("Thaïs Noël", "thais", "noel thais"),
    ("Гаврила Петров", "петров", "ПЕТРОВ гаврила"),
]


@pytest.fixture
def club():
    return factories.club(open_recording=True)


@pytest.fixture
def everybody(club):
    return {name: factories.player(name, club) for name, *_ways in SPELLINGS}


def found_by(text, caller=None):
    return set(visible_players(caller or Caller(), name=text).values_list("name", flat=True))


@pytest.mark.django_db
def test_forty_spellings_find_twenty_names(everybody):
    for name, *ways in SPELLINGS:
        for typed in (name, *ways):
            assert name in found_by(typed), typed
    assert found_by("jean gagne") == set()


def test_the_words_of_a_text_come_in_any_order():
    assert search_words("  Jean-Luc  d'Œuvre ") == ["jean", "luc", "doeuvre"]
    assert search_key("Jean-Luc d’Œuvre") == "jeanlucdoeuvre"
    assert search_key("♠♥") == "♠♥"  # a name without letters


def test_every_search_finds_the_same(club, everybody):
    officer = factories.member(club, "officer")
    helene = everybody["Hélène Côté"]
    for browser in (factories.browser(), factories.browser(officer)):
        page = browser.get(f"/clubs/{club.slug}/joueurs/?q=cote+helene").content.decode()
        assert f"/joueurs/{helene.pk}/" in page
    answer = factories.api().get("/api/v1/players/", {"name": "helene cote"}).json()
    assert [row["id"] for row in answer["results"]] == [helene.pk]
    merge = factories.browser(officer).get(
        f"/joueurs/{everybody['Maud Jobin'].pk}/reglages/?q=helene"
    )
    assert "Hélène Côté" in merge.content.decode()


@pytest.mark.parametrize("choice", ["hidden", "initials"])
def test_who_is_not_named_in_full_is_not_found(club, choice):
    factories.player("Hélène Côté", club, shown=choice)
    assert found_by("helene") == set()


def test_a_new_name_is_found_and_the_old_one_is_not(club):
    anne = factories.player("Anne Roy", club)
    officer = factories.api(factories.member(club, "officer"))
    answer = officer.patch(f"/api/v1/players/{anne.pk}/", {"name": "Élodie Roy"})
    assert answer.status_code == 200, answer.content
    assert found_by("elodie") == {"Élodie Roy"}
    assert found_by("anne") == set()


def test_a_row_of_a_program_of_before_is_found_by_its_name(club):
    factories.player("Anne Roy", club)
    ClubPlayer.objects.update(search_key="")
    assert found_by("roy anne") == {"Anne Roy"}


@pytest.mark.both_databases
def test_a_long_list_is_searched_in_its_index_alone(club):
    factories.player("Anne Roy", club)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # a short list would be read as a whole
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
    plan = visible_players(Caller(), name="roy anne").order_by("name").explain()
    assert "club_player_search" in plan
    assert connection.vendor != "sqlite" or "COVERING INDEX club_player_search" in plan


# The page of a list, the API, a duel and the graph, with the queries of a visitor's search and of
# an officer's.
SEARCHES = {
    "/clubs/le-club/joueurs/?q=roy": (3, 6),
    "/api/v1/players/?name=roy": (3, 5),
    "/classements/dix/duel/?nom_a=roy": (3, 5),
    "/transmission/dix/?nom=roy": (18, 22),
}


def test_searches_cost_as_many_queries_for_twenty_people_as_for_three():
    club = factories.club("le-club")
    officer = factories.member(club, "officer")
    callers = [factories.browser(), factories.browser(officer)]
    teacher = played("Anne Roy", club)
    for many in (2, 17):
        for number in range(many):
            linked(teacher, played(f"Luc Roy {many} {number}", club), officer)
        counts = {}
        for address in SEARCHES:
            queries = []
            for caller in callers:
                caller.get(address)  # what is read once a process or a state of the graph
                with CaptureQueriesContext(connection) as captured:
                    assert caller.get(address).status_code == 200
                queries.append(len(captured))
            counts[address] = tuple(queries)
        assert counts == SEARCHES
