"""Boards made anew: on demand, and what was due when the site stopped."""

from collections.abc import Callable

from jobs.registry import due_work
from leaderboards.incremental.process import games_due, process_due
from leaderboards.models import RatedMatch, RebuildState
from leaderboards.rebuild.run import rebuild
from leaderboards.records.facts import find_all_facts


def catch_up(*, say: Callable[[str], None] = lambda line: None) -> None:
    """Count what was left to be counted when the site stopped; `say` is told of what takes long."""
    for game in games_due():
        say(f"Classements : {game}, tout est recompté…")
        rebuild(game=game)
        # Older programs found no facts, or others.
        find_all_facts(game=game)
    process_due()


@due_work("leaderboards.confirmed")
def count_confirmed(stopping: Callable[[], bool]) -> None:
    """Make anew the boards of the games of which a club has been confirmed since they were counted.

    Its matches then count over all clubs too, each at its moment.
    """
    rows = RatedMatch.objects.filter(over_all=False, club__confirmed_at__isnull=False)
    running = RebuildState.objects.exclude(running="").values("game")
    for game in rows.exclude(game__in=running).values_list("game", flat=True).distinct():
        if stopping():
            return
        rebuild(game=game)
