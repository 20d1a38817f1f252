"""A player's results by game, counted from stored sides in one query, without reading lines."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery

from clubs.callers import Caller
from clubs.club_names import players_called
from clubs.models import Club, Player
from games.match.list_queries import matches_shown_of
from games.models import Seat, Side, Status
from games.proposals.queries import counted
from games.queries import visible
from games.registry.installed import games

# Sides that won, alone or with others. Whoever is eliminated has not won, even at rank 1.
WINNING = Side.objects.filter(rank=1, eliminated=False)


class Record(NamedTuple):
    """A player's number of finished matches in one game.

    A match won by several sides counts as a draw. One that nobody won is lost, as on the boards.
    """

    game: str
    played: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        """The number of matches that were neither won nor drawn."""
        return self.played - self.won - self.drawn


def by_game(player: Player, caller: Caller) -> list[Record]:
    """Return a player's records in the order of the games, for matches that the caller may see."""
    played, won, drawn = Counter[str](), Counter[str](), Counter[str]()
    for game, winners, matches in _counts(player, caller):
        played[game] += matches
        if winners:
            (won if winners == 1 else drawn)[game] += matches
    return [
        Record(game.slug, played[game.slug], won[game.slug], drawn[game.slug])
        for game in games()
        if game.slug in played
    ]


# How players are shown who have no name in a club.
NAMELESS = (Player.Shown.HIDDEN, Player.Shown.REMOVED)


class Won(NamedTuple):
    """How many of their finished matches a player ended first in."""

    player: Player
    won: int
    played: int


def most_won(club: Club, since: datetime, most: int = 3) -> list[Won]:
    """Return who won most of the club's matches since a moment.

    The players have the names that the club shows; hidden ones are left out. Equal ones come in the
    order of the fewest matches. Only matches that count in the club count here. Two queries.
    """
    first = WINNING.filter(match=OuterRef("match"), number=OuterRef("side"))
    played = counted().filter(club=club, status=Status.FINISHED, started_at__gte=since)
    seats = Seat.objects.filter(match__in=played.values("pk"), player__isnull=False)
    groups = seats.annotate(first=Exists(first)).order_by().values_list("player")
    counts = groups.annotate(won=Count("pk", filter=Q(first=True)), played=Count("pk"))
    rows = list(counts.filter(won__gt=0).order_by("-won", "played", "player"))
    people = players_called(club).in_bulk([player for player, _won, _played in rows])
    best = [Won(people[player], won, played) for player, won, played in rows]
    return [row for row in best if row.player.shown_here not in NAMELESS][:most]


def _counts(player: Player, caller: Caller) -> QuerySet[Seat, tuple[str, int | None, int]]:
    """Count a player's finished matches by game and number of winners.

    The number of winners is null for the matches that the player lost.
    """
    first = WINNING.filter(match=OuterRef("match")).order_by().values("match")
    first = first.annotate(
        count=Count("pk"), own=Count("pk", filter=Q(number=OuterRef("side")))
    ).filter(own=1)
    seats = Seat.objects.filter(
        player=player,
        match__status=Status.FINISHED,
        match__in=matches_shown_of(player, visible(caller), caller).values("pk"),
    )
    winners = Subquery(first.values("count"), output_field=IntegerField())
    groups = seats.order_by().annotate(game=F("match__game"), winners=winners)
    return (
        groups.values("game", "winners")
        .annotate(matches=Count("pk"))
        .values_list("game", "winners", "matches")
    )
