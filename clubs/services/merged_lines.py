"""The lines of clubs' lists that two people had before they were merged."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clubs.models import ClubPlayer, Merge, Player


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a club's list as it was.

    Mergers that older versions stored have only the first five fields.
    """

    pk: int
    club_id: int
    player_id: int
    name_key: str
    added_at: str
    name: str = ""
    shown: str = Player.Shown.FULL

    def what_it_says(self) -> dict[str, str]:
        """Return the club's name and choice for the person there."""
        return {"name": self.name, "name_key": self.name_key, "shown": self.shown}

    def put_back(self) -> None:
        """Write the line again, as it was."""
        ClubPlayer.objects.create(
            pk=self.pk,
            club_id=self.club_id,
            player_id=self.player_id,
            added_at=datetime.fromisoformat(self.added_at),
            **self.what_it_says(),
        )


def lines_now(*people: Player) -> list[list[Any]]:
    """Return the lines of these people, as a merger stores them."""
    rows = ClubPlayer.objects.filter(player__in=people).order_by("id")
    return [
        [
            *(line.pk, line.club_id, line.player_id, line.name_key, line.added_at.isoformat()),
            *(line.name, line.shown),
        ]
        for line in rows
    ]


def lines_before(merged: Merge) -> list[ListLine]:
    """Return the lines of both people as they were before a merger."""
    return [ListLine(*line) for line in merged.before.get("lines", [])]
