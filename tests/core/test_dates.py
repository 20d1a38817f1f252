"""Dates on the first of a month, in French and in English."""

from datetime import UTC, date, datetime

import pytest
from django.template import engines
from django.utils.translation import override

from core.dates import write_date

FIRST, SECOND = date(2026, 12, 1), date(2026, 12, 2)


@pytest.mark.parametrize(
    ("language", "day", "form", "expected"),
    [
        ("fr", FIRST, "DATE_FORMAT", "1er décembre 2026"),
        ("fr", FIRST, "j N Y", "1er déc. 2026"),
        ("fr", FIRST, "SHORT_DATE_FORMAT", "01/12/2026"),
        ("fr", FIRST, "l j F", "mardi 1er décembre"),
        ("fr", FIRST, "j F, H:i", "1er décembre, 00:00"),
        ("fr", FIRST, "j/m", "1/12"),
        ("fr", FIRST, "Y-m-d", "2026-12-01"),
        ("fr", SECOND, "DATE_FORMAT", "2 décembre 2026"),
        ("fr", date(2026, 12, 11), "j F", "11 décembre"),
        ("fr", date(2026, 12, 21), "j F", "21 décembre"),
        ("en", FIRST, "DATE_FORMAT", "1 December 2026"),
        ("fr", datetime(2026, 11, 30, 23, 30, tzinfo=UTC), "DATE_FORMAT", "1er décembre 2026"),
    ],
)
def test_only_the_first_of_a_month_is_an_ordinal_and_only_in_french(language, day, form, expected):
    """A moment is written in the site's time zone: half past eleven at night in London is the next
    day in Paris.
    """
    page = engines["django"].from_string("{{ day|date:form }}")
    with override(language):
        moment = day if isinstance(day, datetime) else datetime(day.year, day.month, day.day)
        assert page.render({"day": moment if "H" in form else day, "form": form}) == expected
        assert write_date(moment if "H" in form else day, form) == expected


def test_a_page_that_gives_no_format_and_one_without_a_date_are_written_as_before():
    page = engines["django"].from_string("{{ day|date }} · {{ none|date:'j F' }}")
    with override("fr"):
        assert page.render({"day": FIRST, "none": None}) == "1er décembre 2026 · "
