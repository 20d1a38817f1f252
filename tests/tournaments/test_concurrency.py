"""Two phones write at one table at the same moment: every report is stored, and no answer is a
5xx.
"""

from collections import Counter

import pytest

from tests.games.test_concurrency import at_once
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import evening, result_of
from tournaments.models import LogEntry, TableMatch

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_sides_who_report_the_same_at_once_confirm_each_other():
    night = evening("A", "B")
    drawn = night.draw()
    table = drawn["tables"][0]
    address = night.url(result_of(drawn, table))

    def report(client, number):
        headers = {"X-Table-Token": table["tokens"][number % 2]}
        return client.post(address, {"scores": [500, 380]}, headers=headers)

    answers = at_once(2, report)
    assert [answer.status_code for answer in answers] == [201, 201]
    assert night.do("get", "rounds/1/")["tables"][0]["state"] == "confirmed"
    rows, log = rows_and_log(night.id)
    assert rows == log


def test_many_phones_of_a_table_start_one_match():
    night = evening("Anne & Bruno", "Chloé & David")
    drawn = night.draw()
    table = drawn["tables"][0]
    address = night.url(result_of(drawn, table, "match"))
    headers = {"X-Table-Token": table["tokens"][0]}
    answers = at_once(12, lambda client, _number: client.post(address, {}, headers=headers))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 11}
    assert len({answer.content for answer in answers}) == 1
    assert TableMatch.objects.count() == 1


def test_a_draw_asked_for_by_many_at_once_is_one_draw():
    night = evening("A", "B", "C", "D")
    clients = night.client
    answers = at_once(8, lambda _client, _number: clients.post(night.url("rounds/"), {}))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 400: 7}
    assert LogEntry.objects.filter(kind="drawn").count() == 1
