"""A new club appears on pages of the whole site only once the site's owner has confirmed it."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs import services
from clubs.callers import Caller
from clubs.models import ApiToken, Club, ClubChange
from clubs.queries import clubs_listed, clubs_to_confirm
from core.errors import Denied
from tests import factories

pytestmark = pytest.mark.django_db
CLUBS = "/api/v1/clubs/"


@pytest.fixture
def owner():
    """The site's owner, who has signed in."""
    account = factories.site_owner()
    account.last_login = timezone.now()
    account.save()
    return account


@pytest.fixture
def first():
    return factories.club("premier")


def founded(account, name="Neuf"):
    return services.make_club(name=name, caller=Caller(user=account))


def test_a_club_that_an_account_founds_waits_and_the_owners_own_does_not(owner, first):
    waiting, own = founded(factories.user()), founded(owner)
    assert (waiting.confirmed_at, waiting.confirmed_by) == (None, None)
    assert own.confirmed_at is not None
    assert own.confirmed_by == owner


def test_the_first_club_of_a_site_is_confirmed_by_itself(owner):
    assert founded(factories.user()).confirmed_at is not None
    assert founded(factories.user()).confirmed_at is None


def test_before_the_sites_owner_has_come_in_a_club_counts_as_it_always_did(first):
    owner = factories.site_owner()  # made by the first start: nobody has taken the account
    assert founded(factories.user()).confirmed_at is not None
    ApiToken.objects.create(user=owner, digest="x")
    assert founded(factories.user()).confirmed_at is None
    owner.is_active = False
    owner.save()
    assert founded(factories.user()).confirmed_at is not None


def test_the_first_start_makes_a_confirmed_club():
    assert services.first_start().confirmed_at is not None


def test_the_sites_owner_confirms_once_and_the_clubs_log_says_so(owner, first):
    club, by = founded(factories.user()), Caller(user=owner)
    confirmed = services.confirm_club(club=club, caller=by)
    assert confirmed.confirmed_by == owner
    assert services.confirm_club(club=club, caller=by).confirmed_at == confirmed.confirmed_at
    lines = ClubChange.objects.filter(club=club).order_by("id").values_list("kind", "by")
    assert list(lines)[1:] == [("confirmed", owner.pk)]


@pytest.mark.parametrize("role", ["owner", None])
def test_nobody_else_confirms(role, owner, first):
    club = founded(factories.user())
    caller = Caller(user=factories.member(club, role)) if role else Caller()
    with pytest.raises(Denied) as denied:
        services.confirm_club(club=club, caller=caller)
    assert denied.value.code == ("site_owner_needed" if role else "account_needed")
    club.refresh_from_db()
    assert club.confirmed_at is None


def test_it_is_listed_to_its_people_and_to_the_sites_owner_alone(owner, first):
    founder = factories.user()
    club = founded(founder)
    callers = [Caller(), Caller(user=factories.user()), Caller(user=founder), Caller(user=owner)]
    listed = [[item.slug for item in clubs_listed(caller)] for caller in callers]
    both = ["neuf", "premier"]
    assert listed == [["premier"], ["premier"], both, both]
    accounts = (None, founder, owner)
    bodies = [factories.api(account).get(CLUBS).json() for account in accounts]
    slugs = [[row["slug"] for row in body["results"]] for body in bodies]
    assert slugs == [["premier"], ["premier", "neuf"], ["premier", "neuf"]]
    # The unconfirmed club can be read at its own address.
    assert factories.api().get(f"{CLUBS}neuf/").json()["confirmed_at"] is None
    waiting = [[item.slug for item in clubs_to_confirm(caller)] for caller in callers]
    assert waiting == [[], [], [], ["neuf"]]
    services.confirm_club(club=club, caller=callers[-1])
    assert [item.slug for item in clubs_listed(Caller())] == both


def test_a_program_of_the_sites_owner_confirms_it(owner, first):
    club = founded(factories.user())
    refused = factories.api(club.memberships.get().user).post(f"{CLUBS}neuf/confirm/")
    (fault,) = refused.json()["errors"]
    assert (refused.status_code, fault["code"]) == (403, "site_owner_needed")
    answer = factories.api(owner).post(f"{CLUBS}neuf/confirm/")
    assert answer.status_code == 200
    assert answer.json()["confirmed_at"] is not None


def test_its_officers_have_no_rights_to_large_bodies(owner, first):
    founder = factories.user()
    club = founded(founder)
    caller = Caller(user=founder)
    assert caller.may("run_tournaments", club)
    assert not caller.may_somewhere("run_tournaments")
    services.confirm_club(club=club, caller=Caller(user=owner))
    assert caller.may_somewhere("run_tournaments")


def test_who_is_an_officer_of_a_confirmed_club_too_has_them(owner, first):
    account = factories.member(first, "officer")
    founded(account)
    assert Caller(user=account).may_somewhere("run_tournaments")


def test_nobody_confirmed_a_club_that_waits(owner, first):
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.update(confirmed_at=None, confirmed_by=owner)
