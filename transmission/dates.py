"""Dates as people remember them: a day, a year, or nothing. Pure."""

import re
from dataclasses import dataclass
from datetime import date

_YEAR = re.compile(r"[0-9]{4}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class DateFault(ValueError):
    """A text that is no date. `code`: `date_invalid` or `date_in_future`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A day with its year, a year alone, or neither."""

    year: int | None = None
    day: date | None = None


def remembered(text: str | None, today: date) -> PartialDate:
    """Read a date; raises `DateFault` for an invalid or a future one."""
    text = (text or "").strip()
    if not text:
        return PartialDate()
    try:
        if _YEAR.fullmatch(text):
            found = PartialDate(date(int(text), 1, 1).year)
        elif _DAY.fullmatch(text):
            day = date.fromisoformat(text)
            found = PartialDate(day.year, day)
        else:
            raise DateFault("date_invalid")
    except ValueError:
        raise DateFault("date_invalid") from None
    if (found.day or date(found.year or 1, 1, 1)) > today:
        raise DateFault("date_in_future")
    return found
