"""First answers of writes: by which key they are stored, to whom they are given, and what is never
stored.
"""

import json
import uuid

import pytest
from django.db import connection

from clubs import services
from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from clubs.first_answers import WriteKey, remember
from clubs.links.models import CapabilityLink
from clubs.models import FirstAnswer, Player
from core.errors import ClientIdReused
from core.exactly_once import fingerprint_of
from tests import factories
from tests.clubs.test_concurrency import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("cercle")


@pytest.fixture
def officer(club):
    return factories.member(club, "officer")


def body(**sent):
    return {"client_id": str(uuid.uuid4()), **sent}


def test_a_fingerprint_is_of_every_part_and_of_no_order_of_names():
    assert fingerprint_of("record", 1, {"a": 1, "b": 2}) == fingerprint_of(
        "record", 1, {"b": 2, "a": 1}
    )
    assert fingerprint_of("record", 1, {"a": 1}) != fingerprint_of("record", 2, {"a": 1})
    # The logs of earlier versions hold this fingerprint, so it must not change.
    stored = "a2afb8044dbfb9520af92aa9168669be4d86b3bafd7258fde9476f4d48fe8453"
    assert fingerprint_of("record", None, {"bid": 70}) == stored


def test_what_fails_is_not_remembered():
    key = WriteKey("account 1", uuid.uuid4())
    with pytest.raises(ZeroDivisionError):
        remember(key, "mark", lambda: 1 // 0)
    assert remember(key, "another", lambda: 2).body == 2


def test_another_body_is_refused_and_the_first_is_answered_for_ever():
    key = WriteKey("account 1", uuid.uuid4())
    made = []
    first = remember(key, "mark", lambda: made.append(1) or {"id": 1})
    again = remember(key, "mark", lambda: made.append(2) or {"id": 2})
    assert (first.body, first.repeated, again.body, again.repeated) == (
        {"id": 1},
        False,
        {"id": 1},
        True,
    )
    assert made == [1]
    with pytest.raises(ClientIdReused):
        remember(key, "other", lambda: 3)


def test_nobody_is_answered_what_was_another_s(club, officer):
    sent = body(role="member")
    mine = factories.api(officer).post("/api/v1/clubs/cercle/members/", sent).json()
    other = factories.member(club, "officer")
    theirs = factories.api(other).post("/api/v1/clubs/cercle/members/", sent)
    assert theirs.status_code == 201
    assert theirs.json()["token"] != mine["token"]


def test_no_secret_is_stored_and_the_replay_tells_it(club, officer):
    api, sent = factories.api(officer), body(lasts="year")
    first = api.post("/api/v1/clubs/cercle/links/", sent).json()
    stored = FirstAnswer.objects.get().body
    assert first["token"] not in stored
    assert json.loads(stored)["body"]["token"] is True
    assert api.post("/api/v1/clubs/cercle/links/", sent).json() == first
    assert CapabilityLink.objects.count() == 1


def test_a_table_that_lost_the_answer_still_hears_its_new_token():
    table, sent = factories.table(), body()
    first = table.call("delete", "links/", sent)
    again = table.call("delete", "links/", sent)
    assert again.json() == first.json()
    table.token = first.json()["edit_token"]
    assert table.record().status_code == 201
    # Once the new token has been revoked too, a replay with a wrong token is refused.
    table.call("delete", "links/", body())
    stale = factories.api().delete(
        f"/api/v1/matches/{table.id}/links/", sent, headers={"X-Match-Token": "x"}
    )
    assert stale.status_code == 403


def test_the_first_answer_stays_when_the_thing_has_changed_since(club, officer):
    api, sent = factories.api(officer), body(name="Anne", club="cercle")
    first = api.post("/api/v1/players/", sent).json()
    api.patch(f"/api/v1/players/{first['id']}/", {"name": "Bruno"})
    assert api.post("/api/v1/players/", sent).json() == first


def test_a_garbled_client_id_is_refused(officer, club):
    answer = factories.api(officer).post("/api/v1/players/", {"client_id": "x", "club": "cercle"})
    assert [error["attr"] for error in answer.json()["errors"]] == ["client_id"]


def test_who_is_forgotten_is_taken_out_of_what_was_answered(club, officer):
    api = factories.api(officer)
    for name in ("Ève Roy", "Ève Roy-Tremblay", "Bruno"):
        api.post("/api/v1/players/", body(name=name, club="cercle"))
    services.erase(player=Player.objects.get(name="Ève Roy"), caller=Caller(user=officer))
    names = [json.loads(row.body)["body"]["name"] for row in FirstAnswer.objects.order_by("id")]
    assert names == ["joueur retiré", "Ève Roy-Tremblay", "Bruno"]


def test_of_a_longer_name_that_begins_with_an_older_one_nothing_stays(club, officer):
    api = factories.api(officer)
    made = api.post("/api/v1/players/", body(name="Ève Roy", club="cercle")).json()
    api.patch(f"/api/v1/players/{made['id']}/", body(name="Ève Roy Tremblay"))
    services.erase(player=Player.objects.get(pk=made["id"]), caller=Caller(user=officer))
    names = [json.loads(row.body)["body"]["name"] for row in FirstAnswer.objects.order_by("id")]
    assert names == ["joueur retiré", "joueur retiré"]


def test_what_was_answered_goes_with_the_account(club):
    member = factories.member(club, "officer")
    factories.api(member).post("/api/v1/players/", body(name="Anne", club="cercle"))
    delete_account(user=member)
    assert not FirstAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one():
    club = factories.club("cercle")
    officer = factories.member(club, "officer")
    sent = body(role="member")

    def send():
        answer = factories.api(officer).post("/api/v1/clubs/cercle/members/", sent)
        connection.close()
        return answer

    first, second = at_once(send, send)
    assert {first.status_code, second.status_code} == {200, 201}
    assert first.json() == second.json()
    assert club.invitations.count() == 1
