"""The club's log: one line for each action, written in the transaction of the action."""

from typing import Any

from clubs.callers import Caller
from clubs.models import Action, Club, ClubChange, Player, User


def log(
    club: Club,
    kind: Action,
    caller: Caller,
    *,
    account: User | None = None,
    player: Player | None = None,
    other: Player | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> ClubChange:
    """Write one line of the club's log."""
    return ClubChange.objects.create(
        club=club,
        kind=kind,
        by=caller.account,
        account=account,
        player=player,
        other=other,
        before=before,
        after=after,
    )
