"""All writes about clubs and people. Each is one transaction, which also writes the club's log."""

from clubs.services.clubs import (
    SETTINGS,
    change_club,
    check_club_maker,
    confirm_club,
    first_start,
    make_club,
    post_notice,
)
from clubs.services.expiring import delete_expired
from clubs.services.forgetting import erase, forget, forget_traces
from clubs.services.invitations import (
    Accepted,
    NewInvitation,
    accept,
    invite,
    invited_once,
    open_invitation,
    revoke,
)
from clubs.services.members import leave, remove_member, set_role
from clubs.services.merge import can_be_undone, last_merger, merge, undo_merge
from clubs.services.players import (
    add_known_player,
    add_player,
    add_players,
    change_player,
    choose_shown,
    choose_shown_here,
    claim,
    player_for,
    player_named,
    remove_from_list,
    rename,
    rename_here,
    take_back_addition,
    untie,
)
from clubs.tokens import token_digest

__all__ = (
    "SETTINGS",
    "Accepted",
    "NewInvitation",
    "accept",
    "add_known_player",
    "add_player",
    "add_players",
    "can_be_undone",
    "change_club",
    "change_player",
    "check_club_maker",
    "choose_shown",
    "choose_shown_here",
    "claim",
    "confirm_club",
    "delete_expired",
    "erase",
    "first_start",
    "forget",
    "forget_traces",
    "invite",
    "invited_once",
    "last_merger",
    "leave",
    "make_club",
    "merge",
    "open_invitation",
    "player_for",
    "player_named",
    "post_notice",
    "remove_from_list",
    "remove_member",
    "rename",
    "rename_here",
    "revoke",
    "set_role",
    "take_back_addition",
    "token_digest",
    "undo_merge",
    "untie",
)
