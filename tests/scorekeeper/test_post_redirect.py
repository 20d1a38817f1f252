"""A form posted by a browser is answered by a redirect, also if it is refused or needs a
confirmation.
"""

import re

import pytest
from django.test import Client

from clubs.models import Session
from tests import factories

pytestmark = pytest.mark.django_db

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def table():
    return factories.table(None, factories.HAND)


@pytest.fixture
def client(table) -> Client:
    client = Client(headers=BROWSER)
    client.get(f"/parties/{table.id}/marquer/{table.token}/")
    return client


def correction(table, **more) -> dict[str, object]:
    return {"bidder": 0, "bid": 70, "taken": 90, "after": table.body()["version"], **more}


def test_the_differences_of_a_correction_are_read_and_not_posted(client, table):
    line = f"/parties/{table.id}/lignes/1/"
    response = client.post(line, correction(table))
    assert response.status_code == 303
    assert response["Location"].startswith(f"{line}?reponse=")
    for _time in (1, 2):  # Back comes to it again
        preview = client.get(response["Location"])
        assert preview.status_code == 200
        assert "no-store" in preview["Cache-Control"]
        assert "Garder la correction" in preview.content.decode()
    assert table.body()["entries"][0]["data"]["taken"] == 80


def test_once_kept_the_question_is_gone_and_its_address_shows_the_line(client, table):
    line = f"/parties/{table.id}/lignes/1/"
    response = client.post(line, correction(table))
    kept_line = client.post(line, correction(table, keep=1))
    assert (kept_line.status_code, kept_line["Location"]) == (302, f"/parties/{table.id}/")
    again = client.get(response["Location"])
    assert again.status_code == 200
    assert "Garder la correction" not in again.content.decode()
    assert table.body()["entries"][0]["data"]["taken"] == 90


def test_a_refused_line_keeps_what_was_typed(client, table):
    refused = client.post(f"/parties/{table.id}/inscrire/", {"bidder": 1, "bid": 65})
    assert refused.status_code == 303
    page = client.get(refused["Location"]).content.decode()
    assert 'class="errorlist' in page
    chosen = re.findall(r'name="(\w+)"\s+value="(\d+)"[^>]*\schecked', page)
    assert sorted(chosen) == [("bid", "65"), ("bidder", "1")]


def test_nobody_else_reads_it_and_the_database_cannot_be_read_for_it(client, table):
    response = client.post(f"/parties/{table.id}/lignes/1/", correction(table))
    stranger = Client(headers=BROWSER).get(response["Location"])
    assert "Garder la correction" not in stranger.content.decode()
    stored = Session.objects.get().get_decoded()["answers"]
    assert [sorted(page) for page in stored] == [["at", "id", "page", "path"]]
    assert response["Location"].partition("reponse=")[2][16:] not in str(stored)


@pytest.mark.parametrize("key", ["", "x", "x" * 60, "%FF", "é" * 20])
def test_an_address_whose_page_is_no_longer_kept_shows_its_own(client, table, key):
    page = client.get(f"/parties/{table.id}/lignes/1/?reponse={key}")
    assert page.status_code == 200
    assert "Corriger" in page.content.decode()


def test_few_pages_are_kept(client, table):
    for taken in (85, 90, 95, 100):
        response = client.post(f"/parties/{table.id}/lignes/1/", correction(table, taken=taken))
    assert len(Session.objects.get().get_decoded()["answers"]) == 3
    assert "Garder la correction" in client.get(response["Location"]).content.decode()


def test_programs_and_parts_of_pages_are_answered_at_once(client, table):
    path = f"/parties/{table.id}/inscrire/"
    client.defaults.pop("HTTP_ACCEPT")
    assert client.post(path, {}).status_code == 400
    part = client.post(path, {}, headers={**BROWSER, "hx-request": "true"})
    assert part.status_code == 400
    assert not Session.objects.exists()


def test_a_stranger_who_posts_nowhere_leaves_nothing_behind():
    assert Client(headers=BROWSER).post("/nulle-part/").status_code == 404
    assert not Session.objects.exists()
