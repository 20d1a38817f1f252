"""The curve of a match, on a drawing of 320 × 140 with a margin of 10."""

import pytest

from games.presentation.curve import Curve, Label, Polyline, curve, share_curve
from games.sheet import Line


def drawn(*totals, target=None):
    return curve([Line((), running, ()) for running in totals], len(totals[0]), target)


def test_two_sides_one_below_zero():
    """The 150 points from -50 to 100 are 120 high, so a point is 0.8. Two neighbouring lines are
    150 apart.
    """
    assert drawn((100, 0), (50, -50), target=100) == Curve(
        width=320,
        height=140,
        polylines=(
            Polyline(0, "10,90 160,10 310,50"),
            Polyline(1, "10,90 160,90 310,130"),
        ),
        target_y=10,
        zero_y=90,
        labels=(Label(2, 7, 100),),
        ticks=(Label(160, 140, 1), Label(310, 140, 2)),
        ends=(Label(320, 50, 0), Label(320, 130, 1)),
    )


def test_without_a_target_or_anything_below_zero_there_are_no_such_lines():
    curve = drawn((10,), (40,))
    assert curve.polylines == (Polyline(0, "10,130 160,100 310,10"),)
    assert (curve.target_y, curve.zero_y, curve.labels) == (None, None, ())


def test_a_target_that_is_far_leaves_room_above():
    assert drawn((10,), (20,), target=40).polylines == (Polyline(0, "10,130 160,100 310,70"),)


def test_a_match_without_a_point_is_a_flat_line():
    assert drawn((0,), (0,)).polylines == (Polyline(0, "10,130 160,130 310,130"),)
    assert drawn((0,), (0,)).zero_y is None


def test_one_line_is_no_curve():
    assert drawn((10,)) is None


def test_all_below_zero_hang_from_zero():
    curve = drawn((-10,), (-20,))
    assert curve.polylines == (Polyline(0, "10,10 160,70 310,130"),)
    assert curve.zero_y == 10


@pytest.mark.parametrize(
    ("lines", "ticks"),
    [
        (3, [1, 2, 3]),
        (12, [2, 4, 6, 8, 10, 12]),
        (27, [5, 10, 15, 20, 25]),
        (275, [50, 100, 150, 200, 250]),
    ],
)
def test_the_axis_has_few_round_numbers_of_lines(lines, ticks):
    assert [tick.value for tick in drawn(*[(1,)] * lines).ticks] == ticks


def test_names_that_would_touch_stand_below_each_other():
    """All sides end at the same height, the top; two names are 12 apart."""
    assert [(end.value, end.y) for end in drawn((5, 5, 5), (9, 9, 9)).ends] == [
        (0, 10),
        (1, 22),
        (2, 34),
    ]
    # At the foot there is no room below, so they stand above.
    assert [end.y for end in drawn((5, 0, 0), (9, 0, 0)).ends] == [10, 128, 140]


def test_marks_stand_on_the_line_of_their_side_and_say_where_in_percent():
    (mark,) = curve([Line((), (0, 50), ()), Line((), (0, 100), ())], 2, None, [("①", 2)], 1).marks
    assert mark == Label(310, 10, "①")
    assert (mark.left, mark.top) == ("75.6%", "6.3%")


def test_the_area_turns_where_the_chances_cross_a_half():
    """From a quarter to three quarters in one line: they cross in its middle."""
    above, below = share_curve(((0.25, 0.75, 0.75), (0.75, 0.25, 0.25))).areas
    assert above == "10,70 10,70 85,70 160,40 310,40 310,70"
    assert below == "10,70 10,100 85,70 160,70 310,70 310,70"
