"""A long match: the limit on lines times seats, answers in parts, and what is cached by version."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.match import sizes
from games.match.match_cache import memory
from games.models import Match
from games.services import writing
from tests import factories
from tests.factories import HAND

pytestmark = pytest.mark.django_db


@pytest.fixture
def _three_lines(monkeypatch):
    """Limit an answer to twelve figures: three lines of four seats."""
    monkeypatch.setattr(sizes, "ANSWERED_FIGURES", 12)


def numbers(body):
    return [entry["number"] for entry in body["entries"]]


@pytest.mark.usefixtures("_three_lines")
class TestParts:
    def test_an_answer_has_the_newest_lines_and_says_how_many_are_earlier(self):
        table = factories.table(None, *[HAND] * 3)
        assert (numbers(table.body()), table.body()["earlier"]) == ([1, 2, 3], 0)
        recorded = table.record(HAND).json()
        assert (numbers(recorded), recorded["earlier"]) == ([2, 3, 4], 1)
        assert recorded == table.body()

    def test_what_is_earlier_is_asked_for_by_the_number_of_the_first_line(self):
        table = factories.table(None, *[HAND] * 7)
        seen, query = [], ""
        while True:
            body = table.client.get(f"/api/v1/matches/{table.id}/{query}").json()
            seen.append(numbers(body))
            if not body["earlier"]:
                break
            query = f"?before={body['entries'][0]['number']}"
        assert seen == [[5, 6, 7], [2, 3, 4], [1]]
        # A part still gives the scores of the whole match.
        assert body["sides"] == table.body()["sides"]
        assert body["entries"][0]["line"]["totals"] != [side["score"] for side in body["sides"]]

    @pytest.mark.parametrize("before", ["0", "-1", "x", "9" * 30])
    def test_a_part_that_is_no_number_is_refused(self, before):
        table = factories.table(None, HAND)
        answer = table.client.get(f"/api/v1/matches/{table.id}/?before={before}")
        assert answer.status_code == 400
        assert [error["attr"] for error in answer.json()["errors"]] == ["before"]

    def test_an_export_has_every_line_and_an_import_answers_the_newest(self):
        table = factories.table(None, *[HAND] * 5)
        exported = table.client.get(f"/api/v1/matches/{table.id}/export/?format=json").json()
        assert (numbers(exported), exported["earlier"]) == ([1, 2, 3, 4, 5], 0)
        made = factories.api().post("/api/v1/matches/import/", exported)
        assert (made.status_code, numbers(made.json())) == (201, [3, 4, 5])
        assert made.json()["edit_token"]
        back = factories.api().get(f"/api/v1/matches/{made.json()['id']}/export/?format=json")
        assert numbers(back.json()) == [1, 2, 3, 4, 5]

    def test_a_list_and_a_conflict_have_the_newest_lines_too(self):
        club = factories.club("ouvert", open_recording=True)
        table = factories.table(None, *[HAND] * 4, club="ouvert")
        listed = factories.api().get(f"/api/v1/matches/?club={club.slug}").json()["results"]
        assert [(numbers(body), body["earlier"]) for body in listed] == [([2, 3, 4], 1)]
        stale = table.record({**HAND, "after": 1})
        assert (stale.status_code, numbers(stale.json()["match"])) == (409, [2, 3, 4])


def entry_reads(queries):
    return [query for query in queries if 'FROM "dix_dixhand"' in query["sql"]]


@pytest.mark.django_db(transaction=True)
def test_a_running_match_is_read_and_folded_once_for_a_version():
    table = factories.table(None, *[HAND] * 2)
    memory.clear()
    with CaptureQueriesContext(
        connection,
    ) as first:
        table.body()
    with CaptureQueriesContext(connection) as again:
        table.body()
    assert (len(entry_reads(first)), len(entry_reads(again))) == (1, 0)
    table.record(HAND)
    assert numbers(table.body()) == [1, 2, 3]
    memory.clear()


def bataille(seats, lines):
    """Return the export of a Bataille match in which every manche was stopped, and so has a note
    for every seat.
    """
    cards = [52 - seats + 1, *[1] * (seats - 1)]
    return {
        "game": "bataille",
        "preset": "classique",
        "rules": {"wins_needed": 1000},
        "seats": [{"name": f"P{seat}"} for seat in range(seats)],
        "sides": [{"name": f"P{seat}"} for seat in range(seats)],
        "status": "in_progress",
        "started_at": "2026-01-01T00:00:00Z",
        "entries": [
            {"data": {"reason": "stopped", "cards": cards}, "recorded_at": "2026-01-01T00:00:00Z"}
        ]
        * lines,
    }


def test_an_import_of_more_lines_times_seats_is_refused():
    answer = factories.api().post("/api/v1/matches/import/", bataille(50, 401))
    assert answer.status_code == 400
    assert [error["code"] for error in answer.json()["errors"]] == ["import_too_large"]
    assert not Match.objects.exists()


def test_the_largest_import_and_its_answers_are_less_than_a_megabyte():
    made = factories.api().post("/api/v1/matches/import/", bataille(50, 400))
    assert made.status_code == 201, made.content[:300]
    read = factories.api().get(f"/api/v1/matches/{made.json()['id']}/")
    assert (made.json()["earlier"], read.json()["earlier"]) == (200, 200)
    assert len(made.content) < 1_000_000
    assert len(read.content) < 1_000_000


def test_a_match_takes_so_many_lines_and_then_says_what_to_do(monkeypatch):
    monkeypatch.setattr(writing, "RECORDED_FIGURES", 8)
    table = factories.table(None, HAND, HAND)
    refused = table.record(HAND)
    assert refused.status_code == 400
    assert [(error["code"], error["detail"]) for error in refused.json()["errors"]] == [
        (
            "match_full",
            "Ce match a trop de lignes\N{NO-BREAK SPACE}: l'arrêter là et en commencer un autre.",
        )
    ]
    assert table.body()["version"] == 3
    # Lines that are already recorded can still be corrected.
    corrected = table.call("put", "entries/2/", {**HAND, "taken": 100})
    assert corrected.status_code == 200
