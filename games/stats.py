"""A player's results by game, counted from stored sides in one query, without reading lines."""

from collections import Counter
from typing import NamedTuple

from django.db.models import Count, F, Q

from clubs.callers import Caller
from clubs.models import Player
from games.models import Seat, Status
from games.queries import matches_shown_of, visible
from games.registry import games


class Record(NamedTuple):
    """The finished matches of one game: several winners count as a draw."""

    game: str
    played: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        """All the others."""
        return self.played - self.won - self.drawn


def by_game(player: Player, caller: Caller) -> list[Record]:
    """Return a player's records in the order of the games, for matches that the caller may see."""
    first = Q(match__sides__rank=1)
    seats = Seat.objects.filter(
        player=player,
        match__status=Status.FINISHED,
        match__in=matches_shown_of(player, visible(caller), caller).values("pk"),
    )
    rows = (
        seats.order_by()
        .values("pk")
        .annotate(
            winners=Count("match__sides", filter=first),
            ahead=Count("match__sides", filter=first & Q(match__sides__number=F("side"))),
        )
        .values_list("match__game", "winners", "ahead")
    )
    played, won, drawn = Counter[str](), Counter[str](), Counter[str]()
    for game, winners, ahead in rows:
        played[game] += 1
        won[game] += ahead and winners == 1
        drawn[game] += ahead and winners > 1
    return [
        Record(game.slug, played[game.slug], won[game.slug], drawn[game.slug])
        for game in games()
        if played[game.slug]
    ]
