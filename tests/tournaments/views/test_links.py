"""Tests of links to a tournament: what each kind allows, and that a revoked link allows nothing."""

import pytest

from clubs.callers import Caller
from clubs.links.models import CapabilityLink
from core.errors import Denied
from tests import factories
from tests.tournaments.stages import arranged
from tournaments import links

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("ferme", public=False)


@pytest.fixture
def night(club):
    return arranged(club, factories.site_owner(), "published")


def opened(night, club, kind):
    """Return a phone that has followed a new link of that kind, and the link."""
    officer = Caller(user=factories.member(club, "officer"))
    made = links.make_link(tournament=night, kind=kind, lasts=None, caller=officer)
    phone = factories.browser()
    assert phone.get(f"/l/{made.token}/").status_code == 302
    return phone, made.link


@pytest.mark.parametrize(
    ("kind", "scores", "runs"),
    [("see", False, False), ("score_tournament", True, False), ("run_tournament", True, True)],
)
def test_each_kind_opens_its_own(night, club, kind, scores, runs):
    phone, _link = opened(night, club, kind)
    page = phone.get(f"/tournois/{night.pk}/")
    assert page.status_code == 200
    assert page.context["can_score"] is scores
    assert page.context["can_run"] is runs


def test_one_that_is_taken_back_opens_nothing(night, club):
    phone, link = opened(night, club, "run_tournament")
    officer = factories.browser(factories.member(club, "officer"))
    answer = officer.post(f"/tournois/{night.pk}/liens/", {"revoke": link.pk})
    assert answer.status_code == 302
    assert phone.get(f"/tournois/{night.pk}/").status_code == 404


def test_the_page_makes_a_link_and_shows_it_once(night, club):
    officer = factories.browser(factories.member(club, "officer"))
    page = officer.post(f"/tournois/{night.pk}/liens/", {"kind": "see", "lasts": "week"})
    assert page.status_code == 200
    assert "/l/" in page.content.decode()
    assert "/l/" not in officer.get(f"/tournois/{night.pk}/liens/").content.decode()
    assert CapabilityLink.objects.get().subject_id == night.pk


def test_a_kind_of_something_else_is_refused(night, club):
    officer = factories.browser(factories.member(club, "officer"))
    page = officer.post(f"/tournois/{night.pk}/liens/", {"kind": "score_match", "lasts": "week"})
    assert page.status_code == 400
    assert not CapabilityLink.objects.exists()


def test_a_link_to_run_gives_no_links(night, club):
    phone, _link = opened(night, club, "run_tournament")
    answer = phone.post(f"/tournois/{night.pk}/liens/", {"kind": "see", "lasts": "week"})
    assert answer.status_code == 302
    assert CapabilityLink.objects.count() == 1
    with pytest.raises(Denied):
        links.make_link(tournament=night, kind="see", lasts=None, caller=Caller())
