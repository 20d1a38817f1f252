"""Calls of the API by our own pages: they are authorised by the phone's cookies and need the CSRF
token.
"""

import uuid

import pytest
from django.test import Client

from clubs.callers import mark_of
from games.match import permissions, tables_cookie
from games.phone.rules import rules_hash
from tests import factories
from tests.factories import HAND

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return factories.started()


@pytest.fixture
def phone(match):
    """A browser that holds the table's link and is subject to CSRF checks."""
    client = Client(enforce_csrf_checks=True)
    client.cookies[tables_cookie.NAME] = f"{match.pk}:{permissions.edit_token(match)}"
    return client


def token_of(phone):
    return phone.get("/api/v1/phone/").json()["csrf"]


def send(phone, match, **headers):
    body = {**HAND, "client_id": str(uuid.uuid4()), "after": 1, "rules": "0123"}
    address = f"/api/v1/matches/{match.pk}/entries/"
    return body, phone.post(address, body, content_type="application/json", headers=headers)


def test_a_page_of_ours_sends_with_its_cookies(phone, match):
    body, answer = send(phone, match, x_csrftoken=token_of(phone))
    assert answer.status_code == 201
    assert answer.json()["written"] == {"client_id": body["client_id"], "rules": rules_hash()}
    assert answer.json()["version"] == 2


@pytest.mark.parametrize(
    ("headers", "code"),
    [({}, "edit_token_needed"), ({"x_csrftoken": "0" * 64}, "csrf_failed")],
    ids=["no token", "another token"],
)
def test_cookies_count_for_nothing_without_the_csrf_token(phone, match, headers, code):
    token_of(phone)
    _body, answer = send(phone, match, **headers)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (403, code)


def test_a_program_that_names_no_rules_is_answered_as_before(match):
    answer = factories.api().post(
        f"/api/v1/matches/{match.pk}/entries/",
        HAND,
        headers={"X-Match-Token": permissions.edit_token(match)},
    )
    assert "written" not in answer.json()


def test_a_repeated_line_names_itself_again(phone, match):
    token = token_of(phone)
    body, first = send(phone, match, x_csrftoken=token)
    address = f"/api/v1/matches/{match.pk}/entries/"
    again = phone.post(
        address, body, content_type="application/json", headers={"x_csrftoken": token}
    )
    assert (again.status_code, again.json()) == (200, first.json())


def test_a_phone_learns_whose_it_is_but_not_who():
    account = factories.user()
    session = factories.browser(account).get("/api/v1/phone/").json()
    assert session["who"] == mark_of(account)
    assert session["rules"] == rules_hash()
    assert factories.browser().get("/api/v1/phone/").json()["who"] == ""


def test_a_line_set_aside_is_in_the_history_and_nowhere_else(match):
    table = factories.Table(match.pk, permissions.edit_token(match), factories.api(), {})
    table.record()
    body = {**HAND, "bid": 85, "client_id": str(uuid.uuid4())}
    answers = [table.call("post", "entries/2/aside/", body) for _twice in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["version"] for answer in answers] == [3, 3]
    assert [len(answer.json()["entries"]) for answer in answers] == [1, 1]
    noted = table.get("history/").json()[-1]
    assert (noted["kind"], noted["number"], noted["after"]["bid"]) == ("aside", 2, 85)
    # The note changed nothing that another phone had seen, so that phone's next line is not
    # stale.
    assert table.record(after=2).status_code == 201
    assert table.record(after=2).status_code == 409
    assert table.call("post", "entries/40000/aside/", body).status_code == 404


def test_a_rematch_from_a_page_is_begun_once_and_its_link_is_in_the_cookie(phone, match):
    headers = {"x_csrftoken": token_of(phone)}
    body = {"client_id": str(uuid.uuid4()), "rules": "0123"}
    address = f"/api/v1/matches/{match.pk}/rematch/"
    answers = [
        phone.post(address, body, content_type="application/json", headers=headers)
        for _twice in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 200]
    [new] = {answer.json()["id"] for answer in answers}
    assert answers[0].json()["written"]["client_id"] == body["client_id"]
    assert "edit_token" not in answers[0].json()
    assert phone.cookies[tables_cookie.NAME].value.startswith(f"{new}:")


def test_a_program_gets_the_token_of_its_rematch(match):
    table = factories.Table(match.pk, permissions.edit_token(match), factories.api(), {})
    assert len(table.call("post", "rematch/", {}).json()["edit_token"]) == 40
