"""The names that a club uses for people on its list. All code that reads names uses this module.

A person's row on a club's list is their `line`. A `Player` that is read with a line has the name
that this club uses. How openly they are named follows the more careful of two choices: their own
and the club's.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import FilteredRelation, Model, Q, QuerySet

from clubs.models import Club, ClubPlayer, Player

# For at most this many people, only their own rows are read. For more, all rows of the club with
# a name or a choice of its own are read, because such rows are few.
MANY = 1000

Row = TypeVar("Row", bound=Model)


def with_line(rows: QuerySet[Row, Row], person: str, club: Any) -> QuerySet[Row, Row]:
    """Join to each row the `line`: its person's row on the list of a club.

    `person` is the lookup from the row to the player, for example « player__ ». Callers add
    `select_related("line")` or read the line's columns.
    """
    lines = f"{person}club_players"
    there = FilteredRelation(lines, condition=Q(**{f"{lines}__club": club}))
    joined: QuerySet[Row, Row] = rows.annotate(line=there)  # type: ignore[assignment]
    return joined


def players_called(club: Club) -> QuerySet[Player]:
    """Return all players, named as this club names them.

    A player for whom the club has no name has their own name.
    """
    people: Any = with_line(Player.objects.all(), "", club)
    players: QuerySet[Player] = people.select_related("line")
    return players


def called_in(club: Club | int | None, players: Iterable[Player | None]) -> None:
    """Set the names that this club uses on people who were read without them.

    It takes at most one query.
    """
    number = club.pk if isinstance(club, Club) else club
    called_there((number, player) for player in players if player is not None)


def called_there(rows: Iterable[tuple[int | None, Player]]) -> None:
    """Set on each player the name that is used by the club in the same pair. One query at most."""
    pairs = [(club, player) for club, player in rows if club is not None]
    if not pairs:
        return
    # Rows of a list without a name or a choice of the club's own are left out, because they
    # change nothing.
    club_players = ClubPlayer.objects.filter(club__in={club for club, _player in pairs})
    club_players = club_players.exclude(name="", shown=Player.Shown.FULL)
    people = {player.pk for _club, player in pairs}
    if len(people) <= MANY:
        club_players = club_players.filter(player__in=people)
    lines = {(line.club_id, line.player_id): line for line in club_players}
    for club, player in pairs:
        player.line = lines.get((club, player.pk))
