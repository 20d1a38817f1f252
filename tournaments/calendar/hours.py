"""The hours of an evening as moments: after midnight, and where daylight saving skips an hour."""

import datetime as dt

from django.utils import timezone

from tournaments.errors import Refused


def moment(day: dt.date, hour: dt.time) -> dt.datetime:
    """Return the moment of a clock's hour; one that does not exist is an hour later."""
    return timezone.make_aware(dt.datetime.combine(day, hour))


def end_of(day: dt.date, start: dt.time, end: dt.time) -> dt.datetime | None:
    """Return the moment at which an evening ends; None if that is not after its start.

    It is not where both hours are the same, or where the night's change of the clock makes them
    one. An hour before the start's is of the day after.
    """
    ends = moment(day + dt.timedelta(days=int(end < start)), end)
    # Timestamps: Python compares two datetimes of one zone by the clock, across its change too.
    return ends if ends.timestamp() > moment(day, start).timestamp() else None


def check(day: dt.date, start: dt.time | None, end: dt.time | None, field: str) -> None:
    """Refuse an end that is its start: `end_is_start`, by the clock's change `hour_skipped`."""
    if start is None or end is None:
        return
    if start == end:
        raise Refused("end_is_start", field)
    if end_of(day, start, end) is None:
        raise Refused("hour_skipped", field)
