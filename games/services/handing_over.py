"""The matches' data of an account, for its export."""

from typing import Any

from django.dispatch import receiver

from clubs.models import User
from clubs.signals import account_exported
from games.models import Change, Seat
from games.services.forgetting import matches_of

MATCH = ("id", "game", "status", "started_at", "finished_at", "club__slug", "starter_id")


@receiver(account_exported)
def export_matches(sender: Any, user: User, **kwargs: Any) -> dict[str, Any]:
    """Return the matches sat at or started, and every change made."""
    seats = dict(Seat.objects.filter(player__user=user).values_list("match_id", "number"))
    matches = [
        {
            "id": row["id"],
            "game": row["game"],
            "club": row["club__slug"],
            "status": row["status"],
            "started_at": row["started_at"],
            "finished_at": row["finished_at"],
            "started": row["starter_id"] == user.pk,
            "seat": seats.get(row["id"]),
        }
        for row in matches_of(user.pk).order_by("started_at", "id").values(*MATCH)
    ]
    made = Change.objects.filter(by=user).order_by("at", "id")
    changes = made.values("match_id", "version", "kind", "number", "before", "after", "at")
    return {
        "matches": matches,
        "changes": [
            {("match" if name == "match_id" else name): value for name, value in row.items()}
            for row in changes
        ],
    }
