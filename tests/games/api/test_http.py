"""HTTP behaviour: methods, types, sizes, languages and hostile bodies; every error has the same
shape.
"""

import json

import pytest

from games.models import Match
from tests import factories
from tests.factories import HAND

pytestmark = pytest.mark.django_db
URL = "/api/v1/matches/"


def error_of(response):
    """Check the shape of an error answer; return its status and its only error code."""
    assert response.headers["Content-Type"].startswith("application/json")
    body = response.json()
    assert set(body) <= {"type", "errors", "match", "later", "player"}
    assert body["type"] in ("validation_error", "client_error")
    (error,) = body["errors"]
    assert set(error) == {"code", "detail", "attr"}
    assert error["detail"]
    return response.status_code, error["code"]


def tolerant(account=None):
    """A client that shows a 500 instead of raising it."""
    return factories.api(account, raise_request_exception=False)


ALLOWED = {
    "games/": {"GET"},
    "games/dix/": {"GET"},
    "matches/": {"GET", "POST"},
    "matches/import/": {"POST"},
    "matches/{id}/": {"GET", "PATCH"},
    "matches/{id}/entries/": {"POST"},
    "matches/{id}/entries/1/": {"PUT", "DELETE"},
    "matches/{id}/preview/": {"POST"},
    "matches/{id}/history/": {"GET"},
    "matches/{id}/export/": {"GET"},
    "matches/{id}/live/": {"GET"},
    "players/": {"GET", "POST"},
    "players/1/": {"GET", "PATCH", "DELETE"},
    "players/1/merge/": {"POST", "DELETE"},
    "players/1/account/": {"DELETE"},
    "players/1/matches/": {"GET"},
    "players/1/stats/": {"GET"},
    "clubs/": {"GET", "POST"},
    "clubs/x/": {"GET", "PATCH", "DELETE"},
    "clubs/x/members/": {"GET", "POST"},
    "clubs/x/members/1/": {"PATCH", "DELETE"},
    "clubs/x/invitations/": {"GET"},
    "clubs/x/invitations/1/": {"DELETE"},
    "clubs/x/players/1/": {"DELETE"},
    "clubs/x/changes/": {"GET"},
    "invitations/x/": {"GET", "POST"},
}


METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


@pytest.mark.parametrize(
    ("rest", "method"),
    [(rest, method) for rest in ALLOWED for method in sorted(METHODS - ALLOWED[rest])],
)
def test_another_method_is_405_and_says_which_are_allowed(rest, method):
    table = factories.table()
    response = table.client.generic(method, f"/api/v1/{rest}".replace("{id}", table.id))
    assert error_of(response) == (405, "method_not_allowed")
    allowed = {name.strip() for name in response.headers["Allow"].split(",")}
    assert allowed - {"HEAD", "OPTIONS"} == ALLOWED[rest]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
@pytest.mark.parametrize("rest", ["", "{id}/entries/", "{id}/preview/", "import/"])
def test_another_type_of_body_is_415(rest, kind):
    table = factories.table()
    address = URL + rest.replace("{id}", table.id)
    headers = {"X-Match-Token": table.token}
    response = table.client.generic(
        "POST", address, json.dumps(HAND), content_type=kind, headers=headers
    )
    assert error_of(response) == (415, "unsupported_media_type")


def test_another_type_of_answer_is_406():
    response = factories.api().get(URL, headers={"Accept": "application/xml"})
    assert error_of(response) == (406, "not_acceptable")


@pytest.mark.parametrize("rest", ["", "{id}/entries/", "{id}/preview/"])
def test_a_body_over_64_kib_is_413(rest):
    table = factories.table()
    address = URL + rest.replace("{id}", table.id)
    large = json.dumps({**HAND, "trump": "x" * 65536})
    response = table.client.generic("POST", address, large, content_type="application/json")
    assert error_of(response) == (413, "body_too_large")


def test_a_body_of_64_kib_is_read():
    table = factories.table()
    body = json.dumps(HAND)
    padded = body + " " * (65536 - len(body))
    response = table.client.generic(
        "POST",
        table.url("entries/"),
        padded,
        content_type="application/json",
        headers={"X-Match-Token": table.token},
    )
    assert response.status_code == 201


def test_an_import_over_64_kib_is_read_and_over_4_mib_is_413():
    client = factories.api()
    padding = " " * 70_000
    read = client.generic("POST", f"{URL}import/", "{}" + padding, content_type="application/json")
    assert read.status_code == 400
    huge = "{}" + " " * (4 * 1024 * 1024)
    response = client.generic("POST", f"{URL}import/", huge, content_type="application/json")
    assert error_of(response) == (413, "body_too_large")


@pytest.mark.parametrize("length", ["-1", "abc", "١٢"])
def test_an_unreadable_length_is_400(length):
    response = factories.api().post(URL, {}, CONTENT_LENGTH=length)
    assert error_of(response) == (400, "parse_error")


def test_an_unknown_address_under_the_api_is_json():
    assert error_of(factories.api().get("/api/v1/rien/")) == (404, "not_found")


def test_an_unknown_api_token_is_401_and_names_the_scheme():
    response = factories.api().get(URL, headers={"Authorization": "Token inconnu"})
    assert error_of(response) == (401, "authentication_failed")
    assert response.headers["WWW-Authenticate"] == "Token"


def test_a_closed_account_is_401():
    client = factories.api(factories.user(is_active=False))
    assert error_of(client.get(URL)) == (401, "authentication_failed")


def test_a_session_without_csrf_token_is_403():
    client = factories.api(enforce_csrf_checks=True)
    client.force_login(factories.user())
    response = client.post(URL, factories.start_body())
    assert error_of(response) == (403, "permission_denied")
    assert Match.objects.count() == 0


def test_a_session_with_its_csrf_token_writes():
    client = factories.api(enforce_csrf_checks=True)
    account = factories.user()
    client.force_login(account)
    client.get("/aide/")
    client.get("/jouer/dix/")
    token = client.cookies["csrftoken"].value
    response = client.post(URL, factories.start_body(), headers={"X-CSRFToken": token})
    assert response.status_code == 201
    assert Match.objects.get().starter == account


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("fr", "La mise est d'au moins 50."),
        ("en", "The bid is at least 50."),
        ("de", "La mise est d'au moins 50."),
        ("en-GB,en;q=0.9,fr;q=0.8", "The bid is at least 50."),
    ],
)
def test_the_detail_of_an_error_is_in_the_callers_language(language, detail):
    table = factories.table(factories.api(language=language))
    response = table.record({"bidder": 0, "bid": 45, "taken": 80})
    assert response.json()["errors"] == [
        {"code": "bid_below_minimum", "detail": detail, "attr": "bid"}
    ]


def test_an_answer_says_that_it_depends_on_the_language():
    assert "Accept-Language" in factories.table().get().headers["Vary"]


# -- Bodies that mean harm --------------------------------------------------------------------

HUGE = "9" * 4300
START = '{"game":"dix","seats":[{"name":"A"},{"name":"B"},{"name":"C"},{"name":"D"}]'
HOSTILE = {
    "deep lists": "[" * 20_000,
    "deep objects": '{"a":' * 10_000,
    "not utf-8": b'{"bidder": "\xff"}',
    "not a number": '{"bidder":0,"bid":NaN,"taken":80}',
    "infinite": '{"bidder":0,"bid":1e400,"taken":80}',
    "huge bidder": f'{{"bidder":{HUGE},"bid":70,"taken":80}}',
    "huge bid": f'{{"bidder":0,"bid":{HUGE},"taken":80}}',
    "hugely negative bid": f'{{"bidder":0,"bid":-{HUGE},"taken":80}}',
    "huge taken": f'{{"bidder":0,"bid":70,"taken":{HUGE}}}',
    "huge call": f'{{"taken":80,"auction":[{{"seat":0,"call":{HUGE}}}]}}',
    "huge seat": f'{{"taken":80,"auction":[{{"seat":{HUGE},"call":50}}]}}',
    "huge after": f'{{"bidder":0,"bid":70,"taken":80,"after":{HUGE}1}}',
    "surrogate trump": '{"bidder":0,"bid":70,"taken":80,"trump":"\\ud800"}',
    "surrogate card": '{"bidder":0,"bid":70,"trump":"hearts","tricks":[["\\ud800"]]}',
    "surrogate key": '{"\\ud800":0,"bid":70}',
    "a list for a choice": '{"bidder":0,"bid":70,"taken":80,"trump":["hearts"]}',
    "an object for a call": '{"taken":80,"auction":[{"seat":0,"call":{"a":1}}]}',
    "a list for a card": '{"bidder":0,"bid":70,"trump":"hearts","tricks":[[["10H"]]]}',
    "nul": '{"bidder":0,"bid":70,"taken":80,"trump":"\\u0000"}',
}
HOSTILE_STARTS = {
    "surrogate rule": START + ',"rules":{"\\ud800":1}}',
    "surrogate deck": START + ',"rules":{"deck":"\\ud800"}}',
    "surrogate preset": START + ',"preset":"\\ud800"}',
    "surrogate club": START + ',"club":"\\ud800"}',
    "surrogate name": '{"game":"dix","seats":[{"name":"\\ud800"}]}',
    "nul club": START + ',"club":"\\u0000"}',
    "huge target": START + f',"rules":{{"target":{HUGE}}}}}',
    "huge player": f'{{"game":"dix","seats":[{{"player":{HUGE}}}]}}',
    "many seats": '{"game":"dix","seats":[' + ",".join(['{"name":"A"}'] * 51) + "]}",
}


@pytest.mark.parametrize("name", list(HOSTILE))
@pytest.mark.parametrize(("method", "rest"), [("POST", "entries/"), ("POST", "preview/")])
def test_a_hostile_line_is_a_plain_400(name, method, rest):
    table = factories.table(tolerant())
    response = table.client.generic(
        method,
        table.url(rest),
        HOSTILE[name],
        content_type="application/json",
        headers={"X-Match-Token": table.token},
    )
    if rest == "preview/" and name == "huge after":
        assert response.status_code == 400 or response.json()["line"]["deltas"] == [80, 20]
        return
    assert response.status_code == 400
    assert response.json()["errors"]
    assert Match.objects.get().version == 1


@pytest.mark.parametrize("name", list(HOSTILE_STARTS))
def test_a_hostile_start_is_a_plain_400(name):
    response = tolerant().generic(
        "POST", URL, HOSTILE_STARTS[name], content_type="application/json"
    )
    assert response.status_code == 400
    assert response.json()["errors"]
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    "body", ['{"status":"\\ud800"}', '{"status":["a"]}', '{"sides":[{"side":0,"name":"\\ud800"}]}']
)
def test_a_hostile_patch_is_a_plain_400(body):
    table = factories.table(tolerant())
    response = table.client.generic(
        "PATCH",
        table.url(),
        body,
        content_type="application/json",
        headers={"X-Match-Token": table.token},
    )
    assert response.status_code == 400
    assert response.json()["errors"]
