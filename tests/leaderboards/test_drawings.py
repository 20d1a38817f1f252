"""Tests of the drawings of a person's page: a rating over time, and a year's activity."""

from datetime import UTC, date, datetime, timedelta

from leaderboards.curves import LINKED, activity, rating_curve
from leaderboards.player_queries import outcome_bar
from leaderboards.queries import Point


def rated(*days):
    """Return points on days of January at noon and in the afternoon, each 10 above the last."""
    return [
        Point(None, datetime(2026, 1, day, hour, tzinfo=UTC), 1500.0 + 10 * number, 5.0, False)
        for number, (day, hour) in enumerate(days)
    ]


def test_a_days_matches_are_one_point_with_the_last_rating():
    drawn = rating_curve("dix", rated((1, 12), (1, 15), (3, 12), (3, 15)))
    assert len(drawn.line.split()) == 2
    assert (drawn.low, drawn.high, drawn.end.value) == (1510.0, 1530.0, 1530)
    assert rating_curve("dix", rated((1, 12), (1, 15))) is None


def test_some_points_of_the_line_lead_to_their_matches_however_long_it_is():
    days = [
        Point(f"m{day}" if day % 3 == 0 else None, at, 1500.0 + day, 5.0, False)
        for day in range(1000)
        for at in [datetime(2020, 1, 1, 12, tzinfo=UTC) + timedelta(days=day)]
    ]
    drawn = rating_curve("dix", days)
    links = drawn.points
    assert LINKED / 2 < len(links) <= LINKED + 1
    assert all(int(point.match[1:]) == (point.at - days[0].at).days for point in links)
    assert links[-1].match == "m999"
    # They are on the line.
    on_line = drawn.line.split()
    assert all(f"{point.label.x},{point.label.y}" in on_line for point in links)
    assert rating_curve("dix", rated((1, 12), (3, 12))).points == ()


def test_a_year_has_a_bar_a_week_and_the_present_week_is_the_last():
    friday = date(2026, 1, 30)
    year = activity([point.at for point in rated((26, 12), (31, 12), (19, 12))], friday)
    assert (len(year.counts), year.counts[-3:]) == (53, (0, 1, 2))
    # A week without play has a bar of 1, so that the year is seen.
    assert year.bars.endswith("M300 40v-1h5v1zM306 40v-20h5v20zM312 40v-40h5v40z")
    assert [quarter.month.month for quarter in year.quarters] == [4, 7, 10, 1]
    assert activity([], friday) is None


def test_the_parts_of_a_bar_add_up():
    assert outcome_bar(1, 1, 1, 3) == (33, 34, 33)
    assert outcome_bar(0, 0, 0, 0) == (0, 0, 0)
