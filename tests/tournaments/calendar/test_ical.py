"""Tests of the lines of a calendar: worked examples, and a reading by another program
(icalendar).
"""

import datetime as dt

import icalendar
import pytest

from tournaments.calendar.ical import CalendarEvent, calendar

CHANGED = dt.datetime(2026, 11, 20, 18, 5, 9, tzinfo=dt.UTC)
PARIS = dt.timezone(dt.timedelta(hours=1))
EVENING = CalendarEvent(
    key="evening-AB12CD34",
    title="Soirée; tarot, 10 \\ 36 cartes",
    day=dt.date(2026, 11, 24),
    changed_at=CHANGED,
    sequence=2,
    start=dt.datetime(2026, 11, 24, 20, 30, tzinfo=PARIS),
    end=dt.datetime(2026, 11, 25, 0, 15, tzinfo=PARIS),
    place="Salle Saint-Roch, 3 rue des Œillets",
    note="Entrée par la cour\nsonner deux fois",
    url="https://exemple.org/tournois/AB12CD34/",
)
WHOLE_DAY = CalendarEvent(
    key="tournament-EF56GH78",
    title="Tournoi d'été",
    day=dt.date(2026, 12, 31),
    changed_at=CHANGED,
    sequence=0,
    cancelled=True,
)
TOLD = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//le-carnet//calendar//FR
CALSCALE:GREGORIAN
NAME:Le Valet noir
X-WR-CALNAME:Le Valet noir
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VEVENT
UID:evening-AB12CD34@le-carnet
DTSTAMP:20261120T180509Z
LAST-MODIFIED:20261120T180509Z
SEQUENCE:2
DTSTART:20261124T193000Z
DTEND:20261124T231500Z
SUMMARY:Soirée\\; tarot\\, 10 \\\\ 36 cartes
LOCATION:Salle Saint-Roch\\, 3 rue des Œillets
DESCRIPTION:Entrée par la cour\\nsonner deux fois
URL:https://exemple.org/tournois/AB12CD34/
STATUS:CONFIRMED
END:VEVENT
BEGIN:VEVENT
UID:tournament-EF56GH78@le-carnet
DTSTAMP:20261120T180509Z
LAST-MODIFIED:20261120T180509Z
SEQUENCE:0
DTSTART;VALUE=DATE:20261231
DTEND;VALUE=DATE:20270101
SUMMARY:Tournoi d'été
STATUS:CANCELLED
END:VEVENT
END:VCALENDAR
"""


def test_a_calendar_line_by_line():
    assert calendar("Le Valet noir", [EVENING, WHOLE_DAY]) == TOLD.replace("\n", "\r\n")


@pytest.mark.parametrize("title", ["a" * 200, "é" * 100, "a" * 64 + "🃏b" * 40])
def test_long_lines_are_folded_between_letters(title):
    event = CalendarEvent("evening-A", title, dt.date(2026, 1, 1), CHANGED, 0)
    lines = calendar("x", [event]).split("\r\n")
    assert max(len(line.encode()) for line in lines) == 75
    assert f"SUMMARY:{title}" in "\r\n".join(lines).replace("\r\n ", "")


def test_no_text_starts_a_line_of_its_own():
    hostile = CalendarEvent(
        "evening-A", "x\r\nEND:VEVENT\u2028\r\n", dt.date(2026, 1, 1), CHANGED, 0
    )
    assert calendar("x\r\nBEGIN:VEVENT", [hostile]).count("\r\nEND:VEVENT") == 1


def test_controls_are_left_out_of_texts():
    event = CalendarEvent("evening-A", "a\rb\x00c\x1fd", dt.date(2026, 1, 1), CHANGED, 0)
    assert "\r\nSUMMARY:a\\nb c d\r\n" in calendar("x", [event])


def test_another_program_reads_what_was_written():
    long = "L'été à Bruxelles ; 🃏 " * 20
    event = CalendarEvent(
        "evening-A", long, dt.date(2026, 7, 1), CHANGED, 7, note="un\ndeux, \\ trois"
    )
    read = icalendar.Calendar.from_ical(calendar("Le « Valet » noir", [EVENING, WHOLE_DAY, event]))
    assert str(read["NAME"]) == "Le « Valet » noir"
    first, second, third = read.walk("VEVENT")
    assert str(first["SUMMARY"]) == EVENING.title
    assert str(first["LOCATION"]) == EVENING.place
    assert str(first["DESCRIPTION"]) == EVENING.note
    assert (first["DTSTART"].dt, first["DTEND"].dt) == (EVENING.start, EVENING.end)
    assert (first["UID"], first["SEQUENCE"]) == ("evening-AB12CD34@le-carnet", 2)
    assert first["DTSTAMP"].dt == CHANGED
    assert (second["DTSTART"].dt, second["DTEND"].dt) == (
        dt.date(2026, 12, 31),
        dt.date(2027, 1, 1),
    )
    assert [str(entry["STATUS"]) for entry in (first, second, third)] == [
        "CONFIRMED",
        "CANCELLED",
        "CONFIRMED",
    ]
    assert (str(third["SUMMARY"]), str(third["DESCRIPTION"])) == (long, "un\ndeux, \\ trois")
    assert not any(component.errors for component in (read, first, second, third))
