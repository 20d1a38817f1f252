"""The role table of the club, as one data structure. Pure.

A capability is listed with the lowest role that has it; all higher roles have it too. The site's
owner has every capability. Rights from a capability link or a seat at the table are added where
they are checked.
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
    "write_notice",
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
    "write_notice": "officer",
    "manage_club": "owner",
}

# The rights that a club's table link gives: to start the club's matches, to seat its players, and
# so to see the club.
BY_TABLE_LINK: frozenset[Capability] = frozenset({"see_club", "start_match", "seat_players"})


# The actions that somebody may do to a person. Those that end in `_here` concern one club only.
PersonAction = Literal[
    "rename",
    "rename_here",
    "choose_shown",
    "choose_shown_here",
    "choose_shown_with_account",
    "tie_account",
    "untie_account",
    "reset_password",
    "merge",
    "unmerge",
    "enter_list",
    "leave_list",
    "forget",
    "export",
]
# A relation of the caller to a person. `officer_here`: the caller is an officer of the club that
# the action concerns. `officer_of_all`: they are an officer of every club that lists the person.
Standing = Literal["oneself", "officer_here", "officer_of_all", "site_owner"]

_ANY_OF_THREE: frozenset[Standing] = frozenset({"oneself", "officer_of_all", "site_owner"})
_OTHERS: frozenset[Standing] = frozenset({"officer_of_all", "site_owner"})
_THIS_CLUB: frozenset[Standing] = frozenset({"officer_here", "site_owner"})

# The relations that allow an action. Any one of them is enough. The officers of a person's only
# club are officers of all their clubs, so they may change the person. Once a second club lists
# the person, the officers of one club may no longer change personal data.
STANDING_NEEDED: dict[PersonAction, frozenset[Standing]] = {
    "rename": _ANY_OF_THREE,
    # A club decides how a person is named and shown on its own pages.
    "rename_here": _THIS_CLUB,
    "choose_shown_here": _THIS_CLUB,
    "choose_shown": _ANY_OF_THREE,
    # People with an account decide themselves how public pages name them.
    "choose_shown_with_account": frozenset({"oneself", "site_owner"}),
    # An account is connected by an invitation « c'est moi », or by an officer who claims the
    # player.
    "tie_account": _OTHERS,
    "untie_account": _ANY_OF_THREE,
    # A link for a new password, which an officer gives on a site without a mail server.
    "reset_password": _OTHERS,
    # The caller needs this right for both players.
    "merge": _ANY_OF_THREE,
    "unmerge": _OTHERS,
    # The caller also needs the right to change the list to which the person is added.
    "enter_list": _ANY_OF_THREE,
    "leave_list": frozenset({"oneself", "officer_here", "site_owner"}),
    "forget": _ANY_OF_THREE,
    # The export contains the account's data, which only its holder may read.
    "export": frozenset({"oneself"}),
}


def allows(role: str, capability: Capability) -> bool:
    """Return whether a role has a capability."""
    return RANKS[role] >= RANKS[LEAST_ROLE[capability]]
