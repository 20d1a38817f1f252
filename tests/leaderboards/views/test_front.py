"""Tests of the front of the boards: a card a game, with its first three and the newest record."""

import re

import pytest

from games.registry.installed import games
from tests import factories
from tests.leaderboards.builders import ended, recount

pytestmark = pytest.mark.django_db


def front():
    answer = factories.browser().get("/classements/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def played(club, *slugs):
    """Play two matches of each game with the same four people, on two days."""
    four = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]
    for game in slugs:
        scores = [510, 260] if game == "dix" else [40, 20, 10, 0]
        for day in (0, 1):
            recount(matches=[ended(game, club, four, scores, days=day).pk])


def test_a_card_has_the_first_three_with_their_figure_and_their_line():
    played(factories.club("ici"), "dix")
    text = front()
    card = text[text.index('class="front" data-game="dix"') :].split('class="front"')[1]
    assert re.findall(r'href="/joueurs/\d+/">(.*?)</a>', card) == ["Anne", "Chloé", "Bruno"]
    assert re.findall(r'<span class="figure">(\d)</span>', card) == ["1", "1", "3"]
    assert card.count('class="spark"') == 3
    assert text.count('class="front"') == len(games())
    assert "Aucun match compté encore." in text


def test_nobody_of_a_club_that_is_not_seen():
    played(factories.club("secret", public=False), "dix")
    assert "/joueurs/" not in front()


def test_the_newest_record_leads_to_its_sheet(django_capture_on_commit_callbacks):
    club = factories.club("ici", open_recording=True)
    seats = [
        factories.SeatAsked(player=factories.player(name, club).pk) for name in ("A", "B", "C", "D")
    ]
    with django_capture_on_commit_callbacks(execute=True):
        match = factories.finished(club=club, seats=seats)
    assert f'<a href="/parties/{match.pk}/">' in front()


@pytest.mark.parametrize("slugs", [("dix",), ("dix", "yams", "bataille")])
def test_as_many_queries_whatever_was_played(slugs, django_assert_max_num_queries):
    played(factories.club("ici"), *slugs)
    with django_assert_max_num_queries(18):
        front()
