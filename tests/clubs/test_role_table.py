"""The role table cell by cell, and which role a caller has in a club."""

from typing import get_args

import pytest

from clubs.callers import Caller
from clubs.models import Role
from clubs.role_table import LEAST_ROLE, RANKS, Capability, allows
from tests import factories

ROLES = ("visitor", "member", "scorer", "officer", "owner")
TABLE = {
    #                   visitor member scorer officer owner
    "see_club": (False, True, True, True, True),
    "start_match": (False, True, True, True, True),
    "seat_players": (False, True, True, True, True),
    "score_own_table": (False, True, True, True, True),
    "score_any_table": (False, False, True, True, True),
    "correct_finished": (False, False, False, True, True),
    "enter_results": (False, False, True, True, True),
    "run_tournaments": (False, False, False, True, True),
    "propose_link": (False, True, True, True, True),
    "manage_transmission": (False, False, False, True, True),
    "manage_players": (False, False, False, True, True),
    "manage_members": (False, False, False, True, True),
    "manage_officers": (False, False, False, False, True),
    "manage_links": (False, False, False, True, True),
    "accept_matches": (False, False, False, True, True),
    "write_notice": (False, False, False, True, True),
    "manage_club": (False, False, False, False, True),
}


@pytest.mark.parametrize("capability", list(TABLE))
def test_each_role_holds_what_the_table_says(capability):
    assert tuple(allows(role, capability) for role in ROLES) == TABLE[capability]


def test_the_table_knows_every_role_and_every_capability():
    assert set(LEAST_ROLE) == set(get_args(Capability)) == set(TABLE)
    assert set(RANKS) == {"visitor", *Role.values}
    assert set(ROLES) == set(RANKS)


@pytest.mark.django_db
@pytest.mark.parametrize("role", Role.values)
def test_a_member_has_their_role_in_their_club_alone(role):
    club, other = factories.club(), factories.club()
    caller = Caller(user=factories.member(club, role))
    assert (caller.role_in(club), caller.role_in(other), caller.role_in(None)) == (
        role,
        "visitor",
        "visitor",
    )
    for capability, cells in TABLE.items():
        assert caller.may(capability, club) is cells[ROLES.index(role)]
        assert caller.may(capability, other) is False


@pytest.mark.django_db
def test_a_nameless_caller_has_no_role():
    club = factories.club()
    assert (Caller().role_in(club), Caller().account) == ("visitor", None)
    assert not any(Caller().may(capability, club) for capability in TABLE)


@pytest.mark.django_db
def test_the_site_owner_may_do_everything_everywhere():
    caller = Caller(user=factories.site_owner())
    assert all(caller.may(capability, factories.club()) for capability in TABLE)
    assert all(caller.may(capability, None) for capability in TABLE)


@pytest.mark.django_db
def test_a_role_is_asked_for_once(django_assert_num_queries):
    club = factories.club()
    caller = Caller(user=factories.member(club, "scorer"))
    with django_assert_num_queries(1):
        assert caller.may("score_any_table", club)
        assert caller.may("see_club", club)
        assert not caller.may("manage_club", club)
