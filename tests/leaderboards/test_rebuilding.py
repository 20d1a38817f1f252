"""From scratch or match by match: the same boards, to the last bit."""

import contextlib
import os
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from clubs import services as people
from clubs.callers import Caller
from clubs.errors import Refused
from clubs.models import Player
from games.models import Match, Seat, Side
from games.registry import game_of
from leaderboards import services
from leaderboards.models import Counted, Standing
from tests import factories
from tests.leaderboards.builders import START, ended, everything

pytestmark = pytest.mark.django_db


class Evenings:
    """Random finishes, corrections, abandonments, deletions, changes of club and of people."""

    def __init__(self, seed, clubs, players):
        self.random = Random(seed)
        self.clubs, self.players = clubs, players
        self.matches, self.merged, self.mergers = [], [], 0
        self.owner = factories.site_owner()

    def finish(self):
        game = self.random.choice(["dix", "yams"])
        count = 4 if game == "dix" else self.random.randint(2, 5)
        players = self.random.sample(self.players, count)
        sides = 2 if game == "dix" else count
        match = ended(
            game,
            self.random.choice(self.clubs),
            players,
            [self.random.randrange(-10, 60) * 10 for _ in range(sides)],
            days=self.random.randrange(0, 700) + self.random.choice([0, 0.1, 0.2]),
        )
        self.matches.append(match.pk)
        return match.pk

    def correct(self):
        match = self.random.choice(self.matches)
        scores = [
            self.random.randrange(-10, 60) * 10
            for _ in range(Side.objects.filter(match=match).count())
        ]
        for side, score in zip(Side.objects.filter(match=match), scores, strict=True):
            side.score, side.rank = score, 1 + sum(other > score for other in scores)
            side.save()
        return match

    def reopen(self):
        match = self.random.choice(self.matches)
        Match.objects.filter(pk=match).update(status="in_progress", finished_at=None, ended_by="")
        return match

    def finish_again(self):
        match = self.random.choice(self.matches)
        at = START + timedelta(days=self.random.randrange(0, 700))
        Match.objects.filter(pk=match).update(status="finished", finished_at=at, ended_by="target")
        return match

    def abandon(self):
        match = self.random.choice(self.matches)
        Match.objects.filter(pk=match).update(status="abandoned", finished_at=None, ended_by="")
        return match

    def move(self):
        match = self.random.choice(self.matches)
        Match.objects.filter(pk=match).update(club=self.random.choice([*self.clubs, None]))
        return match

    def reseat(self):
        match = self.random.choice(self.matches)
        seats = list(Seat.objects.filter(match=match))
        free = [one for one in self.players if one.pk not in {seat.player_id for seat in seats}]
        Seat.objects.filter(pk=seats[0].pk).update(player=self.random.choice(free))
        return match

    def delete(self):
        match = self.random.choice(self.matches)
        self.matches.remove(match)
        Match.objects.get(pk=match).delete()
        return match

    def merge(self):
        """Make somebody and their double at one table one, or two again the last such two."""
        match, by = self.random.choice(self.matches), Caller(user=self.owner)
        with contextlib.suppress(Refused):
            if self.merged and self.random.random() < 0.5:
                people.undo_merge(player=self.merged.pop(), caller=by)
                return match
            seat = self.random.choice(list(Seat.objects.filter(match=match).order_by("number")))
            double = factories.player(f"Double {Player.objects.count()}", *self.clubs)
            Seat.objects.filter(pk=seat.pk).update(player=double)
            services.recount(matches=[match])
            people.merge(kept=seat.player, absorbed=double, caller=by)
            self.merged.append(seat.player)
            self.mergers += 1
        return match

    def step(self):
        deeds = [self.finish] * 6
        if len(self.matches) > 3:
            deeds += [self.correct, self.reopen, self.finish_again, self.abandon]
            deeds += [self.move, self.reseat, self.delete, self.merge]
        services.recount(matches=[self.random.choice(deeds)()])
        services.settle()  # a deletion is due until its commit


def rebuilt():
    """The boards made anew."""
    for game in ("dix", "yams"):
        services.rebuild(game=game)
    return everything()


def world():
    """Two clubs and nine people."""
    clubs = [factories.club(), factories.club()]
    return clubs, [factories.player(f"P{number}", *clubs) for number in range(9)]


@pytest.mark.parametrize("seed", range(3))
def test_incremental_equals_from_scratch_to_the_last_bit(seed):
    evenings = Evenings(seed, *world())
    for _ in range(12):
        for _ in range(6):
            evenings.step()
        assert everything() == rebuilt()
    assert Standing.objects.exists()


@pytest.mark.slow
def test_many_writes_equal_from_scratch():
    """A thousand of them under `make soak`."""
    evenings = Evenings(77, *world())
    for _ in range(1000 if os.environ.get("SOAK") else 120):
        evenings.step()
    assert everything() == rebuilt()
    assert evenings.mergers > 3


def test_a_stopped_rebuild_goes_on_where_it_stopped(monkeypatch):
    evenings = Evenings(5, *world())
    for _ in range(40):
        evenings.step()
    whole = rebuilt()
    monkeypatch.setattr("leaderboards.services.rebuilding.PIECE", 2)
    told = []

    def stop(looked):
        told.append(looked)
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        services.rebuild(game="dix", progress=stop)
    assert 0 < Counted.objects.filter(game="dix").count() <= 4
    services.rebuild(game="dix")
    assert everything() == whole


def test_what_changes_while_a_rebuild_is_stopped_is_counted_at_its_end(monkeypatch):
    evenings = Evenings(9, *world())
    for _ in range(40):
        evenings.step()
    monkeypatch.setattr("leaderboards.services.rebuilding.PIECE", 4)

    def stop(looked):
        if Counted.objects.filter(game="dix").exists():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        services.rebuild(game="dix", progress=stop)
    first = Counted.objects.filter(game="dix").order_by("at").first()
    side = Side.objects.get(match=first.match, number=0)
    side.score += 70
    side.save()
    services.recount(matches=[first.match])  # only noted, as a rebuild is under way
    services.rebuild(game="dix")
    assert everything() == rebuilt()


@pytest.fixture
def stopped(monkeypatch):
    """Stops a rebuild of the jeu du 10 after its first piece of two matches; everyone met once."""
    monkeypatch.setattr("leaderboards.services.rebuilding.PIECE", 2)
    (club, _other), players = world()
    matches = [
        ended("dix", club, players[:4], [10 * number, 260], days=number) for number in range(6)
    ]
    services.rebuild(game="dix")

    def stop(meanwhile=lambda: None):
        told = []

        def progress(looked):
            told.append(looked)
            if len(told) == 2:
                meanwhile()
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            services.rebuild(game="dix", progress=progress)
        return matches

    return stop


def test_a_match_that_ended_anew_while_a_rebuild_was_stopped_is_counted_once(stopped):
    first = stopped()[0]
    Match.objects.filter(pk=first.pk).update(finished_at=START + timedelta(days=40))
    services.recount(matches=[first.pk])
    services.rebuild(game="dix")
    assert everything() == rebuilt()
    assert Counted.objects.filter(game="dix").count() == 6


def test_a_match_reopened_while_a_rebuild_was_stopped_is_not_counted(stopped):
    from games.signals import match_stored

    last = stopped()[-1]
    Match.objects.filter(pk=last.pk).update(status="in_progress", finished_at=None, ended_by="")
    last.refresh_from_db()
    match_stored.send(sender=Match, match=last, running=False)
    services.rebuild(game="dix")
    assert Counted.objects.filter(game="dix").count() == 5
    assert everything() == rebuilt()


def test_of_two_rebuilds_the_first_to_end_is_the_one(stopped):
    from leaderboards.models import Book
    from leaderboards.services import rebuilding
    from leaderboards.tallies import Place

    stopped()
    book = Book.objects.get(game="dix")
    begun = Place(book.rebuilt_to, book.rebuilt_match)
    services.rebuild(game="dix")
    done = everything()
    with pytest.raises(RuntimeError, match="another rebuild"):
        rebuilding._run("dix", begun, lambda looked: None)
    assert everything() == done


def test_pages_answer_while_a_rebuild_is_stopped(stopped):
    stopped()
    someone = Standing.objects.filter(ladder__game="dix").values_list("player", flat=True)[0]
    for path in ("", "?season=90d", "?season=2025", f"calcul/?joueur={someone}"):
        assert Client().get(f"/classements/dix/{path}").status_code == 200
    assert Client().get(f"/joueurs/{someone}/").status_code == 200


def test_boards_stand_as_they_were_until_a_rebuild_is_done():
    evenings = Evenings(10, *world())
    for _ in range(20):
        evenings.step()
    before, told = rebuilt(), []

    def look(looked):
        told.append(Standing.objects.filter(ladder__game="dix").count())

    services.rebuild(game="dix", progress=look)
    assert told == [Standing.objects.filter(ladder__game="dix").count()]
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_somebody_gone_while_boards_are_made_anew_leaves_them_as_they_were():
    """Nobody is looked up row by row meanwhile; afterwards they are again."""
    (club, _other), players = world()
    for number in range(3):
        ended("dix", club, players[number : number + 4], [10, 260], days=number)
    before, told = rebuilt(), []

    def part(looked):
        told.append(looks_up())
        Seat.objects.filter(player=players[0]).update(player=players[8])
        players[0].delete()

    with pytest.raises(IntegrityError):
        services.rebuild(game="dix", progress=part)
    assert told == [connection.vendor != "sqlite"]
    assert looks_up()
    assert everything() == before
    assert rebuilt() == before


def looks_up():
    """Whether the database looks up whoever a row refers to, row by row."""
    if connection.vendor != "sqlite":
        return True
    with connection.cursor() as cursor:
        return cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_tables_are_read_some_rows_at_a_time(monkeypatch):
    evenings = Evenings(11, *world())
    for _ in range(20):
        evenings.step()
    whole = rebuilt()
    monkeypatch.setattr("leaderboards.tables.MANY", 7)
    assert rebuilt() == whole


def test_matches_that_finish_during_a_rebuild_are_counted_once(monkeypatch):
    evenings = Evenings(6, *world())
    for _ in range(40):
        evenings.step()
    monkeypatch.setattr("leaderboards.services.rebuilding.PIECE", 5)

    def meanwhile(looked):
        if looked:
            evenings.step()

    services.rebuild(game="dix", progress=meanwhile)
    assert everything() == rebuilt()


@pytest.mark.slow
def test_compiled_steps_come_to_the_same_bits(monkeypatch):
    evenings = Evenings(8, *world())
    for _ in range(30):
        evenings.step()
    plain = rebuilt()
    monkeypatch.setattr("leaderboards.tables.COMPILED_FROM", 0)
    assert rebuilt() == plain


def test_a_usual_spread_is_asked_once_a_ruleset_and_no_more_than_it_depends_on():
    from leaderboards.columns import Source
    from leaderboards.spreads import Spreads
    from leaderboards.tables import Index

    clubs, players = world()
    for target in (500, 1000, 500):
        match = ended("dix", clubs[0], players[:4], [300, 100])
        type(match).objects.get(pk=match.pk).dixrules.__class__.objects.filter(match=match).update(
            target=target
        )
    source = Source.read(game_of("dix"))
    columns = source.part(0, 3)
    # (300 − 100)/500 or /1000 for the first side.
    assert sorted(columns.parts["margin"][::4].tolist()) == [0.2, 0.4, 0.4]
    spreads = Spreads(game_of("dix"))
    assert sorted(spreads.of(Index.of(source.names.view("<i8"))).tolist()) == [500, 500, 1000]
    assert (spreads.telling, spreads.known) == (("target",), {(500,): 500.0, (1000,): 1000.0})


def test_calendar_days_are_those_of_the_sites_clock_also_when_it_is_set():
    import numpy as np
    from django.utils import timezone

    from leaderboards.columns import days
    from leaderboards.packing import micros

    # Paris: midnight is 23 UTC in winter and 22 UTC in summer; set on 29 March and 25 October 2026.
    moments = [
        datetime(2025, 12, 31, 22, 59, tzinfo=UTC),
        datetime(2025, 12, 31, 23, 0, tzinfo=UTC),
        datetime(2026, 3, 28, 23, 30, tzinfo=UTC),
        datetime(2026, 3, 29, 22, 30, tzinfo=UTC),
        datetime(2026, 10, 24, 22, 0, tzinfo=UTC),
        datetime(2026, 10, 25, 22, 59, tzinfo=UTC),
        datetime(2026, 10, 25, 23, 0, tzinfo=UTC),
    ]
    found, years = days(np.array([micros(one) for one in moments]))
    told = [timezone.localtime(one).date() for one in moments]
    assert found.tolist() == [one.toordinal() for one in told]
    assert years.tolist() == [2025, 2026, 2026, 2026, 2026, 2026, 2026]
