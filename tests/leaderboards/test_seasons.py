"""A year's board is read from an index, without a row for each year."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from leaderboards.models import Ladder, Standing
from leaderboards.seasons import bit_of, played_in, slot_of, years_of
from tests import factories
from tests.leaderboards.builders import START, ended, recount
from tests.leaderboards.views.test_board import rows


def test_years_sixteen_apart_share_an_index_and_not_a_bit():
    assert slot_of(2009) == slot_of(2025) != slot_of(2026)
    assert bit_of(2009) != bit_of(2025)
    assert years_of([2024, 2025]) == bit_of(2024) | bit_of(2025)


@pytest.fixture
def club(db):
    return factories.club("ici")


def day_of(year):
    """Return the first evening of a year, in days after `START`."""
    return (datetime(year, 1, 5, 18, tzinfo=UTC) - START) / timedelta(days=1)


@pytest.fixture
def three(club):
    """Anne and her friends, who played in 2009; in 2025 Ève played in Anne's place."""
    players = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David", "Ève")]
    for year, members in ((2009, players[:4]), (2025, [players[4], *players[1:4]])):
        recount(matches=[ended("dix", club, members, [510, 260], days=day_of(year)).pk])
    return players


def names(**query):
    return {row["player"]["name"] for row in rows(**query)}


def test_boards_of_years_that_share_an_index_are_told_apart(three):
    assert names(club="ici", season="2009") == {"Anne", "Bruno", "Chloé", "David"}
    assert names(club="ici", season="2025") == {"Ève", "Bruno", "Chloé", "David"}
    assert names(club="ici") == {"Anne", "Bruno", "Chloé", "David", "Ève"}
    # 1963 is 62 years before 2025, and shares its bit.
    assert names(club="ici", season="1963") == set()


def test_a_ladder_knows_how_many_played_in_each_year(three, club):
    ladder = Ladder.objects.get(game="dix", club=club, family="", pairs=False)
    assert ladder.seasons == {"2009": 4, "2025": 4}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="others weigh how many rows there are")
def test_a_year_is_read_off_its_index(three):
    ladder = Ladder.objects.get(game="dix", club=None, family="", pairs=False)
    order = ("-floor", "player_id", "partner_id")
    board = Standing.objects.filter(ladder=ladder).order_by(*order)
    assert "standing_order (" in board.explain()
    plan = board.filter(played_in(2025)).explain()
    assert f"standing_of_years_{slot_of(2025)} (" in plan
    assert "TEMP B-TREE" not in plan
