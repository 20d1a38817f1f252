"""Writes a calendar in the format that other programs subscribe to (RFC 5545)."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from icalendar import Calendar, Event, vDuration, vText

# The site's part of an event's id. It is not a host name, because a host name may change.
SITE = "le-carnet"
REFRESHED_EVERY = dt.timedelta(hours=1)
# Control characters are not allowed in a calendar, except line feeds in a text.
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event on a day, or at an hour if `start` is known. `end` None: unknown."""

    key: str
    title: str
    day: dt.date
    changed_at: dt.datetime
    sequence: int
    start: dt.datetime | None = None
    end: dt.datetime | None = None
    place: str = ""
    note: str = ""
    url: str = ""
    cancelled: bool = False


def calendar(
    name: str, events: Iterable[CalendarEvent], language: str = "fr", description: str = ""
) -> str:
    """Return the text of a calendar. `description`: what is said of the calendar itself."""
    feed = Calendar()
    feed.add("VERSION", "2.0")
    feed.add("PRODID", f"-//{SITE}//calendar//{language.upper()}")
    feed.add("CALSCALE", "GREGORIAN")
    feed.add("NAME", vText(_plain(name)))
    feed.add("X-WR-CALNAME", vText(_plain(name)))
    if description:
        feed.add("DESCRIPTION", vText(_plain(description)))
        feed.add("X-WR-CALDESC", vText(_plain(description)))
    feed.add("REFRESH-INTERVAL", REFRESHED_EVERY, {"VALUE": "DURATION"})
    feed.add("X-PUBLISHED-TTL", vDuration(REFRESHED_EVERY))
    for event in events:
        feed.add_component(_event(event))
    return feed.to_ical(sorted=False).decode()


def _event(event: CalendarEvent) -> Event:
    fields: dict[str, object] = {
        "UID": f"{event.key}@{SITE}",
        "DTSTAMP": event.changed_at,
        "LAST-MODIFIED": event.changed_at,
        "SEQUENCE": event.sequence,
    }
    if event.start is None:
        fields |= {"DTSTART": event.day, "DTEND": event.day + dt.timedelta(days=1)}
    else:
        fields["DTSTART"] = event.start.astimezone(dt.UTC)
        if event.end is not None:
            fields["DTEND"] = event.end.astimezone(dt.UTC)
    fields["SUMMARY"] = _plain(event.title)
    texts = {"LOCATION": _plain(event.place), "DESCRIPTION": _plain(event.note), "URL": event.url}
    fields |= {name: text for name, text in texts.items() if text}
    fields["STATUS"] = "CANCELLED" if event.cancelled else "CONFIRMED"
    written = Event()
    for name, value in fields.items():
        written.add(name, value)
    return written


def _plain(text: str) -> str:
    """Return a text without control characters, its lines ended by a line feed."""
    return _CONTROLS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
