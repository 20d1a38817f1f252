"""Matches that are due to be counted survive any stop of the site, and are cheap to count."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games import services as matches
from games.models import Match
from games.services import Writing
from leaderboards import services
from leaderboards.incremental import process
from leaderboards.models import DueMatch, EntryChunk, Found, Standing
from leaderboards.rating.packing import unpack_entries, unpack_seasons
from leaderboards.rating.tallies import of_all_time
from leaderboards.storage import CHUNK
from tests import factories
from tests.leaderboards.builders import START, ended, everything, recount

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("ici", open_recording=True)


@pytest.fixture
def players(club):
    return [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]


def finish(club, players):
    """Return a match that ends with its last hand. Its transaction is committed, but nothing that
    follows it has run.
    """
    seats = [factories.SeatAsked(player=player.pk) for player in players]
    return factories.finished(club=club, seats=seats)


def played():
    """Return how many matches each row counts for all time, on the boards of players over all
    clubs.
    """
    rows = Standing.objects.filter(ladder__club=None, ladder__family="", partner=None)
    return sorted(
        of_all_time(unpack_seasons(data)).played for data in rows.values_list("seasons", flat=True)
    )


class TestWhatIsDue:
    def test_it_is_written_with_the_match_and_counted_at_the_next_start(self, club, players):
        match = finish(club, players)
        assert list(DueMatch.objects.values_list("game", "match").distinct()) == [("dix", match.pk)]
        assert played() == []
        services.catch_up()
        assert played() == [1, 1, 1, 1]
        assert Found.objects.filter(match=match).exists()
        assert not DueMatch.objects.exists()

    def test_the_next_change_counts_it_too(self, club, players, django_capture_on_commit_callbacks):
        finish(club, players)
        with django_capture_on_commit_callbacks(execute=True):
            finish(club, players)
        assert played() == [2, 2, 2, 2]

    def test_a_correction_that_reopens_is_due_as_well(
        self, club, players, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            match = finish(club, players)
        matches.take_back(match_id=match.pk, number=1, by=factories.by_link(match))
        assert played() == [1, 1, 1, 1]
        services.catch_up()
        assert played() == []

    def test_a_guest_who_is_tied_after_the_end_counts_and_a_name_at_a_seat_does_not(
        self, club, players
    ):
        known = [factories.SeatAsked(player=player.pk) for player in players[:3]]
        match = factories.finished(club=club, seats=[*known, factories.SeatAsked()])
        services.catch_up()
        before = everything()
        players[3].user = factories.member(club)
        players[3].save()
        code = factories.made(match, "take_seat").token
        by = Writing(factories.Caller(user=players[3].user, link_tokens=(code,)))
        matches.sit(match_id=match.pk, seat=3, name=players[3].name, by=by)
        services.catch_up()
        assert everything() == before
        tie = {"seats": {3: players[3].pk}}
        matches.patch(match_id=match.pk, changes=tie, by=factories.by_link(match))
        services.catch_up()
        assert played() == [1, 1, 1, 1]

    def test_a_write_that_is_taken_back_leaves_nothing_due(self, club, players):
        from django.db import transaction

        with transaction.atomic():
            finish(club, players)
            transaction.set_rollback(True)
        assert not DueMatch.objects.exists()

    def test_lines_of_a_running_match_write_nothing(self, club):
        match = factories.started(club=club)
        matches.record(match_id=match.pk, data=factories.HAND, by=factories.by_link(match))
        assert not DueMatch.objects.exists()

    def test_one_match_that_cannot_be_counted_keeps_no_other_waiting(
        self, club, players, monkeypatch
    ):
        bad, good = finish(club, players), finish(club, players)
        find_facts = process.find_facts

        def fails(*, match_id):
            if match_id == bad.pk:
                raise ZeroDivisionError
            find_facts(match_id=match_id)

        monkeypatch.setattr("leaderboards.incremental.process.find_facts", fails)
        services.process_due()
        assert set(DueMatch.objects.values_list("match", flat=True)) == {bad.pk}
        assert played() == [1, 1, 1, 1]
        assert Found.objects.filter(match=good).exists()
        monkeypatch.undo()
        services.process_due()
        assert played() == [2, 2, 2, 2]

    def test_a_whole_game_that_is_due_is_rebuilt_at_the_next_start(self, club, players):
        ended("yams", club, players, [40, 20, 10, 0])
        DueMatch.objects.create(game="yams")
        messages = []
        services.catch_up(say=messages.append)
        assert played() == [1, 1, 1, 1]
        assert messages == ["Classements : yams, tout est recompté…"]


def evenings(club, players, count):
    """Create many matches of four people, an hour apart, and rebuild the boards from them."""
    for number in range(count):
        scores = [510, 10 * (number % 40)]
        ended("dix", club, players, scores if number % 3 else scores[::-1], days=number / 24)
    services.rebuild(game="dix")


def test_one_more_match_costs_the_same_few_queries(club, players, django_assert_max_num_queries):
    evenings(club, players, 3)
    for days in (10, 11):
        match = ended("dix", club, players, [510, 260], days=days)
        services.mark_due(game="dix", matches=[match.pk])
        with django_assert_max_num_queries(32):
            services.process_due()
    assert played() == [5] * 4


def test_curves_are_cut_into_stretches_and_moved_on_anywhere(club, players):
    evenings(club, players, 2 * CHUNK + 5)
    rows = EntryChunk.objects.filter(player=players[0]).order_by("last")
    assert [len(unpack_entries(row.data)) for row in rows] == [64, 64, 5]
    at = [0.001, CHUNK / 24 - 0.02, CHUNK / 24 + 0.001, (2 * CHUNK + 9) / 24]
    for days in at:
        match = ended("dix", club, players, [100, 510], days=days)
        recount(matches=[match.pk])
    gone = Match.objects.get(finished_at=START + timedelta(hours=CHUNK))
    gone.delete()
    services.process_due()
    now = everything()
    services.rebuild(game="dix")
    assert everything() == now


def test_a_match_of_today_is_counted_without_reading_old_curves(
    club, players, django_assert_max_num_queries
):
    evenings(club, players, 2 * CHUNK + 5)
    today = (timezone.now() - START) / timedelta(days=1)
    match = ended("dix", club, players, [510, 260], days=today)
    services.mark_due(game="dix", matches=[match.pk])
    # PostgreSQL copies the standings into a table first, and moves them from there, which takes
    # one more query.
    most = 32 if connection.vendor == "sqlite" else 33
    with django_assert_max_num_queries(most) as captured:
        services.process_due()
    read = [
        query["sql"]
        for query in captured
        if query["sql"].startswith('SELECT "leaderboards_entrychunk"')
    ]
    assert len(read) == 1
