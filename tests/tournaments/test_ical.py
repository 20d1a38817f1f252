"""The lines of a calendar, by worked examples, and as another program reads them."""

import datetime as dt

import pytest

from tournaments.ical import CalendarEvent, calendar, escaped, folded

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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("a" * 75, ["a" * 75]),
        ("a" * 76, ["a" * 75, " a"]),
        # A piece after the first holds 74 octets beside its space.
        ("a" * 150, ["a" * 75, " " + "a" * 74, " a"]),
        # « é » is two octets: the 38th would be cut in two.
        ("é" * 38, ["é" * 37, " é"]),
        # A letter of four octets goes to the next line whole.
        ("a" * 73 + "🃏b", ["a" * 73, " 🃏b"]),
    ],
)
def test_long_lines_are_folded_between_letters(line, told):
    assert folded(line) == "\r\n".join(told)
    assert all(len(one.encode()) <= 75 for one in told)


def test_what_cannot_stand_in_a_line_is_written_in_two_characters_or_left_out():
    assert escaped("a\\b;c,d\r\ne\rf\ng\x00h\x1fi") == "a\\\\b\\;c\\,d\\ne\\nf\\ng h i"
    # No text can start a line of its own.
    hostile = CalendarEvent(
        "evening-A", "x\r\nEND:VEVENT\u2028\r\n", dt.date(2026, 1, 1), CHANGED, 0
    )
    assert calendar("x\r\nBEGIN:VEVENT", [hostile]).count("\r\nEND:VEVENT") == 1


def test_another_program_reads_what_was_written():
    icalendar = pytest.importorskip("icalendar", reason="a development package")
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
    assert [str(one["STATUS"]) for one in (first, second, third)] == [
        "CONFIRMED",
        "CANCELLED",
        "CONFIRMED",
    ]
    assert (str(third["SUMMARY"]), str(third["DESCRIPTION"])) == (long, "un\ndeux, \\ trois")
    assert not any(one.errors for one in (read, first, second, third))
