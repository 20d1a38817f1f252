"""From when entrants may check in by their own link, card or account."""

import datetime as dt

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from core.dates import write_date
from tournaments.calendar.hours import moment
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

# How long before the start the check-in opens.
BEFORE = dt.timedelta(hours=2)


def check_in_opens(tournament: Tournament) -> dt.datetime:
    """Return the moment from which entrants may check in themselves.

    It is two hours before the start, or the beginning of the day if no hour is known.
    """
    if tournament.start_at is None:
        return moment(tournament.date, dt.time())
    return moment(tournament.date, tournament.start_at) - BEFORE


def check_in_is_open(tournament: Tournament, folded: TournamentState) -> bool:
    """Return whether entrants may check in themselves now: after the first draw, or in time."""
    return folded.begun or timezone.now() >= check_in_opens(tournament)


def opening_told(tournament: Tournament) -> str:
    """Return when the check-in opens, in words: « vendredi 20 novembre, 18 h 00 »."""
    opens = timezone.localtime(check_in_opens(tournament))
    day = write_date(opens, "l j F")
    if tournament.start_at is None:
        return day
    hour = time_format(opens, _("G \\h i"))
    return f"{day}, {hour}"
