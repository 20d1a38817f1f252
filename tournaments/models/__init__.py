"""The models of tournaments: entrants, rounds and tables, and the log from which they are
computed.
"""

from tournaments.models.boards import DealtBoard, ResultsElsewhere
from tournaments.models.challenges import Challenge, EnteredTable
from tournaments.models.entrants import Entrant, FinalPlace, Member, Place, PlacePerson
from tournaments.models.evenings import ClubEvening
from tournaments.models.log import LogEntry
from tournaments.models.notices import Delivery, PushSubscription, Webhook
from tournaments.models.rounds import Round, Table, TableMatch, TypedResult
from tournaments.models.tournament import (
    ABOUT_LENGTH,
    CONTACT_LENGTH,
    ENTRANTS_MAX,
    HELD_MOST,
    NAME_LENGTH,
    PICTURE_LENGTH,
    ROOM_TABLES_MAX,
    OfTournament,
    Tournament,
    new_deals_secret,
    new_seed,
)

__all__ = (
    "ABOUT_LENGTH",
    "CONTACT_LENGTH",
    "ENTRANTS_MAX",
    "HELD_MOST",
    "NAME_LENGTH",
    "PICTURE_LENGTH",
    "ROOM_TABLES_MAX",
    "Challenge",
    "ClubEvening",
    "DealtBoard",
    "Delivery",
    "EnteredTable",
    "Entrant",
    "FinalPlace",
    "LogEntry",
    "Member",
    "OfTournament",
    "Place",
    "PlacePerson",
    "PushSubscription",
    "ResultsElsewhere",
    "Round",
    "Table",
    "TableMatch",
    "Tournament",
    "TypedResult",
    "Webhook",
    "new_deals_secret",
    "new_seed",
)
