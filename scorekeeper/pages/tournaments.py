"""Tournaments on the home page and a club's page."""

from typing import Any

from django.urls import reverse

from clubs.callers import Caller
from clubs.models import Club
from tournaments import permissions
from tournaments.calendar.round_strip import strip_until_the_end
from tournaments.challenges import queries as challenges
from tournaments.models import Challenge, Tournament
from tournaments.queries import with_entrant_counts

OPEN = (Tournament.State.RUNNING, Tournament.State.REGISTRATION)


def next_tournament(club: Club, caller: Caller) -> dict[str, Any] | None:
    """Return the club's running tournament, or else the next one; None if there is none.

    The keys are `name`, `url`, `when` (its date), `running` (False: registration is open), `game`
    (a slug) and `strip`. One query, and four more if it runs.
    """
    rows = permissions.visible_of(club, caller).filter(state__in=OPEN)
    # The order of the states is descending, because « running » comes after « registration » in
    # the alphabet.
    tournament = with_entrant_counts(rows).order_by("-state", "date", "created_at").first()
    if tournament is None:
        return None
    tournament.club = club
    return {
        "name": tournament.name,
        "url": reverse("tournaments:tournament", args=[tournament.pk]),
        "when": tournament.date,
        "running": tournament.state == Tournament.State.RUNNING,
        "game": tournament.game,
        "strip": strip_until_the_end(tournament),
    }


def running_tournament(club: Club, caller: Caller) -> dict[str, Any] | None:
    """Return the club's running tournament, or None. Coming ones are in the calendar."""
    tournament = next_tournament(club, caller)
    return tournament if tournament and tournament["running"] else None


def challenges_of(club: Club, caller: Caller, most: int = 3) -> list[Challenge]:
    """Return the challenges of the club, also those shared with others, latest end first."""
    rows = challenges.visible(caller).filter(challenges.of_club(club))
    return list(rows.order_by("-last", "-created_at", "pk")[:most])
