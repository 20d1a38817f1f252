"""The figures for monitoring: who gets them, and that Prometheus' own reader takes them."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from jobs import upkeep
from scorekeeper.status import figures
from tests import factories

pytestmark = pytest.mark.django_db

HERE = {"REMOTE_ADDR": "127.0.0.1", "headers": {"host": "localhost:8000"}}


@pytest.fixture
def metrics(settings):
    settings.METRICS = True
    return settings


def test_they_are_off_unless_a_setting_turns_them_on(client):
    assert client.get("/metrics", **HERE).status_code == 404


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (HERE, 200),
        ({"REMOTE_ADDR": "::1", "headers": {"host": "[::1]:8000"}}, 200),
        ({"REMOTE_ADDR": "192.0.2.7", "headers": {"host": "localhost"}}, 403),
        # A proxy on this machine asks for somebody else.
        ({"REMOTE_ADDR": "127.0.0.1", "headers": {"host": "10.example.org"}}, 403),
        ({**HERE, "headers": {"host": "localhost", "x-forwarded-for": "192.0.2.7"}}, 403),
    ],
)
def test_without_a_token_only_this_machine_gets_them(given, status, client, metrics):
    metrics.ALLOWED_HOSTS = metrics.SERVED_NAMES = ["*"]
    assert client.get("/metrics", **given).status_code == status


def test_with_a_token_only_its_holder_gets_them(client, metrics):
    metrics.METRICS_TOKEN = "a-secret"
    assert client.get("/metrics", **HERE).status_code == 403
    for token, status in (("a-secret", 200), ("another", 403), ("", 403), ("é", 403)):
        answer = client.get("/metrics", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == status


def values(text):
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_they_say(client, metrics):
    factories.user()
    upkeep.note_done("backup", {})
    before = values(figures.text()[0].decode())
    client.get("/aide/")
    client.post("/langue/", {"language": "en"})
    client.get("/nowhere/")
    after = values(client.get("/metrics", **HERE).content.decode())

    def more(*name):
        return after[name] - before.get(name, 0)

    assert more("scorekeeper_request_seconds_count", "help") == 1
    assert more("scorekeeper_answers_total", "404") == 1
    assert more("scorekeeper_writes_total") == 1
    assert after["scorekeeper_database_up",] == 1
    assert after["scorekeeper_backup_age_seconds",] < 60
    assert after["scorekeeper_jobs", "waiting"] == 0
    for name in ("disk_free_bytes", "database_bytes", "streams", "requests_waiting", "warnings"):
        assert f"scorekeeper_{name}" in {key[0] for key in after}


def test_nothing_is_counted_while_they_are_off(client):
    before = values(figures.text()[0].decode())
    client.get("/aide/")
    key = ("scorekeeper_request_seconds_count", "help")
    assert values(figures.text()[0].decode()).get(key) == before.get(key)
