"""What a browser finds at an address that only takes forms, and where a language switch leads."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_reloading_the_answer_to_a_form_gives_a_page_with_a_way_back():
    answer = Client().get("/parties/AAAAAAAA/inscrire/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    text = answer.content.decode()
    assert "Il n'y a pas de page ici" in text
    assert '<a class="button button--main" href="/">Accueil</a>' in text


def test_the_language_of_a_page_that_answers_a_form_leads_to_the_page_of_the_form():
    referer = {"referer": "http://testserver/jouer/dix/?club=cercle"}
    refused = Client().post("/jouer/dix/", headers=referer)
    assert 'name="next" value="/jouer/dix/"' in refused.content.decode()


def test_a_form_of_another_site_leads_home():
    refused = Client().post("/jouer/dix/", headers={"referer": "https://mal.example/piege/"})
    assert 'name="next" value="/"' in refused.content.decode()
