"""What the site answers while the database is away or the disk is full."""

import threading
from types import SimpleNamespace

import pytest
from django.db import InterfaceError, OperationalError, connection
from psycopg_pool import PoolTimeout

from clubs.models import Club
from scorekeeper.database import database_away
from scorekeeper.server import health
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _open_door():
    database_away.door.open()
    yield
    database_away.door.open()


def unreachable():
    error = OperationalError("no connection")
    error.__cause__ = PoolTimeout("no connection")
    return error


def fail_with(error):
    def ask(execute, sql, params, many, context):
        raise error

    return connection.execute_wrapper(ask)


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("database is locked"),
        OperationalError("database or disk is full"),
        InterfaceError("connection already closed"),
        unreachable(),
    ],
)
@pytest.mark.parametrize("path", ["/", "/clubs/", "/api/v1/clubs/", "/api/v1/matches/7K3QZ9WX/"])
def test_a_database_that_is_away_is_503_with_a_sentence(error, path):
    client = factories.browser()
    client.raise_request_exception = False
    with fail_with(error):
        answer = client.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "Réessayer dans quelques secondes" in answer.content.decode()
    if path.startswith("/api/"):
        body = answer.json()
        assert (body["type"], body["errors"][0]["code"]) == ("server_error", "database_away")


def test_who_comes_next_does_not_wait_for_it_and_then_it_is_tried_again(monkeypatch):
    client = factories.browser()
    client.raise_request_exception = False
    now = [1000.0]
    monkeypatch.setattr(database_away.time, "monotonic", lambda: now[0])
    with fail_with(unreachable()):
        assert client.get("/clubs/").status_code == 503
    bodies = []

    def count(execute, *rest):
        bodies.append(rest[0])
        return execute(*rest)

    with connection.execute_wrapper(count):
        assert client.get("/clubs/").status_code == 503
        assert client.get("/api/v1/clubs/").status_code == 503
        assert bodies == []
        now[0] += database_away.REST
        assert client.get("/clubs/").status_code == 200
        assert bodies != []


def test_a_query_that_failed_once_shuts_no_door():
    client = factories.browser()
    client.raise_request_exception = False
    with fail_with(OperationalError("database is locked")):
        assert client.get("/clubs/").status_code == 503
    assert client.get("/clubs/").status_code == 200


def test_a_monitor_hears_of_the_database_and_of_the_disk(client, monkeypatch):
    Club.objects.exists()
    answer = client.get("/sante/")
    expected = {"status": "ok", "database": "ok", "disk": "ok", "backup_age": None, "warnings": []}
    assert (answer.status_code, answer.json()) == (200, expected)
    full = SimpleNamespace(free=health.LEAST_FREE - 1, total=10**12)
    monkeypatch.setattr(health.shutil, "disk_usage", lambda folder: full)
    answer = client.get("/sante/")
    (warning,) = answer.json()["warnings"]
    assert "199" in warning
    expected |= {"status": "error", "disk": "error", "warnings": [warning]}
    assert (answer.status_code, answer.json()) == (503, expected)


def test_a_monitor_does_not_wait_for_a_database_that_never_answers(client, monkeypatch):
    over = threading.Event()
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "_ask_apart", lambda: over.wait(5))
    monkeypatch.setattr(health.connection, "vendor", "postgresql", raising=False)
    answer = client.get("/sante/")
    over.set()
    expected = {"status": "error", "database": "error", "disk": "ok"}
    assert (answer.status_code, answer.json()) == (503, expected)
