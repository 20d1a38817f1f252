"""Parses the parameters of an address that asks for a board, for pages and API."""

import re
from collections.abc import Mapping

from clubs.callers import Caller
from clubs.models import Club
from clubs.queries import ID_MAX, find_club
from core.errors import NotFound
from games.registry.game import Game
from games.registry.installed import game
from leaderboards.errors import Refused
from leaderboards.queries import BoardQuery
from leaderboards.seasons import ALL, RECENT

YEAR = re.compile(r"(19|20)\d\d", re.ASCII)
KINDS = {"": False, "players": False, "pairs": True}
# No board has so many pages. The limit exists because a database raises an error if it must skip
# too many rows.
MOST_PAGES = 1_000_000


def game_of_address(slug: str) -> Game:
    """Return the game of an address. Raises `NotFound`."""
    game_ = game(slug)
    if game_ is None:
        raise NotFound
    return game_


def club_asked(parameters: Mapping[str, str], caller: Caller) -> Club | None:
    """Return the club of an address; None for all clubs. Raises `NotFound`."""
    slug = parameters.get("club", "")
    if "\0" in slug:
        raise NotFound
    return find_club(slug, caller) if slug else None


def board_query(of: Game, parameters: Mapping[str, str], caller: Caller) -> BoardQuery:
    """Return the board of an address. Raises `NotFound`, `Refused`."""
    season = parameters.get("season") or ALL
    if season not in (ALL, RECENT) and not YEAR.fullmatch(season):
        raise Refused("season_unknown", "season")
    kind = parameters.get("kind", "")
    if kind not in KINDS:
        raise Refused("kind_unknown", "kind")
    family = parameters.get("family", "")
    if family and of.preset(family) is None:
        raise Refused("family_unknown", "family")
    return BoardQuery(of.slug, club_asked(parameters, caller), season, family, KINDS[kind])


def plays_in_pairs(of: Game) -> bool:
    """Say whether a game has two sides of two."""
    return of.seats.sides == 2 and of.seats.least == of.seats.most == 4


def number_asked(text: str) -> int | None:
    """Return a parameter of an address as an integer; None if it is not one."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(ID_MAX))
    return int(text) if is_number else None


def page_number(parameters: Mapping[str, str]) -> int:
    """Return the page of a board that an address asks for; 1 if it asks for no valid page."""
    number = number_asked(parameters.get("page", "")) or 1
    return number if number < MOST_PAGES else 1
