"""Reads of records: the line of holders of each fact, and what officers wrote by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.models import Club, Player
from clubs.queries import visible_clubs, visible_players
from games.models import Match, Seat
from games.registry import Game
from games.wording import Names, sentence
from leaderboards.models import Feat, Found

MANY = 200


@dataclass(frozen=True, slots=True)
class Held:
    """A record as it was held: by whom, since when, in which match, and the sentence."""

    code: str
    text: str
    value: float
    since: datetime
    match: str
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The holders of one fact: the present one, and the former, newest first."""

    now: Held
    former: tuple[Held, ...]


def lines(game: Game, club: Club | None, caller: Caller) -> list[Line]:
    """Return the records of a game in a club, or over all clubs that the caller may see."""
    rows = Found.objects.filter(record=True, game=game.slug, club__in=_clubs(club, caller))
    seats = Prefetch("match__seats", Seat.objects.select_related("player"))
    found = rows.order_by("ended_at", "match", "number").prefetch_related("match", seats)
    chains: dict[str, list[Found]] = {}
    for row in found:
        chain = chains.setdefault(row.code, [])
        if not chain or row.value > chain[-1].value:
            chain.append(row)
    # In the order in which the game's words name them.
    codes = [code for code in game.words.facts if code in chains]
    return [_line(game, chains[code]) for code in codes]


def _clubs(club: Club | None, caller: Caller) -> Sequence[int]:
    return [club.pk] if club else list(visible_clubs(caller).values_list("pk", flat=True))


def _line(game: Game, chain: Sequence[Found]) -> Line:
    chain_held = [held(game, row) for row in reversed(chain)]
    return Line(chain_held[0], tuple(chain_held[1:]))


def held(game: Game, row: Found) -> Held:
    """Return a record as it was held. The row comes with its match's seats and their players."""
    match: Match = row.match
    seats = list(match.seats.all())
    # A side is called by who it is made of: « Nous » says nothing on another day.
    sides = [
        get_text_list([one.name for one in seats if one.side == number], str(_("et")))
        for number in range(game.side_count(len(seats)))
    ]
    names = Names([one.name for one in seats], sides, game.words.terms)
    return Held(
        code=row.code,
        text=sentence(game.words.facts[row.code], _figures(row), names),
        value=float(row.value),
        since=row.ended_at,
        match=match.pk,
        holders=tuple(_holders(row, seats)),
    )


def _figures(row: Found) -> dict[str, Any]:
    """What the sentence is filled with; JSON knows no decimals."""
    return {
        name: Decimal(str(value)) if isinstance(value, float) else value
        for name, value in row.params.items()
    }


def is_of(row: Found, player: int) -> bool:
    """Say whether a player is among those whom a fact names."""
    return any(one.player_id == player for one in _seats_of(row, list(row.match.seats.all())))


def _holders(row: Found, seats: Sequence[Seat]) -> list[str]:
    return [one.name for one in _seats_of(row, seats)]


def _seats_of(row: Found, seats: Sequence[Seat]) -> list[Seat]:
    """Whom the fact names; where it names nobody it is the whole table's."""
    seat, side = row.params.get("seat"), row.params.get("side")
    if isinstance(seat, int):
        return [one for one in seats if one.number == seat]
    if isinstance(side, int):
        return [one for one in seats if one.side == side]
    return list(seats)


def feats(game: str, club: Club | None, caller: Caller) -> QuerySet[Feat]:
    """Return what officers wrote by hand, newest first, with whom it is about."""
    rows = Feat.objects.filter(game=game, club__in=_clubs(club, caller))
    people = Prefetch("players", Player.objects.order_by("pk"))
    return rows.select_related("club").prefetch_related(people).order_by("-date", "-pk")[:MANY]


def seen_of(feats: Sequence[Feat], caller: Caller) -> set[int]:
    """Return the numbers of the people of these records whom the caller may see."""
    people = {one.pk for feat in feats for one in feat.players.all()}
    seen = visible_players(caller).prefetch_related(None).filter(pk__in=people)
    return set(seen.values_list("pk", flat=True))
