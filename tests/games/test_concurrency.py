"""Many phones at the same time: repeated writes store one line, every race has one winner, and
nothing answers 5xx.
"""

import threading
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import close_old_connections, connection, connections

from games.models import Change, Match
from tests import factories
from tests.factories import FAILED, HAND

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 16
DOUBLES, RACES = (75, 20)


def at_once(count, call):
    """Run `call(client, number)` for `count` numbers on a crowd of threads, each with its own
    client and connection. Return the answers.
    """
    local = threading.local()

    def run(number):
        if not hasattr(local, "client"):
            local.client = factories.api(raise_request_exception=False)
        try:
            return call(local.client, number)
        finally:
            close_old_connections()  # as served; the test client does not do it

    with ThreadPoolExecutor(THREADS) as crowd:
        answers = list(crowd.map(run, range(count)))
        barrier = threading.Barrier(THREADS)

        def close(_number):
            barrier.wait(timeout=30)  # so that every thread closes its own connection
            connections.close_all()

        list(crowd.map(close, range(THREADS)))
    return answers


def test_doubles_of_a_hand_store_one_and_answer_alike():
    table = factories.table(None, HAND)
    body = {**FAILED, "client_id": str(uuid.uuid4()), "after": 2}
    headers = {"X-Match-Token": table.token}

    def send(client, _number):
        return client.post(table.url("entries/"), body, headers=headers)

    answers = at_once(DOUBLES, send)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: DOUBLES - 1}
    assert len({answer.content for answer in answers}) == 1
    assert len(table.body()["entries"]) == 2
    assert Match.objects.get().version == Change.objects.count() == 3


def test_doubles_of_a_start_make_one_match_and_answer_alike():
    body = factories.start_body(client_id=str(uuid.uuid4()))
    answers = at_once(DOUBLES, lambda client, _number: client.post("/api/v1/matches/", body))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: DOUBLES - 1}
    assert len({answer.content for answer in answers}) == 1
    assert Match.objects.count() == 1


def test_races_on_one_version_have_one_winner_each():
    table = factories.table(rules={"target": 100_000, "defence_cap": None})
    headers = {"X-Match-Token": table.token}
    turns = threading.Barrier(2)
    version = {"now": 1}
    outcomes = []

    def phone(hand):
        client = factories.api(raise_request_exception=False)
        try:
            for _race in range(RACES):
                after = version["now"]
                turns.wait(timeout=60)
                answer = client.post(
                    table.url("entries/"), {**hand, "after": after}, headers=headers
                )
                outcomes.append((after, answer.status_code, answer.json()))
                turns.wait(timeout=60)
                version["now"] = after + 1
                turns.wait(timeout=60)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as crowd:
        for done in [crowd.submit(phone, HAND), crowd.submit(phone, FAILED)]:
            done.result()
    races = {}
    for after, status, body in outcomes:
        races.setdefault(after, []).append((status, body))
    assert len(races) == RACES
    for after, pair in races.items():
        (won, winner), (lost, loser) = sorted(pair, key=lambda answer: answer[0])
        assert (won, lost) == (201, 409)
        assert [error["code"] for error in loser["errors"]] == ["stale"]
        assert loser["match"] == winner
        assert winner["version"] == after + 1
    assert len(table.body()["entries"]) == RACES


@pytest.mark.nightly
def test_a_crowd_that_appends_without_after_loses_no_line():
    table = factories.table(rules={"target": 100_000, "defence_cap": None})
    headers = {"X-Match-Token": table.token}

    def send(client, _number):
        return client.post(table.url("entries/"), HAND, headers=headers).status_code

    assert Counter(at_once(100, send)) == {201: 100}
    body = table.body()
    assert [entry["number"] for entry in body["entries"]] == list(range(1, 101))
    assert (body["version"], body["sides"][0]["score"]) == (101, 8000)


def test_a_crowd_that_adds_one_name_to_a_club_adds_one_player():
    club = factories.club("ouvert", open_recording=True)
    spellings = ["Anne", "ANNE", "anne", "Ａｎｎｅ"]

    def send(client, number):
        name = spellings[number % len(spellings)]
        return client.post("/api/v1/players/", {"name": name, "club": "ouvert"})

    answers = at_once(100, send)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 400: 99}
    ids = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    known = {a.json()["player"]["id"] for a in answers if a.status_code == 400}
    assert ids == known
    assert club.club_players.count() == 1
