"""A statement compiled once reads what its queryset reads, for every kind of caller."""

import pytest
from django.db import connection
from django.db.models import Count, F, Value
from django.test.utils import CaptureQueriesContext

from clubs import queries as clubs
from clubs.callers import Caller
from clubs.models import Club, Membership, Player
from clubs.prepared import NUMBER_PLACE, PLACE, Prepared
from clubs.prepared_for_caller import PreparedForCaller
from clubs.queries import visible_clubs
from games import queries, stats
from games.models import Status
from games.services import SeatAsked
from leaderboards import player_queries as boards
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def callers():
    """Of each kind, in a public club and in a private one."""
    public, private = factories.club("un"), factories.club("deux", public=False)
    _link, token = factories.table_link(private)
    return {
        "visitor": Caller(),
        "stranger": Caller(user=factories.user()),
        "member": Caller(user=factories.member(private)),
        "officer": Caller(user=factories.member(public, "officer")),
        "site owner": Caller(user=factories.site_owner()),
        "table link": Caller(link_tokens=(token,)),
    }


WHO = ("visitor", "stranger", "member", "officer", "site owner", "table link")


def test_rows_are_objects_with_what_was_selected_and_annotated():
    club = factories.club(name="Les As")
    member = factories.member(club, "scorer")
    prepared = Prepared(
        lambda number: (
            Membership.objects.filter(club=number)
            .select_related("club")
            .annotate(called=F("club__name"), always=Value("oui"))
        ),
        NUMBER_PLACE,
    )
    assert prepared.rows(0) == []
    for _ in range(2):
        (row,) = prepared.rows(club.pk)
        with CaptureQueriesContext(connection) as more:
            read = (row.user_id, row.role, row.club.name, row.called, row.always)
        assert read == (member.pk, "scorer", "Les As", "Les As", "oui")
        assert len(more) == 0


def test_rows_are_tuples_in_the_order_that_was_asked_for():
    one, two = factories.club("b", name="B"), factories.club("a", name="A")
    factories.player("Anne", one, two)
    factories.player("Bruno", two)
    prepared = Prepared(
        lambda slug: (
            Club.objects.exclude(slug=slug)
            .annotate(people=Count("club_players"))
            .order_by("slug")
            .values_list("people", "name")
        ),
        PLACE,
    )
    assert prepared.rows("") == [(2, "A"), (1, "B")]
    assert prepared.rows("a") == [(1, "B")]


def test_each_caller_reads_their_own_rows(callers):
    prepared = PreparedForCaller(lambda caller: visible_clubs(caller).order_by("id"))
    found = {who: [club.slug for club in prepared.rows(callers[who])] for who in WHO}
    assert found == {
        "visitor": ["un"],
        "stranger": ["un"],
        "member": ["un", "deux"],
        "officer": ["un"],
        "site owner": ["un", "deux"],
        "table link": ["un", "deux"],
    }
    # Another account of the same kind.
    other = Caller(user=factories.member(Club.objects.get(slug="deux")))
    assert [club.slug for club in prepared.rows(other)] == ["un", "deux"]


@pytest.mark.parametrize("who", WHO)
def test_what_pages_read_is_what_their_querysets_give(callers, who):
    caller = callers[who]
    for club in Club.objects.all():
        people = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]
        Player.objects.filter(pk=people[1].pk).update(shown=Player.Shown.HIDDEN)
        seats = [SeatAsked(player=one.pk) for one in people]
        by = Caller(user=factories.member(club))
        for start in (factories.finished, factories.started):
            start(by=by, club=club, seats=seats)
    if caller.account:
        factories.started(by=caller, seats=[SeatAsked(name=name) for name in "ABCD"])
    for club in Club.objects.all():
        visible = queries.visible(caller).filter(club=club)
        for status in Status:
            expected = set(visible.filter(status=status))
            assert set(queries.newest_of(club, status, caller, 16)) == expected
        assert clubs.is_visible(club, caller) == visible_clubs(caller).filter(pk=club.pk).exists()
    kept = set(queries.kept_by(caller)) if caller.account else set()
    found = [*queries.running_kept(caller, 16), *queries.others_kept(caller, 16)]
    assert set(found) == kept
    seen = set(visible_clubs(caller).values_list("pk", flat=True))
    assert set(clubs.unseen_clubs(caller)) == set(Club.objects.values_list("pk", flat=True)) - seen
    for player in Player.objects.all():
        matches = queries.matches_of(player, caller)
        assert queries.last_of(player, caller, 16) == list(queries.for_cards(matches))
        played = sum(record.played for record in stats.by_game(player, caller))
        assert played == matches.filter(status=Status.FINISHED).count()
        met = {one.person.pk for one in boards.often_met(player, caller, list(seen))}
        around = clubs.visible_players(caller).filter(club_players__club__in=seen)
        assert met <= set(around.values_list("pk", flat=True))
