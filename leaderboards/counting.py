"""From a finished match to what the boards count of it, and back from its row."""

from collections.abc import Collection
from decimal import Decimal
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games import proposals
from games.models import Match, Seat, Side, Status
from games.registry import Game, game_of
from leaderboards.models import RatedMatch
from leaderboards.rating.formulas import Result, margins
from leaderboards.rating.packing import Place, micros, moment, pack_parts, unpack_parts
from leaderboards.rating.tallies import DRAWN, LOST, WON, Part, Played


def countable() -> QuerySet[Match]:
    """Matches that a board may count: finished, and accepted by their club."""
    return proposals.counted().filter(status=Status.FINISHED)


def counted(matches: Collection[Match]) -> list[RatedMatch]:
    """Return what the boards count of these matches: those whose every seat is a known player.

    The matches come with their rules. Three queries at most, however many there are.
    """
    ids = [match.pk for match in matches]
    seats, sides = (
        _grouped(Seat.objects.filter(match__in=ids)),
        _grouped(Side.objects.filter(match__in=ids)),
    )
    rows = [_row(match, seats.get(match.pk, []), sides.get(match.pk, [])) for match in matches]
    return [row for row in rows if row is not None]


def _grouped(rows: QuerySet[Any]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for row in rows.order_by("match", "number"):
        groups.setdefault(row.match_id, []).append(row)
    return groups


def _row(match: Match, seats: list[Seat], sides: list[Side]) -> RatedMatch | None:
    if len(sides) < 2 or any(seat.player_id is None for seat in seats):
        return None
    if any(side.rank is None for side in sides) or match.finished_at is None:
        return None
    day = timezone.localtime(match.finished_at).date()
    return RatedMatch(
        match=match.pk,
        club_id=match.club_id,
        game=match.game,
        family=match.preset,
        at=micros(match.finished_at),
        day=day.toordinal(),
        year=day.year,
        parts=pack_parts(_parts(match, game_of(match.game), seats, sides)),
    )


def _parts(match: Match, game: Game, seats: list[Seat], sides: list[Side]) -> tuple[Part, ...]:
    rules = getattr(match, game.rules_accessor)
    results = [
        Result(None if side.score is None else float(side.score), side.rank or 0) for side in sides
    ]
    leads = margins(results, float(game.spread(rules)), by_rank=match.ended_by in game.ends_by_rank)
    outcomes = _outcomes(sides)
    return tuple(
        Part(
            tuple(seat.player_id or 0 for seat in seats if seat.side == side.number),
            _hundredths(side.score),
            outcome,
            lead,
            side.rank or 0,
        )
        for side, outcome, lead in zip(sides, outcomes, leads, strict=True)
    )


def _outcomes(sides: list[Side]) -> list[str]:
    """Several winners: drawn for them. Somebody eliminated has not won, whatever their rank."""
    first = [side.rank == 1 and not side.eliminated for side in sides]
    win = WON if sum(first) == 1 else DRAWN
    return [win if wins else LOST for wins in first]


def _hundredths(score: Decimal | None) -> int | None:
    return None if score is None else int(score * 100)


def played_of(row: RatedMatch) -> Played:
    """Return a match as a fold takes it, from its row."""
    return Played(row.day, row.year, unpack_parts(row.parts))


def in_order(rows: QuerySet[Any], after: Place | None = None) -> QuerySet[Any]:
    """Matches in the order in which boards count them, from after a place in it."""
    if after is not None:
        ended_at = moment(after.at)
        rows = rows.filter(finished_at__gte=ended_at).filter(
            Q(finished_at__gt=ended_at) | Q(pk__gt=after.match)
        )
    return rows.order_by(F("finished_at"), F("pk"))
