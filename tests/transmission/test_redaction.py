"""Tests of redaction: of people whom the reader may not see, only a line that passes through them
shows.
"""

import re

import pytest

from clubs import services
from clubs.callers import Caller
from clubs.models import ClubPlayer, Player
from tests import factories
from tests.transmission.families import DIX, House, linked, played
from transmission.models import Source

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(house):
    """A members-only club that has two of the house's people on its list."""
    club = factories.club("secret", public=False)
    ClubPlayer.objects.create(club=club, player=house.raz, name_key="raz")
    ClubPlayer.objects.create(club=club, player=house.bruno, name_key="bruno")
    return club


@pytest.fixture
def house():
    return House().tell()


def edge_names(account=None):
    body = factories.api(account).get(DIX).json()
    names = {node["id"]: node["name"] for node in body["nodes"]}
    return [(names[link["teacher"]], names[link["learner"]]) for link in body["links"]]


def test_a_closed_clubs_link_between_public_people_is_an_arrow_alone(house, closed):
    officer = factories.member(closed, "officer")
    linked(house.bruno, house.raz, officer, date="2001", note="chez Zoé", club="secret")
    (link,) = [
        row for row in factories.api().get(DIX).json()["links"] if row["learner"] == house.raz.pk
    ]
    assert (link["date"], link["note"], link["club"]) == (None, "", None)
    for account in (None, house.officer):
        for kind in ("csv", "graphml", "gexf", "gedcom", "dot", "json", "svg"):
            file = factories.api(account).get(f"{DIX}export/?format={kind}").content.decode()
            assert "Raz" in file
            assert [word for word in ("Zoé", "secret", "2001") if word in file] == [], kind
        page = factories.browser(account).get(f"/transmission/dix/?autour={house.raz.pk}")
        assert "2001" not in page.content.decode()
    (own,) = [
        row for row in factories.api(officer).get(DIX).json()["links"] if row["club"] == "secret"
    ]
    assert (own["date"], own["note"]) == ("2001", "chez Zoé")


def test_whoever_left_a_list_is_nobody_by_name_and_stays_where_a_line_goes_through_them(house):
    by = Caller(user=house.officer)
    for person in (house.anne, house.jean):
        services.remove_from_list(club=house.club, player=person, caller=by)
    # Bruno learned from Anne, so his line goes through her. No line goes through Jean.
    assert edge_names() == [("Charles", "quelqu'un"), ("quelqu'un", "Bruno")]
    path = factories.api().get(f"{DIX}path/?a={house.charles.pk}&b={house.bruno.pk}").json()
    assert [node["name"] for node in path["path"]] == ["Charles", "quelqu'un", "Bruno"]
    page = factories.browser().get(f"/transmission/dix/?autour={house.anne.pk}")
    texts = re.findall(r">([^<]*)<", page.content.decode())
    assert ("quelqu&#x27;un" in texts, "Anne" in texts, "Jean" in texts) == (True, False, False)
    search = factories.browser().get("/transmission/dix/?nom=Anne").content.decode()
    assert "Personne de ce nom dans le graphe." in search
    assert factories.api().get(f"{DIX}players/{house.jean.pk}/").status_code == 404


def test_a_merged_number_is_nobodys_also_where_the_survivor_is_hidden(house):
    double = played("Anne Tremblay", house.club)
    owner = Caller(user=factories.site_owner())
    services.merge(survivor=house.anne, absorbed=double, caller=owner)
    Player.objects.filter(pk=house.anne.pk).update(shown="hidden")
    for account in (None, house.member, house.officer):
        api = factories.api(account)
        assert api.get(f"{DIX}players/{double.pk}/").status_code == 404
        for query in (f"?root={double.pk}", f"path/?a={double.pk}&b={house.jean.pk}"):
            refused = api.get(f"{DIX}{query}")
            assert refused.status_code == 400
            assert "Tremblay" not in refused.content.decode()


def test_a_line_of_people_whom_nobody_may_name_is_not_drawn(house, closed):
    """A line of hidden people is shown only if it leads to somebody who may be named."""
    first, two = played("Un", closed), played("Deux", closed)
    officer = factories.member(closed, "officer")
    linked(first, two, officer)
    assert edge_names() == [("Charles", "Jean"), ("Charles", "Anne"), ("Anne", "Bruno")]
    linked(two, house.raz, officer)
    assert edge_names()[3:] == [("quelqu'un", "quelqu'un"), ("quelqu'un", "Raz")]
    assert edge_names(officer)[3:] == [("Un", "Deux"), ("Deux", "Raz")]


def test_a_closed_clubs_source_is_told_to_its_members(house, closed):
    Source.objects.create(
        game="dix", club=closed, player=house.charles, kind="family", note="son oncle"
    )
    where = f"/transmission/dix/?autour={house.bruno.pk}"
    member = factories.member(closed)
    assert "son oncle" not in factories.browser().get(where).content.decode()
    assert "son oncle" in factories.browser(member).get(where).content.decode()
    nodes = {node["name"]: node["source"] for node in factories.api().get(DIX).json()["nodes"]}
    assert nodes["Charles"] is None


def test_a_circle_is_refused_without_the_names_of_a_closed_club(house, closed):
    hidden = played("Zénobie", closed)
    linked(house.bruno, hidden, factories.member(closed, "officer"))
    linked(hidden, house.raz, factories.member(closed, "officer"))
    refused = factories.api(house.officer).post(
        f"{DIX}links/", {"teacher": house.raz.pk, "learner": house.charles.pk}
    )
    (error,) = refused.json()["errors"]
    assert error["code"] == "would_make_a_cycle"
    assert "Bruno → quelqu'un → Raz" in error["detail"]
