"""Selects the matches that boards count, and computes the boards' data of each match."""

from collections.abc import Collection
from decimal import Decimal
from math import nan
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Match, Seat, Side, Status
from games.proposals import queries as proposals
from games.registry.installed import game_of
from leaderboards.models import RatedMatch
from leaderboards.rating.formulas import margins_of
from leaderboards.rating.matches import DRAWN, LOST, NO_SCORE, WON, PlayerPart
from leaderboards.rating.packing import micros, pack_parts


def countable() -> QuerySet[Match]:
    """Return the matches that a board may count: finished, and accepted by their club."""
    return proposals.counted().filter(status=Status.FINISHED)


def in_order(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return matches in the order in which boards count them."""
    return rows.order_by(F("finished_at"), F("pk"))


def rated_by_name(game: str, names: Collection[str]) -> list[RatedMatch]:
    """Return the boards' data of these matches of a game, in no particular order.

    Matches that a board may not count are left out, and so are matches in which a seat has no
    known player. Makes three queries for any number of matches.
    """
    rows = countable().filter(game=game, pk__in=names)
    matches = list(rows.select_related("club", game_of(game).rules_accessor))
    ids = [match.pk for match in matches]
    seats = _by_match(Seat.objects.filter(match__in=ids), "side", "player_id")
    sides = _by_match(Side.objects.filter(match__in=ids), "score", "rank", "eliminated")
    rated = (_row(match, seats.get(match.pk, []), sides.get(match.pk, [])) for match in matches)
    return [row for row in rated if row is not None]


def _by_match(rows: QuerySet[Any], *names: str) -> dict[str, list[Any]]:
    """Return some columns of rows by match. Rows are tuples, because many of them are read."""
    groups: dict[str, list[Any]] = {}
    for row in rows.order_by("match", "number").values_list("match_id", *names, named=True):
        groups.setdefault(row.match_id, []).append(row)
    return groups


def _row(match: Match, seats: list[Any], sides: list[Any]) -> RatedMatch | None:
    if len(sides) < 2 or any(seat.player_id is None for seat in seats):
        return None
    if any(side.rank is None for side in sides) or match.finished_at is None:
        return None
    club = match.club
    day = timezone.localtime(match.finished_at).date()
    return RatedMatch(
        match=match.pk,
        club_id=match.club_id,
        game=match.game,
        family=match.preset,
        at=micros(match.finished_at),
        day=day.toordinal(),
        year=day.year,
        parts=pack_parts(_parts(match, seats, sides)),
        over_all=club is not None and club.confirmed_at is not None,
    )


def _parts(match: Match, seats: list[Any], sides: list[Any]) -> list[PlayerPart]:
    game = game_of(match.game)
    margins = margins_of(
        [nan if side.score is None else float(side.score) for side in sides],
        [side.rank or 0 for side in sides],
        float(game.rules.unit(getattr(match, game.rules_accessor))),
        by_rank=match.ended_by in game.rules.ends_by_rank,
    )
    first = [side.rank == 1 and not side.eliminated for side in sides]
    return [
        PlayerPart(
            seat.player_id or 0,
            _hundredths(sides[seat.side].score),
            margins[seat.side],
            sides[seat.side].rank or 0,
            seat.side,
            _outcome(first[seat.side], sum(first)),
        )
        for seat in sorted(seats, key=lambda seat: seat.side)
    ]


def _outcome(first: bool, winners: int) -> int:
    """Return a player's outcome: `LOST`, `WON`, or `DRAWN` if several sides won.

    `first` says whether their side has rank 1 and was not eliminated.
    """
    if not first:
        return LOST
    return WON if winners == 1 else DRAWN


def _hundredths(score: Decimal | None) -> int:
    return NO_SCORE if score is None else int(score * 100)
