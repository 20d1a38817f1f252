"""Tests that the rates hold on pages and on the API, also for a hundred simultaneous requests."""

import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from ratelimits import limits
from ratelimits.memory_store import MemoryStore
from tests import factories
from tests.extents import some
from tests.tournaments.evening import evening

JSON = {"content_type": "application/json"}
WRONG = {"HTTP_AUTHORIZATION": "Token wrong"}


@pytest.fixture
def rates(settings, monkeypatch):
    """A function that sets the rates of some scopes; what was counted before is forgotten."""
    settings.LIMITED = True
    monkeypatch.setattr(limits, "in_memory", MemoryStore())

    def set_rates(**given):
        settings.RATES = {**settings.RATES, **given}
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM limits_hits")

    return set_rates


def undo(client=None, **extra):
    return (client or Client()).post("/parties/00000000/annuler/", **extra)


@pytest.mark.django_db
def test_a_fourth_post_in_a_minute_is_429_and_says_when_to_come_back(rates):
    rates(write=(3, 60))
    answers = [undo() for _ in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert 55 <= int(answers[3]["Retry-After"]) <= 60
    seconds = answers[3]["Retry-After"]
    assert (
        f"Trop de demandes en peu de temps. Recommencer dans {seconds} secondes."
        in answers[3].content.decode()
    )


@pytest.mark.django_db
def test_a_long_wait_is_said_in_minutes(rates):
    rates(start=(1, 3600))
    client = Client()
    assert client.post("/jouer/dix/").status_code == 400
    refused = client.post("/jouer/dix/", headers={"accept-language": "en"})
    assert 3590 <= int(refused["Retry-After"]) <= 3600
    assert "Too many requests in a short time. Try again in 60 minutes." in refused.content.decode()


@pytest.mark.django_db
def test_a_part_of_a_page_is_told_by_the_sentence_alone(rates):
    rates(write=(1, 60))
    undo()
    refused = undo(headers={"hx-request": "true"})
    assert refused.status_code == 429
    assert refused["Content-Type"] == "text/plain; charset=utf-8"
    seconds = refused["Retry-After"]
    assert refused.content.decode() == (
        f"Trop de demandes en peu de temps. Recommencer dans {seconds} secondes."
    )


@pytest.mark.django_db
def test_the_api_says_it_in_its_own_shape(rates):
    rates(read=(1, 60))
    client = Client()
    assert client.get("/api/v1/clubs/").status_code == 200
    refused = client.get("/api/v1/clubs/")
    assert refused.status_code == 429
    assert 55 <= int(refused["Retry-After"]) <= 60
    (error,) = refused.json()["errors"]
    assert (error["code"], error["attr"]) == ("throttled", None)
    assert error["detail"].startswith("Trop de demandes en peu de temps. Recommencer dans ")


@pytest.mark.django_db
def test_starts_have_a_rate_of_their_own(rates):
    rates(start=(1, 60))
    client = Client()
    assert client.post("/jouer/dix/").status_code == 400
    assert client.post("/jouer/dix/").status_code == 429
    assert undo(client).status_code == 404


@pytest.mark.django_db
def test_pages_and_the_api_count_together(rates):
    rates(start=(2, 60))
    client = Client()
    assert client.post("/jouer/dix/").status_code == 400
    assert client.post("/api/v1/matches/", {}, **JSON).status_code == 400
    assert client.post("/api/v1/matches/", {}, **JSON).status_code == 429


@pytest.mark.django_db
def test_an_account_is_counted_wherever_it_asks_from(rates):
    rates(write=(1, 60))
    client = Client()
    client.force_login(factories.user())
    assert undo(client, REMOTE_ADDR="203.0.113.1").status_code == 404
    assert undo(client, REMOTE_ADDR="203.0.113.2").status_code == 429
    assert undo(REMOTE_ADDR="203.0.113.1").status_code == 404


@pytest.mark.django_db
def test_an_address_is_what_the_server_saw(rates):
    rates(write=(1, 60))
    assert undo(headers={"x-forwarded-for": "203.0.113.1"}).status_code == 404
    assert undo(headers={"x-forwarded-for": "203.0.113.2"}).status_code == 429
    assert undo(REMOTE_ADDR="203.0.113.2").status_code == 404


@pytest.mark.django_db
def test_reading_a_page_is_not_counted(rates):
    rates(read=(1, 60), write=(1, 60))
    client = Client()
    assert {client.get("/aide/").status_code for _ in range(6)} == {200}


COMPUTED = [
    "/labo/dix/repartitions/",
    "/labo/dix/repartitions/csv/",
    "/labo/parties/00000000/conseil/",
    "/api/v1/labo/dix/repartitions/",
]


@pytest.mark.django_db
@pytest.mark.parametrize("address", COMPUTED)
@pytest.mark.parametrize("method", ["get", "head"])
def test_reading_what_the_lab_computes_has_a_rate_of_its_own(rates, address, method):
    rates(compute=(2, 60), read=(1, 60))
    client = Client()
    answers = [getattr(client, method)(address).status_code for _ in range(3)]
    assert answers[0] == answers[1] in (200, 404, 405)
    assert answers[2] == 429
    # The rate `compute` is shared by pages and API. Starting a job does not count towards it, nor
    # does a page that computes nothing.
    assert {client.get(other).status_code for other in COMPUTED} == {429}
    assert client.get("/labo/").status_code == 200
    assert client.get("/api/v1/labo/").status_code == 200
    assert client.post("/labo/dix/repartitions/lancer/").status_code == 404


@pytest.mark.django_db
def test_without_limits_nothing_is_counted(rates, settings):
    rates(start=(1, 60), read=(1, 60))
    settings.LIMITED = False
    client = Client()
    assert {client.post("/jouer/dix/").status_code for _ in range(4)} == {400}
    assert {client.get("/api/v1/clubs/").status_code for _ in range(4)} == {200}


@pytest.mark.django_db
def test_from_an_address_that_guesses_at_tokens_even_a_right_one_is_not_looked_at(rates):
    rates(wrong_token=(2, 60))
    program = factories.api(factories.user())
    assert program.get("/api/v1/clubs/").status_code == 200
    guesses = [Client().get("/api/v1/clubs/", **WRONG).status_code for _ in range(4)]
    assert guesses == [401, 401, 429, 429]
    refused = program.get("/api/v1/clubs/")
    assert refused.status_code == 429
    assert 55 <= int(refused["Retry-After"]) <= 60
    assert Client().get("/api/v1/clubs/").status_code == 200
    assert program.get("/api/v1/clubs/", REMOTE_ADDR="203.0.113.2").status_code == 200


@pytest.mark.django_db
def test_a_right_token_is_no_guess(rates):
    rates(wrong_token=(1, 60))
    program = factories.api(factories.user())
    assert {program.get("/api/v1/clubs/").status_code for _ in range(4)} == {200}


@pytest.mark.django_db
def test_counting_in_memory_asks_the_database_nothing(rates, django_assert_num_queries):
    rates()
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 0):
        assert limits.take("write", "someone") == 0


ROUTES = {
    # The pages of accounts have routes of their own; another page stands in for them here.
    "sign_in": (lambda: Client().post("/langue/"), 302),
    "sign_up": (lambda: Client().post("/langue/"), 302),
    "start": (lambda: Client().post("/api/v1/matches/", {}, **JSON), 400),
    "start from a page": (lambda: Client().post("/jouer/dix/"), 400),
    "write": (lambda: Client().post("/api/v1/matches/00000000/entries/", {}, **JSON), 404),
    "write from a page": (undo, 404),
    "read": (lambda: Client().get("/api/v1/clubs/"), 200),
    "compute": (lambda: Client().get("/labo/dix/repartitions/"), 200),
    "wrong_token": (lambda: Client().get("/api/v1/clubs/", **WRONG), 401),
}


@pytest.fixture
def often_switched():
    """Make Python switch threads as often as possible on SQLite, where the threads themselves
    count.
    """
    before = sys.getswitchinterval()
    if connection.vendor == "sqlite":
        sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(ask, times):
    """Call `ask` in that many threads that start together, and return its answers."""
    together = threading.Barrier(times)

    def ask_together(_number):
        together.wait(60)
        try:
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(ask_together, range(times)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", some(list(ROUTES), 8))
@pytest.mark.nightly
def test_a_hundred_at_the_same_moment(rates, settings, often_switched, name):
    scope, (ask, admitted) = name.split(" ")[0], ROUTES[name]
    rates(**{scope: (40, 60)})
    settings.PAGE_SCOPES = {**settings.PAGE_SCOPES, "set_language": scope}
    answers = at_once(ask, 100)
    assert Counter(answer.status_code for answer in answers) == {admitted: 40, 429: 60}
    refused = [answer for answer in answers if answer.status_code == 429]
    assert {1 <= int(answer["Retry-After"]) <= 60 for answer in refused} == {True}


@pytest.mark.django_db
def test_signing_up_for_tournaments_is_counted_on_pages_and_the_api_together(rates):
    night = evening()
    night.do("put", "sign-up/", {"open": True})
    rates(come=(1, 60))
    page = f"/tournois/{night.id}/je-viens/"
    assert Client().post(page, {"name": "Zoé"}).status_code == 302
    answer = night.call("post", "sign-up/", {"name": "Yves"}, client=factories.api())
    assert answer.status_code == 429
    assert Client().post(page, {"name": "Yves"}).status_code == 429
    assert Client().get(page).status_code == 200


@pytest.mark.django_db
def test_the_noticeboard_is_counted_on_the_page_and_the_api_together(rates):
    club = factories.club("un")
    rates(notice=(1, 60))
    account = factories.member(club, "officer")
    browser, program = factories.browser(account), factories.api(account)
    assert browser.post("/clubs/un/annonce/", {"text": "A"}).status_code == 302
    assert program.put("/api/v1/clubs/un/notice/", {"text": "B"}).status_code == 429
    assert browser.post("/clubs/un/annonce/", {"text": "B"}).status_code == 429
