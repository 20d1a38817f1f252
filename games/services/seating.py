"""Checks of a caller's right to seat known players, and to use a club's room."""

from collections.abc import Iterable

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club, Player
from clubs.queries import visible_clubs
from games.errors import Denied, Refused
from games.match import permissions


def players(ids: Iterable[int], caller: Caller, field: str = "seats") -> dict[int, Player]:
    """Return the players with these numbers, by number.

    A caller may seat a player if they may seat the players of one of the player's clubs. Raise
    `Refused` (`player_unknown`) or `Denied` (`players_not_allowed`).
    """
    numbers = set(ids)
    if not numbers:
        return {}
    by_number = {
        player.pk: player
        for player in Player.objects.filter(pk__in=numbers, merged=None).prefetch_related(
            "club_players__club"
        )
    }
    visible = {club.pk for club in visible_clubs(caller)}
    for player_id in numbers:
        player = by_number.get(player_id)
        clubs = [entry.club for entry in player.club_players.all()] if player else []
        if player is None or not (caller.is_site_owner or visible & {club.pk for club in clubs}):
            raise Refused("player_unknown", field)
        if not _may_seat(player, clubs, caller):
            raise Denied("players_not_allowed")
    return by_number


def visible_people(ids: Iterable[int], club: Club | None, caller: Caller) -> dict[int, Player]:
    """Return the players with these numbers, by number, under the names that `club` uses.

    Raise `Refused` (`player_unknown`) if the caller may not see a club of such a player.
    """
    numbers = set(ids)
    if not numbers:
        return {}
    listed = Player.objects.filter(merged=None, club_players__club__in=visible_clubs(caller))
    by_number = listed.distinct().in_bulk(numbers)
    if numbers - by_number.keys():
        raise Refused("player_unknown", "seats")
    called_in(club, by_number.values())
    return by_number


def listed(ids: Iterable[int], club: Club | None) -> dict[int, Player]:
    """Return the players with these numbers who are on a club's list, by number."""
    rows = Player.objects.filter(merged=None, club_players__club=club)
    numbers = set(ids)
    return rows.in_bulk(numbers) if numbers else {}


def _may_seat(player: Player, clubs: list[Club], caller: Caller) -> bool:
    if caller.is_site_owner or (caller.account and player.user_id == caller.account.pk):
        return True
    return any(permissions.can_seat_players_of(club, caller) for club in clubs)


def check_club_room(club: Club | None, caller: Caller) -> None:
    """Raise `Denied` unless the caller may seat the players of the club, to which the room
    belongs.
    """
    if caller.is_site_owner:
        return
    if club is None:
        raise Denied("club_room_not_allowed")
    if not permissions.can_seat_players_of(club, caller):
        raise Denied("club_not_allowed")
