"""Tournaments on the home page and a club's page."""

from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from clubs.callers import Caller
from clubs.models import Club
from clubs.prepared import NUMBER_PLACE
from clubs.prepared_for_caller import PreparedForCaller
from tournaments import challenges, permissions
from tournaments.models import Challenge, Tournament

OPEN = (Tournament.State.RUNNING, Tournament.State.REGISTRATION)


def next_tournament(club: Club, caller: Caller) -> dict[str, Any] | None:
    """Return the club's running tournament, or its next one (`name`, `url`, `when`); one query."""
    found = next(iter(_NEXT.rows(caller, club.pk)), None)
    if found is None:
        return None
    return {
        "name": found.name,
        "url": reverse("tournaments:tournament", args=[found.pk]),
        "when": found.date,
        "running": found.state == Tournament.State.RUNNING,
    }


def _next(caller: Caller, club: int) -> QuerySet[Tournament]:
    rows = permissions.visible(Tournament.objects.all(), caller).filter(club=club, state__in=OPEN)
    # « running » comes after « registration » in the alphabet.
    return rows.order_by("-state", "date", "created_at")[:1]


_NEXT = PreparedForCaller(_next, NUMBER_PLACE)


def running_tournament(club: Club, caller: Caller) -> dict[str, Any] | None:
    """Return the club's running tournament; its calendar has those to come."""
    found = next_tournament(club, caller)
    return found if found and found["running"] else None


def challenges_of(club: Club, caller: Caller, most: int = 3) -> list[Challenge]:
    """Return the challenges in which the club takes part, the last to end first."""
    rows = challenges.visible(caller).filter(Q(club=club) | Q(clubs=club)).distinct()
    return list(rows.order_by("-last", "-created_at", "pk")[:most])
