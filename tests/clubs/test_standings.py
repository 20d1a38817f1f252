"""Who may do what to a person: the table is checked cell by cell, by the services, the pages and
the API.
"""

from typing import get_args

import pytest
from django.db import transaction

from clubs import services
from clubs.accounts import links
from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from clubs.models import Invitation, Membership, Merge, Player
from clubs.permissions import may_do
from clubs.role_table import STANDING_NEEDED, PersonAction, Standing
from core.errors import Denied, Refused
from tests import factories

pytestmark = pytest.mark.django_db

CALLERS = ("visitor", "oneself", "here", "there", "both", "stranger", "site owner")
# Who may do what to a person of two clubs. « here » is an officer of the first club alone, «
# there » of the second. The person has an account where the action needs one.
OF_TWO = {
    #                 visitor oneself here there both stranger site owner
    "rename":          "no     yes     no   no    yes  no       yes",
    "rename here":     "no     no      yes  no    yes  no       yes",
    "hide here":       "no     no      yes  no    yes  no       yes",
    "hide":            "no     no      no   no    yes  no       yes",
    "hide oneself":    "no     yes     no   no    no   no       yes",
    "claim":           "no     no      no   no    yes  no       yes",
    "invite as":       "no     no      no   no    yes  no       yes",
    "untie":           "no     yes     no   no    yes  no       yes",
    "reset password":  "no     no      no   no    yes  no       yes",
    "merge":           "no     no      no   no    yes  no       yes",
    "unmerge":         "no     no      no   no    yes  no       yes",
    "enter a list":    "no     no      no   no    yes  no       yes",
    "leave the first": "no     yes     yes  no    yes  no       yes",
    "forget":          "no     yes     no   no    yes  no       yes",
    "forget a guest":  "no     no      no   no    yes  no       yes",
}  # fmt: skip
# Who may do what to a person of the first club alone: that club's officers decide.
OF_ONE = {
    "rename":          "no     yes     yes  no    yes  no       yes",
    "rename here":     "no     no      yes  no    yes  no       yes",
    "hide here":       "no     no      yes  no    yes  no       yes",
    "hide":            "no     no      yes  no    yes  no       yes",
    "hide oneself":    "no     yes     no   no    no   no       yes",
    "claim":           "no     no      yes  no    yes  no       yes",
    "invite as":       "no     no      yes  no    yes  no       yes",
    "untie":           "no     yes     yes  no    yes  no       yes",
    "reset password":  "no     no      yes  no    yes  no       yes",
    "merge":           "no     no      yes  no    yes  no       yes",
    "unmerge":         "no     no      yes  no    yes  no       yes",
    "enter a list":    "no     no      yes  no    yes  no       yes",
    "leave the first": "no     yes     yes  no    yes  no       yes",
    "forget":          "no     yes     yes  no    yes  no       yes",
    "forget a guest":  "no     no      yes  no    yes  no       yes",
}  # fmt: skip
# The actions that are tried on a person who has an account.
WITH_ACCOUNT = {
    "hide oneself",
    "untie",
    "rename",
    "rename here",
    "leave the first",
    "reset password",
    "forget",
}


class House:
    """A person of one or two clubs, and the callers who try to change them."""

    def __init__(self, clubs: int, account: bool) -> None:
        self.clubs = [factories.club("un"), factories.club("deux")]
        self.third = factories.club("trois")
        self.account = factories.user() if account else None
        listed = self.clubs[:clubs]
        self.zoe = factories.player("Zoé", *listed, user=self.account)
        self.other = factories.player("Z. Roy", self.clubs[0])
        if self.account:
            for club in listed:
                Membership.objects.create(club=club, user=self.account)

    def caller(self, name: str) -> Caller:
        of = {"here": self.clubs[:1], "there": self.clubs[1:], "both": self.clubs}
        if name == "visitor":
            return Caller()
        if name == "oneself":
            return Caller(user=self.account or factories.user())
        if name == "site owner":
            return Caller(user=factories.site_owner())
        account = factories.user()
        # Every such caller also owns a third club, which must give them no right over the other
        # clubs' people.
        for club in (*of.get(name, ()), self.third):
            Membership.objects.create(club=club, user=account, role="owner")
        return Caller(user=account)

    def do(self, action: str, caller: Caller) -> None:
        zoe, first = Player.objects.get(pk=self.zoe.pk), self.clubs[0]
        if action == "rename":
            services.rename(player=zoe, name="Zoé R", caller=caller)
        elif action == "rename here":
            services.rename_here(club=first, player=zoe, name="Zoé R", caller=caller)
        elif action == "hide here":
            services.choose_shown_here(club=first, player=zoe, visibility="hidden", caller=caller)
        elif action in ("hide", "hide oneself"):
            services.choose_shown(player=zoe, visibility="hidden", caller=caller)
        elif action == "claim":
            services.claim(player=zoe, caller=caller)
        elif action == "invite as":
            services.invite(club=first, player=zoe, caller=caller)
        elif action == "untie":
            services.untie(player=zoe, caller=caller)
        elif action == "reset password":
            links.hand_reset_link(user=self.account, caller=caller)
        elif action == "merge":
            services.merge(survivor=zoe, absorbed=self.other, caller=caller)
        elif action == "unmerge":
            owner = Caller(user=factories.site_owner())
            services.merge(survivor=zoe, absorbed=self.other, caller=owner)
            services.undo_merge(player=zoe, caller=caller)
        elif action == "enter a list":
            services.add_known_player(club=self.third, player=zoe, caller=caller)
        elif action in ("forget", "forget a guest"):
            services.forget(player=zoe, caller=caller)
        else:
            services.remove_from_list(club=first, player=zoe, caller=caller)


@pytest.mark.parametrize(
    ("clubs", "action"), [(1, action) for action in OF_ONE] + [(2, action) for action in OF_TWO]
)
def test_who_may_do_what_to_a_person(clubs, action, settings):
    settings.MAIL = False
    table = OF_ONE if clubs == 1 else OF_TWO
    house = House(clubs, action in WITH_ACCOUNT)
    may = {}
    for name in CALLERS:
        caller, point = house.caller(name), transaction.savepoint()
        try:
            house.do(action, caller)
            may[name] = "yes"
        except Denied:
            may[name] = "no"
        transaction.savepoint_rollback(point)
    assert may == dict(zip(CALLERS, table[action].split(), strict=True))


def test_the_table_names_every_action_and_every_standing():
    assert set(STANDING_NEEDED) == set(get_args(PersonAction))
    assert {standing for row in STANDING_NEEDED.values() for standing in row} == set(
        get_args(Standing)
    )


def test_only_the_person_has_themselves_exported():
    """An export needs the person's own account: no other account can ask for it."""
    house = House(2, account=True)
    may = [name for name in CALLERS if may_do("export", house.zoe, house.caller(name))]
    assert may == ["oneself"]


def test_a_person_in_two_clubs_is_not_taken_over_by_the_other_clubs_owner(settings):
    """An attacker founds a club, invites a member of another club, and tries to take over their
    person. Every attempt is refused.
    """
    settings.MAIL = False
    theirs = factories.club("a-eux")
    victim = factories.member(theirs)
    zoe = factories.player("Zoé", theirs, user=victim)
    taker = factories.user()
    mine = services.make_club(name="À moi", caller=Caller(user=taker))
    handed = services.invite(club=mine, caller=Caller(user=taker))
    services.accept(token=handed.token, caller=Caller(user=victim))
    api, where = factories.api(taker), f"/api/v1/players/{zoe.pk}/"
    answers = [
        api.patch(where, {"name": "Moi"}),
        api.delete(f"{where}account/"),
        api.post(f"{where}merge/", {"other": factories.player("X", mine).pk}),
        api.delete(where),
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 403]
    assert answers[0].json()["errors"][0]["code"] == "person_of_several_clubs"
    page = factories.browser(taker)
    for data in ({"name": "Moi"}, {"untie": "1"}, {"claim": "1"}, {"forget": "1", "sure": "on"}):
        page.post(f"/joueurs/{zoe.pk}/reglages/", data)
    assert not links.may_hand(victim, Caller(user=taker))
    player = Player.objects.get(pk=zoe.pk)
    assert (player.name, player.user, Merge.objects.count()) == ("Zoé", victim, 0)
    # The settings page says who may change the person. It offers only what this club may do:
    # take the person off its list.
    page_text = page.get(f"/joueurs/{zoe.pk}/reglages/").content.decode()
    assert "plusieurs clubs" in page_text
    assert 'name="untie"' not in page_text
    assert 'name="forget"' not in page_text
    assert page.post(f"/joueurs/{zoe.pk}/reglages/", {"remove": mine.slug}).status_code == 302
    assert [line.club for line in zoe.club_players.all()] == [theirs]


def test_an_invitation_as_somebody_serves_no_more_once_a_second_club_has_them():
    club, second = factories.club(), factories.club()
    by = Caller(user=factories.member(club, "owner"))
    zoe = factories.player("Zoé", club)
    handed = services.invite(club=club, caller=by, player=zoe)
    services.players.enter_list(second, zoe, by)
    with pytest.raises(Refused) as refused, transaction.atomic():
        services.accept(token=handed.token, caller=Caller(user=factories.user()))
    assert refused.value.code == "invitation_of_several_clubs"
    assert Player.objects.get(pk=zoe.pk).user is None


def test_invitations_end_with_the_account_that_made_them():
    club = factories.club()
    owner, other = factories.member(club, "owner"), factories.member(club, "owner")
    services.invite(club=club, caller=Caller(user=owner), role="owner")
    delete_account(user=owner)
    assert [row.open for row in Invitation.objects.all()] == [False]
    assert other.memberships.exists()
