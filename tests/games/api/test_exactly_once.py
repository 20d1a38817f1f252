"""For every kind of write: `client_id` makes it happen exactly once, and `after` prevents a silent
overwrite.
"""

import uuid

import pytest

from games.models import Change, Match
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SIDES = [{"side": 0, "name": "Eux"}]

# Each kind of write on a match with two lines: method, address, body, status of the first
# answer, another body.
WRITES = {
    "record": ("post", "entries/", HAND, 201, FAILED),
    "correct": ("put", "entries/1/", FAILED, 200, ALL_TAKEN),
    "take_back": ("delete", "entries/2/", {}, 200, None),
    "patch_names": ("patch", "", {"sides": SIDES}, 200, {"sides": [{"side": 0, "name": "X"}]}),
    "patch_seats": ("patch", "", {"seats": "émile"}, 200, {"sides": SIDES}),
    "abandon": ("patch", "", {"status": "abandoned"}, 200, {"sides": SIDES}),
}


@pytest.fixture(params=list(WRITES))
def write(request):
    return WRITES[request.param]


@pytest.fixture
def table():
    return factories.table(None, HAND, FAILED)


@pytest.fixture
def emile():
    return factories.player("Émile", factories.club(open_recording=True))


def send(table, write, emile, body=None, **more):
    method, rest, first, _status, _other = write
    data = dict(first if body is None else body)
    if data.get("seats") == "émile":
        data["seats"] = [{"seat": 1, "player": emile.pk}]
    return table.call(method, rest, {**data, **more})


def test_a_repeated_write_answers_200_with_the_first_body_and_stores_nothing(table, write, emile):
    client_id = str(uuid.uuid4())
    first = send(table, write, emile, client_id=client_id)
    stored = Change.objects.count()
    again = send(table, write, emile, client_id=client_id)
    assert (first.status_code, again.status_code) == (write[3], 200)
    assert again.content == first.content
    assert again.headers["ETag"] == first.headers["ETag"] == '"4"'
    assert Change.objects.count() == stored == 4


def test_a_write_repeated_after_later_changes_answers_the_first_body(table, write, emile):
    client_id = str(uuid.uuid4())
    first = send(table, write, emile, client_id=client_id)
    if write[2].get("status") == "abandoned":
        table.patch(status="in_progress")
    assert table.record(ALL_TAKEN).status_code == 201
    assert table.correct(1, ALL_TAKEN).status_code == 200
    fanny = factories.player("Fanny", factories.club(open_recording=True))
    tied = table.patch(
        sides=[{"side": 0, "name": "Plus tard"}], seats=[{"seat": 3, "player": fanny.pk}]
    )
    assert tied.status_code == 200
    last = tied.json()
    table.take_back(len(last["entries"]))
    table.patch(status="abandoned")
    version = Match.objects.get().version
    again = send(table, write, emile, client_id=client_id)
    assert (again.status_code, again.content) == (200, first.content)
    assert Match.objects.get().version == version


def test_a_write_repeated_when_the_match_has_finished_answers_the_first_body():
    table = factories.table(None, rules={"target": 200, "defence_cap": None})
    client_id = str(uuid.uuid4())
    first = table.record(client_id=client_id)
    table.record(ALL_TAKEN)
    table.record(ALL_TAKEN)
    assert table.body()["status"] == "finished"
    again = table.record(client_id=client_id)
    assert (again.status_code, again.content) == (200, first.content)


def test_the_last_line_repeated_after_a_reopening_answers_the_finished_match():
    table = factories.table(None, rules={"target": 100, "defence_cap": None})
    client_id = str(uuid.uuid4())
    first = table.record(ALL_TAKEN, client_id=client_id)
    table.take_back(1)
    again = table.record(ALL_TAKEN, client_id=client_id)
    assert (again.status_code, again.content) == (200, first.content)
    assert (again.json()["status"], table.body()["status"]) == ("finished", "in_progress")


def test_a_repeated_write_with_another_after_is_the_same_write(table, write, emile):
    client_id = str(uuid.uuid4())
    first = send(table, write, emile, client_id=client_id, after=3)
    again = send(table, write, emile, client_id=client_id, after=1)
    assert (again.status_code, again.content) == (200, first.content)


def test_a_client_id_with_another_body_is_client_id_reused(table, write, emile):
    client_id = str(uuid.uuid4())
    first = send(table, write, emile, client_id=client_id)
    assert first.status_code == write[3]
    if write[4] is None:
        response = table.take_back(1, client_id=client_id)
    else:
        response = send(table, write, emile, body=write[4], client_id=client_id)
    assert response.status_code == 409
    assert response.json()["type"] == "client_error"
    assert [e["code"] for e in response.json()["errors"]] == ["client_id_reused"]
    assert Match.objects.get().version == 4


def test_a_client_id_of_another_kind_of_write_is_client_id_reused(table):
    client_id = str(uuid.uuid4())
    assert table.record(HAND, client_id=client_id).status_code == 201
    assert table.correct(1, HAND, client_id=client_id).status_code == 409
    assert table.take_back(3, client_id=client_id).status_code == 409
    assert table.patch(sides=SIDES, client_id=client_id).status_code == 409
    assert Match.objects.get().version == 4


def test_a_correction_of_another_line_is_another_body(table):
    client_id = str(uuid.uuid4())
    assert table.correct(1, FAILED, client_id=client_id).status_code == 200
    assert table.correct(2, FAILED, client_id=client_id).status_code == 409


def test_a_client_id_is_of_its_match_alone(table):
    client_id = str(uuid.uuid4())
    assert table.record(client_id=client_id).status_code == 201
    assert factories.table().record(client_id=client_id).status_code == 201


def test_a_refused_write_does_not_use_its_client_id_up(table):
    client_id = str(uuid.uuid4())
    refused = table.record({"bidder": 0, "bid": 45, "taken": 80}, client_id=client_id)
    assert refused.status_code == 400
    assert table.record(client_id=client_id).status_code == 201


def test_a_repeated_write_without_the_link_is_403(table):
    client_id = str(uuid.uuid4())
    table.record(client_id=client_id)
    response = factories.api().post(table.url("entries/"), {**HAND, "client_id": client_id})
    assert response.status_code == 403


def test_without_client_id_the_same_line_twice_is_two_lines(table):
    assert table.record().status_code == table.record().status_code == 201
    assert len(table.body()["entries"]) == 4


def test_the_body_of_a_replay_is_in_the_callers_language(table):
    client_id = str(uuid.uuid4())
    first = table.record(client_id=client_id).json()
    table.client = factories.api(language="en")
    again = table.record(client_id=client_id).json()
    notes = again["entries"][2]["line"]["notes"]
    assert notes != first["entries"][2]["line"]["notes"]
    for entry in (*first["entries"], *again["entries"]):
        for note in entry["line"]["notes"]:
            note["text"] = ""
    assert again == first


# -- `after` ----------------------------------------------------------------------------------


def test_a_write_on_the_current_version_is_taken(table, write, emile):
    assert send(table, write, emile, after=3).status_code == write[3]


@pytest.mark.parametrize("after", [-1, 0, 1, 2, 4, 10**9])
def test_a_write_on_another_version_is_stale_and_shows_the_match(table, write, emile, after):
    body = table.body()
    response = send(table, write, emile, after=after)
    answer = response.json()
    assert response.status_code == 409
    assert answer["type"] == "client_error"
    assert [e["code"] for e in answer["errors"]] == ["stale"]
    assert answer["match"] == body
    assert table.body() == body


def test_two_writes_on_one_version_have_one_winner(table, write, emile):
    assert send(table, write, emile, after=3).status_code == write[3]
    loser = table.patch(sides=SIDES, after=3)
    assert loser.status_code == 409
    assert loser.json()["match"] == table.body()


def test_a_stale_write_does_not_use_its_client_id_up(table):
    client_id = str(uuid.uuid4())
    assert table.record(client_id=client_id, after=1).status_code == 409
    assert table.record(client_id=client_id, after=3).status_code == 201


# -- DELETE, in the query or the body ---------------------------------------------------------


@pytest.mark.parametrize("place", ["query", "body"])
def test_delete_takes_client_id_and_after_in_the_query_or_the_body(table, place):
    client_id = str(uuid.uuid4())

    def delete(after):
        values = {"client_id": client_id, "after": after}
        if place == "body":
            return table.call("delete", "entries/2/", values)
        return table.call("delete", f"entries/2/?client_id={client_id}&after={after}")

    stale, first, again = delete(1), delete(3), delete(3)
    assert (stale.status_code, first.status_code, again.status_code) == (409, 200, 200)
    assert stale.json()["errors"][0]["code"] == "stale"
    assert again.content == first.content
    assert len(table.body()["entries"]) == 1


@pytest.mark.parametrize("query", ["after=x", "after=1.5", "after=", "client_id=x", "client_id="])
def test_delete_with_a_garbled_query_is_refused(table, query):
    response = table.call("delete", f"entries/2/?{query}")
    name = query.partition("=")[0]
    assert response.status_code == 400
    assert [e["attr"] for e in response.json()["errors"]] == [name]
    assert Match.objects.get().version == 3


def test_delete_by_body_and_by_query_are_the_same_write(table):
    client_id = str(uuid.uuid4())
    first = table.take_back(2, client_id=client_id)
    again = table.call("delete", f"entries/2/?client_id={client_id}")
    assert (again.status_code, again.content) == (200, first.content)
