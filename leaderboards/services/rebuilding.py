"""Rebuilds boards that are due: after a restart, and after a club is confirmed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from jobs.due import schedule
from jobs.registry import due_work
from leaderboards.incremental.process import games_due, process_due
from leaderboards.models import RatedMatch, RebuildState
from leaderboards.rebuild.run import rebuild
from leaderboards.records.facts import find_all_facts

# The due work that counts the matches of a club that has been confirmed.
CONFIRMED = "leaderboards.confirmed"
# The due work that stores the seasons. A worker's start calls it.
SEASONS = "leaderboards.seasons"
# How long they wait for a rebuild that is under way.
LATER = timedelta(seconds=30)


def catch_up(*, say: Callable[[str], None] = lambda line: None) -> None:
    """Count the matches that were due when the site stopped.

    `say` is called with a line of text before a rebuild, which takes long.
    """
    for game in games_due():
        say(f"Classements : {game}, tout est recompté…")
        rebuild(game=game)
        # Older versions of the program stored no facts, or different ones.
        find_all_facts(game=game)
    process_due()


@due_work(CONFIRMED)
def count_confirmed(stopping: Callable[[], bool]) -> None:
    """Rebuild the boards of each game with matches of a club that has been confirmed since.

    These matches then count over all clubs too, each at its place in time.
    """
    rows = RatedMatch.objects.filter(over_all=False, club__confirmed_at__isnull=False)
    _rebuild_each(CONFIRMED, rows.values_list("game", flat=True).distinct(), stopping)


@due_work(SEASONS)
def work_out_seasons(stopping: Callable[[], bool]) -> None:
    """Rebuild the boards of each game whose seasons an older program did not store."""
    states = RebuildState.objects.filter(seasons_ready=False)
    _rebuild_each(SEASONS, states.values_list("game", flat=True), stopping)


def _rebuild_each(work: str, games: QuerySet[Any, str], stopping: Callable[[], bool]) -> None:
    running = RebuildState.objects.exclude(running="").values("game")
    if games.filter(game__in=running).exists():
        schedule(work, timezone.now() + LATER)
    for game in games.exclude(game__in=running):
        if stopping():
            return
        rebuild(game=game)
