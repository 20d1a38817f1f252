"""Pages are held to the same rates as the API."""

import pytest
from django.core.cache import cache
from django.test import Client

from scorekeeper.throttles import ByPage


@pytest.fixture
def three_writes_a_minute(settings, monkeypatch):
    settings.LIMITED = True
    monkeypatch.setattr(ByPage, "THROTTLE_RATES", {"write": "3/min", "start": "1/min"})
    cache.clear()
    yield
    cache.clear()


@pytest.mark.django_db
def test_a_fourth_post_in_a_minute_is_429_and_says_when_to_come_back(three_writes_a_minute):
    client = Client()
    answers = [client.post("/parties/00000000/annuler/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert 1 <= int(answers[3]["Retry-After"]) <= 60


@pytest.mark.django_db
def test_starts_have_a_rate_of_their_own(three_writes_a_minute):
    client = Client()
    assert client.post("/jouer/dix/").status_code == 400
    assert client.post("/jouer/dix/").status_code == 429
    assert client.post("/parties/00000000/annuler/").status_code == 404


@pytest.mark.django_db
def test_reading_a_page_is_not_counted(three_writes_a_minute):
    client = Client()
    assert {client.get("/aide/").status_code for _ in range(6)} == {200}


@pytest.mark.django_db
def test_without_limits_nothing_is_counted(three_writes_a_minute, settings):
    settings.LIMITED = False
    client = Client()
    assert {client.post("/jouer/dix/").status_code for _ in range(4)} == {400}
