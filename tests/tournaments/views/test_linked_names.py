"""Names on a tournament's pages lead to the people; nobody who is hidden has a link anywhere."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from games.models import Match, Side
from tests import factories
from tests.extents import some
from tests.plain import plain
from tests.tournaments.evening import evening
from tournaments.people_queries import Person
from tournaments.presentation.linked_names import linked, linked_text

pytestmark = pytest.mark.django_db


def pairs(count, **options):
    """Return a tournament of pairs from the club's list, and its people in order.

    The last of them is hidden by the club.
    """
    night = evening(**options)
    people = [factories.player(f"Personne {at}", night.club) for at in range(2 * count)]
    Player.objects.filter(pk=people[-1].pk).update(shown="hidden")
    members = [
        {"players": [{"player": person.pk} for person in people[at : at + 2]]}
        for at in range(0, 2 * count, 2)
    ]
    night.do("post", "entrants/", members)
    return night, people


def links(page):
    return set(re.findall(r'href="/joueurs/(\d+)/"', page))


@pytest.mark.parametrize("format_", ["swiss", "single_elimination"])
def test_names_lead_to_the_people_and_hidden_people_are_no_links(format_):
    night, people = pairs(4, format=format_)
    drawn = night.draw()
    night.play(drawn)
    pages = ["", "classement/", "rondes/1/", "rondes/1/tables/1/", "rondes/1/tables/2/"]
    pages += ["tableau/"] if format_ == "single_elimination" else []
    seen = set()
    for path in pages:
        for reader in (factories.browser(), factories.browser(factories.site_owner())):
            there = links(reader.get(f"/tournois/{night.id}/{path}").content.decode())
            assert there, path
            assert str(people[-1].pk) not in there, path
            seen |= there
    assert seen == {str(person.pk) for person in people[:-1]}


def test_whoever_is_hidden_later_is_no_link_any_more():
    night, people = pairs(2)
    night.play(night.draw())
    page = f"/tournois/{night.id}/classement/"
    assert str(people[0].pk) in links(factories.browser().get(page).content.decode())
    Player.objects.filter(pk=people[0].pk).update(shown="hidden")
    assert str(people[0].pk) not in links(factories.browser().get(page).content.decode())


@pytest.mark.parametrize("path", some(["classement/", "", "rondes/1/", "tableau/"], 4))
def test_links_take_no_query_a_row(path):
    counts = []
    for count in (4, 8):
        night, _people = pairs(count, format="single_elimination")
        night.play(night.draw())
        caches["fragments"].clear()
        with CaptureQueriesContext(connection) as queries:
            factories.browser().get(f"/tournois/{night.id}/{path}")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_name_is_escaped_and_a_team_of_another_name_is_no_link():
    hostile = "<script>alert(1)</script>"
    person, hidden = Person(7, hostile), Person(8, "Quelqu'un", hidden=True)
    assert "<script" not in linked(hostile, [person])
    assert 'href="/joueurs/7/"' in linked(hostile, [person])
    assert linked("Les As", [Person(7, "Anne"), Person(8, "Bruno")]) == "Les As"
    assert links(linked("Anne & Quelqu'un (2)", [Person(7, "Anne"), hidden])) == {"7"}
    assert linked("Anne & Quelqu'un (2)", [Person(7, "Anne"), hidden]).endswith("(2)")
    assert links(linked_text("Anne &", [Person(7, "Anne"), Person(9, "Bruno")])) == {"7"}
    assert linked_text("Anne-", [Person(7, "Anne-Marie"), Person(9, "Bruno")]) == "Anne-"


def test_a_wide_screen_has_each_round_and_a_bye_is_named():
    night = evening("A", "B", "C")
    night.play(night.draw(), [500, 300])
    page = plain(factories.browser().get(f"/tournois/{night.id}/classement/").content.decode())
    cells = re.findall(r't-cross t-cross--(\w+)"[^>]*>(.*?)</td>', page, re.DOTALL)
    outcomes = {outcome: " ".join(re.sub(r"<[^>]*>", " ", text).split()) for outcome, text in cells}
    assert set(outcomes) == {"win", "loss", "bye"}
    assert outcomes["bye"] == "exempt"
    assert outcomes["win"].endswith("500–300")
    assert outcomes["loss"].endswith("300–500")


def test_a_readers_own_row_is_marked_and_nobody_elses():
    night, people = pairs(2)
    night.play(night.draw())
    account = factories.user()
    Player.objects.filter(pk=people[0].pk).update(user=account)
    for path in ("", "classement/"):
        page = factories.browser(account).get(f"/tournois/{night.id}/{path}").content.decode()
        assert re.findall(r'data-entrant="(\d+)" data-own', page) == ["1"]
        assert (
            "data-own"
            not in factories.browser().get(f"/tournois/{night.id}/{path}").content.decode()
        )


def test_the_head_says_how_far_the_tournament_is():
    night = evening("A", "B", "C", "D", options={"rounds": 3})
    drawn = night.draw()
    night.do("post", "rounds/1/tables/1/result/", {"scores": [500, 300]})
    page = plain(factories.browser().get(f"/tournois/{night.id}/").content.decode())
    assert "1/2 tables" in page
    assert drawn["number"] == 1
    assert re.findall(r'round-strip__round--(\w+)"', page) == ["now", "next", "next"]


def test_a_match_being_played_shows_its_score_and_the_page_follows_it():
    night = evening("A", "B", "C", "D")
    night.draw()
    owner = factories.browser(factories.site_owner())
    match = owner.post(f"/tournois/{night.id}/rondes/1/tables/1/jouer/")["Location"]
    address = re.search(r'hx-get="([^"]*)"', owner.get(f"/tournois/{night.id}/").content.decode())[
        1
    ]
    poll = address.replace("&amp;", "&")
    assert owner.get(poll, headers={"HX-Request": "true"}).status_code == 204
    pk = match.strip("/").split("/")[-1]
    Side.objects.filter(match=pk, number=0).update(score=135)
    Match.objects.filter(pk=pk).update(version=2)
    answer = owner.get(poll, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert ">135<" in answer.content.decode()
