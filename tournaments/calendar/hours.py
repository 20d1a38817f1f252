"""Turns hours of an evening into moments, past midnight and across the change of the clock."""

import datetime as dt

from django.utils import timezone

from tournaments.errors import Refused


def moment(day: dt.date, hour: dt.time) -> dt.datetime:
    """Return the moment of an hour of a day. An hour that the clock skips is an hour later."""
    return timezone.make_aware(dt.datetime.combine(day, hour))


def end_of(day: dt.date, start: dt.time, end: dt.time) -> dt.datetime | None:
    """Return the moment at which an evening ends; None if that is not after its start.

    An end before the start's hour is on the day after. Start and end are the same moment if their
    hours are equal, or if the change of the clock makes them so.
    """
    ends = moment(day + dt.timedelta(days=int(end < start)), end)
    # Compare timestamps, because Python compares two datetimes of one zone by their hours, even
    # across the change of the clock.
    return ends if ends.timestamp() > moment(day, start).timestamp() else None


def check(day: dt.date, start: dt.time | None, end: dt.time | None, field: str) -> None:
    """Refuse an end that is not after its start.

    Raises `end_is_start` for two equal hours, `hour_skipped` if the change of the clock makes two
    hours equal.
    """
    if start is None or end is None:
        return
    if start == end:
        raise Refused("end_is_start", field)
    if end_of(day, start, end) is None:
        raise Refused("hour_skipped", field)
