"""Tests of links to a tournament over HTTP."""

import pytest

from tests import factories
from tests.tournaments.stages import arranged

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    club = factories.club("cercle")
    return arranged(club, factories.member(club, "officer"), "published")


@pytest.fixture
def officer(night):
    return factories.api(factories.member(night.club, "officer"))


def links(night, rest=""):
    return f"/api/v1/tournaments/{night.pk}/links/{rest}"


@pytest.mark.parametrize("kind", ["see", "score_tournament", "run_tournament"])
def test_a_link_is_made_listed_and_taken_back(kind, night, officer):
    made = officer.post(links(night), {"kind": kind, "lasts": "week"})
    assert (made.status_code, made.json()["kind"]) == (201, kind)
    assert made.json()["subject"] == {"kind": "tournament", "id": night.pk, "name": "Tournoi"}
    (listed,) = officer.get(links(night)).json()
    assert (listed["id"], listed["state"], "token" in listed) == (made.json()["id"], "live", False)
    holder = {"headers": {"X-Match-Token": made.json()["token"]}}
    result = f"/api/v1/tournaments/{night.pk}/rounds/1/tables/1/result/"
    answers = {"see": 403, "score_tournament": 201, "run_tournament": 201}
    answer = factories.api().post(result, {"scores": [500, 300]}, **holder)
    assert answer.status_code == answers[kind]
    assert officer.delete(links(night, f"{listed['id']}/")).status_code == 204
    assert [link["state"] for link in officer.get(links(night)).json()] == ["revoked"]
    renamed = factories.api().patch(f"/api/v1/tournaments/{night.pk}/", {"name": "N"}, **holder)
    assert renamed.status_code == 403


def test_a_kind_that_is_no_tournaments_is_refused(night, officer):
    refused = officer.post(links(night), {"kind": "score_match"})
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["attr"]) == (400, "kind")


def test_a_clubs_links_make_no_other_power_of_a_tournaments(night):
    owner = factories.api(factories.member(night.club, "owner"))
    payload = {"kind": "score_tournament", "tournament": night.pk}
    refused = owner.post(f"/api/v1/clubs/{night.club.slug}/links/", payload)
    assert refused.status_code == 400
    assert {(error["attr"], error["code"]) for error in refused.json()["errors"]} == {
        ("kind", "field_unknown"),
        ("tournament", "field_unknown"),
    }
    assert owner.get(f"/api/v1/clubs/{night.club.slug}/links/").json() == []


def test_who_holds_a_link_to_run_gives_none(night, officer):
    made = officer.post(links(night), {"kind": "run_tournament"}).json()
    headers = {"X-Match-Token": made["token"]}
    refused = factories.api().post(links(night), {"kind": "see"}, headers=headers)
    assert refused.status_code == 403
