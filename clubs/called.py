"""What a club calls the people on its list: the one place that reads it for whoever is shown.

A `Player` read with their `line` of a club's list goes there by that club's name for them, and is
shown as the more careful of the two choices: their own and the club's.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import F, FilteredRelation, Model, Q, QuerySet

from clubs.models import Club, ClubPlayer, Player

Row = TypeVar("Row", bound=Model)


def with_line(
    rows: QuerySet[Row], person: str = "player__", club: Any = F("club")
) -> QuerySet[Row]:
    """Join to each row the `line` that its person has on the list of its club.

    `person` leads from the row to the player. For `select_related("line")`, or its columns.
    """
    lines = f"{person}club_players"
    there = FilteredRelation(lines, condition=Q(**{f"{lines}__club": club}))
    return rows.annotate(line=there)


def players_called(club: Club) -> QuerySet[Player]:
    """Players as this club calls them; those who are not on its list by their own name."""
    return with_line(Player.objects.all(), "", club).select_related("line")


def called_in(club: Club | None, players: Iterable[Player | None]) -> None:
    """Let people who were read otherwise go by what the club calls them. One query, or none."""
    people = [player for player in players if player is not None]
    if club is None or not people:
        return
    lines = {
        line.player_id: line
        for line in ClubPlayer.objects.filter(club=club, player__in={one.pk for one in people})
    }
    for player in people:
        player.line = lines.get(player.pk)
