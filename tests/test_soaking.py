"""What is tried in turns comes back: nothing is left out for good."""

from tests import soaking
from tests.soaking import WEEKDAYS, in_turn, is_today, is_weekday, turn


def test_each_turn_comes_once_in_its_days(monkeypatch):
    monkeypatch.setattr(soaking, "SOAK", False)
    names, tried, chosen = [f"test_{number}" for number in range(50)], [], []
    for day in (740_000, 740_001, 740_002):
        monkeypatch.setattr(soaking, "DAY", day)
        tried += [name for name in names if is_today(name, days=3)]
        chosen += in_turn(names, days=3)
    assert sorted(tried) == sorted(chosen) == sorted(names)


def test_each_day_of_the_week_comes_in_seven(monkeypatch):
    come = []
    for day in range(739_621, 739_628):  # from Monday, 5 January 2026
        monkeypatch.setattr(soaking, "DAY", day)
        come += [name for name in WEEKDAYS if is_weekday(name)]
    assert come == list(WEEKDAYS)


def test_a_choice_within_a_turn_meets_every_turn(monkeypatch):
    monkeypatch.setattr(soaking, "SOAK", False)
    met = set()
    for day in range(8):
        monkeypatch.setattr(soaking, "DAY", day)
        met |= {(kind, turn("ab", days=4)) for kind in in_turn(range(4), days=4)}
    assert met == {(kind, caller) for kind in range(4) for caller in "ab"}
