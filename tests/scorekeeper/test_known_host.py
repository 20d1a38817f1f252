"""Tests of the names under which the site answers on a club's network.

A name that a foreign site points at this machine (DNS rebinding) is refused.
"""

import pytest
from django.test import Client

from scorekeeper.environment import read

pytestmark = pytest.mark.django_db

SENTENCE = (
    "Ce carnet ne répond pas au nom evil.example. L'ouvrir par l'adresse en chiffres que sa "
    "machine affiche au démarrage, ou ajouter ce nom, sur cette machine, au réglage "
    "SCOREKEEPER_HOSTS."
)


@pytest.fixture
def ask(settings, tmp_path, monkeypatch):
    """A function that asks for a page under a given host name; the machine is a laptop called
    valet.
    """
    monkeypatch.setattr("socket.gethostname", lambda: "valet")
    given = {"SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_HOSTS": "carnet.lan"}
    settings.SERVED_NAMES = read(given).names
    settings.ALLOWED_HOSTS = ["*"]
    return lambda host, path="/aide/": Client().get(path, headers={"host": host})


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:8000",
        "203.0.113.9",
        "[2001:db8::1]:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "localhost:8000",
        "a.localhost",
        "valet:8000",
        "VALET.local:8000",
        "valet.local.:8000",
        "carnet.lan",
    ],
)
def test_addresses_and_the_machine_s_own_names_are_served(ask, host):
    assert ask(host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000",
        "valet.evil.example",
        "localhost.evil.example",
        "192.168.1.20.evil.example",
        "evilvalet",
        "xcarnet.lan",
        "a.carnet.lan",
        "3232235796",
        "testserver",
    ],
)
def test_any_other_name_is_refused(ask, host):
    assert ask(host).status_code == 421


def test_the_refusal_names_the_setting(ask):
    page = ask("evil.example:8000").content.decode().replace("&#x27;", "'")
    assert f"<p>{SENTENCE}</p>" in page
    answer = ask("evil.example", "/api/v1/clubs/")
    assert (answer.status_code, answer.json()["errors"]) == (
        421,
        [{"code": "unknown_host", "detail": SENTENCE, "attr": None}],
    )


def test_a_name_that_is_no_name_is_refused_too(ask):
    assert ask("<b>.example").status_code == 400
