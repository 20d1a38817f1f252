"""A player's results by game, ruleset and day, counted in one query from stored sides."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.db.models import (
    CharField,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Cast
from django.utils import timezone

from clubs.callers import Caller
from clubs.club_names import players_called
from clubs.models import Club, Player
from core.dates import MORNING
from games.match.list_queries import matches_shown_of
from games.models import Match, Seat, Side, Status
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


class Day(NamedTuple):
    """How many of the matches that a player finished on a day the player won."""

    day: date
    played: int
    won: int


class MatchGroup(NamedTuple):
    """The number of a player's matches of one game, ruleset and day with so many winners.

    `winners` is None for matches that the player lost.
    """

    game: str
    preset: str
    day: date
    winners: int | None
    matches: int


def groups_of(player: Player, rows: QuerySet[Match]) -> list[MatchGroup]:
    """Count a player's finished matches among `rows`. Makes one query.

    A match belongs to the day on which it ended; until six in the morning, to the day before.
    """
    first = WINNING.filter(match=OuterRef("match")).order_by().values("match")
    first = first.annotate(
        count=Count("pk"), own=Count("pk", filter=Q(number=OuterRef("side")))
    ).filter(own=1)
    seats = Seat.objects.filter(
        player=player, match__status=Status.FINISHED, match__in=rows.order_by().values("pk")
    )
    finished = seats.order_by().annotate(
        # As text, because SQLite computes a day in a Python function, which takes longer.
        ended=Cast("match__finished_at", CharField()),
        winners=Subquery(first.values("count"), output_field=IntegerField()),
    )
    groups = Counter(
        (game, preset, _day_of(ended), winners)
        for game, preset, ended, winners in finished.values_list(
            "match__game", "match__preset", "ended", "winners"
        )
    )
    return [MatchGroup(*group, matches) for group, matches in groups.items()]


def _day_of(ended: str) -> date:
    """Return the day of an end, which is a text in UTC: « 2026-11-27 20:46 » and more."""
    moment = datetime.fromisoformat(ended[:16]).replace(tzinfo=UTC)
    return timezone.localdate(moment - MORNING)


def by_game(player: Player, caller: Caller) -> list[Record]:
    """Return a player's records in the order of the games, for matches that the caller may see."""
    return records_by_game(groups_of(player, matches_shown_of(player, visible(caller), caller)))


def records_by_game(groups: Iterable[MatchGroup]) -> list[Record]:
    """Return the sums of groups by game, in the order of the games."""
    sums = _sums(groups, lambda group: group.game)
    return [Record(game.slug, *sums[game.slug]) for game in games() if game.slug in sums]


def records_by_preset(groups: Iterable[MatchGroup]) -> dict[str, list[tuple[str, Record]]]:
    """Return the sums of groups by ruleset, for each game: those with most matches first."""
    sums = _sums(groups, lambda group: (group.game, group.preset))
    by_preset: dict[str, list[tuple[str, Record]]] = defaultdict(list)
    for (game, preset), counts in sorted(sums.items(), key=lambda item: (-item[1][0], item[0])):
        by_preset[game].append((preset, Record(game, *counts)))
    return by_preset


def best_day(groups: Iterable[MatchGroup]) -> Day | None:
    """Return the day with most matches won, or None if no match was won.

    Of equal days, it is the one with fewest other matches, then the last.
    """
    sums = _sums(groups, lambda group: group.day)
    days = [Day(day, played, won) for day, (played, won, _drawn) in sums.items() if won]
    return max(days, key=lambda day: (day.won, day.won - day.played, day.day), default=None)


def _sums(
    groups: Iterable[MatchGroup], key: Callable[[MatchGroup], Any]
) -> dict[Any, tuple[int, int, int]]:
    """Return how many matches were played, won and drawn, by key."""
    sums: dict[Any, tuple[int, int, int]] = {}
    for group in groups:
        played, won, drawn = sums.get(key(group), (0, 0, 0))
        won += group.matches if group.winners == 1 else 0
        drawn += group.matches if (group.winners or 0) > 1 else 0
        sums[key(group)] = (played + group.matches, won, drawn)
    return sums


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
