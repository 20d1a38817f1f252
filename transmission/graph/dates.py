"""Dates as people remember them: a day, only a year, or nothing. Pure."""

import re
from dataclasses import dataclass
from datetime import date

from clubs.lists.columns import plain

_YEAR = re.compile(r"[0-9]{4}", re.ASCII)
_DAY = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})", re.ASCII)
# The French ways to write a day: « 18/11/2024 », « 18.11.2024 »; « 18 novembre 2024 », « 1er
# nov. 2024 ».
_FRENCH = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})", re.ASCII)
_WRITTEN = re.compile(r"(1er|[0-9]{1,2}) ([a-z]+) ([0-9]{4})", re.ASCII)
_MONTHS = (
    *("janvier janv", "fevrier fevr fev", "mars", "avril avr", "mai", "juin"),
    *("juillet juil", "aout", "septembre sept", "octobre oct", "novembre nov", "decembre dec"),
)
_MONTH = {name: at for at, names in enumerate(_MONTHS, start=1) for name in names.split()}


class DateFault(ValueError):
    """A text is not a valid date. `code` is `date_invalid` or `date_in_future`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as far as it is known: a day and its year, only a year, or neither."""

    year: int | None = None
    day: date | None = None


def remembered(text: str | None, today: date) -> PartialDate:
    """Return the date in a text. An empty text gives neither day nor year.

    Raise `DateFault` for an invalid or a future date.
    """
    text = (text or "").strip()
    if not text:
        return PartialDate()
    try:
        if _YEAR.fullmatch(text):
            partial_date = PartialDate(date(int(text), 1, 1).year)
        else:
            day = _day(text)
            partial_date = PartialDate(day.year, day)
    except ValueError:
        raise DateFault("date_invalid") from None
    if (partial_date.day or date(partial_date.year or 1, 1, 1)) > today:
        raise DateFault("date_in_future")
    return partial_date


def _day(text: str) -> date:
    """Return the day in a text, written as 2024-11-18 or in a French way.

    Raise `DateFault` or another `ValueError` if there is no such day.
    """
    if match := _DAY.fullmatch(text):
        return date(int(match[1]), int(match[3]), int(match[4]))
    if match := _FRENCH.fullmatch(text):
        return date(int(match[4]), int(match[3]), int(match[1]))
    if match := _WRITTEN.fullmatch(plain(text[:40])):
        return date(int(match[3]), _MONTH.get(match[2], 0), int(match[1].removesuffix("er")))
    raise DateFault("date_invalid")
