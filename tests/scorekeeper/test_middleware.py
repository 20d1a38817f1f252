import json
import logging

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from scorekeeper.logs import LineFormatter
from scorekeeper.middleware import CROWDED, BodyLimit, PermissionsPolicy, RequestLog, body_limit

KIB = 1024


def answer(request):
    return HttpResponse("ok")


def post(path, *, length, **extra):
    request = RequestFactory().post(path, b"", content_type="application/json", **extra)
    request.META["CONTENT_LENGTH"] = length
    return BodyLimit(answer)(request)


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("/", 64 * KIB),
        ("/api/v1/matches/", 64 * KIB),
        ("/api/v1/matches/import/", 4096 * KIB),
        ("/api/v1/matches/import/more/", 64 * KIB),
    ],
)
def test_the_limit_of_an_address(path, limit):
    assert body_limit(path) == limit
    assert post(path, length=str(limit)).status_code == 200
    assert post(path, length=str(limit + 1)).status_code == 413


def test_the_api_says_too_large_as_it_says_other_errors():
    response = post("/api/v1/matches/", length="1000000")
    assert response.status_code == 413
    assert json.loads(response.content) == {
        "type": "client_error",
        "errors": [{"code": "body_too_large", "detail": "La demande dépasse 64 ko.", "attr": None}],
    }


@override_settings(TEMPLATES=[])
def test_a_page_says_too_large_even_without_a_template():
    response = post("/jouer/dix/", length="1000000")
    assert response.status_code == 413
    assert response.content.decode() == "La demande dépasse 64 ko."


@pytest.mark.parametrize("length", ["abc", "-5", "5, 5", "٣", "1e3"])
def test_an_unreadable_length_is_a_bad_request(length):
    response = post("/api/v1/matches/", length=length)
    assert response.status_code == 400
    assert json.loads(response.content)["errors"][0]["code"] == "parse_error"


def test_an_endless_length_is_too_large():
    assert post("/", length="9" * 5000).status_code == 413


def test_no_length_is_no_body():
    assert post("/", length="").status_code == 200


@override_settings(PERMISSIONS_POLICY={"screen-wake-lock": ["self"], "camera": []})
def test_permissions_policy():
    response = PermissionsPolicy(answer)(RequestFactory().get("/"))
    assert response["Permissions-Policy"] == "screen-wake-lock=(self), camera=()"


def test_a_request_is_logged_without_anything_personal(caplog):
    class Match:
        view_name = "games:match"

    request = RequestFactory().get("/parties/7K3QZ9WX/?name=Anne", REMOTE_ADDR="203.0.113.9")
    request.resolver_match = Match()
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        RequestLog(answer)(request)
    (record,) = caplog.records
    assert record.fields["method"] == "GET"
    assert record.fields["view"] == "games:match"
    assert record.fields["status"] == 200
    assert set(record.fields) == {"method", "view", "status", "ms"}
    line = LineFormatter().format(record)
    for personal in ("7K3QZ9WX", "Anne", "203.0.113.9"):
        assert personal not in line


def test_an_invented_method_is_not_repeated(caplog):
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        RequestLog(answer)(RequestFactory().generic("ANNE", "/"))
    assert caplog.records[0].fields["method"] == "other"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/compte/connexion/", "/api/v1/clubs/"])
def test_a_crowd_of_sign_ins_is_asked_to_come_back(client, path):
    answer = client.post(path, **{"asgi.scope": {CROWDED: True}})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "réessayer dans dix secondes" in answer.content.decode()
