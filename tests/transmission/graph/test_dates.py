"""Tests of dates as people write them, in French too."""

from datetime import date

import pytest

from transmission.graph.dates import DateFault, PartialDate, remembered

TODAY = date(2026, 11, 26)
DAY = PartialDate(2024, date(2024, 11, 18))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", PartialDate()),
        ("2024", PartialDate(2024)),
        ("2024-11-18", DAY),
        ("2024/11/18", DAY),
        ("18/11/2024", DAY),
        ("18.11.2024", DAY),
        ("18-11-2024", DAY),
        ("18 novembre 2024", DAY),
        ("18\u00a0Nov. 2024", DAY),
        ("1er août 2024", PartialDate(2024, date(2024, 8, 1))),
        ("1/8/2024", PartialDate(2024, date(2024, 8, 1))),
        ("3 fevrier 2024", PartialDate(2024, date(2024, 2, 3))),
        ("30 juil. 2024", PartialDate(2024, date(2024, 7, 30))),
        ("30 juin 2024", PartialDate(2024, date(2024, 6, 30))),
    ],
)
def test_a_day_or_a_year_is_read(text, expected):
    assert remembered(text, TODAY) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("31/02/2024", "date_invalid"),
        ("11/18/2024", "date_invalid"),
        # It is not clear which number is the year.
        ("18/11/24", "date_invalid"),
        ("2/3/2024/5", "date_invalid"),
        ("18 11/2024", "date_invalid"),
        ("novembre 2024", "date_invalid"),
        ("2er mai 2024", "date_invalid"),
        ("18 ju 2024", "date_invalid"),
        ("١٨/١١/2024", "date_invalid"),
        ("27/11/2026", "date_in_future"),
        ("27 novembre 2026", "date_in_future"),
    ],
)
def test_what_is_no_date_is_refused(text, code):
    with pytest.raises(DateFault) as caught:
        remembered(text, TODAY)
    assert caught.value.code == code
