"""Tests of the ratings that tournaments get from the boards."""

import pytest

from leaderboards.models import Standing
from scorekeeper.ratings import of_entrants
from tests import factories
from tests.leaderboards.builders import ended, recount
from tests.tournaments.stages import arranged

pytestmark = pytest.mark.django_db


def test_an_entrant_has_the_mean_of_its_players_and_none_if_nobody_was_rated():
    club = factories.club("ici")
    night = arranged(club, factories.site_owner(), "ready")
    four = [factories.player(f"P{seat}", club) for seat in range(4)]
    new = factories.player("Nouveau", club)
    match = ended("dix", club, four, [510, 260])
    recount(matches=[match.pk])
    mu = dict(
        Standing.objects.filter(ladder__club=None, ladder__family="", partner=None).values_list(
            "player", "mu"
        )
    )
    first, second, other = four[0].pk, four[1].pk, new.pk
    assert of_entrants(night, {1: [first], 2: [first, second], 3: [first, other], 4: [other]}) == {
        1: 1500 + mu[first],
        2: (1500 + mu[first] + 1500 + mu[second]) / 2,
        # A player who was never rated counts as a beginner (1500).
        3: (1500 + mu[first] + 1500) / 2,
    }
