"""Queries on the wins in a series."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q

from clubs.callers import Caller
from games.match import permissions
from games.match.series import Played, Tally, tally
from games.models import Match, Seat, Status
from games.queries import matches

_WON = Q(match__sides__rank=1, match__sides__eliminated=False)


@dataclass(frozen=True, slots=True)
class Evening:
    """The series of a match: the ids of its matches that the reader may see, and the wins."""

    matches: list[str]
    tally: Tally | None


def tallies(rows: Iterable[Match]) -> dict[str, Tally]:
    """Return the wins in the series of these matches, by match id. At most one query.

    Only matches of the same club count together. So a match that a club accepted later no longer
    counts with the other matches of its series.
    """
    going_on = [match for match in rows if match.series_id is not None]
    if not going_on:
        return {}
    series = {match.series_id for match in going_on}
    seats = (
        Seat.objects.filter(match__series__in=series, match__status=Status.FINISHED)
        .filter(match__sides__number=F("side"))
        .order_by("match__series_number", "number")
        .annotate(series=F("match__series"), at=F("match__club"), won=_WON)
    )
    played: dict[tuple[Any, Any], dict[str, list[Any]]] = {}
    for seat in seats:
        played.setdefault((seat.series, seat.at), {}).setdefault(seat.match_id, []).append(seat)
    counted = {
        key: tally([_played(seated) for seated in by_match.values()])
        for key, by_match in played.items()
    }
    by_match = {match.pk: counted.get((match.series_id, match.club_id)) for match in going_on}
    return {match_id: wins for match_id, wins in by_match.items() if wins is not None}


def evening(match: Match, caller: Caller) -> Evening:
    """Return the series of a match, or the match alone if it has no series."""
    if match.series_id is None:
        return Evening([match.pk], None)
    rows = matches().filter(series=match.series_id, club=match.club_id).order_by("series_number")
    seen = [row.pk for row in rows if permissions.can_see(row, caller)]
    return Evening(seen, tallies([match]).get(match.pk))


def _played(seats: Iterable[Any]) -> Played:
    """Return a finished match of a series as `Played`. Its seats must have the annotation `won`."""
    sides: dict[int, set[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side, set()).add(seat.in_series)
    won = {seat.side for seat in seats if seat.won}
    return Played(
        frozenset(map(frozenset, sides.values())),
        frozenset(frozenset(people) for side, people in sides.items() if side in won),
    )
