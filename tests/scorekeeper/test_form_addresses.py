"""Tests of the GET answer of addresses that only take forms, and of where a language switch
leads.
"""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/parties/AAAAAAAA/inscrire/", "/parties/AAAAAAAA/"),
        ("/tournois/AAAAAAAA/tirer/", "/tournois/AAAAAAAA/"),
        ("/tournois/AAAAAAAA/rondes/1/publier/", "/tournois/AAAAAAAA/rondes/1/"),
        ("/tournois/AAAAAAAA/minuteur/", "/tournois/AAAAAAAA/"),
    ],
)
def test_reloading_the_answer_to_a_form_leads_to_the_page_above(address, page):
    answer = Client().get(address)
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert Client().put(address).status_code == 405


def test_the_language_of_a_page_that_answers_a_form_leads_to_the_page_of_the_form():
    referer = {"referer": "http://testserver/jouer/dix/?club=cercle"}
    refused = Client().post("/jouer/dix/", headers=referer)
    assert 'name="next" value="/jouer/dix/"' in refused.content.decode()


def test_a_form_of_another_site_leads_home():
    refused = Client().post("/jouer/dix/", headers={"referer": "https://mal.example/piege/"})
    assert 'name="next" value="/"' in refused.content.decode()
