"""Moves seats when two players are merged, and back when the merge is undone.

Only `Seat` refers to a player. The log is never changed and keeps the number of the absorbed
player. Its readers look up the survivor (`past.table_at`).
"""

from typing import Any

from clubs import signals
from clubs.models import Player
from core.errors import Refused
from games.models import Match, Seat

SEATS = "games.seats"
# The most matches that a refusal lists.
NAMED = 3


def connect() -> None:
    """Connect the signals about people."""
    signals.players_merged.connect(move_seats)
    signals.merge_undone.connect(put_seats_back)


def move_seats(
    sender: type[Player], survivor: Player, absorbed: Player, **_: Any
) -> dict[str, Any]:
    """Give the absorbed player's seats to the survivor; return their ids.

    Raises `Refused` if both players sat in one match.
    """
    together = Match.objects.filter(seats__player=survivor).filter(seats__player=absorbed)
    matches = list(together.order_by("id").values_list("pk", flat=True)[:NAMED])
    if matches:
        raise Refused("merge_same_table", "other", matches=", ".join(matches))
    seats = Seat.objects.filter(player=absorbed)
    moved = list(seats.order_by("id").values_list("pk", flat=True))
    seats.update(player=survivor)
    return {SEATS: moved}


def put_seats_back(
    sender: type[Player], survivor: Player, absorbed: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Give the moved seats back to the absorbed player. Seats that were changed since are left as
    they are.
    """
    Seat.objects.filter(pk__in=receipts.get(SEATS, []), player=survivor).update(player=absorbed)
