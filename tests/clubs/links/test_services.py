"""Tests of making links, of what is stored of them, and of revoking them."""

from datetime import timedelta

import pytest
from django.core.signing import Signer
from django.utils import timezone

from clubs import services as people
from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from clubs.links import queries, services, tokens
from clubs.links.models import CapabilityLink
from clubs.links.services import NewLinkAsked
from core.errors import Denied, NotFound, Refused
from games.services import make_link as make_match_link
from tests import factories
from tests.tournaments.stages import arranged
from tournaments.links import make_link as make_tournament_link

pytestmark = pytest.mark.django_db


def make(kind="score_tournament", subject_id="T1", lasts=None):
    """Make a link to a subject of a higher layer, which these tests do not know."""
    new_link = NewLinkAsked(kind, "tournament", subject_id, None, lasts)
    return services.make_link(new_link=new_link, caller=Caller())


def test_only_the_digest_of_a_token_is_kept():
    made = make()
    row = CapabilityLink.objects.values().get()
    assert row["digest"] == tokens.digest(made.token)
    stored = " ".join(str(value) for value in row.values())
    assert not [part for part in made.token.split(".") if part in stored]


def test_tokens_are_random_and_signed():
    first, second = make().token, make().token
    assert first != second
    assert tokens.is_signed(first)
    assert not tokens.is_signed(first[:-1] + ("A" if first[-1] != "A" else "B"))
    assert not tokens.is_signed(Signer(salt="elsewhere", sep=".").sign("a" * 24))


@pytest.mark.parametrize("token", ["", "x", "é", "a" * 68, "0" * 40, "\0", "." * 68])
def test_a_made_up_token_costs_no_look_into_the_database(token, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert queries.carried([token]) == []
        assert queries.by_token(token) is None


def test_a_caller_holds_what_the_link_allows_on_its_subject_alone():
    caller = Caller(link_tokens=(make().token,))
    assert caller.holds(("score_tournament",), "tournament", "T1")
    assert not caller.holds(("run_tournament",), "tournament", "T1")
    assert not caller.holds(("score_tournament",), "tournament", "T2")
    assert not caller.holds(("score_tournament",), "match", "T1")


def test_a_link_is_taken_back_as_one_of_its_own_subject_alone():
    link = make(subject_id="T1").link
    for wrong in ({"subject_id": "T2"}, {"subject_kind": "match"}, {"link_id": link.pk + 1}):
        arguments = {"subject_kind": "tournament", "subject_id": "T1", "link_id": link.pk, **wrong}
        with pytest.raises(NotFound):
            services.revoke_of(**arguments)
    assert CapabilityLink.objects.get().revoked_at is None
    services.revoke_of(subject_kind="tournament", subject_id="T1", link_id=link.pk)
    assert CapabilityLink.objects.get().revoked_at is not None


def test_a_link_taken_back_or_past_its_time_is_held_no_more():
    revoked, late = make(), make()
    services.revoke(link=revoked.link)
    CapabilityLink.objects.filter(pk=late.link.pk).update(
        made_at=timezone.now() - timedelta(days=9), expires_at=timezone.now()
    )
    caller = Caller(link_tokens=(revoked.token, late.token))
    assert caller.links == []
    revoked.link.refresh_from_db()
    late.link.refresh_from_db()
    assert (revoked.link.state, late.link.state) == ("revoked", "expired")


def test_a_second_taking_back_keeps_the_first_ones_moment():
    made = make()
    services.revoke(link=made.link)
    first = CapabilityLink.objects.get().revoked_at
    services.revoke(link=made.link)
    assert CapabilityLink.objects.get().revoked_at == first


def test_taking_all_back_is_of_one_subject():
    make(), make(), make(subject_id="T2")
    assert services.revoke_all(subject_kind="tournament", subject_id="T1") == 2
    assert queries.live().get().subject_id == "T2"


def test_a_use_is_noted_to_ten_minutes(django_assert_num_queries):
    made = make()
    caller = Caller(link_tokens=(made.token,))
    with django_assert_num_queries(2):  # the links carried, and the note
        assert caller.holds(("score_tournament",), "tournament", "T1")
        assert caller.holds(("score_tournament",), "tournament", "T1")
    assert CapabilityLink.objects.get().last_used_at is not None


def test_a_link_lasts_as_its_kind_allows():
    week = make().link
    assert week.expires_at - week.made_at == timedelta(days=7)
    with pytest.raises(Refused) as refused:
        make(lasts="year")
    assert (refused.value.code, refused.value.field) == ("link_lasts", "lasts")
    with pytest.raises(Refused) as refused:
        make(kind="everything")
    assert refused.value.code == "link_kind"


def test_fifty_links_that_serve_are_enough(monkeypatch):
    monkeypatch.setattr(services, "MOST_LIVE", 2)
    made = [make(), make()]
    with pytest.raises(Refused) as refused:
        make()
    assert refused.value.code == "too_many_links"
    services.revoke(link=made[0].link)
    assert make().link.state == "live"


@pytest.mark.parametrize(("role", "may"), [("member", False), ("scorer", False), ("officer", True)])
def test_a_table_link_is_an_officers_to_make(role, may):
    club = factories.club()
    caller = Caller(user=factories.member(club, role))
    if may:
        made = services.make_table_link(club=club, lasts=None, caller=caller)
        assert (made.link.kind, made.link.club, made.link.made_by) == (
            "open_table",
            club,
            caller.user,
        )
    else:
        with pytest.raises(Denied):
            services.make_table_link(club=club, lasts=None, caller=caller)


def test_a_table_link_gives_what_its_club_needs_for_a_table_and_nothing_more():
    club = factories.club(public=False)
    _link, token = factories.table_link(club)
    caller = Caller(link_tokens=(token,))
    held = {name for name in factories.CAPABILITIES if caller.may(name, club)}
    assert held == {"see_club", "start_match", "seat_players"}
    assert not any(caller.may(name, factories.club()) for name in factories.CAPABILITIES)


# -- Links end with the right to make them --


def made_by(account, club):
    """Make an account's links, by name: table link, run a tournament, score and see a match.

    The match was started by another account.
    """
    caller = Caller(user=account)
    night = arranged(club, account)
    match = factories.started(club=club, by=Caller(user=factories.site_owner()))
    return {
        "table": services.make_table_link(club=club, lasts=None, caller=caller),
        "run": make_tournament_link(
            tournament=night, kind="run_tournament", lasts=None, caller=caller
        ),
        "score": make_match_link(match_id=match.pk, kind="score_match", lasts=None, caller=caller),
        "see": make_match_link(match_id=match.pk, kind="see", lasts=None, caller=caller),
    }


def live(links):
    return {name for name, link in links.items() if queries.carried([link.token])}


@pytest.mark.parametrize(
    ("what", "left"),
    [
        ("nothing", {"table", "run", "score", "see"}),
        ("scorer", {"score", "see"}),
        ("member", set()),
        ("expelled", set()),
        ("left", set()),
        ("deleted", set()),
    ],
)
def test_an_officers_links_end_with_the_right_to_make_them(what, left):
    club = factories.club(public=False)
    owner, officer = factories.member(club, "owner"), factories.member(club, "officer")
    links, membership = made_by(officer, club), club.memberships.get(user=officer)
    by = Caller(user=owner)
    if what in ("scorer", "member"):
        people.set_role(club=club, membership_id=membership.pk, role=what, caller=by)
    elif what == "expelled":
        people.remove_member(club=club, membership_id=membership.pk, caller=by)
    elif what == "left":
        people.leave(club=club, caller=Caller(user=officer))
    elif what == "deleted":
        delete_account(user=officer)
    assert live(links) == left
    # A browser that opens an ended link gets 410, and the club's list says that the link is not
    # valid any more.
    opened = {
        name: factories.browser().get(f"/l/{link.token}/").status_code
        for name, link in links.items()
    }
    assert opened == {name: 302 if name in left else 410 for name in links}
    states = {link.pk: link.state for link in queries.of_club(club.pk)}
    assert {name for name, link in links.items() if states[link.link.pk] == "live"} == left


def test_a_link_that_the_tables_own_token_gave_needs_no_role():
    match = factories.started(club=factories.club(open_recording=True))
    assert queries.carried([factories.made(match).token])


def test_whoever_gets_the_right_back_has_their_links_back():
    """A link is valid or not by the present role. No row is written when the role changes."""
    club = factories.club()
    officer = factories.member(club, "officer")
    links = made_by(officer, club)
    club.memberships.filter(user=officer).delete()
    assert live(links) == set()
    club.memberships.create(user=officer, role="owner")
    assert live(links) == set(links)


def test_carried_links_cost_one_query_however_many(django_assert_num_queries):
    tokens = [link.token for link in made_by(*_officer()).values()]
    with django_assert_num_queries(1):
        assert len(queries.carried(tokens)) == 4


def _officer():
    club = factories.club()
    return factories.member(club, "officer"), club
