"""Tests of how long a link is valid."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from clubs.links.forms import LASTS
from clubs.links.kinds import KINDS, expiry
from clubs.links.models import CapabilityLink

MONTREAL = ZoneInfo("America/Toronto")


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-01-10 19:30", "2026-01-11 04:00"),
        ("2026-01-10 23:59", "2026-01-11 04:00"),
        ("2026-01-11 00:30", "2026-01-11 04:00"),
        ("2026-01-11 03:00", "2026-01-11 04:00"),  # an hour, no less
        ("2026-01-11 03:01", "2026-01-12 04:00"),
        ("2026-01-11 04:00", "2026-01-12 04:00"),
        ("2026-03-07 20:00", "2026-03-08 04:00"),  # the night that the clocks go forward
    ],
)
def test_an_evening_ends_at_four_in_the_morning_where_one_plays(now, end):
    made = datetime.fromisoformat(now).replace(tzinfo=MONTREAL)
    assert expiry("evening", made, MONTREAL) == datetime.fromisoformat(end).replace(tzinfo=MONTREAL)


@pytest.mark.parametrize(("lasts", "days"), [("week", 7), ("month", 31), ("year", 366)])
def test_the_longer_ones_are_counted_in_days(lasts, days):
    now = datetime(2026, 1, 10, 19, 30, tzinfo=MONTREAL)
    assert (expiry(lasts, now, MONTREAL) - now).days == days


def test_every_kind_has_its_choices_and_its_words():
    assert set(KINDS) == set(CapabilityLink.Kind.values)
    assert all(kind.lasts and set(kind.lasts) <= set(LASTS) for kind in KINDS.values())
    assert KINDS["score_match"].lasts == ("evening", "week")
    assert KINDS["see"].lasts[0] == "week"
    assert KINDS["open_table"].lasts[0] == "month"
