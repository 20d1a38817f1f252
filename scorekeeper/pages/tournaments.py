"""Tournaments on the home page and a club's page."""

from typing import Any

from django.db.models import Q
from django.urls import reverse

from clubs.callers import Caller
from clubs.models import Club
from tournaments import queries, seasons
from tournaments.models import Challenge, Tournament
from tournaments.views.listing import lines_of

OPEN = (Tournament.State.RUNNING, Tournament.State.REGISTRATION)


def next_tournament(club: Club, caller: Caller) -> dict[str, Any] | None:
    """Return the club's running tournament, or its next one (`name`, `url`, `when`); one query."""
    rows = queries.visible(caller).filter(club=club, state__in=OPEN)
    # « running » comes after « registration » in the alphabet.
    found = rows.order_by("-state", "date", "created_at").first()
    if found is None:
        return None
    return {
        "name": found.name,
        "url": reverse("tournaments:tournament", args=[found.pk]),
        "when": found.date,
        "running": found.state == Tournament.State.RUNNING,
    }


def past_tournaments(club: Club, caller: Caller, most: int) -> list[dict[str, Any]]:
    """Return the club's last finished tournaments as a list shows them, with their podiums."""
    rows = queries.visible(caller).filter(club=club, state=Tournament.State.FINISHED)
    return lines_of(list(rows.order_by("-date", "-created_at", "pk")[:most]))


def challenges_of(club: Club, caller: Caller, most: int = 3) -> list[Challenge]:
    """Return the challenges in which the club takes part, the last to end first."""
    rows = seasons.visible(caller).filter(Q(club=club) | Q(clubs=club)).distinct()
    return list(rows.order_by("-last", "-created_at", "pk")[:most])
