"""What the home page offers first to a phone that keeps matches."""

import re

import pytest
from django.test import Client

from games import permissions
from games.models import Match
from tests import factories

pytestmark = pytest.mark.django_db

TILE = re.compile(
    r'<a class="tile( tile--main)?" href="([^"]*)".*?<strong>([^<]*)</strong><span>([^<]*)<'
)


def phone_that_keeps(*matches: Match) -> Client:
    client = Client()
    for match in matches:
        client.get(f"/parties/{match.pk}/marquer/{permissions.edit_token(match)}/")
    return client


def tiles(client: Client) -> list[tuple[str, ...]]:
    """The tiles before the five games: whether in the accent, where to, title, words."""
    found = TILE.findall(re.sub(r"\n\s*", "", client.get("/").content.decode()))
    return [tile for tile in found if "/jouer/" not in tile[1] or "comme=" in tile[1]]


def test_running_matches_come_first_newest_first_with_their_figures() -> None:
    first = factories.recorded(factories.started(), factories.HAND)
    second = factories.started()
    over = factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
    names = ", ".join(factories.NAMES)
    assert tiles(phone_that_keeps(first, second, over)) == [
        (" tile--main", f"/parties/{second.pk}/", "Reprendre", names),
        (" tile--main", f"/parties/{first.pk}/", "Reprendre", "Nous 80 – Vous 20"),
        ("", f"/jouer/dix/?comme={over.pk}", "La même table", names),
    ]


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
