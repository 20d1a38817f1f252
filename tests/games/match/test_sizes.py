"""Which lines of a long match one answer holds."""

import pytest

from games.match.sizes import answered_part, figures


@pytest.mark.parametrize(
    ("count", "seats", "before", "places"),
    [
        (2500, 4, None, (0, 2500)),
        (2501, 4, None, (1, 2501)),
        (2000, 50, None, (1800, 2000)),
        (2000, 50, 1801, (1600, 1800)),
        (2000, 50, 101, (0, 100)),
        (2000, 50, 1, (0, 0)),
        (2000, 50, 9999, (1800, 2000)),
        (0, 4, None, (0, 0)),
    ],
)
def test_an_answer_holds_the_newest_lines_or_those_before_one(count, seats, before, places):
    part = answered_part(count, seats, before)
    assert (part.start, part.stop) == places


def test_a_line_has_a_figure_for_each_seat():
    assert (figures(400, 50), figures(2000, 4), figures(3, 0)) == (20_000, 8_000, 3)
