"""Writes on a club's calendar: evenings that are not tournaments."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import NOTICE_LENGTH, Action, Club
from clubs.services.journal import log
from core.errors import Fault
from core.errors import Refused as NameRefused
from core.names import MAX_LENGTH, clean_line, clean_name
from games.errors import NotFound
from tournaments.calendar import hours
from tournaments.errors import Denied, Refused
from tournaments.models import ClubEvening
from tournaments.queries import TOURNAMENT_ID

# `MOST_WEEKS` is how many weekly evenings one request may make. `MOST_TO_COME` is how many
# future evenings a club may have.
MOST_WEEKS, MOST_TO_COME = 53, 200
# How long ago (`BEFORE`) and how far in the future (`AFTER`) an evening may be. Any other date
# is taken for a typing error.
BEFORE, AFTER = dt.timedelta(days=366), dt.timedelta(days=2 * 366)
TOLD = ("title", "date", "start", "end", "place", "note", "cancelled")


@dataclass(frozen=True, slots=True)
class EveningAsked:
    """The values for a new evening of a club. `weeks` is how many such evenings to make, one a
    week.
    """

    title: str
    date: dt.date
    start: dt.time | None = None
    end: dt.time | None = None
    place: str = ""
    note: str = ""
    weeks: int = 1


def find_evening(club: Club, evening_id: str, *, lock: bool = False) -> ClubEvening:
    """Return an evening of the club's calendar. `lock` locks its row.

    Raise `NotFound` if the club has no such evening.
    """
    rows = ClubEvening.objects.filter(club=club)
    if lock:
        rows = rows.select_for_update(of=("self",))
    evening = rows.filter(pk=evening_id).first() if TOURNAMENT_ID.fullmatch(evening_id) else None
    if evening is None:
        raise NotFound
    return evening


def check_may_keep(club: Club, caller: Caller) -> None:
    """Raise `Denied` if the caller may not change the club's calendar."""
    if not caller.may("run_tournaments", club):
        raise Denied("run_needed")


@transaction.atomic
def make_evenings(*, club: Club, evening: EveningAsked, caller: Caller) -> list[ClubEvening]:
    """Add one or several weekly evenings to the club's calendar, and return them.

    Raise `Denied` if the caller may not change the calendar, or `Refused` if there would be too
    many evenings or a value can't be accepted.
    """
    check_may_keep(club, caller)
    # The club is locked, because otherwise two officers could exceed the limit by writing
    # together.
    club = Club.objects.select_for_update().get(pk=club.pk)
    to_come = ClubEvening.objects.filter(club=club, date__gte=timezone.localdate()).count()
    if to_come + evening.weeks > MOST_TO_COME:
        raise Refused("evenings_too_many")
    values = {name: getattr(evening, name) for name in TOLD if name not in ("date", "cancelled")}
    made = []
    for week in range(evening.weeks):
        row = ClubEvening(club=club, date=evening.date + dt.timedelta(weeks=week), **values)
        _check(row)
        _check_near(row)
        row.save(force_insert=True)
        made.append(row)
    after = {"title": made[0].title, "date": _dates(made)}
    log(club, Action.EVENING, caller, after=after)
    return made


def _dates(made: list[ClubEvening]) -> str:
    first, last = made[0].date.isoformat(), made[-1].date.isoformat()
    return first if first == last else f"{first} – {last}"


@transaction.atomic
def change_evening(
    *, club: Club, evening_id: str, changes: Mapping[str, Any], caller: Caller
) -> ClubEvening:
    """Change fields of an evening (those in `TOLD`), and return it.

    A cancelled evening stays in the calendar. Raise `NotFound` if the club has no such evening,
    `Denied` if the caller may not change it, or `Refused` if a value can't be accepted.
    """
    evening = _held(club, evening_id, caller)
    was = _plain(evening)
    for name in TOLD:
        if name in changes:
            setattr(evening, name, changes[name])
    _check(evening, was["title"])
    # Only a changed date is checked, so that the other fields of an old evening can still be
    # corrected.
    if "date" in changes and changes["date"].isoformat() != was["date"]:
        _check_near(evening)
    now = _plain(evening)
    changed = [name for name in TOLD if now[name] != was[name]]
    if changed:
        evening.sequence += 1
        evening.changed_at = timezone.now()
        evening.save()
        # The log always has the title, so that readers know which evening was changed.
        names = ("title", *(name for name in changed if name != "title"))
        before, after = ({name: values[name] for name in names} for values in (was, now))
        log(club, Action.EVENING, caller, before=before, after=after)
    return evening


@transaction.atomic
def remove_evening(*, club: Club, evening_id: str, caller: Caller) -> None:
    """Delete an evening from the calendar.

    Raise `NotFound` if the club has no such evening, or `Denied` if the caller may not change
    it.
    """
    evening = _held(club, evening_id, caller)
    before = {"title": evening.title, "date": evening.date.isoformat()}
    evening.delete()
    log(club, Action.EVENING, caller, before=before, after=dict.fromkeys(before))


def _held(club: Club, evening_id: str, caller: Caller) -> ClubEvening:
    check_may_keep(club, caller)
    return find_evening(club, evening_id, lock=True)


def _plain(evening: ClubEvening) -> dict[str, Any]:
    values = ((name, getattr(evening, name)) for name in TOLD)
    return {
        name: value.isoformat() if isinstance(value, dt.date | dt.time) else value
        for name, value in values
    }


def _check(evening: ClubEvening, stored: str = "") -> None:
    """Clean the texts of an evening and check its hours. Raise `Refused` if they can't be accepted.

    A title equal to `stored` is left as it is.
    """
    if not stored or evening.title != stored:
        try:
            evening.title = clean_name(evening.title)
        except NameRefused as refusal:
            raise Refused.of([Fault(refusal.code, "title")]) from None
    evening.place = clean_line(evening.place, MAX_LENGTH, "place")
    evening.note = clean_line(evening.note, NOTICE_LENGTH, "note")
    if evening.end is not None and evening.start is None:
        raise Refused("end_needs_start", "start")
    hours.check(evening.date, evening.start, evening.end, "end")


def _check_near(evening: ClubEvening) -> None:
    today = timezone.localdate()
    if not today - BEFORE <= evening.date <= today + AFTER:
        raise Refused("date_far", "date")
