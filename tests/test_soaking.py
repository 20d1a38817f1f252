"""What is tried in turns comes back: nothing is left out for good."""

from tests import soaking
from tests.soaking import in_turn, is_today


def test_each_turn_comes_once_in_its_days(monkeypatch):
    monkeypatch.setattr(soaking, "SOAK", False)
    names, tried, chosen = [f"test_{number}" for number in range(50)], [], []
    for day in (740_000, 740_001, 740_002):
        monkeypatch.setattr(soaking, "DAY", day)
        tried += [name for name in names if is_today(name, days=3)]
        chosen += in_turn(names, days=3)
    assert sorted(tried) == sorted(chosen) == sorted(names)
