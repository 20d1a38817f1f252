"""A club's evening: the tournaments and matches of one of its days.

A day ends at six the next morning, in the site's time zone. It includes the public tournaments
dated on it and the matches that ended on it.
"""

import datetime as dt
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from bulletin.prose.marks import Guests
from clubs.models import Club
from core.dates import MORNING
from games.match.result_only import RESULT_ONLY
from games.models import Match
from games.queries import seats
from leaderboards.matches import countable, in_order
from tournaments import storage
from tournaments.models import Tournament
from tournaments.queries import standing_places


@dataclass(slots=True)
class PlayedDay:
    """The tournaments and matches of a club's day."""

    club: Club
    day: dt.date
    tournaments: list[Tournament]
    matches: list[Match]
    guests: Guests = field(default_factory=Guests)

    @property
    def played(self) -> bool:
        """Whether anything was played on the day."""
        return bool(self.tournaments or self.matches)


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments that a bulletin may mention: those that are public and have begun."""
    begun = (Tournament.State.RUNNING, Tournament.State.FINISHED)
    rows = Tournament.objects.filter(club=club, public=True, past=False, state__in=begun)
    return rows.filter(rounds__isnull=False).distinct()


def matches_of(club: Club) -> QuerySet[Match]:
    """Return the finished matches that belong to no tournament."""
    return countable().filter(club=club, event_id="").exclude(ended_by=RESULT_ONLY)


def day_of(moment: dt.datetime) -> dt.date:
    """Return the day to which a moment belongs. Until six in the morning it is the previous day."""
    return timezone.localtime(moment - MORNING).date()


def evening_of(club: Club, day: dt.date) -> PlayedDay:
    """Return the tournaments and matches of a day. It takes four queries at most."""
    start = timezone.make_aware(dt.datetime.combine(day, dt.time())) + MORNING
    rows = matches_of(club).filter(finished_at__gte=start, finished_at__lt=start + dt.timedelta(1))
    sitting = Prefetch("seats", seats())
    return PlayedDay(
        club,
        day,
        list(tournaments_of(club).filter(date=day).order_by("created_at", "pk")),
        list(in_order(rows).prefetch_related("sides", sitting)),
    )


def days_played(club: Club, most: int) -> list[dt.date]:
    """Return the last days on which something was played, newest first. It takes two queries."""
    days = set(tournaments_of(club).order_by("-date").values_list("date", flat=True)[:most])
    ended = matches_of(club).order_by("-finished_at").values_list("finished_at", flat=True)
    # Only the last `20 * most` matches are read. If one day has more, earlier days are not
    # offered.
    days |= {day_of(at) for at in ended[: 20 * most] if at}
    return sorted(days, reverse=True)[:most]


def digest(evening: PlayedDay) -> str:
    """Return a hash of an evening's results. It changes when the results change."""
    results: list[Any] = []
    for tournament in evening.tournaments:
        places = [
            (place.entrant, place.rank, str(place.points), place.won)
            for place in standing_places(storage.load(tournament))
        ]
        results.append((tournament.pk, tournament.state, places))
    results += [
        (match.pk, [(str(side.score), side.rank) for side in match.sides.all()])
        for match in evening.matches
    ]
    return hashlib.sha256(json.dumps(results).encode()).hexdigest()
