"""A calendar as other programs subscribe to it: the lines of RFC 5545. Pure."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# The site's part of an event's name, which never changes; a host name may.
SITE = "le-carnet"
LINE = 75  # octets, without the line's end
HOUR = "PT1H"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """What happens on a day, or at an hour if `start` is known; `end` None: nobody said."""

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


def calendar(name: str, events: Iterable[CalendarEvent], language: str = "fr") -> str:
    """Return the calendar's text, each line ended and folded as the standard asks."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{SITE}//calendar//{language.upper()}",
        "CALSCALE:GREGORIAN",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{HOUR}",
        f"X-PUBLISHED-TTL:{HOUR}",
    ]
    for event in events:
        lines += _event(event)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(event: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.key}@{SITE}"
    yield f"DTSTAMP:{_moment(event.changed_at)}"
    yield f"LAST-MODIFIED:{_moment(event.changed_at)}"
    yield f"SEQUENCE:{event.sequence}"
    if event.start is None:
        yield f"DTSTART;VALUE=DATE:{_day(event.day)}"
        yield f"DTEND;VALUE=DATE:{_day(event.day + dt.timedelta(days=1))}"
    else:
        yield f"DTSTART:{_moment(event.start)}"
        if event.end is not None:
            yield f"DTEND:{_moment(event.end)}"
    yield f"SUMMARY:{escaped(event.title)}"
    told = (("LOCATION", event.place), ("DESCRIPTION", event.note))
    yield from (f"{name}:{escaped(text)}" for name, text in told if text)
    if event.url:
        yield f"URL:{event.url}"
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _day(day: dt.date) -> str:
    return day.isoformat().replace("-", "")


def _moment(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


# Controls can't stand in a calendar; a break of the line is written in two characters.
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_MEANING = re.compile(r"[\\;,]")


def escaped(text: str) -> str:
    """Return a text as the value of a line."""
    plain = _CONTROLS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _MEANING.sub(lambda one: f"\\{one[0]}", plain).replace("\n", "\\n")


def folded(line: str) -> str:
    """Return a line in pieces of 75 octets at most; no letter is cut in two."""
    pieces: list[str] = []
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        # A piece after the first has a space before it.
        if size + octets > LINE - bool(pieces):
            pieces.append(piece)
            piece, size = "", 0
        piece, size = piece + letter, size + octets
    return "\r\n ".join([*pieces, piece])
