"""The role table of the club, as one data structure. Pure.

A capability is held by the roles listed, and by every role above them; the site's owner holds
them all. What a capability link or a seat at the table adds is decided where it is checked.
"""

from typing import Literal

Capability = Literal[
    "see_club",
    "start_match",
    "seat_players",
    "score_own_table",
    "score_any_table",
    "correct_finished",
    "manage_players",
    "manage_club",
]

RANKS: dict[str, int] = {"visitor": 0, "member": 1, "scorer": 2, "officer": 3, "owner": 4}

LEAST_ROLE: dict[Capability, str] = {
    "see_club": "member",
    "start_match": "member",
    "seat_players": "member",
    "score_own_table": "member",
    "score_any_table": "scorer",
    "correct_finished": "officer",
    "manage_players": "officer",
    "manage_club": "owner",
}


def allows(role: str, capability: Capability) -> bool:
    """Say whether `role` holds `capability`."""
    return RANKS[role] >= RANKS[LEAST_ROLE[capability]]
