"""Links to a match: what they allow, who makes them, and how they are revoked."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from clubs.links.models import CapabilityLink
from clubs.models import Membership
from core.errors import Denied, Refused
from games import queries, services
from games.errors import NotFound
from games.match import list_queries, permissions
from games.models import Match
from games.services import Writing
from tests import factories
from tests.factories import HAND

pytestmark = pytest.mark.django_db


def holder(made):
    """Return a caller who has opened a link."""
    return Caller(link_tokens=(made.token,))


def test_a_link_to_score_records_corrects_and_takes_back():
    match = factories.started()
    by = Writing(holder(factories.made(match)))
    services.record(match_id=match.pk, data=HAND, by=by)
    services.correct(match_id=match.pk, number=1, data={**HAND, "taken": 75}, by=by)
    assert services.take_back(match_id=match.pk, number=1, by=by).table.entries == ()


def test_a_link_to_score_serves_for_a_day_after_the_end_and_no_longer():
    match = factories.finished()
    by = Writing(holder(factories.made(match)))
    services.correct(match_id=match.pk, number=1, data=factories.ALL_TAKEN, by=by)
    Match.objects.update(finished_at=timezone.now() - timedelta(hours=24, seconds=1))
    with pytest.raises(Denied):
        services.correct(match_id=match.pk, number=1, data=factories.ALL_TAKEN, by=by)


@pytest.mark.parametrize("kind", ["see", "score_match"])
def test_a_link_gives_no_further_links(kind):
    match = factories.started()
    caller = holder(factories.made(match, kind))
    with pytest.raises(Denied):
        services.make_link(match_id=match.pk, kind="see", lasts=None, caller=caller)
    with pytest.raises(Denied):
        services.keep_alone(match_id=match.pk, caller=caller)
    with pytest.raises(Denied):
        services.revoke_link(
            match_id=match.pk, link_id=CapabilityLink.objects.get().pk, caller=caller
        )


@pytest.mark.parametrize("kind", ["score_tournament", "run_tournament", "open_table", ""])
def test_a_match_has_no_links_of_another_kind(kind):
    match = factories.started()
    with pytest.raises(Refused) as refused:
        services.make_link(match_id=match.pk, kind=kind, lasts=None, caller=factories.link(match))
    assert refused.value.code == "link_kind"


def test_a_link_of_another_match_is_not_taken_back_here():
    match, other = factories.started(), factories.started()
    link = factories.made(other).link
    with pytest.raises(NotFound):
        services.revoke_link(match_id=match.pk, link_id=link.pk, caller=factories.link(match))


def test_all_but_me_ends_the_links_and_the_first_token_at_once():
    match = factories.started()
    me, scorer = factories.link(match), holder(factories.made(match))
    watcher = holder(factories.made(match, "see"))
    assert permissions.can_score(match, scorer)
    alone = services.keep_alone(match_id=match.pk, caller=me)
    match.refresh_from_db()
    assert alone.revoked == 2
    for other in (me, Caller(link_tokens=scorer.link_tokens), Caller(any_token="0" * 40)):
        assert not permissions.can_score(match, other)
    assert Caller(link_tokens=watcher.link_tokens).links == []
    assert permissions.can_score(match, Caller(match_tokens={match.pk: alone.token}))


def test_all_but_me_gives_the_new_token_to_those_alone_who_had_the_one_before():
    club = factories.club()
    match = factories.started(club=club, by=Caller(user=factories.member(club)))
    before = match.salt
    alone = services.keep_alone(
        match_id=match.pk, caller=Caller(user=factories.member(club, "scorer"))
    )
    match.refresh_from_db()
    assert (alone.token, match.salt != before) == (None, True)


def test_a_rematch_by_a_link_to_score_opens_no_second_table_of_a_club():
    factories.owner_who_came()
    club = factories.club()
    match = factories.started(club=club, by=Caller(user=factories.member(club)))
    rematch = services.rematch(match_id=match.pk, by=Writing(holder(factories.made(match))))
    assert (rematch.table.match.club, rematch.table.match.counts) == (None, "proposed")


def test_a_caller_without_links_asks_no_further_question(django_assert_num_queries):
    match = factories.started()
    with django_assert_num_queries(0):
        assert permissions.can_score(match, factories.link(match))
        assert not permissions.can_score(match, Caller(any_token="0" * 40))


def test_a_link_opens_no_list():
    club = factories.club(public=False)
    match = factories.started(club=club, by=Caller(user=factories.member(club)))
    watcher = holder(factories.made(match, "see"))
    assert permissions.can_see(match, watcher)
    assert list(queries.visible(watcher)) == []
    assert list(list_queries.kept_by(watcher)) == [match]


def test_a_dead_link_to_score_shows_a_members_match_no_more():
    club = factories.club(public=False)
    match = factories.finished(club=club, by=Caller(user=factories.member(club)))
    scorer, watcher = factories.made(match), factories.made(match, "see")
    assert permissions.can_see(match, holder(scorer))
    match.finished_at = timezone.now() - timedelta(hours=24, seconds=1)
    assert not permissions.can_see(match, holder(scorer))
    assert not permissions.can_score(match, holder(scorer))
    assert permissions.can_see(match, holder(watcher))


# -- A member's own tables --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seated", "member", "may"),
    [(True, True, True), (False, True, False), (True, False, False), (False, False, False)],
)
def test_a_member_scores_and_corrects_where_they_sit(seated, member, may):
    club = factories.club()
    account = factories.member(club) if member else factories.user()
    player = factories.player("Anne", club, user=account)
    match = factories.started(club=club, by=Caller(user=factories.member(club, "officer")))
    if seated:
        match.seats.filter(number=0).update(player=player)
    caller = Caller(user=account)
    assert permissions.can_score(match, caller) is may
    match.status, match.finished_at = "finished", timezone.now() - timedelta(hours=23)
    assert permissions.can_correct(match, caller) is may
    match.finished_at = timezone.now() - timedelta(hours=25)
    assert permissions.can_correct(match, caller) is False


def test_the_token_of_a_clubs_match_ends_with_its_starters_right_to_start_there():
    factories.owner_who_came()
    club = factories.club()
    officer = factories.member(club, "officer")
    match = factories.started(club=club, by=Caller(user=officer))
    assert permissions.can_score(match, factories.link(match))
    Membership.objects.filter(user=officer).delete()
    assert not permissions.can_score(match, factories.link(match))
    # If the club is open to everybody, the token counts again, as anybody's would.
    match.club.open_recording = True
    assert permissions.can_score(match, factories.link(match))


def test_a_token_made_by_the_table_link_ends_with_it():
    factories.owner_who_came()
    club = factories.club()
    link, token = factories.table_link(club)
    starter = Caller(user=factories.user(), link_tokens=(token,))
    match = factories.started(club=club, by=starter)
    held = {match.pk: permissions.edit_token(match)}
    carried = {"user": starter.user, "link_tokens": (token,), "match_tokens": held}
    assert permissions.can_score(match, Caller(**carried))
    link.delete()
    assert not permissions.can_score(match, Caller(**carried))


def test_the_token_of_a_clubs_match_ends_with_its_starters_account():
    club = factories.club()
    officer = factories.member(club, "officer")
    match = factories.started(club=club, by=Caller(user=officer))
    before = factories.link(match)
    delete_account(user=officer)
    assert not permissions.can_score(Match.objects.get(pk=match.pk), before)
