"""Reads of a club's calendar: its own evenings, and its tournaments by their date."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Club
from tournaments import permissions
from tournaments.calendar.hours import end_of, moment
from tournaments.calendar.ical import CalendarEvent
from tournaments.log_queries import OF_ROW
from tournaments.models import ClubEvening, LogEntry, Tournament
from tournaments.presentation.inviting import note_of
from tournaments.services.entrants.entering import sign_up_open

# A calendar lists the last three months, and the future up to three years ahead.
PAST, AHEAD = dt.timedelta(days=92), dt.timedelta(days=3 * 366)
MOST = 500


@dataclass(frozen=True, slots=True)
class Dated:
    """A line of the calendar: an evening of the club, or a tournament with its state.

    `signing_up`: « Je viens » is open.
    """

    kind: str
    id: str
    title: str
    date: dt.date
    start: dt.time | None
    end: dt.time | None
    place: str
    note: str
    cancelled: bool
    sequence: int
    changed_at: dt.datetime
    state: str | None = None
    signing_up: bool = False

    @property
    def starts(self) -> dt.datetime | None:
        """When it starts, if that is known."""
        return None if self.start is None else moment(self.date, self.start)

    @property
    def ends(self) -> dt.datetime | None:
        """When it ends, if that is known: after midnight if the hour is before the start's."""
        if self.start is None or self.end is None:
            return None
        return end_of(self.date, self.start, self.end)

    def event(self, absolute: Callable[[str], str]) -> CalendarEvent:
        """Return the line as a calendar's event. `absolute` makes a full address of a path."""
        path = reverse("tournaments:tournament", args=[self.id]) if self.state else ""
        return CalendarEvent(
            key=f"{self.kind}-{self.id}",
            title=self.title,
            day=self.date,
            changed_at=self.changed_at,
            sequence=self.sequence,
            start=self.starts,
            end=self.ends,
            place=self.place,
            note=self.note,
            url=absolute(path) if path else "",
            cancelled=self.cancelled,
        )


def dated(
    club: Club,
    caller: Caller,
    *,
    since: dt.date | None = None,
    most: int = MOST,
    but: Sequence[str] = (Tournament.State.DRAFT,),
    changes: bool = True,
) -> list[Dated]:
    """Return the club's calendar from a day on (by default three months ago), earliest first.

    It has the tournaments that the caller may see, except those in a state of `but`. Without
    `changes`, a tournament's `changed_at` is when it was made. Makes two queries.
    """
    today = timezone.localdate()
    span = (since or today - PAST, today + AHEAD)
    evenings = ClubEvening.objects.filter(club=club, date__range=span).order_by("date", "pk")
    lines = [_of_evening(evening) for evening in evenings[:most]]
    rows = permissions.visible_of(club, caller).filter(date__range=span, past=False)
    rows = rows.exclude(state__in=but).order_by("date", "pk")
    if changes:
        last = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-version")
        rows = rows.annotate(told_at=Coalesce(Subquery(last.values("at")[:1]), "created_at"))
    else:
        rows = rows.annotate(told_at=F("created_at"))
    lines += [_of_tournament(tournament) for tournament in rows[:most]]
    return sorted(lines, key=_order)[:most]


def _order(line: Dated) -> tuple[dt.date, dt.time, str]:
    return line.date, line.start or dt.time.min, line.id


def _of_evening(evening: ClubEvening) -> Dated:
    return Dated(
        kind="evening",
        id=evening.pk,
        title=evening.title,
        date=evening.date,
        start=evening.start,
        end=evening.end,
        place=evening.place,
        note=evening.note,
        cancelled=evening.cancelled,
        sequence=evening.sequence,
        changed_at=evening.changed_at,
    )


def _of_tournament(tournament: Tournament) -> Dated:
    return Dated(
        kind="tournament",
        id=tournament.pk,
        title=tournament.name,
        date=tournament.date,
        start=tournament.start_at,
        end=tournament.end_by if tournament.start_at else None,
        place=tournament.place,
        note=note_of(tournament),
        cancelled=False,
        sequence=tournament.version,
        changed_at=tournament.told_at,  # type: ignore[attr-defined]
        state=tournament.state,
        signing_up=sign_up_open(tournament),
    )


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament that people may still come to, as a feed announces it.

    `note` has the lines that people are told; `changed_at` is when they or the day were changed.
    """

    id: str
    title: str
    date: dt.date
    start: dt.time | None
    place: str
    note: str
    made_at: dt.datetime
    changed_at: dt.datetime


def announced(club: Club, caller: Caller, most: int) -> list[Announced]:
    """Return the tournaments to come whose registration is on, the earliest first; one query."""
    changes = LogEntry.objects.filter(tournament=OuterRef("pk"), kind__in=OF_ROW)
    rows = permissions.visible_of(club, caller).filter(
        past=False,
        state=Tournament.State.REGISTRATION,
        date__range=(timezone.localdate(), timezone.localdate() + AHEAD),
    )
    rows = rows.annotate(
        told_at=Coalesce(Subquery(changes.order_by("-version").values("at")[:1]), "created_at")
    )
    return [
        Announced(
            id=tournament.pk,
            title=tournament.name,
            date=tournament.date,
            start=tournament.start_at,
            place=tournament.place,
            note=note_of(tournament),
            made_at=tournament.created_at,
            changed_at=tournament.told_at,
        )
        for tournament in rows.order_by("date", "pk")[:most]
    ]


def to_come(club: Club, caller: Caller, most: int = MOST) -> list[Dated]:
    """Return the lines from today on, with the tournaments whose registration is still on.

    They are for pages, which do not say when a line was changed.
    """
    but = tuple(state for state in Tournament.State if state != Tournament.State.REGISTRATION)
    return dated(club, caller, since=timezone.localdate(), most=most, but=but, changes=False)
