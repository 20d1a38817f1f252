"""The rows that two people had on clubs' lists before they were merged."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clubs.models import ClubPlayer, Merge, Player
from core.names import search_key


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row of a club's list as it was before a merge.

    Merges stored by older versions have only the first five fields.
    """

    pk: int
    club_id: int
    player_id: int
    name_key: str
    added_at: str
    name: str = ""
    shown: str = Player.Shown.FULL

    def what_it_says(self) -> dict[str, str]:
        """Return the fields by name: the club's own name, its key, and how it shows the person."""
        keys = {"name_key": self.name_key, "search_key": search_key(self.name_key)}
        return {"name": self.name, **keys, "shown": self.shown}

    def put_back(self) -> None:
        """Write the row to the database again, as it was."""
        ClubPlayer.objects.create(
            pk=self.pk,
            club_id=self.club_id,
            player_id=self.player_id,
            added_at=datetime.fromisoformat(self.added_at),
            **self.what_it_says(),
        )


def lines_now(*people: Player) -> list[list[Any]]:
    """Return the rows of these people on lists, in the form in which a merge stores them."""
    rows = ClubPlayer.objects.filter(player__in=people).order_by("id")
    return [
        [
            *(line.pk, line.club_id, line.player_id, line.name_key, line.added_at.isoformat()),
            *(line.name, line.shown),
        ]
        for line in rows
    ]


def lines_before(merged: Merge) -> list[ListLine]:
    """Return the rows that both people had on clubs' lists before they were merged."""
    return [ListLine(*line) for line in merged.before.get("lines", [])]
