"""Invitations: what the link gives, for how long and to whom, and which player the person
becomes.
"""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from clubs import services
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import ClubPlayer, Invitation, Membership, Merge, Player
from core.errors import Denied, NotFound, Refused
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("un")


@pytest.fixture
def owner(club):
    return Caller(user=factories.member(club, "owner"))


def accept(handed, account, **how):
    return services.accept(token=handed.token, caller=Caller(user=account), **how)


def test_an_invitation_is_kept_as_a_digest(club, owner):
    handed = services.invite(club=club, caller=owner)
    assert len(handed.token) == 32
    assert handed.token not in str(vars(Invitation.objects.get()))


@pytest.mark.parametrize(
    ("role", "offered", "allowed"),
    [
        ("officer", "member", True),
        ("officer", "scorer", True),
        ("officer", "officer", False),
        ("officer", "owner", False),
        ("owner", "officer", True),
        ("owner", "owner", True),
        ("scorer", "member", False),
        ("member", "member", False),
    ],
)
def test_one_invites_to_the_roles_that_one_gives(club, role, offered, allowed):
    caller = Caller(user=factories.member(club, role))
    if allowed:
        services.invite(club=club, caller=caller, role=offered)
    else:
        with pytest.raises(Denied):
            services.invite(club=club, caller=caller, role=offered)
    assert Invitation.objects.exists() is allowed


def test_a_members_link_serves_several_people(club, owner):
    handed = services.invite(club=club, caller=owner)
    for account in (factories.user(), factories.user()):
        done = accept(handed, account)
        assert (done.membership.role, done.player, done.left) == ("member", None, "")
    assert club.memberships.filter(role="member").count() == 2


def test_a_link_to_a_higher_role_serves_once(club, owner):
    handed = services.invite(club=club, caller=owner, role="scorer")
    accept(handed, factories.user())
    with pytest.raises(NotFound):
        accept(handed, factories.user())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda row, club, owner: services.revoke(club=club, invitation_id=row.pk, caller=owner),
        lambda row, club, owner: Invitation.objects.update(
            created_at=timezone.now() - timedelta(days=8), expires_at=timezone.now()
        ),
    ],
    ids=["revoked", "expired"],
)
def test_a_link_that_was_taken_back_or_is_too_old_serves_nobody(club, owner, spoil):
    handed = services.invite(club=club, caller=owner)
    spoil(handed.invitation, club, owner)
    with pytest.raises(NotFound):
        accept(handed, factories.user())
    assert club.memberships.count() == 1


def test_an_officer_does_not_take_back_what_only_an_owner_gives(club, owner):
    handed = services.invite(club=club, caller=owner, role="owner")
    officer = Caller(user=factories.member(club, "officer"))
    with pytest.raises(Denied):
        services.revoke(club=club, invitation_id=handed.invitation.pk, caller=officer)
    with pytest.raises(NotFound):
        services.revoke(club=club, invitation_id=handed.invitation.pk + 1, caller=officer)


def test_without_an_account_nothing_is_accepted(club, owner):
    handed = services.invite(club=club, caller=owner)
    with pytest.raises(Denied) as denied:
        services.accept(token=handed.token, caller=Caller())
    assert denied.value.code == "account_needed"


@pytest.mark.parametrize(
    ("had", "offered", "has"),
    [("owner", "member", "owner"), ("member", "scorer", "scorer"), ("scorer", "scorer", "scorer")],
)
def test_accepting_raises_a_role_and_lowers_none(club, owner, had, offered, has):
    account = factories.member(club, had)
    accept(services.invite(club=club, caller=owner, role=offered), account)
    assert Membership.objects.get(user=account).role == has


def test_a_link_that_names_a_player_ties_them_to_the_account(club, owner):
    zoe, account = factories.player("Zoé", club), factories.user()
    handed = services.invite(club=club, caller=owner, player=zoe)
    assert accept(handed, account).player == zoe
    assert Player.objects.get().user == account
    with pytest.raises(NotFound):
        accept(handed, factories.user())


def test_a_player_of_another_club_or_with_an_account_is_not_to_be_offered(club, owner):
    elsewhere = factories.player("A", factories.club())
    taken = factories.player("B", club, user=factories.user())
    for player, code in ((elsewhere, "player_unknown"), (taken, "player_has_account")):
        with pytest.raises(Refused) as fault:
            services.invite(club=club, caller=owner, player=player)
        assert fault.value.code == code


def test_a_person_of_another_club_stays_one_player_on_two_lists(club, owner):
    account = factories.user()
    zoe = factories.player("Zoé", factories.club("deux"), user=account)
    done = accept(services.invite(club=club, caller=owner), account)
    assert (done.player, done.left) == (zoe, "")
    clubs = ClubPlayer.objects.filter(player=zoe).order_by("club__slug")
    assert list(clubs.values_list("club__slug", flat=True)) == ["deux", "un"]
    assert Player.objects.count() == 1


def test_a_name_that_the_club_has_is_left_to_an_officer(club, owner):
    account = factories.user()
    factories.player("Zoé", factories.club(), user=account)
    other = factories.player("zoe\u0301", club)
    done = accept(services.invite(club=club, caller=owner), account)
    assert (done.membership.role, done.left) == ("member", "name_taken")
    assert [line.player for line in club.club_players.all()] == [other]


def two_players(club):
    """Return an account, its own player in another club, and the player whom the invitation will
    name.
    """
    account = factories.user()
    own = factories.player("Zoé Roy", factories.club("deux"), user=account)
    return account, own, factories.player("Zoé", club)


def test_accepting_as_another_player_merges_both_when_asked_to(club, owner):
    account, own, named = two_players(club)
    handed = services.invite(club=club, caller=owner, player=named)
    assert accept(handed, account, merge=True).player == own
    assert [line.player for line in club.club_players.all()] == [own]
    merged = Merge.objects.get()
    assert (merged.kept, merged.absorbed, merged.by) == (own, named, account)
    services.undo_merge(player=own, caller=Caller(user=account))
    assert [line.player for line in club.club_players.all()] == [named]


def test_accepting_as_another_player_without_merging_leaves_both(club, owner):
    account, own, named = two_players(club)
    done = accept(services.invite(club=club, caller=owner, player=named), account)
    assert (done.player, Merge.objects.count()) == (own, 0)
    assert {line.player for line in club.club_players.all()} == {own, named}


def test_an_invitation_speaks_for_its_own_club_alone(club, owner):
    """A link cannot merge a player who is also on a third club's list; the invitation is then not
    accepted at all.
    """
    account, _own, named = two_players(club)
    handed = services.invite(club=club, caller=owner, player=named)
    services.players.enter_list(factories.club("trois"), named, owner)
    with pytest.raises(Refused) as fault, transaction.atomic():
        accept(handed, account, merge=True)
    assert fault.value.code == "merge_elsewhere"
    assert not Membership.objects.filter(user=account).exists()


# -- Who one is -------------------------------------------------------------------------------


def test_somebody_new_enters_the_list_under_the_name_that_they_give(club, owner):
    account = factories.user()
    done = accept(services.invite(club=club, caller=owner), account, name=" Zoé  Roy ")
    assert (done.player.name, done.player.user, done.left) == ("Zoé Roy", account, "")
    assert list(ClubPlayer.objects.values_list("club", "player")) == [(club.pk, done.player.pk)]
    kinds = list(club.changes.order_by("id").values_list("kind", flat=True))
    assert kinds == ["invited", "joined", "added", "tied"]


def test_a_name_on_the_list_is_not_taken_by_saying_it(club, owner):
    zoe = factories.player("Zoé", club)
    with pytest.raises(NameTaken) as refusal, transaction.atomic():
        accept(services.invite(club=club, caller=owner), factories.user(), name="zoé")
    assert refusal.value.player == zoe
    assert (Player.objects.count(), Membership.objects.filter(role="member").count()) == (1, 0)


def test_who_is_somebody_already_keeps_their_name(club, owner):
    zoe = factories.player("Zoé", user=factories.user())
    done = accept(services.invite(club=club, caller=owner), zoe.user, name="Autre")
    assert (done.player, Player.objects.count()) == (zoe, 1)


def test_who_was_put_out_does_not_come_back_by_an_older_link(club, owner):
    older, account = services.invite(club=club, caller=owner), factories.user()
    membership = accept(older, account).membership
    services.remove_member(club=club, membership_id=membership.pk, caller=owner)
    with pytest.raises(NotFound):
        accept(older, account)
    assert not club.memberships.filter(user=account).exists()
    # The old link still works for other accounts, and a newer link works for the removed account
    # too.
    accept(older, factories.user())
    assert accept(services.invite(club=club, caller=owner), account).membership.role == "member"


def test_who_has_left_comes_back_by_the_same_link(club, owner):
    older, account = services.invite(club=club, caller=owner), factories.user()
    accept(older, account)
    services.leave(club=club, caller=Caller(user=account))
    assert accept(older, account).membership.role == "member"


def test_who_has_a_lower_role_now_does_not_rise_by_an_older_link(club, owner):
    older, account = services.invite(club=club, caller=owner, role="officer"), factories.user()
    of_all = services.invite(club=club, caller=owner)
    membership = club.memberships.create(user=account, role="officer")
    services.set_role(club=club, membership_id=membership.pk, role="member", caller=owner)
    with pytest.raises(NotFound):
        accept(older, account)
    # A link that does not raise the account's role is still accepted, and leaves the role as it
    # is.
    assert accept(of_all, account).membership.role == "member"
    assert accept(older, factories.user()).membership.role == "officer"


def test_a_link_made_for_somebody_is_nobody_elses_once_they_have_an_account(club, owner):
    anne, bob = factories.player("Anne", club), factories.player("Bob", user=factories.user())
    handed = services.invite(club=club, caller=owner, role="officer", player=anne)
    anne.user = factories.user()
    anne.save()
    with pytest.raises(Refused) as refused:
        accept(handed, bob.user)
    assert refused.value.code == "player_has_account"
    assert club.memberships.count() == 1
    # Anne's own account gets the role for which the link was made.
    assert accept(handed, anne.user).membership.role == "officer"
