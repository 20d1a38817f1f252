"""All writes on matches, one transaction each.

Every write locks its match, answers a repeated `client_id` with its first answer, refuses one
made on an older version (`Stale`), folds the entries anew, and leaves one `Change`. A refused
write leaves no trace.
"""

from games.services.importing import import_match
from games.services.lines import correct, preview, record, take_back
from games.services.starting import SeatAsked, StartAsked, rematch, start
from games.services.surroundings import abandon, patch, resume
from games.services.writing import Outcome, Writing

__all__ = (
    "Outcome",
    "SeatAsked",
    "StartAsked",
    "Writing",
    "abandon",
    "correct",
    "import_match",
    "patch",
    "preview",
    "record",
    "rematch",
    "resume",
    "start",
    "take_back",
)
