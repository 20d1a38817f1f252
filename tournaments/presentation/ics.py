"""A club's calendar as a file, for the pages and the API."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from clubs.callers import Caller
from clubs.links.reach import reach_sentence
from clubs.models import Club
from core.addresses import shareable
from tournaments.calendar.ical import calendar
from tournaments.calendar.queries import dated

ICS = "text/calendar; charset=utf-8"


def ics_of(request: HttpRequest | Any, club: Club, caller: Caller) -> HttpResponse:
    """Return a response with the club's calendar as an iCalendar file."""
    events = [line.event(lambda path: shareable(request, path)) for line in dated(club, caller)]
    where = reach_sentence(shareable(request, "/"))
    if where:
        # Where a calendar shows the address, it says who can open it.
        events = [
            replace(event, note="\n".join(filter(None, (event.note, where))))
            if event.url
            else event
            for event in events
        ]
    text = calendar(club.name, events, (get_language() or "fr")[:2], description=where)
    response = HttpResponse(text, content_type=ICS)
    response["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return response
