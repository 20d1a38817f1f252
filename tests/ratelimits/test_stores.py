"""Both stores keep the same rate. PostgreSQL's is tested only if the tests run on PostgreSQL."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from ratelimits import memory_store as in_memory
from ratelimits import shared_store as in_database
from ratelimits.memory_store import MemoryStore
from ratelimits.shared_store import Shared

LIMIT, PERIOD = 3, 60


class InMemory(MemoryStore):
    """The store in memory, with a clock that the test sets."""

    def __init__(self, monkeypatch):
        super().__init__()
        self.monkeypatch = monkeypatch

    def at(self, seconds):
        self.monkeypatch.setattr(in_memory.time, "monotonic", lambda: 1000.0 + seconds)

    def __len__(self):
        return len(self._hits)


class InDatabase(Shared):
    """The store in the database, with a clock that the test sets."""

    def at(self, seconds):
        self.now = f"{1000.0 + seconds}::float8"

    def __len__(self):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM limits_hits")
            return cursor.fetchone()[0]


pytestmark = pytest.mark.both_databases


@pytest.fixture(params=["memory", "database"])
def store(request, monkeypatch, db):
    if request.param == "memory":
        return InMemory(monkeypatch)
    if connection.vendor != "postgresql":
        pytest.skip("with SQLite there is one process, which counts in memory")
    return InDatabase()


def take(store, *seconds, caller="someone", limit=LIMIT):
    """Return, for a request at each of these moments, whether it was admitted."""
    answers = []
    for second in seconds:
        store.at(second)
        answers.append(store.take("write", caller, limit, PERIOD))
    return answers


def wait(store, second, caller="someone"):
    store.at(second)
    return store.wait("write", caller, LIMIT, PERIOD)


def test_as_many_as_the_limit_then_none(store):
    assert take(store, 0, 1, 2, 3) == [True, True, True, False]


def test_callers_and_scopes_are_counted_apart(store):
    assert take(store, 0, 0, 0, 0) == [True, True, True, False]
    assert take(store, 0, caller="someone else") == [True]
    assert store.take("read", "someone", LIMIT, PERIOD)


def test_each_request_makes_room_when_it_is_a_period_old(store):
    #                0     20    50    |  59.9    60 (the first one leaves)  60.1   80 (the second)
    assert take(store, 0, 20, 50, 59.9, 60, 60.1, 80) == [
        True, True, True, False, True, False, True,
    ]  # fmt: skip


def test_no_stretch_of_a_period_holds_more_than_the_limit(store):
    """Three requests just before the end of a minute and three just after it would be six within
    two seconds.
    """
    assert take(store, 59, 59, 59, 61, 61, 61) == [True, True, True, False, False, False]


def test_a_refused_request_does_not_count(store):
    assert take(store, 0, 0, 0, *range(1, 60)) == [True] * 3 + [False] * 59
    assert take(store, 60, 60, 60, 60) == [True, True, True, False]


def test_how_long_to_wait(store):
    assert wait(store, 0) <= 0
    take(store, 0, 20, 50)
    assert wait(store, 50) == 10
    assert wait(store, 59.5) == 0.5
    assert wait(store, 60) <= 0
    take(store, 60)
    assert wait(store, 60) == 20


def test_looking_does_not_count(store):
    assert [wait(store, 0) for _ in range(5)] == [0.0] * 5
    assert take(store, 0, 0, 0, 0) == [True, True, True, False]


def test_a_lower_limit_than_yesterday_s_holds_at_once(store):
    take(store, 0, 1, 2)
    assert take(store, 3, limit=2) == [False]
    assert take(store, 60.5, limit=2) == [False]
    assert take(store, 61, limit=2) == [True]


def test_those_who_have_been_away_are_forgotten(store, monkeypatch):
    monkeypatch.setattr(in_database, "BETWEEN_SWEEPS", 0.0)
    for number in range(5):
        take(store, 0, caller=f"caller {number}")
    assert len(store) == 5
    take(store, 24 * 3600 + 1, caller="another")
    take(store, 24 * 3600 + 1, caller="another")
    assert len(store) == 1


def test_memory_holds_no_more_callers_than_it_may(monkeypatch):
    monkeypatch.setattr(in_memory, "MOST_CALLERS", 3)
    store = InMemory(monkeypatch)
    for number in (0, 1, 2, 0, 3):
        assert take(store, number, caller=f"caller {number}") == [True]
    assert [caller for _scope, caller in store._hits] == ["caller 2", "caller 0", "caller 3"]


def test_a_sweep_that_found_many_is_followed_by_another(monkeypatch, db):
    if connection.vendor != "postgresql":
        pytest.skip("there is nothing to sweep in memory")
    monkeypatch.setattr(in_database, "AT_A_SWEEP", 2)
    store = InDatabase()
    for number in range(5):
        take(store, 0, caller=f"caller {number}")
    store.at(100)
    store.sweep()
    assert len(store) == 3
    take(store, 100, caller="another")
    assert len(store) == 2
    take(store, 100, caller="another")
    assert len(store) == 1


class Slow(dict):
    """A dict that lets other threads run between taking an item out and putting it back."""

    def pop(self, *arguments):
        item = super().pop(*arguments)
        time.sleep(1e-4)
        return item


def test_a_hundred_at_the_same_moment_in_memory():
    store = MemoryStore()
    store._hits = Slow()
    with ThreadPoolExecutor(100) as threads:
        answers = list(threads.map(lambda _: store.take("write", "all", 40, PERIOD), range(100)))
    assert (answers.count(True), answers.count(False)) == (40, 60)


@pytest.mark.django_db(transaction=True)
def test_those_who_queue_for_one_row_see_each_other():
    if connection.vendor != "postgresql":
        pytest.skip("with SQLite there is one process, which counts in memory")
    store = Shared()
    assert store.take("write", "queue", LIMIT, PERIOD)

    def ask(_number):
        try:
            return store.take("write", "queue", LIMIT, PERIOD)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM limits_hits FOR UPDATE")
            futures = [threads.submit(ask, number) for number in range(6)]
            until_queueing(cursor, 6)
        answers = [future.result(30) for future in futures]
    assert (answers.count(True), answers.count(False)) == (2, 4)


def until_queueing(cursor, number):
    for _ in range(300):
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        if cursor.fetchone()[0] == number:
            return
        time.sleep(0.05)
    pytest.fail("they do not queue")


def test_a_row_gives_no_address_away(db):
    assert b"203.0.113.9" not in in_database._row("write", "203.0.113.9")
    assert in_database._row("write", "203.0.113.9") != in_database._row("read", "203.0.113.9")
    assert len(in_database._row("write", "203.0.113.9")) == 16
