"""A player's results by game, counted from stored sides in one query, without reading lines."""

from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.callers import Caller
from clubs.models import Player
from clubs.prepared import NUMBER_PLACE
from clubs.prepared_for_caller import PreparedForCaller
from games.models import Seat, Side, Status
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
    counted = (Record(*row) for row in _COUNTS.rows(caller, player.pk))
    found = {record.game: record for record in counted}
    return [found[game.slug] for game in games() if game.slug in found]


def _counts(caller: Caller, player: int) -> QuerySet[Any, tuple[Any, ...]]:
    won, drawn = Q(ahead=True, winners=1), Q(ahead=True, winners__gt=1)
    rows = _outcomes(Player(pk=player), caller).values("game").order_by("game")
    rows = rows.annotate(
        played=Count("pk"), won=Count("pk", filter=won), drawn=Count("pk", filter=drawn)
    )
    return rows.values_list("game", "played", "won", "drawn")


def _outcomes(player: Player, caller: Caller) -> QuerySet[Any]:
    """The player's seats in finished matches: whether `ahead`, and the number of `winners`."""
    first = Side.objects.filter(match=OuterRef("match"), rank=1).order_by()
    count = first.values("match").annotate(count=Count("pk")).values("count")
    seats = Seat.objects.filter(
        player=player,
        match__status=Status.FINISHED,
        match__in=matches_shown_of(player, visible(caller), caller).values("pk"),
    )
    return seats.order_by().annotate(
        game=F("match__game"),
        ahead=Exists(first.filter(number=OuterRef("side"))),
        winners=Coalesce(Subquery(count, output_field=IntegerField()), 0),
    )


_COUNTS = PreparedForCaller(_counts, NUMBER_PLACE)
