"""Who gives which role to whom; that a club keeps an owner; leaving; the club's settings."""

import pytest
from django.db import IntegrityError, transaction

from clubs import services
from clubs.callers import Caller
from clubs.models import Club, ClubChange, Invitation, Membership
from core.errors import Denied, NotFound, Refused
from tests import factories

pytestmark = pytest.mark.django_db
ROLES = ("member", "scorer", "officer", "owner")


def membership(club, role="member"):
    return club.memberships.get(user=factories.member(club, role))


def caller(club, role):
    if role == "site owner":
        return Caller(user=factories.site_owner())
    return Caller(user=factories.member(club, role) if role else factories.user())


def give(club, member, role, by):
    return services.set_role(club=club, membership_id=member.pk, role=role, caller=by)


# The (old role, new role) changes that each caller may make, by the caller's role.
TABLE = {
    None: set(),
    "member": set(),
    "scorer": set(),
    "officer": {("member", "scorer"), ("scorer", "member")},
    "owner": {(old, new) for old in ROLES for new in ROLES if old != new},
    "site owner": {(old, new) for old in ROLES for new in ROLES if old != new},
}


@pytest.mark.parametrize("by", list(TABLE))
@pytest.mark.parametrize("old", ROLES)
@pytest.mark.parametrize("new", ROLES)
def test_each_role_gives_what_the_table_says(by, old, new):
    if old == new:
        return
    club = factories.club()
    membership(club, "owner")
    member, giver = membership(club, old), caller(club, by)
    if (old, new) in TABLE[by]:
        assert give(club, member, new, giver).role == new
    else:
        with pytest.raises(Denied):
            give(club, member, new, giver)
        member.refresh_from_db()
        assert member.role == old


@pytest.mark.parametrize("by", list(TABLE))
@pytest.mark.parametrize("role", ROLES)
def test_each_role_removes_those_whose_role_it_gives(by, role):
    club = factories.club()
    membership(club, "owner")
    member, remover = membership(club, role), caller(club, by)
    removable = {"officer": ROLES[:2], "owner": ROLES, "site owner": ROLES}.get(by, ())
    if role in removable:
        services.remove_member(club=club, membership_id=member.pk, caller=remover)
    else:
        with pytest.raises(Denied):
            services.remove_member(club=club, membership_id=member.pk, caller=remover)
    assert Membership.objects.filter(pk=member.pk).exists() is (role not in removable)


@pytest.mark.parametrize("role", ROLES[:3])
def test_whoever_is_no_lone_owner_may_leave(role):
    club = factories.club()
    member = membership(club, role)
    services.leave(club=club, caller=Caller(user=member.user))
    assert not club.memberships.exists()


def test_the_last_owner_neither_leaves_nor_steps_down():
    club = factories.club()
    owner = membership(club, "owner")
    membership(club, "officer")
    by = Caller(user=owner.user)
    for write in (
        lambda: services.leave(club=club, caller=by),
        lambda: give(club, owner, "officer", by),
        lambda: give(club, owner, "officer", Caller(user=factories.site_owner())),
    ):
        with pytest.raises(Refused) as fault:
            write()
        assert fault.value.code == "last_owner"
    other = membership(club, "owner")
    services.leave(club=club, caller=by)
    assert list(club.memberships.filter(role="owner")) == [other]


def test_a_member_of_another_club_is_not_found():
    club, other = factories.club(), factories.club()
    stranger = membership(other)
    by = caller(club, "owner")
    with pytest.raises(NotFound):
        give(club, stranger, "scorer", by)
    with pytest.raises(NotFound):
        services.leave(club=other, caller=by)


def test_who_loses_a_role_leaves_no_invitation_open():
    club = factories.club()
    officer, owner = membership(club, "officer"), caller(club, "owner")
    services.invite(club=club, caller=Caller(user=officer.user))
    still_open = services.invite(club=club, caller=owner)
    give(club, officer, "member", owner)
    assert list(Invitation.objects.filter(revoked_at=None)) == [still_open.invitation]


def test_a_founder_owns_the_club_under_a_free_address():
    founder = Caller(user=factories.user())
    first = services.make_club(name="L'Érable", caller=founder)
    second = services.make_club(name="Lerable", caller=founder)
    third = services.make_club(name="♠", caller=founder)
    assert [club.slug for club in (first, second, third)] == ["lerable", "lerable-2", "club"]
    assert founder.role_in(first) == "owner"
    assert (first.public, first.open_recording) == (True, False)


def test_a_taken_address_is_refused_and_leaves_no_trace():
    taken = factories.club("pris")
    with pytest.raises(Refused) as fault:
        services.make_club(name="X", slug="pris", caller=Caller(user=factories.user()))
    assert (fault.value.code, list(Club.objects.all())) == ("slug_taken", [taken])


@pytest.mark.parametrize("role", [None, *ROLES[:3]])
def test_the_settings_are_the_owners(role):
    club = factories.club()
    with pytest.raises(Denied) as denied:
        services.change_club(club=club, changes={"name": "X"}, caller=caller(club, role))
    assert denied.value.code == "owner_needed"


def test_settings_are_kept_and_logged_as_far_as_they_differ():
    club = factories.club("un")
    owner = caller(club, "owner")
    changes = {"name": "un", "city": "Laval", "default_presets": {"jeu": "court"}}
    services.change_club(club=club, changes=changes, caller=owner)
    services.change_club(club=club, changes=changes, caller=owner)
    change = ClubChange.objects.get()
    assert change.before == {"city": "", "default_presets": {}}
    assert change.after == {"city": "Laval", "default_presets": {"jeu": "court"}}
    assert Club.objects.get().city == "Laval"


def test_the_log_is_written_once():
    club = factories.club()
    services.change_club(club=club, changes={"city": "Laval"}, caller=caller(club, "owner"))
    change = ClubChange.objects.get()
    change.after = {"city": "Québec"}
    with pytest.raises(TypeError):
        change.save()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "make",
    [
        lambda club: ClubChange.objects.create(club=club, kind="rumour"),
        lambda club: [club.default_presets.create(game="a", preset=p) for p in "xy"],
        lambda club: Invitation.objects.create(
            club=club, role="king", digest="a", expires_at="2999-01-01T00:00Z"
        ),
        lambda club: Invitation.objects.create(
            club=club, digest="a", expires_at="1999-01-01T00:00Z"
        ),
    ],
)
def test_the_database_itself_refuses_what_makes_no_sense(make):
    club = factories.club()
    with pytest.raises(IntegrityError), transaction.atomic():
        make(club)
