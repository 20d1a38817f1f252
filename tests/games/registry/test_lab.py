"""A figure of the source beside ours: whether it holds follows from the two numbers alone."""

from fractions import Fraction

import pytest

from games.registry.lab import Published, printed_as


@pytest.mark.parametrize(
    ("theirs", "ours", "judgement"),
    [
        ("3162", 3162, "holds"),
        ("3162", 3163, "fails"),
        ("23 lignes", 23, "holds"),
        ("1/3", Fraction(1, 3), "holds"),
        ("1/3", Fraction(333333, 1000000), "fails"),
        # Compared to the last printed digit: 13.98 %, and 3.73 millionths.
        ("14 %", Fraction(1398, 10000), "holds"),
        ("14 %", Fraction(1451, 10000), "fails"),
        ("0,0204 %", Fraction(172800, 847660528), "holds"),
        ("3.73E-06", Fraction(3162, 847660528), "holds"),
        ("3.74E-06", Fraction(3162, 847660528), "fails"),
    ],
)
def test_a_figure_holds_to_the_last_digit_that_its_source_prints(theirs, ours, judgement):
    assert Published("", theirs, ours, "count", "").judgement == judgement


def test_an_exact_figure_holds_only_if_it_is_equal():
    assert Published("", "80 %", Fraction(8, 10), "share", "", step=0).holds is True
    assert Published("", "80 %", Fraction(801, 1000), "share", "", step=0).holds is False


def test_what_was_simulated_is_judged_only_where_it_is_known_well_enough():
    def judged(ours, error):
        return Published("", "56 %", ours, "share", "", step=1, error=error).judgement

    assert judged(0.563, 0.0005) == "holds"
    assert judged(0.530, 0.001) == "fails"
    # After ten thousand manches a share found as 53 may well be 56, and one found as 56 may be
    # another.
    assert judged(0.530, 0.015) == "unsure"
    assert judged(0.560, 0.015) == "unsure"
    assert judged(None, 0.0) == "unsure"


def test_under_other_conditions_nothing_is_judged():
    row = Published("", "80 %", Fraction(8, 10), "share", "", met=False, step=0)
    assert (row.judgement, row.holds) == ("elsewhere", None)


def test_a_share_comes_out_as_printed():
    assert printed_as("4.50E-04", Fraction(381024, 847660528))
    assert not printed_as("4.51E-04", Fraction(381024, 847660528))
