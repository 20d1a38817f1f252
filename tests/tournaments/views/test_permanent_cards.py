"""Tests of permanent cards: an entrant's card, a table's card for all rounds, the sign-up
poster.
"""

import re

import pytest

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    made = evening("Anne & Bruno", "Chloé & David", "Eve & Fred", "Gil & Hana")
    made.client.force_login(made.club.memberships.get().user)
    return made


def cards(night, kind):
    answer = night.client.get(f"/tournois/{night.id}/cartes/{kind}/")
    assert answer.status_code == 200
    return re.findall(r'class="t-card__link" href="([^"]+)"', answer.content.decode())


def test_each_entrant_has_a_card_that_opens_its_page(night):
    links = cards(night, "inscrits")
    homes = [factories.browser().get(link)["Location"] for link in links]
    assert homes == [f"/tournois/{night.id}/inscrits/{number}/" for number in (1, 2, 3, 4)]
    assert night.client.get(f"/tournois/{night.id}/cartes/rondes/").status_code == 404


def test_a_tables_card_leads_to_that_table_of_the_present_round(night):
    first, second = cards(night, "tables")
    phone = factories.browser()
    assert "Rien à cette table" in plain(phone.get(first).content.decode())
    drawn = night.draw()
    text = plain(phone.get(first).content.decode())
    assert "Qui parle par ce téléphone ?" in text
    at = f"/tournois/{night.id}/rondes/1/tables/1/"
    assert phone.post(first, {"side": "0"})["Location"] == at
    assert phone.get(first)["Location"] == at
    phone.post(f"{at}resultat/", {"score_0": "500", "score_1": "300"})
    assert Table.objects.get(number=1).state == "reported"
    assert phone.post(second, {"side": "7"}).status_code == 404
    night.do("post", "rounds/1/tables/1/confirm/", {})
    night.play({**drawn, "tables": drawn["tables"][1:]})
    night.draw()
    # The same card leads to the next round. A phone that has opened an entrant's card is sent to
    # that entrant's page.
    assert "ronde 2" in plain(phone.get(first).content.decode())
    own = night.do("get", "rounds/2/")["tables"][0]["entrants"][0]
    phone.get(cards(night, "inscrits")[own - 1])
    assert phone.get(first)["Location"] == f"/tournois/{night.id}/inscrits/{own}/"


def test_a_card_of_a_private_tournament_opens_its_table():
    night = evening("A", "B", club_public=False)
    night.client.force_login(night.club.memberships.get().user)
    night.draw()
    (first,) = cards(night, "tables")
    phone = factories.browser()
    assert phone.get(f"/tournois/{night.id}/").status_code == 404
    at = phone.post(first, {"side": "1"})["Location"]
    assert phone.get(at).status_code == 200
    wrong = first.replace("/place/1/", "/place/2/")
    assert phone.get(wrong).status_code == 404


def test_the_poster_holds_the_address_of_sign_up(night):
    poster = f"/tournois/{night.id}/imprimer/affiche/"
    assert "ne sont pas ouvertes" in plain(night.client.get(poster).content.decode())
    night.do("put", "sign-up/", {"open": True})
    text = plain(night.client.get(poster).content.decode())
    assert f"http://testserver/tournois/{night.id}/je-viens/" in text
