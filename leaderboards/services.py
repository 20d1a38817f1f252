"""All writes on boards and records."""

from collections.abc import Callable

from leaderboards.live.process import (
    games_due,
    is_known,
    mark_due,
    mark_people_due,
    process_due,
    recount,
)
from leaderboards.records.facts import find_all_facts, find_facts, withdraw_facts
from leaderboards.records.feats import (
    add_feat,
    check_officer,
    forget_names,
    remove_feat,
    say_witness,
)


def rebuild(*, game: str, progress: Callable[[int], None] = lambda done: None) -> int:
    """Rebuild a game's boards: see `leaderboards.rebuild.run`, which is loaded only when needed."""
    from leaderboards.rebuild import run  # noqa: PLC0415 -- what it compiles with is large

    return run.rebuild(game=game, progress=progress)


def catch_up(*, say: Callable[[str], None] = lambda line: None) -> None:
    """Count what was still due when the site stopped; `say` is called before long work."""
    for game in games_due():
        say(f"Classements : {game}, tout est recompté…")
        rebuild(game=game)
    process_due()


__all__ = [
    "add_feat",
    "catch_up",
    "check_officer",
    "find_all_facts",
    "find_facts",
    "forget_names",
    "games_due",
    "is_known",
    "mark_due",
    "mark_people_due",
    "process_due",
    "rebuild",
    "recount",
    "remove_feat",
    "say_witness",
    "withdraw_facts",
]
