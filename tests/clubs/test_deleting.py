"""The site's owner deletes a club that nobody uses."""

import pytest

from clubs import services
from clubs.callers import Caller
from clubs.models import Club
from core.errors import Denied, Refused
from tests import factories
from tournaments.models import Challenge

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return Caller(user=factories.site_owner())


@pytest.fixture
def first():
    return factories.club("premier")


def new_club(founder=None):
    return services.make_club(name="Neuf", caller=Caller(user=founder or factories.user()))


def test_an_unused_club_goes_with_its_log_settings_and_invitations(owner, first):
    club = new_club()
    services.change_club(club=club, changes={"default_presets": {"toy": "court"}}, caller=owner)
    services.invite(club=club, caller=owner)
    services.delete_club(club=club, caller=owner)
    assert [known.slug for known in Club.objects.all()] == ["premier"]


def challenge_of(first, club):
    dates = {"first": "2026-01-01", "last": "2026-12-31"}
    Challenge.objects.create(club=first, name="Saison", **dates).clubs.add(club)


@pytest.mark.parametrize(
    "use",
    [
        lambda first, club: factories.player("Zoé", club),
        lambda first, club: factories.member(club),
        lambda first, club: factories.started(club=club),
        challenge_of,
    ],
)
def test_a_club_that_serves_stays(use, owner, first):
    club = new_club()
    use(first, club)
    with pytest.raises(Refused) as refused:
        services.delete_club(club=club, caller=owner)
    assert refused.value.code == "club_used"
    assert Club.objects.count() == 2


def test_the_only_club_stays_and_nobody_else_deletes(owner):
    club = new_club()
    with pytest.raises(Refused) as refused:
        services.delete_club(club=club, caller=owner)
    assert refused.value.code == "last_club"
    factories.club("premier")
    founder = Caller(user=club.memberships.get().user)
    for caller, code in ((founder, "site_owner_needed"), (Caller(), "account_needed")):
        with pytest.raises(Denied) as denied:
            services.delete_club(club=club, caller=caller)
        assert denied.value.code == code


def test_it_is_deleted_from_its_settings_and_by_a_program(owner, first):
    club, other = new_club(), new_club()
    browser = factories.browser(owner.user)
    assert "/clubs/neuf/supprimer/" in browser.get("/clubs/neuf/reglages/").content.decode()
    factories.player("Zoé", first)
    # A club that serves goes by its name alone.
    used = browser.get("/clubs/premier/reglages/").content.decode()
    assert "Personne ne s" in browser.get("/clubs/neuf/reglages/").content.decode()
    assert "Personne ne s" not in used
    assert 'id="delete-name"' in used
    form = {"client_id": "5f0c2c0e-3c5e-4a77-9d3e-0f1f6b1d2a10"}
    for _tap in range(2):
        answer = browser.post(f"/clubs/{club.slug}/supprimer/", form)
        assert answer.headers["Location"] == "/clubs/"
    assert factories.api(owner.user).delete(f"/api/v1/clubs/{other.slug}/").status_code == 204
    assert [known.slug for known in Club.objects.all()] == ["premier"]
