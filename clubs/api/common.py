"""The shared part of the calls about people: the caller, the player, the paging of lists."""

from typing import Annotated, TypedDict

from rest_framework.request import Request

from clubs.callers import Caller
from clubs.links.request_links import api_caller
from clubs.models import Club, Player
from clubs.queries import find_club, find_player
from clubs.role_table import Capability
from core.answers import OneOf
from core.errors import Denied, NotFound, Refused
from core.paging import Pages


class PlayerAnswer(TypedDict):
    """A player, under the name that the public may read."""

    id: int
    name: str
    shown: Annotated[str, OneOf(Player.Shown.choices)]
    clubs: list[str]


class ById(Pages):
    """Pages of rows, the oldest first."""

    ordering = "id"
    page_size = 100


class NewestById(Pages):
    """Pages of rows, the newest first."""

    ordering = "-id"
    page_size = 100


def caller_of(request: Request) -> Caller:
    """Return the caller."""
    return api_caller(request)


def player_body(player: Player) -> PlayerAnswer:
    """Return a player as the API shows them, with those of their clubs that the query has read.

    The name is their own, or the one used by the club whose list was read.
    """
    clubs = [entry.club for entry in player.club_players.all()]
    return {
        "id": player.pk,
        "name": player.public_name,
        "shown": player.shown_here,
        "clubs": [club.slug for club in clubs],
    }


def player_of(player_id: int, caller: Caller, field: str) -> Player:
    """Return the player that a body names. Raise `Refused` `player_unknown` on `field`."""
    try:
        return find_player(player_id, caller)
    except NotFound:
        raise Refused("player_unknown", field) from None


def club_of(slug: str, caller: Caller, capability: Capability, code: str) -> Club:
    """Return the club of an address.

    Raise `Denied` if the caller does not have the capability in it.
    """
    club = find_club(slug, caller)
    if not caller.may(capability, club):
        raise Denied(code)
    return club
