"""Tests of the tiles that the home page offers first to a phone that keeps matches."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.match import permissions
from games.models import Match
from games.services import SeatAsked
from tests import factories

pytestmark = pytest.mark.django_db

OTHERS = ("Émile", "Flore", "Gaspard", "Hélène")
TILE = re.compile(
    r'<a class="tile( tile--main)?" href="([^"]*)".*?<strong>'
    r'([^<]*?)(?: <span class="tile__game">[^<]+</span>)?</strong><span>([^<]*)<'
)


def phone_that_keeps(*matches: Match) -> Client:
    client = Client()
    for match in matches:
        client.get(f"/parties/{match.pk}/marquer/{permissions.edit_token(match)}/")
    return client


def one_line(client: Client) -> str:
    """Return the home page's HTML, in which no tag is broken over several lines."""
    return re.sub(r"(?<!>)\n\s*", " ", client.get("/").content.decode())


def tiles(client: Client) -> list[tuple[str, ...]]:
    """Return the tiles that come before those of the five games.

    A tile is (accent class or "", address, title, text).
    """
    matches = TILE.findall(re.sub(r"(?<=>)\n\s*", "", one_line(client)))
    return [tile for tile in matches if "/jouer/" not in tile[1] or "comme=" in tile[1]]


def test_running_matches_come_first_newest_first_with_their_figures() -> None:
    first = factories.recorded(factories.started(), factories.HAND)
    second = factories.started()
    over = factories.recorded(
        factories.started(seats=[SeatAsked(name=name) for name in OTHERS], rules=factories.IN_100),
        factories.ALL_TAKEN,
    )
    names = ", ".join(factories.NAMES)
    assert tiles(phone_that_keeps(first, second, over)) == [
        (" tile--main", f"/parties/{second.pk}/", "Reprendre", names),
        (" tile--main", f"/parties/{first.pk}/", "Reprendre", "Nous 80 – Vous 20, brasse 2"),
        ("", f"/jouer/dix/?comme={over.pk}", "La même table", ", ".join(OTHERS)),
    ]


def test_names_stand_alone_where_nobody_has_a_score_before_the_end() -> None:
    seats = [SeatAsked(name=name) for name in ("Anne", "Bruno", "Chloé")]
    turn = {"column": "libre", "row": "1", "value": 3, "throws": 3}
    match = factories.recorded(factories.started("yams", seats=seats), turn)
    words = tiles(phone_that_keeps(match))[0][3]
    assert words == "Anne, Bruno, Chloé, tour 2"


def test_a_running_match_is_found_behind_many_that_are_over() -> None:
    running = factories.started()
    over = [
        factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
        for _number in range(9)
    ]
    assert tiles(phone_that_keeps(running, *over))[0][1:3] == (
        f"/parties/{running.pk}/",
        "Reprendre",
    )


def test_without_a_running_match_the_same_table_is_first() -> None:
    over = factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
    [(accent, _url, title, _words)] = tiles(phone_that_keeps(over))
    assert (accent, title) == (" tile--main", "La même table")


def test_a_table_that_plays_again_already_is_not_offered_once_more() -> None:
    over = factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
    again = factories.started()
    assert [tile[2] for tile in tiles(phone_that_keeps(over, again))] == ["Reprendre"]


class TestTheBar:
    def bar(self, client: Client, path: str) -> list[str]:
        page = client.get(path).content.decode()
        return re.findall(r'<aside class="running".*?href="([^"]*)"', page, re.DOTALL)

    def test_it_leads_back_from_every_page_to_the_newest_match_that_the_phone_scores(self) -> None:
        phone = phone_that_keeps(factories.started(), newest := factories.started())
        for path in ("/regles/", "/tournois/", "/labo/"):
            assert self.bar(phone, path) == [f"/parties/{newest.pk}/"], path
        assert self.bar(Client(), "/regles/") == []

    def test_it_is_not_where_the_match_is_already(self) -> None:
        phone = phone_that_keeps(match := factories.started())
        for path in ("/", f"/parties/{match.pk}/", f"/parties/{match.pk}/historique/"):
            assert self.bar(phone, path) == [], path

    def test_a_match_that_is_over_or_left_open_since_yesterday_has_none(self) -> None:
        over = factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
        old = factories.started()
        Match.objects.filter(pk=old.pk).update(started_at=timezone.now() - timedelta(hours=19))
        assert self.bar(phone_that_keeps(over, old), "/regles/") == []

    def test_a_phone_that_scores_nothing_costs_no_query(
        self, django_assert_num_queries: Any
    ) -> None:
        client = Client()
        client.get("/regles/")
        with django_assert_num_queries(0):
            client.get("/regles/")
