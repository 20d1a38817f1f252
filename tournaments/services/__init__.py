"""All writes on tournaments. Each write is one transaction.

A write locks its tournament. If its `client_id` was used before, it returns the first answer. If
it was made on an older version, it is refused (`Stale`). Otherwise it applies events to the
tournament's state, and logs them. A refused write leaves no trace.
"""

from tournaments.services.catching_up import catch_up
from tournaments.services.challenges import (
    ChallengeAsked,
    change_challenge,
    delete_challenge,
    enter_table,
    freeze_challenge,
    make_challenge,
    remove_table,
    table_preview,
    thaw_challenge,
)
from tournaments.services.desk import DeskAnswer, DeskLine, DeskOutcome, desk
from tournaments.services.duplicate.boards import (
    drafted,
    enter_deal,
    enter_hand,
    play_board,
    solve_due,
)
from tournaments.services.duplicate.boards import read as read_board
from tournaments.services.duplicate.desk import TypedBoard, TypedBoardOutcome, desk_boards
from tournaments.services.duplicate.exchange import take_deals, take_results
from tournaments.services.entrants.check_in import (
    check_in_is_open,
    check_in_opens,
    opening_told,
)
from tournaments.services.entrants.enlisting import enter_on_list
from tournaments.services.entrants.entering import (
    NOTES,
    EntrantAsked,
    change_entrant,
    confirm_entrants,
    delete_entrant,
    delete_entrants,
    edit_entrants,
    enter,
    join_entrants,
    list_is_full,
    most_waiting,
    own_moves,
    rank,
    renew_link,
    side_size,
    sign_up_open,
)
from tournaments.services.entrants.partners import WithoutPartner, lacks_partner
from tournaments.services.entrants.signing import SignedUp, SignUpAsked, set_sign_up, sign_up
from tournaments.services.evenings import (
    EveningAsked,
    change_evening,
    check_may_keep,
    find_evening,
    make_evenings,
    remove_evening,
)
from tournaments.services.importing import import_log, import_trf
from tournaments.services.ladder import bring_up, challenge, withdraw_challenge
from tournaments.services.opening import EveningStart, change_past, open_past, start_evening
from tournaments.services.playing import follow, play
from tournaments.services.previews import (
    asked_of,
    look_alikes_of,
    preview,
    preview_of,
    size_of,
)
from tournaments.services.results import (
    TableAddress,
    confirm,
    correct,
    keep_as_is,
    report,
    take_back,
)
from tournaments.services.rounds import close, draw, lock, publish, redraw, swap, withdraw
from tournaments.services.setting import (
    TournamentAsked,
    check_rules,
    delete,
    make,
    palmares,
    set_up,
)
from tournaments.services.timer import seconds_left, timer
from tournaments.services.webhooks import add_webhook, remove_webhook
from tournaments.services.writing import WriteOutcome, Writing, demand

__all__ = (
    "NOTES",
    "ChallengeAsked",
    "DeskAnswer",
    "DeskLine",
    "DeskOutcome",
    "EntrantAsked",
    "EveningAsked",
    "EveningStart",
    "SignUpAsked",
    "SignedUp",
    "TableAddress",
    "TournamentAsked",
    "TypedBoard",
    "TypedBoardOutcome",
    "WithoutPartner",
    "WriteOutcome",
    "Writing",
    "add_webhook",
    "asked_of",
    "bring_up",
    "catch_up",
    "challenge",
    "change_challenge",
    "change_entrant",
    "change_evening",
    "change_past",
    "check_in_is_open",
    "check_in_opens",
    "check_may_keep",
    "check_rules",
    "close",
    "confirm",
    "confirm_entrants",
    "correct",
    "delete",
    "delete_challenge",
    "delete_entrant",
    "delete_entrants",
    "demand",
    "desk",
    "desk_boards",
    "drafted",
    "draw",
    "edit_entrants",
    "enter",
    "enter_deal",
    "enter_hand",
    "enter_on_list",
    "enter_table",
    "find_evening",
    "follow",
    "freeze_challenge",
    "import_log",
    "import_trf",
    "join_entrants",
    "keep_as_is",
    "lacks_partner",
    "list_is_full",
    "lock",
    "look_alikes_of",
    "make",
    "make_challenge",
    "make_evenings",
    "most_waiting",
    "open_past",
    "opening_told",
    "own_moves",
    "palmares",
    "play",
    "play_board",
    "preview",
    "preview_of",
    "publish",
    "rank",
    "read_board",
    "redraw",
    "remove_evening",
    "remove_table",
    "remove_webhook",
    "renew_link",
    "report",
    "seconds_left",
    "set_sign_up",
    "set_up",
    "side_size",
    "sign_up",
    "sign_up_open",
    "size_of",
    "solve_due",
    "start_evening",
    "swap",
    "table_preview",
    "take_back",
    "take_deals",
    "take_results",
    "thaw_challenge",
    "timer",
    "withdraw",
    "withdraw_challenge",
)
