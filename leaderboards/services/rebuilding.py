"""Boards made anew: on demand, and what was due when the site stopped."""

from collections.abc import Callable

from leaderboards.live.process import games_due, process_due
from leaderboards.records.facts import find_all_facts


def rebuild(*, game: str, progress: Callable[[int], None] = lambda done: None) -> None:
    """Make a game's boards anew: see `leaderboards.rebuild.run`, loaded when needed."""
    from leaderboards.rebuild import run  # noqa: PLC0415 -- what it compiles with is large

    run.rebuild(game=game, progress=progress)


def catch_up(*, say: Callable[[str], None] = lambda line: None) -> None:
    """Count what was left to be counted when the site stopped; `say` is told of what takes long."""
    for game in games_due():
        say(f"Classements : {game}, tout est recompté…")
        rebuild(game=game)
        # Older programs found no facts, or others.
        find_all_facts(game=game)
    process_due()
