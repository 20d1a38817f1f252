"""Tests of the places of finished tournaments in lists, on a club's page and on a person's page."""

import re

import pytest

from tests import factories
from tests.tournaments.evening import evening, result_of
from tournaments.models import FinalPlace

pytestmark = pytest.mark.django_db


def played():
    """Play a round robin in which Anne beats both others and Bruno beats Chloé.

    Return the tournament, the players by name, and the last round.
    """
    night = evening(game="yams", format="round_robin")
    people = {name: factories.player(name, night.club) for name in ("Anne", "Bruno", "Chloé")}
    for person in people.values():
        night.do("post", "entrants/", {"players": [{"player": person.pk}]})
    drawn = None
    for _round in range(3):
        drawn = night.draw()
        tables = [table for table in drawn["tables"] if not table["bye"]]
        best = [table["entrants"].index(min(table["entrants"])) for table in tables]
        night.play(drawn, *([300, 200] if at == 0 else [200, 300] for at in best))
    return night, people, drawn


def stored():
    return list(FinalPlace.objects.values_list("entrant__number", "rank", "points", "won"))


def test_they_are_stored_when_it_is_over_and_follow_corrections():
    night, _people, drawn = played()
    assert night.do("get")["state"] == "finished"
    assert stored() == [(1, 1, "2", 2), (2, 2, "1", 1), (3, 3, "0", 0)]
    table = next(table for table in drawn["tables"] if not table["bye"])
    turned = [200, 300] if table["entrants"].index(min(table["entrants"])) == 0 else [300, 200]
    night.do("put", result_of(drawn, table), {"scores": turned})
    assert stored() != [(1, 1, "2", 2), (2, 2, "1", 1), (3, 3, "0", 0)]
    night.do("delete", result_of(drawn, table), {})
    assert stored() == []


def test_the_list_the_club_and_the_person_show_them():
    night, people, _drawn = played()
    reader = factories.browser()
    for address in ("/tournois/", f"/tournois/?club={night.club.slug}"):
        page = " ".join(reader.get(address).content.decode().split())
        assert "1. <bdi>Anne</bdi>" in page, address
    club = reader.get(f"/clubs/{night.club.slug}/").content.decode()
    winner = re.search(r'podium__place--1">.*?</li>', club, re.DOTALL)
    assert winner is not None
    assert "Anne" in winner[0]
    page = " ".join(reader.get(f"/joueurs/{people['Bruno'].pk}/").content.decode().split())
    assert "Rang 2 sur 3" in page


def test_a_hidden_person_stands_there_without_name():
    _night, people, _drawn = played()
    people["Anne"].shown = "hidden"
    people["Anne"].save()
    page = factories.browser().get("/tournois/").content.decode()
    assert "joueur anonyme" in page
    assert "Anne" not in page
