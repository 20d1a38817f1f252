"""Ratings are asked for once, at the first draw. They order the entrants without a seed."""

import pytest

from tests import factories
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import evening
from tournaments import ratings

pytestmark = pytest.mark.django_db


def test_ratings_are_handed_over_at_the_first_draw_and_order_the_seeding(monkeypatch):
    calls = []

    def provider(tournament, players):
        calls.append(dict(players))
        return {2: 1800.0, 3: 1500.0}

    monkeypatch.setattr(ratings, "_provider", provider)
    night = evening("A", "B", "C", format="single_elimination")
    zoe = factories.player("Zoé", night.club)
    night.do("post", "entrants/", {"players": [{"player": zoe.pk}], "name": "D", "seed": 1})
    first = night.draw(without_partner="alone")
    # D has seed 1. B and C follow by their ratings, then A. The first meets the last, and the
    # second the third.
    assert [sorted(table["entrants"]) for table in first["tables"]] == [[1, 4], [2, 3]]
    values = [entrant["rating"] for entrant in night.do("get", "entrants/")]
    assert values == [None, 1800, 1500, None]
    night.play(first)
    night.draw()
    assert calls == [{1: [], 2: [], 3: [], 4: [zoe.pk]}]
    rows, log = rows_and_log(night.id)
    assert rows == log


def test_nobody_keeps_ratings_yet():
    night = evening("A", "B")
    night.draw()
    assert [entrant["rating"] for entrant in night.do("get", "entrants/")] == [None, None]
