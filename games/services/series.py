"""Decides whether a new match continues the series of the match that its table has just played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Player
from core.names import name_key
from games.match import permissions
from games.match.series import EVENING, Sitting, who_is_who
from games.models import Match, Series, Status
from games.queries import Loaded

if TYPE_CHECKING:  # `starting` imports this module
    from games.services.starting import StartAsked


@dataclass(frozen=True, slots=True)
class GoingOn:
    """A new match's place in a series: the series, its number in it, and the person on each
    seat.
    """

    series: Series
    number: int
    people: Sequence[int]


def go_on(
    before: Loaded, setup: "StartAsked", people: Mapping[int, Player], caller: Caller
) -> GoingOn | None:
    """Return the new match's place in the series of `before`; None if it does not continue it.

    It continues the series if the same people, on any seats, play the same game, and not for
    another club. A match that counts may be followed by a match that belongs only to the table.
    Only a caller who may change a match that counts may continue its series. The earlier match must
    be of this evening, and over or replaced while it was blank. If it has no series, a series is
    created. The earlier match must be locked.
    """
    match = before.match
    if not permissions.can_change_counted(match, caller):
        return None
    if match.event_id or setup.event_id or match.game != setup.game.slug:
        return None
    if None not in (match.club, setup.club) and match.club != setup.club:
        return None
    if timezone.now() - match.started_at > EVENING:
        return None
    if match.status == Status.IN_PROGRESS and (before.entries or match.series_id is None):
        return None
    was = [
        Sitting(seat.player_id, name_key(seat.name) if seat.named else "") for seat in before.seats
    ]
    now = [
        Sitting(seat.player, name_key(people[seat.player].public_name))
        if seat.player is not None
        else Sitting(None, name_key(seat.name))
        for seat in setup.seats
    ]
    old_seats = who_is_who(was, now)
    if old_seats is None:
        return None
    series, number = _after(match)
    return GoingOn(series, number, [before.seats[old].in_series for old in old_seats])


def _after(match: Match) -> tuple[Series, int]:
    """Return the series of a match, and the number of the next match in it.

    A match without a series begins one. The series is locked, so that two matches started at the
    same time get different numbers.
    """
    if match.series_id is None:
        match.series, match.series_number = Series.objects.create(), 1
        match.save(update_fields=["series", "series_number"])
        return match.series, 2
    series = Series.objects.select_for_update().get(pk=match.series_id)
    last = series.matches.order_by("-series_number").values_list("series_number", flat=True)
    return series, (last.first() or 0) + 1
