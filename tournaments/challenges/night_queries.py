"""Reads of ordinary matches for a challenge, grouped by club and evening."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from core.dates import MORNING
from core.names import name_key
from games.match.result_only import RESULT_ONLY
from games.models import REMOVED_GUEST, Match, Seat, Side, Status
from games.proposals import queries as proposals
from tournaments.challenges.nights import PlayedSide, outcomes_of
from tournaments.challenges.table import EveningOutcome, Person
from tournaments.models import Challenge

Night = tuple[dt.date, int, tuple[EveningOutcome, ...]]


def night_key(day: dt.date, club: int) -> str:
    """Return the key of an evening of ordinary matches among those of a challenge."""
    return f"night {day.isoformat()} {club}"


def nights_of(challenge: Challenge, guests: dict[str, str]) -> Iterator[Night]:
    """Yield the evenings of ordinary matches that count, as (day, club, everybody's outcome).

    Guests with the same name are one person, as in tournaments; their names are added to `guests`.
    A seat without a name counts for nobody.
    """
    counted = _matches(challenge)
    rows = counted.order_by("finished_at", "pk").values_list("pk", "club_id", "finished_at")
    sides = _sides(counted.values("pk"), guests)
    nights: dict[tuple[dt.date, int], list[list[PlayedSide]]] = {}
    for pk, club, end in rows:
        if end is None or club is None:
            continue  # never the case for a finished match of a club
        day = timezone.localtime(end - MORNING).date()
        if challenge.first <= day <= challenge.last and len(sides.get(pk, ())) > 1:
            nights.setdefault((day, club), []).append(sides[pk])
    for (day, club), matches in sorted(nights.items()):
        outcomes = outcomes_of(matches, pairs=challenge.pairs)
        if outcomes:
            yield day, club, outcomes


def _matches(challenge: Challenge) -> QuerySet[Match]:
    """Return the matches outside tournaments that may count.

    They ended between one day before the challenge and one day after it.
    """
    clubs = [challenge.club_id, *challenge.clubs.values_list("pk", flat=True)]
    rows = proposals.counted().filter(
        status=Status.FINISHED,
        event_id="",
        club__in=clubs,
        # Compare timestamps, because the column has an index. The date of each row would have to be
        # computed.
        finished_at__gte=_midnight(challenge.first, -1),
        finished_at__lt=_midnight(challenge.last, 2),
    )
    rows = rows.exclude(ended_by=RESULT_ONLY)
    return rows.filter(game=challenge.game) if challenge.game else rows


def _midnight(day: dt.date, later: int) -> dt.datetime:
    """Return the beginning of the day that is `later` days after `day`, within the calendar."""
    number = min(max(day.toordinal() + later, 2), dt.date.max.toordinal() - 1)
    return timezone.make_aware(dt.datetime.combine(dt.date.fromordinal(number), dt.time()))


def _sides(matches: QuerySet[Any], guests: dict[str, str]) -> dict[str, list[PlayedSide]]:
    people: dict[tuple[str, int], list[Person]] = {}
    rows: Any = Seat.objects.filter(match__in=matches).order_by("match", "number")
    for match, side, player, name in rows.values_list("match", "side", "player", "guest_name"):
        if player is not None:
            people.setdefault((match, side), []).append(player)
        elif name and name != REMOVED_GUEST:
            guests.setdefault(name_key(name), name)
            people.setdefault((match, side), []).append(name_key(name))
    sides_by_match: dict[str, list[PlayedSide]] = {}
    rows = Side.objects.filter(match__in=matches, rank__isnull=False).order_by("match", "number")
    for match, number, rank in rows.values_list("match", "number", "rank"):
        sides_by_match.setdefault(match, []).append(
            PlayedSide(tuple(people.get((match, number), ())), rank or 1)
        )
    return sides_by_match
