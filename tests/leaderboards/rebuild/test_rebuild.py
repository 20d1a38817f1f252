"""Counting from scratch and counting match by match give the same boards, to the last bit."""

import contextlib
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from django.db import IntegrityError

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Player
from core.errors import Refused
from games.models import Match, Seat, Side
from games.registry.installed import game_of
from games.signals import match_stored
from leaderboards import services
from leaderboards.models import EntryChunk, RatedMatch, RebuildState, Standing
from leaderboards.rating.packing import unpack_parts
from tests import factories
from tests.extents import some
from tests.leaderboards.builders import START, ended, everything, recount

pytestmark = pytest.mark.django_db


# The last moment of some years by the site's clock, and the first moment of the years that
# follow.
MIDNIGHTS = [datetime(year, 12, 31, 23, tzinfo=UTC) for year in range(2008, 2027, 3)]
EDGES = [at - offset for at in MIDNIGHTS for offset in (timedelta(0), timedelta(microseconds=1))]


class History:
    """A random history: finishes, corrections, abandonments, deletions, changes of clubs and of
    people.

    It covers eighteen years, with moments that several matches share, variants, and several
    changes at the same time.
    """

    def __init__(self, seed):
        self.random = Random(seed)
        self.clubs = [factories.club() for _ in range(3)]
        self.players = [factories.player(f"P{n}", *self.clubs) for n in range(9)]
        self.matches, self.merged, self.mergers = [], [], 0
        self.owner = factories.site_owner()

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

    def scores(self, sides):
        return [self.random.randrange(-10, 60) * 10 for _ in range(sides)]

    def preset(self, game):
        return self.random.choice(list(game_of(game).presets)[:3])

    def finish(self):
        game = self.random.choice(("dix", "dix", "yams"))
        count = 4 if game == "dix" else self.random.randint(2, 5)
        match = ended(
            game,
            self.random.choice(self.clubs),
            self.random.sample(self.players, count),
            self.scores(2 if game == "dix" else count),
            preset=self.preset(game),
            finished_at=self.moment(),
        )
        self.matches.append(match.pk)
        return match.pk

    def changed(self, **values):
        """Change these values of a random match; return its id."""
        match = self.random.choice(self.matches)
        Match.objects.filter(pk=match).update(**values)
        return match

    def correct(self):
        match = self.random.choice(self.matches)
        sides = list(Side.objects.filter(match=match))
        scores = self.scores(len(sides))
        for side, score in zip(sides, scores, strict=True):
            side.score, side.rank = score, 1 + sum(other > score for other in scores)
            side.save()
        return match

    def reopen(self):
        return self.changed(status="in_progress", finished_at=None, ended_by="")

    def abandon(self):
        return self.changed(status="abandoned", finished_at=None, ended_by="")

    def finish_again(self):
        return self.changed(status="finished", finished_at=self.moment(), ended_by="target")

    def move(self):
        return self.changed(club=self.random.choice([*self.clubs, None]))

    def vary(self):
        return self.changed(preset=self.preset("dix").slug)

    def reseat(self):
        match = self.random.choice(self.matches)
        seats = list(Seat.objects.filter(match=match))
        free = [
            player for player in self.players if player.pk not in {seat.player_id for seat in seats}
        ]
        Seat.objects.filter(pk=seats[0].pk).update(player=self.random.choice(free))
        return match

    def delete(self):
        match = self.random.choice(self.matches)
        self.matches.remove(match)
        Match.objects.get(pk=match).delete()
        return match

    def merge(self):
        """Merge a player of a random match with their double, or undo the last such merger; return
        the match's id.
        """
        match, by = self.random.choice(self.matches), Caller(user=self.owner)
        with contextlib.suppress(Refused):
            if self.merged and self.random.random() < 0.5:
                people.undo_merge(player=self.merged.pop(), caller=by)
                return match
            seat = self.random.choice(list(Seat.objects.filter(match=match).order_by("number")))
            double = factories.player(f"Double {Player.objects.count()}", *self.clubs)
            Seat.objects.filter(pk=seat.pk).update(player=double)
            recount(matches=[match])
            people.merge(survivor=seat.player, absorbed=double, caller=by)
            self.merged.append(seat.player)
            self.mergers += 1
        return match

    def step(self):
        touched = []
        for _ in range(self.random.choice((1, 1, 2, 4))):
            changes = [self.finish] * 6
            if len(self.matches) > 3:
                changes += [self.correct, self.reopen, self.finish_again, self.abandon]
                changes += [self.move, self.reseat, self.delete, self.merge, self.vary]
            touched.append(self.random.choice(changes)())
        recount(matches=touched)
        services.process_due()  # a deletion is due until its commit


def rebuilt():
    """Rebuild the boards, and return them."""
    for game in ("dix", "yams"):
        services.rebuild(game=game)
    return everything()


@pytest.mark.one_database
@pytest.mark.parametrize("seed", some(range(25), 25))
def test_match_by_match_equals_from_scratch_to_the_last_bit(seed, monkeypatch):
    """Chunks are short here, so that they are cut, filled and emptied all the time."""
    for place in ("incremental.working_set", "rebuild.boards"):
        monkeypatch.setattr(f"leaderboards.{place}.CHUNK", 3)
    history = History(seed)
    for _ in range(8):
        for _ in range(5):
            history.step()
        assert everything() == rebuilt()
    assert Standing.objects.exists()
    assert history.mergers


@pytest.fixture
def club():
    return factories.club()


@pytest.fixture
def six(club):
    """Six matches of four people, counted on the boards."""
    players = [factories.player(f"P{number}", club) for number in range(5)]
    matches = [
        ended("dix", club, players[:4], [10 * number, 260], days=number) for number in range(6)
    ]
    services.rebuild(game="dix")
    return matches


def stop(looked):
    raise KeyboardInterrupt


def test_a_stopped_rebuild_leaves_the_boards_as_they_were_and_waits_for_nobody(six):
    before = everything()
    with pytest.raises(KeyboardInterrupt):
        services.rebuild(game="dix", progress=stop)
    assert everything() == before
    assert services.games_due() == []
    Side.objects.filter(match=six[0], number=0).update(score=500, rank=1)
    Side.objects.filter(match=six[0], number=1).update(rank=2)
    recount(matches=[six[0].pk])
    assert everything() == rebuilt() != before


def test_a_rebuild_that_the_machine_stopped_is_done_at_the_next_start(six):
    """The machine stopped before the rebuild could clear its mark, so the mark still stands."""
    RebuildState.objects.filter(game="dix").update(running="x")
    whole = everything()
    RatedMatch.objects.all().delete()
    services.catch_up()
    assert everything() == whole


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["correct", "move", "reopen", "finish"])
def test_what_changes_while_a_rebuild_is_under_way_is_counted_once(six, club, change):
    """When the rebuild reports its progress, it has already read all of these few matches."""
    players = [seat.player for seat in six[0].seats.order_by("number")]
    rows = Match.objects.filter(pk=six[0].pk)

    def meanwhile(looked):
        if change == "correct":
            Side.objects.filter(match=six[0], number=0).update(score=70)
        elif change == "move":
            rows.update(finished_at=START + timedelta(days=40))
        elif change == "reopen":
            rows.update(status="in_progress", finished_at=None, ended_by="")
        else:
            six.append(ended("dix", club, players, [510, 10], days=2.5))
        last = Match.objects.get(pk=six[-1 if change == "finish" else 0].pk)
        match_stored.send(sender=Match, match=last, running=False)
        services.process_due()
        assert services.is_known(last.pk, "dix")

    services.rebuild(game="dix", progress=meanwhile)
    assert everything() == rebuilt()


def test_of_two_rebuilds_the_one_that_began_last_is_written(six):
    def again(looked):
        RebuildState.objects.filter(game="dix").update(running="another")

    before = everything()
    with pytest.raises(RuntimeError, match="another rebuild"):
        services.rebuild(game="dix", progress=again)
    assert services.games_due() == ["dix"]
    assert everything() == before


def test_boards_stand_as_they_were_until_a_rebuild_is_done(six):
    EntryChunk.objects.all().delete()
    before, progress = everything(), []
    services.rebuild(game="dix", progress=lambda looked: progress.append((looked, everything())))
    assert progress == [(6, before)]
    assert everything() != before


@pytest.mark.django_db(transaction=True)
def test_somebody_gone_while_boards_are_made_anew_is_on_none_of_them():
    club = factories.club()
    players = [factories.player(f"P{number}", club) for number in range(9)]
    for number in range(3):
        ended("dix", club, players[number : number + 4], [10, 260], days=number)
    rebuilt()
    stood = []

    def meanwhile(looked):
        Seat.objects.filter(player=players[0]).update(player=players[8])
        players[0].delete()
        stood.append(everything())

    with pytest.raises(IntegrityError):
        services.rebuild(game="dix", progress=meanwhile)
    assert [everything()] == stood
    assert rebuilt() != stood[0]


def test_margins_are_measured_by_each_matchs_own_ruleset(club):
    players = [factories.player(f"P{number}", club) for number in range(4)]
    targets = {}
    for target in (500, 1000, 500):
        match = ended("dix", club, players, [300, 100])
        game_of("dix").rules.model.objects.filter(match=match).update(target=target)
        targets[match.pk] = target
    services.rebuild(game="dix")
    # The first side's margin is (300 − 100)/500 or (300 − 100)/1000.
    margins = {row.match: unpack_parts(row.parts)[0].margin for row in RatedMatch.objects.all()}
    assert margins == {match: 200 / target for match, target in targets.items()}


def test_calendar_days_are_those_of_the_sites_clock_also_when_it_is_set(club):
    # In Paris midnight is 23:00 UTC in winter and 22:00 UTC in summer. The clocks change on 29
    # March and 25 October 2026.
    days = {
        datetime(2025, 12, 31, 22, 59, tzinfo=UTC): date(2025, 12, 31),
        datetime(2025, 12, 31, 23, 0, tzinfo=UTC): date(2026, 1, 1),
        datetime(2026, 3, 28, 23, 30, tzinfo=UTC): date(2026, 3, 29),
        datetime(2026, 3, 29, 22, 30, tzinfo=UTC): date(2026, 3, 30),
        datetime(2026, 10, 24, 22, 0, tzinfo=UTC): date(2026, 10, 25),
        datetime(2026, 10, 25, 22, 59, tzinfo=UTC): date(2026, 10, 25),
        datetime(2026, 10, 25, 23, 0, tzinfo=UTC): date(2026, 10, 26),
    }
    players = [factories.player(f"P{number}", club) for number in range(4)]
    for at in days:
        ended("dix", club, players, [300, 100], finished_at=at)
    services.rebuild(game="dix")
    rows = RatedMatch.objects.order_by("at").values_list("day", "year")
    assert list(rows) == [(day.toordinal(), day.year) for day in days.values()]


def test_rows_beyond_one_reading_are_all_counted_in_their_order(club, monkeypatch):
    """Matches are read two at a time here."""
    players = [factories.player(f"P{number}", club) for number in range(4)]
    for number in range(5):
        ended("dix", club, players, [10 * number, 260], days=number)
    services.rebuild(game="dix")
    whole, steps = everything(), []
    monkeypatch.setattr("leaderboards.storage.AT_ONCE", 2)
    services.rebuild(game="dix", progress=steps.append)
    assert steps == [2, 2, 1]
    assert everything() == whole


@pytest.mark.parametrize("seen", ["before", "after"])
def test_a_match_moved_in_time_while_others_are_read_is_counted_once_in_its_place(
    six, monkeypatch, seen
):
    """A match already read moves behind those that were not yet read, or one not yet read moves
    before those.
    """
    monkeypatch.setattr("leaderboards.storage.AT_ONCE", 2)
    match, days = (six[0], 40) if seen == "before" else (six[5], -40)

    def meanwhile(looked):
        at = START + timedelta(days=days)
        Match.objects.filter(pk=match.pk).update(finished_at=at)
        stored = Match.objects.get(pk=match.pk)
        match_stored.send(sender=Match, match=stored, running=False)
        services.process_due()

    services.rebuild(game="dix", progress=meanwhile)
    services.process_due()
    assert everything() == rebuilt()
