"""The curve of a match, on a drawing of 320 × 140 with a margin of 10."""

from games.presentation.curve import Curve, Label, Polyline, curve
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
