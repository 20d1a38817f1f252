"""What browsers and proxies may cache: nothing that depends on who asks."""

import subprocess
import sys

import pytest
from django.test import Client

from scorekeeper.places import REPOSITORY
from tests import factories
from tests.permissions.cells import API
from tests.permissions.rows import ROWS

PUBLIC = {API, f"{API}schema/", f"{API}games/", f"{API}games/<str:slug>/"}
READS = [route for route, method in ROWS if method == "GET" and route.startswith(API)]


def varied(answer):
    return {name.strip().lower() for name in answer["Vary"].split(",")}


@pytest.mark.django_db
@pytest.mark.parametrize("route", sorted(set(READS) - PUBLIC - {f"{API}docs/"}))
def test_no_cache_keeps_what_hangs_on_who_asks(route):
    address = "/" + route.replace("<slug:slug>", "x").replace("<str:slug>", "dix")
    for place in ("match_id", "tournament_id", "token", "job_id", "game", "slug", "code"):
        address = address.replace(f"<str:{place}>", "dix")
    for place in ("player_id", "number", "table", "member_id", "feat_id", "link_id"):
        address = address.replace(f"<int:{place}>", "1")
    answer = Client().get(address)
    assert answer["Cache-Control"] == "private, no-store"
    assert varied(answer) >= {"authorization", "cookie", "accept-language", "x-match-token"}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/", "/api/v1/games/", "/api/v1/games/dix/"])
def test_what_is_the_same_for_all_may_be_kept(address):
    answer = Client().get(address)
    assert answer["Cache-Control"] == "public, max-age=300"
    assert "accept-language" in varied(answer)


@pytest.mark.django_db
def test_a_refusal_of_a_public_answer_is_kept_by_nobody():
    answer = Client(headers={"authorization": "Token faux"}).get("/api/v1/games/")
    assert (answer.status_code, answer["Cache-Control"]) == (401, "private, no-store")


@pytest.mark.django_db
def test_pages_of_somebody_signed_in_are_kept_by_nobody():
    club = factories.club("cercle", public=False)
    browser = Client()
    browser.force_login(factories.member(club, "member"))
    for page in ("/", "/aide/", "/clubs/cercle/", "/compte/", "/regles/dix/"):
        answer = browser.get(page)
        assert answer.status_code == 200
        assert {"private", "no-store"} <= {
            word.strip() for word in answer["Cache-Control"].split(",")
        }, page


def test_a_deployment_s_cookies_belong_to_its_host_alone(tmp_path):
    names = ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME", "COOKIE_PREFIX"]
    code = f"from scorekeeper import settings as s; print(*(getattr(s, n) for n in {names}))"
    env = {
        "SCOREKEEPER_DATA": str(tmp_path),
        "SCOREKEEPER_PUBLIC_URL": "https://10.example.org",
        "PATH": "",
    }
    process = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.split() == [
        "__Host-sessionid",
        "__Host-csrftoken",
        "__Host-django_language",
        "__Host-",
    ]


@pytest.mark.django_db
def test_every_cookie_of_the_site_has_the_prefix(settings):
    settings.COOKIE_PREFIX = "__Host-"
    settings.SESSION_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME = "__Host-sessionid"
    table = factories.table()
    browser = Client()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    (cookie,) = browser.cookies.values()
    assert (cookie.key, cookie["secure"], cookie["path"], cookie["domain"]) == (
        "__Host-tables",
        True,
        "/",
        "",
    )
    assert browser.post(f"/parties/{table.id}/inscrire/", factories.HAND).status_code == 302
    assert len(table.body()["entries"]) == 1
