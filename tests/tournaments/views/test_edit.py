"""Tests of the page that corrects an entrant: names, people, exchanges, a new partner, deletion."""

import pytest

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening

pytestmark = pytest.mark.django_db


def arranged(*groups):
    night = evening()
    entrants = [{"players": [{"name": name} for name in group]} for group in groups]
    night.do("post", "entrants/", entrants)
    officer = factories.browser(factories.member(night.club, "officer"))
    return night, officer, f"/tournois/{night.id}/inscrits/"


def people(night):
    return [
        [person["name"] for person in entrant["players"]]
        for entrant in night.do("get", "entrants/")
    ]


def test_names_and_people_are_corrected_and_who_is_known_is_recognised():
    night, officer, address = arranged(["Anne", "Bruno"], ["Chloé", "Dan"])
    zoe = factories.player("Zoé Roy", night.club)
    page = officer.get(f"{address}1/corriger/")
    assert 'value="Anne"' in page.content.decode()
    form = {"person_0": "Anne", "person_1": "ZOE ROY", "name": "Les as"}
    assert officer.post(f"{address}1/corriger/", form).status_code == 302
    entrant = night.do("get", "entrants/")[0]
    assert entrant["name"] == "Les as"
    assert [person["player"] for person in entrant["players"]] == [None, zoe.pk]
    # When the form is sent again, the known player remains linked.
    officer.post(f"{address}1/corriger/", {"person_0": "Anne", "person_1": "Zoé Roy", "name": ""})
    entrant = night.do("get", "entrants/")[0]
    assert entrant["name"] == "Anne & Zoé Roy"
    assert [person["player"] for person in entrant["players"]] == [None, zoe.pk]


def test_a_refused_correction_keeps_what_was_typed():
    night, officer, address = arranged(["Anne", "Bruno"], ["Chloé", "Dan"])
    answer = officer.post(f"{address}1/corriger/", {"person_0": "Dan", "person_1": "Luc"})
    page = plain(answer.content.decode())
    assert (answer.status_code, 'value="Luc"' in page) == (400, True)
    assert "ajouter une marque : « Jean Roy (Saint-Roch) »" in page
    assert people(night) == [["Anne", "Bruno"], ["Chloé", "Dan"]]


def test_two_exchange_a_person():
    night, officer, address = arranged(["Anne", "Bruno"], ["Chloé", "Dan"])
    form = {"exchange": "1", "mine": "1-1", "with": "2-0"}
    assert officer.post(f"{address}1/corriger/", form).status_code == 302
    assert people(night) == [["Anne", "Chloé"], ["Bruno", "Dan"]]


def test_those_without_a_partner_are_listed_and_joined():
    night, officer, address = arranged(["Anne"], ["Bruno", "Chloé"], ["Dan"])
    assert "Cherchent un partenaire" in officer.get(address).content.decode()
    assert "Cherchent un partenaire" not in factories.browser().get(address).content.decode()
    assert "Avec Dan" in officer.get(f"{address}1/corriger/").content.decode()
    assert officer.post(f"{address}1/corriger/", {"join": "3-0"}).status_code == 302
    assert people(night) == [["Anne", "Dan"], ["Bruno", "Chloé"]]
    assert "Cherchent un partenaire" not in officer.get(address).content.decode()


def test_who_was_entered_by_mistake_is_deleted_before_the_draw_alone():
    night, officer, address = arranged(["Anne", "A"], ["Bruno", "B"], ["Chloé", "C"])
    assert officer.post(f"{address}2/corriger/", {"delete": "1"}).status_code == 302
    assert people(night) == [["Anne", "A"], ["Chloé", "C"]]
    night.draw()
    assert "Effacer" not in officer.get(f"{address}1/corriger/").content.decode()
    assert officer.post(f"{address}1/corriger/", {"delete": "1"}).status_code == 400
    assert len(people(night)) == 2


@pytest.mark.parametrize(
    "form",
    [
        {"join": "9-0"},
        {"join": "x"},
        {"join": "2"},
        {"exchange": "1", "mine": "2-0", "with": "1-0"},
        {"exchange": "1", "mine": "1-0", "with": "1-1"},
        {"exchange": "1", "mine": "1-7", "with": "2-0"},
        {"exchange": "1", "mine": "1-0", "with": "²-0"},
        {"exchange": "1"},
    ],
)
def test_odd_choices_are_not_found(form):
    night, officer, address = arranged(["Anne", "Bruno"], ["Chloé", "Dan"])
    assert officer.post(f"{address}1/corriger/", form).status_code == 404
    assert officer.get(f"{address}9/corriger/").status_code == 404
    assert people(night) == [["Anne", "Bruno"], ["Chloé", "Dan"]]
