"""A player's results: counted from the stored sides of the matches that the caller may see."""

import pytest

from clubs.callers import Caller
from games.match import stats
from games.services import SeatAsked
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, IN_100, NAMES

pytestmark = pytest.mark.django_db
# A match to 100 points: the first side wins it with `ALL_TAKEN`, and loses it with this hand.
LOST = {"bidder": 1, "bid": 100, "taken": 100}


def seats(player):
    return [SeatAsked(player=player.pk), *(SeatAsked(name=name) for name in NAMES[1:])]


@pytest.fixture
def club():
    return factories.club(open_recording=True)


def play(player, club, *hands):
    match = factories.started(rules=IN_100, club=club, seats=seats(player))
    return factories.recorded(match, *hands)


def counted(player, caller=None):
    return [tuple(record) for record in stats.by_game(player, caller or Caller())]


def test_matches_are_counted_as_played_won_and_lost(club):
    zoe = factories.player("Zoé", club)
    play(zoe, club, ALL_TAKEN)
    play(zoe, club, ALL_TAKEN)
    play(zoe, club, LOST)
    play(zoe, club, FAILED)  # runs on: counts nowhere
    assert counted(zoe) == [("dix", 3, 2, 0)]
    assert stats.by_game(zoe, Caller())[0].lost == 1


def test_several_winners_is_drawn_for_them(club):
    zoe = factories.player("Zoé", club)
    match = play(zoe, club, ALL_TAKEN)
    match.sides.update(rank=1)
    assert counted(zoe) == [("dix", 1, 0, 1)]


def test_a_match_that_nobody_wins_is_lost_by_all(club):
    """Those who are eliminated have not won, even if they share rank 1."""
    zoe = factories.player("Zoé", club)
    match = play(zoe, club, ALL_TAKEN)
    match.sides.update(rank=1, eliminated=True)
    assert counted(zoe) == [("dix", 1, 0, 0)]


def test_matches_that_the_caller_may_not_see_are_not_counted(club):
    zoe = factories.player("Zoé", club)
    play(zoe, club, ALL_TAKEN)
    club.public = False
    club.save()
    assert counted(zoe) == []
    assert counted(zoe, Caller(user=factories.member(club))) == [("dix", 1, 1, 0)]


@pytest.mark.parametrize("matches", [1, 3])
def test_counting_takes_one_query(club, matches, django_assert_num_queries):
    zoe = factories.player("Zoé", club)
    for _ in range(matches):
        play(zoe, club, ALL_TAKEN)
    with django_assert_num_queries(1):
        assert counted(zoe) == [("dix", matches, matches, 0)]


# -- Over HTTP --------------------------------------------------------------------------------


def test_a_players_counts_and_matches_are_answered(club):
    zoe = factories.player("Zoé", club)
    first, last = play(zoe, club, ALL_TAKEN), play(zoe, club, LOST)
    play(factories.player("Ann", club), club, ALL_TAKEN)
    url = f"/api/v1/players/{zoe.pk}/"
    assert factories.api().get(f"{url}stats/").json() == [
        {"game": "dix", "played": 2, "won": 1, "drawn": 0}
    ]
    rows = factories.api().get(f"{url}matches/").json()["results"]
    assert [row["id"] for row in rows] == [last.pk, first.pk]


def test_the_matches_of_a_hidden_player_are_no_outsiders_to_list(club):
    zoe = factories.player("Zoé", club, shown="hidden")
    match = play(zoe, club, ALL_TAKEN)
    member = factories.api(factories.member(club))
    for rest in ("", "stats/", "matches/"):
        assert factories.api().get(f"/api/v1/players/{zoe.pk}/{rest}").status_code == 404
        assert member.get(f"/api/v1/players/{zoe.pk}/{rest}").status_code == 200
    query = {"player": zoe.pk}
    assert factories.api().get("/api/v1/matches/", query).json()["results"] == []
    rows = member.get("/api/v1/matches/", query).json()["results"]
    assert [row["id"] for row in rows] == [match.pk]
