"""Tests of a large graph's files.

A job makes a file once for each state of the graph and of the names and clubs in it.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs import services as club_services
from clubs.callers import Caller
from clubs.models import Player
from clubs.signals import player_forgotten
from jobs.models import Job
from tests import factories
from tests.transmission.families import DIX, GAME, House, linked, played
from transmission import exports, stored_files
from transmission.models import GraphFile, Link

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return House().tell()


@pytest.fixture
def large(house, monkeypatch):
    """The same house on a site where three people already make a large graph."""
    monkeypatch.setattr(exports, "TEXT_AT_ONCE", 3)
    return house


@pytest.fixture
def queued(settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


@pytest.fixture
def made(monkeypatch):
    """A list that gets an item each time the whole graph is written."""
    times, whole = [], exports.WRITERS["json"]
    counted = (whole[0], lambda seen, caller: times.append(1) or whole[1](seen, caller))
    monkeypatch.setitem(exports.WRITERS, "json", counted)
    return times


def test_a_small_graph_is_answered_at_once_and_not_kept(house):
    assert factories.api().get(DIX).status_code == 200
    assert not GraphFile.objects.exists()


def test_a_large_graph_is_made_by_one_job_and_told_to_wait_for(large, queued):
    for reader in (factories.api(), factories.api(), factories.api(large.member)):
        answer = reader.get(DIX)
        assert (answer.status_code, answer["Retry-After"]) == (202, "5")
        assert answer.json() == {"game": "dix", "people": 4}
    assert [job.kind for job in Job.objects.all()] == ["transmission.export"]


def test_a_large_graph_is_made_once_for_all_and_is_what_a_small_one_is(large, made, monkeypatch):
    assert factories.api().get(DIX).status_code == 202
    answers = [reader.get(DIX) for reader in (factories.api(), factories.api(large.member))]
    files = [factories.api().get(f"{DIX}export/?format=json") for _ in range(2)]
    assert [answer.status_code for answer in (*answers, *files)] == [200] * 4
    assert len(made) == 1
    monkeypatch.setattr(exports, "TEXT_AT_ONCE", 5000)
    GraphFile.objects.all().delete()
    assert answers[0].content == answers[1].content == factories.api().get(DIX).content
    assert files[0].content == factories.api().get(f"{DIX}export/?format=json").content


def test_what_waits_in_ones_clubs_is_told_beside_what_is_kept(large):
    factories.api().get(DIX)
    link = Link.objects.create(game="dix", club=large.club, teacher=large.raz, learner=large.jean)
    assert factories.api().get(DIX).json()["proposed"] == []
    (waiting,) = factories.api(large.member).get(DIX).json()["proposed"]
    assert waiting["id"] == link.pk


def renamed(house):
    club_services.rename(player=house.anne, name="Annette", caller=Caller(user=house.officer))


def hidden(house):
    anne = house.anne
    anne.shown = "hidden"
    anne.save(update_fields=["shown"])


def new_link(house):
    linked(house.jean, played("Zoé", house.club), house.officer)


def new_club(house):
    other = factories.club("autre")
    caller = Caller(user=factories.site_owner())
    club_services.add_known_player(club=other, player=house.anne, caller=caller)


def closed(house):
    house.club.public = False
    house.club.save()


@pytest.mark.parametrize("change", [renamed, hidden, new_link, new_club, closed])
def test_what_changes_the_answer_makes_it_anew(large, change):
    api = factories.api()
    api.get(DIX)
    before = api.get(DIX)
    assert before.status_code == 200
    change(large)
    answer = api.get(DIX)
    if answer.status_code == 202:
        answer = api.get(DIX)
    assert answer.status_code == 200
    assert answer.content != before.content


def test_a_file_made_while_a_name_changes_never_serves(large):
    state = stored_files.state_of(GAME)
    hidden(large)  # after the worker has begun, before it keeps what it made
    stored_files.keep("json", GAME, Caller(), state, b"{}")
    assert stored_files.read("json", GAME, Caller()) is None


def test_who_is_forgotten_takes_the_kept_files_along(large):
    factories.api().get(DIX)
    assert GraphFile.objects.exists()
    forgotten = {"player_id": large.anne.pk, "account_id": 0, "names": ["Anne"], "club_ids": []}
    player_forgotten.send(sender=Player, **forgotten)
    assert not GraphFile.objects.exists()


def test_what_a_member_of_a_closed_club_reads_is_kept_apart(large):
    closed(large)
    outside, inside = factories.api(), factories.api(large.member)
    outside.get(DIX)
    inside.get(DIX)
    body = inside.get(DIX).json()
    assert [node["name"] for node in body["nodes"]] == ["Charles", "Jean", "Anne", "Bruno"]
    assert outside.get(DIX).json()["nodes"] == []


def test_a_kept_graph_is_sent_without_reading_its_links(large):
    factories.api().get(DIX)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert factories.api().get(DIX).status_code == 200
    assert not [query for query in queries if "transmission_link" in query["sql"]]


def test_a_part_has_so_many_people_at_most(large):
    api = factories.api()
    answer = api.get(f"{DIX}?root={large.charles.pk}")
    assert answer.status_code == 400
    assert [(error["code"], error["attr"]) for error in answer.json()["errors"]] == [
        ("part_too_large", "depth")
    ]
    near = api.get(f"{DIX}?root={large.bruno.pk}&depth=1")
    assert [node["name"] for node in near.json()["nodes"]] == ["Anne", "Bruno"]
