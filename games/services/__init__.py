"""All writes on matches, one transaction each.

Every write locks its match. It answers a repeated `client_id` with its first answer, and refuses a
write made on an older version (`Stale`). Then it folds the entries again and stores one `Change`. A
refused write stores nothing.
"""

from games.services.given_results import change_result, drop_result, give_result
from games.services.importing import import_match
from games.services.joining import join
from games.services.lines import correct, preview, record, set_aside, take_back
from games.services.match_details import abandon, patch, resume
from games.services.proposing import (
    accept,
    accept_here,
    check_may_decide,
    confirm_event_matches,
    propose,
    refuse,
    remove,
    trust,
    withdraw,
)
from games.services.rematch import next_start, rematch, start_again, start_anew
from games.services.sharing import keep_alone, make_link, revoke_link, shared, token_alone
from games.services.sitting import free, sit
from games.services.starting import SeatAsked, StartAsked, start
from games.services.writing import WriteOutcome, Writing

__all__ = (
    "SeatAsked",
    "StartAsked",
    "WriteOutcome",
    "Writing",
    "abandon",
    "accept",
    "accept_here",
    "change_result",
    "check_may_decide",
    "confirm_event_matches",
    "correct",
    "drop_result",
    "free",
    "give_result",
    "import_match",
    "join",
    "keep_alone",
    "make_link",
    "next_start",
    "patch",
    "preview",
    "propose",
    "record",
    "refuse",
    "rematch",
    "remove",
    "resume",
    "revoke_link",
    "set_aside",
    "shared",
    "sit",
    "start",
    "start_again",
    "start_anew",
    "take_back",
    "token_alone",
    "trust",
    "withdraw",
)
