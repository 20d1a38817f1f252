"""Dates as a language writes them.

French writes the first of a month « 1er », and all other days with a plain number. Django's
formats can't do this. So every date that the site displays is written here: in templates by the
filter `date` (`clubs/templatetags/dates.py`), in Python by `write_date`. Phones have the same
rule in `static/js`.
"""

import datetime as dt
import re

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import get_language

# A match that ends before this time of day belongs to the evening before.
MORNING = dt.timedelta(hours=6)
# The letter « j » (the day) of a format in which the name of the month follows, such as « j F Y
# » and « l j M », but not « j/m ».
DAY_OF_MONTH = re.compile(r"(?<!\\)j(?= [bEFMN])")


def format_for(day: dt.date, form: str) -> str:
    """Return the format for writing a day, in which the first of a month is « 1er » in French.

    `form` is a format, or the name of one of the language's formats (« DATE_FORMAT »).
    """
    form = str(get_format(form))
    if day.day == 1 and (get_language() or "").startswith("fr"):
        return DAY_OF_MONTH.sub(r"j\\e\\r", form)
    return form


def write_date(day: dt.date, form: str = "DATE_FORMAT") -> str:
    """Return a day as a text: « 1er décembre 2026 », « 2 décembre 2026 ».

    For a moment, the text is of its day in the site's time zone.
    """
    here = timezone.localtime(day) if isinstance(day, dt.datetime) and day.tzinfo else day
    return date_format(here, format_for(here, form))
