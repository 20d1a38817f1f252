"""A club's calendar as a file, for the pages and the API."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from clubs.callers import Caller
from clubs.models import Club
from core.addresses import shareable
from tournaments.calendar.ical import calendar
from tournaments.calendar.queries import dated

ICS = "text/calendar; charset=utf-8"


def ics_of(request: HttpRequest | Any, club: Club, caller: Caller) -> HttpResponse:
    """Return a response with the club's calendar as an iCalendar file."""
    events = [line.event(lambda path: shareable(request, path)) for line in dated(club, caller)]
    text = calendar(club.name, events, (get_language() or "fr")[:2])
    response = HttpResponse(text, content_type=ICS)
    response["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return response
