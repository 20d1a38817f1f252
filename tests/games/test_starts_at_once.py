"""The same start sent three times at once is one match or tournament.

That holds by its id alone too, where no unique index of `client_id` spans all machines.
"""

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, models
from django.test import override_settings

from core.exactly_once import derived_id
from games.models import ID_ALPHABET, ID_LENGTH, Match
from tests import factories
from tests.extents import sizes
from tests.tournaments.evening import made_body
from tournaments.models import Tournament

TIMES = 3


def three_times(calls):
    """Do each call three times at once; return its three answers, by call."""
    together = threading.Barrier(TIMES)

    def run(_number):
        client = factories.api(raise_request_exception=False)
        answers = []
        for path, body in calls:
            together.wait(60)
            answers.append(client.post(path, body))
            connection.close()
        connections.close_all()
        return answers

    with ThreadPoolExecutor(TIMES) as crowd:
        return list(zip(*crowd.map(run, range(TIMES)), strict=True))


def starts(count):
    return [
        ("/api/v1/matches/", factories.start_body(client_id=str(uuid.uuid4())))
        for _number in range(count)
    ]


@pytest.fixture
def no_unique_index(transactional_db):
    """Take the unique index of `client_id` away, as on shards."""
    unique = Match._meta.get_field("client_id")
    plain = models.UUIDField(null=True, blank=True)
    plain.set_attributes_from_name("client_id")
    plain.model = Match
    with connection.schema_editor() as editor:
        editor.alter_field(Match, unique, plain)
    yield
    with connection.schema_editor() as editor:
        editor.alter_field(Match, plain, unique)


def one_match_each(count):
    for answers in three_times(starts(count)):
        assert sorted(answer.status_code for answer in answers) == [200, 200, 201]
        assert len({answer.content for answer in answers}) == 1
    assert Match.objects.count() == count


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", sizes(10, 200))
def test_a_start_sent_three_times_at_once_is_one_match(count):
    one_match_each(count)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is never spread")
@pytest.mark.parametrize("count", sizes(10, 200))
def test_the_id_alone_makes_them_one(no_unique_index, count):
    one_match_each(count)


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Match, Tournament])
def test_an_id_follows_from_the_client_id_and_the_sites_key(model):
    client_id, other = uuid.uuid4(), uuid.uuid4()

    def made(own):
        return derived_id(model.objects.all(), own, ID_ALPHABET, ID_LENGTH)

    assert made(client_id) == made(client_id) != made(other)
    assert set(made(client_id)) <= set(ID_ALPHABET)
    assert len(made(client_id)) == ID_LENGTH
    with override_settings(SECRET_KEY="another"):
        elsewhere = made(client_id)
    assert elsewhere != made(client_id)


STARTS = {
    Match: lambda: (
        factories.api(),
        "/api/v1/matches/",
        factories.start_body(),
        {"game": "dix", "preset": "x"},
    ),
    Tournament: lambda: (
        factories.api(factories.member(of := factories.club(), "officer")),
        "/api/v1/tournaments/",
        made_body(club=of.slug),
        {"name": "Un autre", "club": of, "game": "dix", "preset": "x", "format": "swiss"},
    ),
}


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.parametrize("model", STARTS)
@pytest.mark.parametrize("theirs", [None, uuid.uuid4()])
def test_an_id_that_another_start_has_is_left_to_it(model, theirs):
    client, path, body, fields = STARTS[model]()
    own, every = uuid.uuid4(), model.objects.all()
    first = derived_id(every, own, ID_ALPHABET, ID_LENGTH)
    other = model.objects.create(id=first, client_id=theirs, **fields)
    answers = [client.post(path, {**body, "client_id": str(own)}) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    ids = {answer.json()["id"] for answer in answers}
    assert len(ids) == 1
    assert first not in ids
    assert set(every.values_list("id", "client_id")) == {(first, theirs), (*ids, own)}
    other.delete()
    # Its own row is found by the `client_id`, although the first id is free now.
    assert client.post(path, {**body, "client_id": str(own)}).json()["id"] in ids
