import json
import logging

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import resolve

from clubs.models import ApiToken
from clubs.services import token_digest
from scorekeeper.logs import LineFormatter
from scorekeeper.middleware import CROWDED, BodyLimit, PermissionsPolicy, RequestLog, body_limit
from tests import factories

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
        # The limit belongs to the address's name: a path that only ends like another one has no
        # larger limit.
        ("/nulle/part/import/", 64 * KIB),
        ("/parties/importer/", 64 * KIB),
        ("/api/v1/clubs/import/", 64 * KIB),
    ],
)
def test_the_limit_of_an_address(path, limit):
    assert body_limit(path) == limit
    assert post(path, length=str(limit)).status_code == 200
    assert post(path, length=str(limit + 1)).status_code == 413


LARGE = [
    ("/api/v1/tournaments/import/", 4096 * KIB, "run_tournaments"),
    ("/tournois/importer/", 4096 * KIB, "run_tournaments"),
    ("/api/v1/transmission/dix/import/", 32768 * KIB, "manage_transmission"),
    ("/transmission/dix/importer/", 32768 * KIB, "manage_transmission"),
    ("/restaurer/", 32768 * KIB, "manage_members"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "limit", "needed"), LARGE)
def test_a_large_body_is_taken_from_who_has_the_right_in_some_club(path, limit, needed):
    club = factories.club()
    client = factories.browser if "api" not in path else factories.api

    def answered(account, length):
        request = RequestFactory().post(path, b"", content_type="application/json")
        request.user = account or AnonymousUser()
        request.META["CONTENT_LENGTH"] = str(length)
        return BodyLimit(answer)(request).status_code

    officer, member = factories.member(club, "officer"), factories.member(club)
    for account in (officer, factories.site_owner()):
        assert answered(account, limit) == 200
        assert answered(account, limit + 1) == 413
    if needed:
        waiting = factories.member(factories.club(confirmed_at=None), "owner")
        assert answered(waiting, 64 * KIB + 1) == 403
    for account in (None, member):
        assert answered(account, 64 * KIB) == 200
        assert answered(account, 64 * KIB + 1) == 403
    assert settings.BODY_LIMITS[resolve(path).view_name] == (limit, needed)
    # The body of such a caller is not read.
    response = client().post(path, b"{" * 70_000, content_type="application/json")
    assert response.status_code == 403


@pytest.mark.django_db
def test_a_wrong_token_with_a_large_body_is_401_and_a_right_one_is_heard():
    path, body = "/api/v1/transmission/dix/import/", b"{" * 70_000
    ApiToken.objects.create(user=factories.site_owner(), digest=token_digest("jeton"))

    def sent(token):
        headers = {"Authorization": f"Token {token}"}
        return Client().post(path, body, content_type="application/json", headers=headers)

    assert sent("faux").status_code == 401
    assert sent("jeton").json()["errors"][0]["code"] == "parse_error"


def test_every_address_that_takes_more_is_one():
    names = {resolve(path).view_name for path, _limit, _needed in LARGE}
    assert {*names, "match-import"} == set(settings.BODY_LIMITS)


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
@pytest.mark.parametrize(
    ("path", "crowd", "sentence"),
    [
        ("/compte/connexion/", "sign-ins", "Beaucoup de monde se connecte en ce moment."),
        ("/tournois/importer/", "large", "Plusieurs gros fichiers arrivent déjà."),
        ("/parties/ABCDEFGH/", "all", "Trop de monde à la fois, et rien n&#x27;a été fait."),
    ],
)
def test_a_browser_in_a_crowd_is_asked_by_a_page_to_come_back(client, path, crowd, sentence):
    answer = client.post(path, **{"asgi.scope": {CROWDED: crowd}})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert f"<p>{sentence} Recommencer dans 10 secondes.</p>" in answer.content.decode()


@pytest.mark.django_db
def test_a_program_in_a_crowd_is_told_a_code(client):
    answer = client.post("/api/v1/matches/import/", **{"asgi.scope": {CROWDED: "large"}})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    detail = "Plusieurs gros fichiers arrivent déjà. Recommencer dans 10 secondes."
    assert answer.json() == {
        "type": "server_error",
        "errors": [{"code": "busy", "detail": detail, "attr": None}],
    }
