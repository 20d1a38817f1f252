"""Histories over many years, clubs and variants: match by match or from scratch, the same bits."""

import os
from datetime import UTC, datetime, timedelta

import pytest

from games.models import Match
from games.registry import game_of
from leaderboards import services
from tests import factories
from tests.leaderboards.builders import START, ended, everything
from tests.leaderboards.rebuild.test_rebuild import Evenings, rebuilt

pytestmark = pytest.mark.django_db

# The last moment of a year by the site's clock, and the first of the next.
MIDNIGHTS = [datetime(year, 12, 31, 23, tzinfo=UTC) for year in range(2008, 2027, 3)]
EDGES = [at - one for at in MIDNIGHTS for one in (timedelta(0), timedelta(microseconds=1))]


class Decades(Evenings):
    """Eighteen years, moments that several matches share, variants, several changes at once."""

    def moment(self):
        kind = self.random.random()
        if kind < 0.3:
            return self.random.choice(EDGES)
        if kind < 0.6:
            month, day = self.random.randrange(1, 13), self.random.choice((1, 15))
            return datetime(self.random.randrange(2008, 2027), month, day, 18, tzinfo=UTC)
        if kind < 0.8:
            return datetime(2026, self.random.randrange(1, 13), 1, 18, tzinfo=UTC)
        return EDGES[0] + timedelta(days=self.random.randrange(6900))

    def preset(self, game):
        return self.random.choice(list(game_of(game).presets)[:3])

    def finish(self):
        game = self.random.choice(("dix", "dix", "yams"))
        count = 4 if game == "dix" else self.random.randint(2, 5)
        match = ended(
            game,
            self.random.choice(self.clubs),
            self.random.sample(self.players, count),
            [self.random.randrange(-10, 60) * 10 for _ in range(2 if game == "dix" else count)],
            days=(self.moment() - START) / timedelta(days=1),
            preset=self.preset(game),
        )
        # To the microsecond, which days in floats are not.
        Match.objects.filter(pk=match.pk).update(finished_at=self.moment())
        self.matches.append(match.pk)
        return match.pk

    def finish_again(self):
        match = self.random.choice(self.matches)
        values = {"status": "finished", "finished_at": self.moment(), "ended_by": "target"}
        Match.objects.filter(pk=match).update(**values)
        return match

    def vary(self):
        match = self.random.choice(self.matches)
        game = Match.objects.get(pk=match).game
        Match.objects.filter(pk=match).update(preset=self.preset(game).slug)
        return match

    def step(self):
        touched = []
        for _ in range(self.random.choice((1, 1, 2, 4))):
            deeds = [self.finish] * 6
            if len(self.matches) > 3:
                deeds += [self.correct, self.reopen, self.finish_again, self.abandon]
                deeds += [self.move, self.reseat, self.delete, self.merge, self.vary]
            touched.append(self.random.choice(deeds)())
        services.recount(matches=touched)
        services.process_due()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5 if os.environ.get("SOAK") else 1))
def test_incremental_equals_from_scratch(seed, monkeypatch):
    """Stretches are short here: they are cut, filled and emptied all the time."""
    for place in ("live.working_set", "rebuild.rows"):
        monkeypatch.setattr(f"leaderboards.{place}.CHUNK", 3)
    clubs = [factories.club() for _ in range(3)]
    history = Decades(seed, clubs, [factories.player(f"P{n}", *clubs) for n in range(9)])
    for _ in range(8):
        for _ in range(5):
            history.step()
        assert everything() == rebuilt()
