"""What matches do when two players turn out to be one person, and when they part again.

Only `Seat` holds a player. The log keeps the number that was written then: it is append-only, and
`queries.table_at` asks it no more than whether somebody known sat there.
"""

from typing import Any

from clubs import signals
from clubs.errors import Refused
from clubs.models import Player
from games.models import Match, Seat

SEATS = "games.seats"
# How many matches a refusal names.
NAMED = 3


def connect() -> None:
    """Listen to the people's signals."""
    signals.players_merged.connect(move_seats)
    signals.merge_undone.connect(put_seats_back)


def move_seats(sender: type[Player], kept: Player, absorbed: Player, **_: Any) -> dict[str, Any]:
    """Seat the one where the other sat; return which seats. `Refused`: they sat together."""
    together = Match.objects.filter(seats__player=kept).filter(seats__player=absorbed)
    matches = list(together.order_by("id").values_list("pk", flat=True)[:NAMED])
    if matches:
        raise Refused("merge_same_table", "other", matches=", ".join(matches))
    seats = Seat.objects.filter(player=absorbed)
    moved = list(seats.order_by("id").values_list("pk", flat=True))
    seats.update(player=kept)
    return {SEATS: moved}


def put_seats_back(
    sender: type[Player], kept: Player, absorbed: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Seat again whoever sat there before the merger; seats taken since stay as they are."""
    Seat.objects.filter(pk__in=receipts.get(SEATS, []), player=kept).update(player=absorbed)
