"""All writes on boards and records."""

from leaderboards.services.facts import find_all_facts, find_facts, withdraw_facts
from leaderboards.services.feats import add_feat, check_officer, forget_names, remove_feat
from leaderboards.services.rebuilding import rebuild
from leaderboards.services.recounting import recount

__all__ = [
    "add_feat",
    "check_officer",
    "find_all_facts",
    "find_facts",
    "forget_names",
    "rebuild",
    "recount",
    "remove_feat",
    "withdraw_facts",
]
