"""A club that waits to be confirmed is on its own boards, but on no board or record of the whole
site.
"""

import pytest

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Club
from games.registry.installed import game_of
from jobs.registry import due_works
from leaderboards import player_queries, services
from leaderboards.models import Found, RatedMatch, RebuildState
from leaderboards.queries import BoardQuery, board, curve
from leaderboards.records import queries as records
from leaderboards.services import rebuilding
from tests import factories
from tests.extents import some
from tests.factories import ALL_TAKEN, IN_100
from tests.leaderboards.builders import ended, everything, recount
from tests.leaderboards.rebuild.test_rebuild import History, rebuilt

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return Caller(user=factories.site_owner())


@pytest.fixture
def waiting():
    return factories.club("nouveau", confirmed_at=None)


def names(club=None):
    rows = board(BoardQuery("dix", club), Caller()).rows
    return {row.people[0].name: row.played for row in rows}


def confirm(club, owner):
    """Confirm a club, and do the work that is then due."""
    people.confirm_club(club=club, caller=owner)
    due_works()["leaderboards.confirmed"](lambda: False)


def test_its_matches_count_on_its_own_boards_alone_until_it_is_confirmed(waiting, owner):
    other = factories.club("ancien")
    four = [factories.player(name, waiting, other) for name in ("Anne", "Bo", "Cy", "Di")]
    eve = factories.player("Eve", waiting)
    matches = [
        ended("dix", waiting, [*four[:3], eve], [500, 200], days=0),
        ended("dix", other, four, [100, 500], days=1),
        ended("dix", waiting, [eve, *four[1:]], [300, 400], days=2),
    ]
    recount(matches=[match.pk for match in matches])
    assert names() == {"Anne": 1, "Bo": 1, "Cy": 1, "Di": 1}
    assert names(waiting) == {"Anne": 1, "Bo": 2, "Cy": 2, "Di": 1, "Eve": 2}
    assert [point.match for point in curve(four[0], "dix", None, Caller())] == [matches[1].pk]
    assert player_queries.ratings(eve) == []
    assert everything() == rebuilt()
    confirm(waiting, owner)
    assert names() == {"Anne": 2, "Bo": 3, "Cy": 3, "Di": 2, "Eve": 2}
    (rating,) = player_queries.ratings(eve)
    assert rating.row.played == 2
    # The boards are as if all matches had been counted when they ended.
    assert everything() == rebuilt()


def test_the_worker_makes_no_board_anew_without_need(waiting, owner, monkeypatch):
    made = []
    monkeypatch.setattr(rebuilding, "rebuild", lambda game: made.append(game))
    players = [factories.player(name, waiting) for name in ("Anne", "Bo", "Cy", "Di")]
    for game, club in (("dix", waiting), ("yams", factories.club())):
        recount(matches=[ended(game, club, players, [500, 200]).pk])
    services.count_confirmed(lambda: False)
    assert made == []
    people.confirm_club(club=waiting, caller=owner)
    services.count_confirmed(lambda: True)
    assert made == []
    # Another worker is rebuilding this board.
    RebuildState.objects.update_or_create(game="dix", defaults={"running": "x"})
    services.count_confirmed(lambda: False)
    assert made == []
    RebuildState.objects.update(running="")
    services.count_confirmed(lambda: False)
    assert made == ["dix"]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", some(range(4), 4))
def test_confirmed_at_any_moment_the_boards_equal_those_made_anew(seed, monkeypatch):
    for place in ("incremental.working_set", "rebuild.boards"):
        monkeypatch.setattr(f"leaderboards.{place}.CHUNK", 3)
    history = History(seed)
    Club.objects.filter(pk__in=[club.pk for club in history.clubs[1:]]).update(confirmed_at=None)
    for club in (None, *history.clubs[1:]):
        if club is not None:
            confirm(club, Caller(user=history.owner))
            assert everything() == rebuilt()
        for _ in range(6):
            history.step()
        assert everything() == rebuilt()
        held = set(RatedMatch.objects.filter(over_all=False).values_list("club", flat=True))
        assert held <= set(Club.objects.filter(confirmed_at=None).values_list("pk", flat=True))


def test_matches_that_change_before_the_worker_comes_come_to_the_same(waiting, owner):
    players = [factories.player(name, waiting) for name in ("Anne", "Bo", "Cy", "Di")]
    matches = [
        ended("dix", waiting, players, [100 * number, 260], days=number).pk for number in range(5)
    ]
    recount(matches=matches)
    people.confirm_club(club=waiting, caller=owner)
    recount(matches=[matches[2], ended("dix", waiting, players, [0, 500], days=1.5).pk])
    services.count_confirmed(lambda: False)
    assert not RatedMatch.objects.filter(over_all=False).exists()
    assert everything() == rebuilt()


def test_no_record_of_the_site_is_of_a_club_that_waits(waiting, owner):
    club = factories.club()
    matches = [
        factories.recorded(factories.started(club=of, by=owner, rules=IN_100), ALL_TAKEN)
        for of in (club, waiting)
    ]
    for match in matches:
        services.find_facts(match_id=match.pk)
    assert set(Found.objects.values_list("club", flat=True)) == {club.pk, waiting.pk}
    dix = game_of("dix")

    def held(of=None, caller=None):
        lines = records.lines(dix, records.clubs_of(of, caller or Caller()))
        return {row.match for line in lines for row in (line.now, *line.former)}

    member = Caller(user=factories.member(waiting))
    assert (held(), held(caller=member), held(caller=owner)) == ({matches[0].pk},) * 3
    assert held(waiting) == {matches[1].pk}
    people.confirm_club(club=waiting, caller=owner)
    # Of equal records the first one keeps its place.
    assert records.clubs_of(None, Caller()) == [waiting.pk, club.pk]
