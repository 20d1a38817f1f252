"""Tests of a table's result made from its matches, in any game: stored scores and ranks."""

import pytest

from games.models import Match
from games.proposals import queries as proposals
from tests import factories
from tests.factories import ALL_TAKEN, IN_100
from tests.tournaments.evening import evening, result_of
from tournaments import matches

pytestmark = pytest.mark.django_db


def test_scores_count_where_they_agree_with_the_ranking():
    match = factories.recorded(factories.started(rules=IN_100), ALL_TAKEN)
    assert matches.sides_of(match) == [100, 0]


def test_where_the_ranking_says_another_order_places_count():
    match = factories.recorded(factories.started(rules=IN_100), ALL_TAKEN)
    for side, rank in zip(match.sides.order_by("number"), (2, 1), strict=True):
        side.rank = rank
        side.save()
    assert matches.sides_of(match) == [0, 1]


def test_known_players_say_which_side_of_the_match_is_which_of_the_table():
    night = evening(rules=IN_100)
    people = [factories.player(name, night.club) for name in ("Anne", "Bruno", "Chloé", "David")]
    for first_place, second_place in ((0, 2), (1, 3)):
        pair = [{"player": people[first_place].pk}, {"player": people[second_place].pk}]
        night.do("post", "entrants/", {"players": pair})
    drawn = night.draw()
    table = drawn["tables"][0]
    started = night.client.post(
        "/api/v1/matches/",
        {
            "game": "dix",
            "rules": IN_100,
            "club": night.club.slug,
            "seats": [{"player": person.pk} for person in people],
        },
    ).json()
    night.client.post(
        f"/api/v1/matches/{started['id']}/entries/",
        ALL_TAKEN,
        headers={"X-Match-Token": started["edit_token"]},
    )
    answer = night.do("post", result_of(drawn, table), {"match": started["id"]})
    # Anne and Chloé are the first side of the match and the first entrant.
    first = table["entrants"].index(1)
    assert answer["result"]["scores"][first] == 100
    assert answer["result"]["scores"][1 - first] == 0


def test_a_match_that_ends_and_its_tables_result_are_one_transaction():
    """The table has its result right after the match has ended.

    Nothing has to be done after the commit, when the process may already be dead.
    """
    night = evening(rules=IN_100)
    for name in ("A", "B"):
        pair = [{"name": f"{name}1"}, {"name": f"{name}2"}]
        night.do("post", "entrants/", {"name": name, "players": pair})
    drawn = night.draw()
    at = result_of(drawn, drawn["tables"][0], "match")
    played = night.do("post", at, token=drawn["tables"][0]["tokens"][0], client=factories.api())
    ended = factories.api().post(
        f"/api/v1/matches/{played['match']}/entries/",
        ALL_TAKEN,
        headers={"X-Match-Token": played["edit_token"]},
    )
    assert ended.json()["status"] == "finished"
    table = night.do("get", "rounds/1/")["tables"][0]
    assert (table["state"], table["reports"]["0"]["scores"]) == ("reported", [100, 0])


def test_a_match_at_a_table_counts_once_the_other_side_or_an_officer_has_confirmed_it():
    night = evening(rules=IN_100)
    for name in ("A", "B"):
        pair = [{"name": f"{name}1"}, {"name": f"{name}2"}]
        night.do("post", "entrants/", {"name": name, "players": pair})
    drawn = night.draw()
    table = drawn["tables"][0]
    at = result_of(drawn, table, "match")
    played = night.do("post", at, token=table["tokens"][0], client=factories.api())
    factories.api().post(
        f"/api/v1/matches/{played['match']}/entries/",
        ALL_TAKEN,
        headers={"X-Match-Token": played["edit_token"]},
    )

    def counts():
        assert (proposals.counted().count() == 1) is (Match.objects.get().counts == "yes")
        return factories.api().get(f"/api/v1/matches/{played['match']}/").json()["counts"]

    assert (counts(), proposals.waiting_for(night.club).count()) == ("proposed", 0)
    night.do("post", result_of(drawn, table, "confirm"), token=table["tokens"][1])
    assert counts() == "yes"
    night.do("delete", result_of(drawn, table))
    assert counts() == "proposed"
