"""All reads of boards: rows that stand ready, by index. Nothing adds up matches here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.functional import cached_property

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer, Player
from clubs.queries import visible_clubs
from leaderboards.constants import Constants, constants_of
from leaderboards.models import EVER, Counted, Ladder, Meeting, Standing, Stretch
from leaderboards.packing import Point as Packed
from leaderboards.packing import micros, moment, unpack_points
from leaderboards.rating import Skill, category, provisional, shown
from leaderboards.storage import curve_of, in_parts
from leaderboards.tallies import Count, State

PAGE = 50
LATELY = timedelta(days=90)
# Seasons by name: of all time, of the last 90 days. Others are civil years.
ALL, RECENT = "all", "90d"


@dataclass(frozen=True, slots=True)
class Asked:
    """Which board: of a game, in a club or over all, of a season, of a ruleset family, of whom."""

    game: str
    club: Club | None = None
    season: str = ALL
    family: str = ""
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a board, in displayed points; averages in points of the game."""

    rank: int
    people: tuple[Player, ...]
    rating: float
    sigma: float
    provisional: bool
    category: str | None
    played: int
    won: int
    drawn: int
    lost: int
    percent: int
    average: float
    best: float | None
    streak: int
    form: str


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board. `start` is how many rows stand before it; `more`: others follow."""

    rows: tuple[Row, ...]
    start: int
    more: bool
    constants: Constants


def ladder(asked: Asked) -> Ladder | None:
    """Return the ladder of a board, if anything was ever counted on it."""
    return Ladder.objects.filter(
        game=asked.game, club=asked.club, family=asked.family, pairs=asked.pairs
    ).first()


def shown_to(caller: Caller, club: Club | None, name: str = "player") -> Q:
    """Return which rows may be named to the caller, by the player that `name` points at.

    On a club's board: everyone but the hidden, whom only their fellows see. Over all: moreover
    only people on the list of a club that the caller may see.
    """
    if caller.is_site_owner:
        return Q()
    seen = Q(**{f"{name}__shown__in": (Player.Shown.FULL, Player.Shown.INITIALS)})
    if caller.account is not None:
        fellows = ClubPlayer.objects.filter(
            player=OuterRef(f"{name}_id"), club__memberships__user=caller.account
        )
        seen |= Q(Exists(fellows))
    if club is None:
        # By the clubs that are not seen, which are few: each row is asked by its player alone.
        private = Club.objects.filter(public=False)
        unseen = private.exclude(pk__in=visible_clubs(caller).order_by().values("pk"))
        listed = ClubPlayer.objects.filter(player=OuterRef(f"{name}_id"))
        seen &= Q(Exists(listed.exclude(club__in=list(unseen.values_list("pk", flat=True)))))
    return seen


def standings(asked: Asked, on: Ladder, caller: Caller) -> QuerySet[Standing]:
    """Return the rows of a board in their order, with whom they are of."""
    season = EVER if asked.season in (ALL, RECENT) else asked.season
    rows = Standing.objects.filter(shown_to(caller, asked.club), ladder=on, season=season)
    people = ["player"]
    if asked.pairs:
        rows = rows.filter(shown_to(caller, asked.club, "partner"))
        people.append("partner")
    if asked.season == RECENT:
        rows = rows.filter(at__gte=_cutoff())
    return rows.select_related(*people).order_by("-floor", "player", "partner")


def board(asked: Asked, caller: Caller, start: int = 0, size: int = PAGE) -> Board:
    """Return a page of a board as it stands."""
    constants, on = constants_of(asked.game), ladder(asked)
    if on is None:
        return Board((), 0, False, constants)
    # One more on each side: whether others follow, and whether the first shares its rank.
    first = max(start - 1, 0)
    found = list(standings(asked, on, caller)[first : start + size + 1])
    ranks = _ranks(found, first, lambda floor: _above(asked, on, caller, floor))
    page = slice(start - first, start - first + size)
    earlier = _earlier(found[page]) if asked.season == RECENT else {}
    rows = tuple(
        _row(rank, standing, earlier.get(standing.pk), constants)
        for rank, standing in zip(ranks[page], found[page], strict=True)
    )
    return Board(rows, start, len(found) > page.stop, constants)


def _above(asked: Asked, on: Ladder, caller: Caller, floor: float) -> int:
    return standings(asked, on, caller).filter(floor__gt=floor).count()


def _ranks(found: Sequence[Standing], first: int, above: Any) -> list[int]:
    """Equals share a rank (1-1-3), also over the edge of a page."""
    ranks: list[int] = []
    for place, row in enumerate(found):
        if place and row.floor == found[place - 1].floor:
            ranks.append(ranks[-1])
        else:
            ranks.append(first + place + 1)
    if first and len(found) > 1 and found[0].floor == found[1].floor:
        rank = above(found[0].floor) + 1
        ranks = [
            rank if row.floor == found[0].floor else own
            for row, own in zip(found, ranks, strict=True)
        ]
    return ranks


def _cutoff() -> int:
    return micros(timezone.now() - LATELY)


def _earlier(rows: Sequence[Standing]) -> dict[int, Count]:
    """Return everybody's counts before the last 90 days: what to count from."""
    cutoff = _cutoff()
    before = (
        Stretch.objects.filter(
            Q(partner=OuterRef("partner")) | Q(partner__isnull=True, player=OuterRef("player")),
            ladder=OuterRef("ladder"),
            player=OuterRef("player"),
            first__lt=cutoff,
        )
        .order_by("-last", "-pk")
        .values("pk")[:1]
    )
    ids = Standing.objects.filter(pk__in=[row.pk for row in rows]).values_list(
        "pk", Subquery(before)
    )
    found = dict(ids)
    read = Stretch.objects.in_bulk([pk for pk in found.values() if pk is not None])
    counts = {}
    for pk, stretch in found.items():
        if stretch is not None:
            points = unpack_points(read[stretch].data)
            counts[pk] = [one for one in points if one.place.at < cutoff][-1].state.ever
    return counts


def row_of(standing: Standing) -> Row:
    """Return somebody's row of a board, without a rank (0). It comes with its ladder's game."""
    return _row(0, standing, None, constants_of(standing.ladder.game))


def _row(rank: int, standing: Standing, since: Count | None, constants: Constants) -> Row:
    skill = Skill(standing.mu, standing.sigma)
    played = standing.played - (since.played if since else 0)
    won = standing.won - (since.won if since else 0)
    drawn = standing.drawn - (since.drawn if since else 0)
    points = standing.points - (since.points if since else 0)
    people = (standing.player, standing.partner) if standing.partner_id else (standing.player,)
    return Row(
        rank=rank,
        people=tuple(person for person in people if person is not None),
        rating=shown(standing.mu),
        sigma=standing.sigma,
        provisional=provisional(standing.sigma, constants),
        category=category(skill, constants),
        played=played,
        won=won,
        drawn=drawn,
        lost=played - won - drawn,
        percent=round(100 * won / played) if played else 0,
        average=points / played / 100 if played else 0.0,
        # Where matches left the season behind, their best is not to be told from the others'.
        best=None if since or standing.best is None else standing.best / 100,
        streak=standing.streak,
        form=standing.form,
    )


@dataclass(frozen=True)
class Point:
    """A player's rating after a match. `match` is None where the caller may not see it."""

    state: State
    at: datetime
    match: str | None
    constants: Constants

    @property
    def rating(self) -> float:
        """The rating after it, in displayed points."""
        return shown(self.state.skill.mu)

    @property
    def sigma(self) -> float:
        """Its uncertainty."""
        return self.state.skill.sigma

    @cached_property
    def provisional(self) -> bool:
        """Whether it was still provisional."""
        return provisional(self.sigma, self.constants)


def curve(player: Player, game: str, club: Club | None, caller: Caller) -> list[Point]:
    """Return a player's rating after each match, oldest first; over all without a club."""
    on = ladder(Asked(game, club))
    points = curve_of(on, (player.pk,)) if on else []
    seen = _seen([point.place.match for point in points], caller)
    return [_point(point, seen, game) for point in points]


def _point(point: Packed, seen: set[str], game: str) -> Point:
    match = point.place.match if point.place.match in seen else None
    return Point(point.state, moment(point.place.at), match, constants_of(game))


def _seen(matches: Sequence[str], caller: Caller) -> set[str]:
    """Those of these matches that the caller may be told of: of clubs that they see."""
    clubs = list(visible_clubs(caller).values_list("pk", flat=True))
    found: set[str] = set()
    for part in in_parts(matches):
        rows = Counted.objects.filter(pk__in=part, club__in=clubs)
        found.update(rows.values_list("pk", flat=True))
    return found


def years(on: Ladder | None) -> list[str]:
    """Return the civil years from a board's first to its last, newest first."""
    seasons = Standing.objects.filter(ladder=on).exclude(season=EVER).order_by("season")
    found = seasons.values_list("season", flat=True)
    first, last = (found.first(), found.last()) if on else (None, None)
    if first is None or last is None:
        return []
    return [str(year) for year in range(int(last), int(first) - 1, -1)]


@dataclass(frozen=True, slots=True)
class Duel:
    """How two people fared against each other, and on one side."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    together: int = 0
    together_won: int = 0

    @property
    def against(self) -> int:
        """Matches against each other."""
        return self.won + self.lost + self.drawn


def duel(one: Player, other: Player, game: str, caller: Caller) -> Duel:
    """Return how `one` fared against `other`, and with them, in clubs that the caller sees."""
    low, high = sorted((one.pk, other.pk))
    clubs = visible_clubs(caller).values_list("pk", flat=True)
    rows = Meeting.objects.filter(one=low, other=high, game=game, club__in=list(clubs))
    # One row a club: nothing is counted here but clubs.
    sums = [0] * 5
    for row in rows:
        counts = (row.won, row.lost, row.drawn, row.together, row.together_won)
        sums = [total + count for total, count in zip(sums, counts, strict=True)]
    if one.pk > other.pk:
        sums[0], sums[1] = sums[1], sums[0]
    return Duel(*sums)


def standing_of(player: Player, game: str, club: Club | None = None) -> Row | None:
    """Return somebody's row on a board of all time, without a rank (0); None before a match."""
    on = ladder(Asked(game, club))
    rows = Standing.objects.filter(ladder=on, season=EVER, player=player, partner__isnull=True)
    found = rows.select_related("player", "partner").first() if on else None
    return _row(0, found, None, constants_of(game)) if found else None


def is_seen(club_id: int | None, caller: Caller) -> bool:
    """Say whether the caller may see a club."""
    return club_id is not None and visible_clubs(caller).filter(pk=club_id).exists()


def names_seen(players: Sequence[int], caller: Caller) -> dict[int, str]:
    """Return the public names of people by their numbers: what a match's own page calls them."""
    return {one.pk: one.public_name for one in Player.objects.filter(pk__in=players)}
