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
    "enter_results",
    "run_tournaments",
    "manage_players",
    "propose_link",
    "manage_transmission",
    "manage_members",
    "manage_officers",
    "manage_links",
    "accept_matches",
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
    "enter_results": "scorer",
    "run_tournaments": "officer",
    "manage_players": "officer",
    "propose_link": "member",
    "manage_transmission": "officer",
    "manage_members": "officer",
    "manage_officers": "owner",
    "manage_links": "officer",
    "accept_matches": "officer",
    "manage_club": "owner",
}

# What the club's table link gives to whoever holds it: to start the club's matches and seat its
# players, for which one has to see it.
BY_TABLE_LINK: frozenset[Capability] = frozenset({"see_club", "start_match", "seat_players"})


def allows(role: str, capability: Capability) -> bool:
    """Say whether `role` holds `capability`."""
    return RANKS[role] >= RANKS[LEAST_ROLE[capability]]
