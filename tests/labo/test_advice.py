"""Advice on a running match is given only if the table wants it, and never in a tournament."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import IntegrityError, transaction

from games import services
from games.errors import Refused
from games.models import Match
from games.queries import plain_table
from labo.advice import about
from tests import factories

# The advice is computed from the request alone, so nothing here depends on the kind of database.
pytestmark = pytest.mark.django_db


def switched_on(game="dix-mille", count=2, account=None, **more):
    table = factories.table(
        factories.api(account), game=game, seats=factories.SEATS[:count], **more
    )
    table.call("patch", "", {"advice": True})
    return table


def conditions_of(table, slug):
    """Return the conditions that the advice on a match gives to a question."""
    links = about(plain_table(Match.objects.get(pk=table.id)))
    url = next(link.url for link in links if link.question.slug == slug)
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def test_only_a_table_that_wants_it_has_it(client):
    table = factories.table(None, game="dix-mille", seats=factories.SEATS[:2])
    address = f"/labo/parties/{table.id}/"
    assert client.get(address).status_code == 404
    assert "Conseils du labo" not in client.get(f"/parties/{table.id}/").content.decode()
    assert table.call("patch", "", {"advice": True}).status_code == 200
    assert client.get(address).status_code == 200
    assert f'href="{address}"' in client.get(f"/parties/{table.id}/").content.decode()
    table.call("patch", "", {"advice": False})
    assert client.get(address).status_code == 404


def test_only_who_sees_the_match_sees_it(client):
    club = factories.club(public=False)
    table = switched_on(club=club.slug, account=factories.member(club, "officer"))
    address = f"/labo/parties/{table.id}/"
    assert client.get(address).status_code == 404
    client.force_login(factories.member(club))
    assert client.get(address).status_code == 200


def test_not_in_a_tournament(client):
    table = factories.table(None, game="dix-mille", seats=factories.SEATS[:2])
    Match.objects.filter(pk=table.id).update(event_id="tournoi")
    answer = table.call("patch", "", {"advice": True})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "advice_in_tournament")
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=table.id).update(advice=True)


def test_not_once_the_match_is_over(client):
    table = switched_on()
    table.call("patch", "", {"status": "abandoned"})
    assert client.get(f"/labo/parties/{table.id}/").status_code == 404


def test_the_match_gives_its_rules_and_where_the_player_stands():
    table = switched_on(preset="charentaise", rules={"entry_score": 500})
    table.record({"points": 800})
    table.record({"bust": True})
    assert conditions_of(table, "arret") == {
        "preset": "charentaise",
        "rule-entry_score": "500",
        "entered": "1",
        "score": "800",
        "coches": "0",
        "lost": "800",
    }


def test_a_sheet_of_yams_gives_its_legal_cells():
    table = switched_on("yams")
    table.record({"column": "libre", "row": "plus", "value": 23, "throws": 3})
    given = conditions_of(table, "zugzwang")
    assert given["theirs"].split()[1] == "libre=23/0:1,2,3,4,5,6,full,suite,moins,yams"
    assert len(conditions_of(table, "cases")["legal"].split()) == 35


@pytest.mark.parametrize("game", ["dix-mille", "yams", "maitre"])
def test_every_address_of_the_advice_is_answered(client, game):
    table = switched_on(game, 3 if game == "maitre" else 2)
    page = client.get(f"/labo/parties/{table.id}/")
    for question in page.context["questions"]:
        assert client.get(question.url).context["form"].errors == {}


def test_the_settings_of_the_match_switch_it(client):
    table = factories.table(None, game="dix-mille", seats=factories.SEATS[:2])
    match = Match.objects.get(pk=table.id)
    services.patch(match_id=match.pk, changes={"advice": True}, by=factories.by_link(match))
    match.refresh_from_db()
    assert match.advice
    assert match.changes.get(version=2).after == {"advice": True}


def test_a_service_refuses_it_in_a_tournament():
    table = factories.table(None, game="dix-mille", seats=factories.SEATS[:2])
    Match.objects.filter(pk=table.id).update(event_id="tournoi")
    match = Match.objects.get(pk=table.id)
    with pytest.raises(Refused):
        services.patch(match_id=match.pk, changes={"advice": True}, by=factories.by_link(match))
