"""Which copies stay, over a year of daily ones."""

from datetime import UTC, datetime, timedelta

from scorekeeper.backups.retention import OF_TIMER, OF_WORKER, Retention, staying

LAST = datetime(2026, 11, 27, 3, 10, tzinfo=UTC)
DAILY = [LAST - timedelta(days=days) for days in range(400)]


def test_a_year_of_daily_copies_leaves_days_weeks_and_months():
    stay = staying(DAILY, OF_TIMER)
    assert {LAST - timedelta(days=days) for days in range(7)} <= stay
    weeks = sorted({moment.isocalendar()[:2] for moment in stay}, reverse=True)
    assert {(2026, week) for week in range(44, 49)} <= set(weeks)
    assert {(moment.year, moment.month) for moment in stay} == {
        *((2026, month) for month in range(1, 12)),
        (2025, 12),
    }
    assert len(stay) <= 7 + 5 + 12
    # The copy of a month is its last one.
    assert datetime(2026, 3, 31, 3, 10, tzinfo=UTC) in stay


def test_a_copy_that_stayed_yesterday_is_not_lost_by_deleting_each_day():
    stay, each_day = set(), sorted(DAILY)
    for moment in each_day:
        stay = staying({*stay, moment}, OF_TIMER)
    assert stay == staying(DAILY, OF_TIMER)


def test_days_without_a_copy_are_not_counted():
    spread = [LAST - timedelta(days=30 * number) for number in range(20)]
    assert staying(spread, OF_WORKER) == set(spread[:7])


def test_the_newest_of_a_day_stays_and_the_newest_of_all_always_does():
    twice = [LAST, LAST - timedelta(hours=1)]
    assert staying(twice, OF_WORKER) == {LAST}
    assert staying(twice, Retention(0)) == {LAST}
    assert staying([], OF_TIMER) == set()
