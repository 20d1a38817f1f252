"""All writes on boards and records."""

from leaderboards.incremental.process import (
    games_due,
    is_known,
    mark_due,
    mark_people_due,
    process_due,
)
from leaderboards.rebuild.run import rebuild
from leaderboards.records.facts import find_all_facts, find_facts, withdraw_facts, wrong_facts
from leaderboards.records.feats import (
    add_feat,
    check_officer,
    forget_names,
    remove_feat,
    say_witness,
)
from leaderboards.services.rebuilding import (
    CONFIRMED,
    catch_up,
    count_confirmed,
    work_out_seasons,
)

__all__ = [
    "CONFIRMED",
    "add_feat",
    "catch_up",
    "check_officer",
    "count_confirmed",
    "find_all_facts",
    "find_facts",
    "forget_names",
    "games_due",
    "is_known",
    "mark_due",
    "mark_people_due",
    "process_due",
    "rebuild",
    "remove_feat",
    "say_witness",
    "withdraw_facts",
    "work_out_seasons",
    "wrong_facts",
]
