"""Tests of the default rates on the real server: one process on SQLite, two on PostgreSQL."""

import http.client
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.scorekeeper.server.test_serve import Site

TOKEN = "a" * 32
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David")]
START = json.dumps({"game": "dix", "seats": SEATS})
JSON = {"Content-Type": "application/json"}
PAGE = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
WRONG = {"Authorization": "Token wrong"}
ENTRIES = "/api/v1/matches/00000000/entries/"
UNDO = "/parties/00000000/annuler/"


def answers(site, requests):
    """Send the requests over ten connections; return a count per status and the Retry-After
    values.
    """

    def ask(request):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
        connection.request(*request)
        response = connection.getresponse()
        response.read()
        return response.status, response.headers["Retry-After"]

    with ThreadPoolExecutor(10) as threads:
        answered = list(threads.map(ask, requests))
    return Counter(status for status, _ in answered), {wait for _, wait in answered}


@pytest.mark.nightly
def test_the_rates_hold_in_one_process(tmp_path):
    assert_rates_hold(tmp_path)


@pytest.mark.nightly
def test_the_rates_hold_in_two_processes(tmp_path, database_url):
    assert_rates_hold(tmp_path, DATABASE_URL=database_url, SCOREKEEPER_PROCESSES=2)


def assert_rates_hold(folder, **given):
    site = Site(folder, **given)
    try:
        site.wait_until_ready()
        assert_holds(site)
    finally:
        site.stop()


def assert_holds(site):
    counts, waits = answers(site, [("GET", "/api/v1/clubs/", None, WRONG)] * 100)
    assert counts == {401: 30, 429: 70}
    assert {1 <= int(wait) <= 60 for wait in waits - {None}} == {True}

    counts, waits = answers(site, [("POST", "/api/v1/matches/", START, JSON)] * 160)
    assert counts == {201: 120, 429: 40}
    assert {3500 <= int(wait) <= 3600 for wait in waits - {None}} == {True}

    # Pages and the API share one count.
    by_page, by_api = ("POST", UNDO, "", PAGE), ("POST", ENTRIES, "{}", JSON)
    counts, waits = answers(site, [by_page, by_api] * 340)
    assert counts == {404: 600, 429: 80}
    assert {1 <= int(wait) <= 60 for wait in waits - {None}} == {True}
