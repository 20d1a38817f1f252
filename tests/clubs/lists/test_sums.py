"""What a cell of the column « réglé » says."""

import pytest

from clubs.lists.sums import paid_of


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        *[(cell, 750) for cell in ("7,5", "7.50", "7,50 €", "€7.50", "7,50\u00a0euros")],
        *[("10", 1000), ("1", 100)],
        *[(cell, "yes") for cell in ("x", "Oui", "yes", "Payé", "réglée", "✓", "✅")],
        *[(cell, None) for cell in ("", "non", "No", "à payer")],
    ],
)
def test_a_sum_a_yes_or_a_no(cell, expected):
    assert paid_of(cell) == expected


@pytest.mark.parametrize("cell", ["dimanche", "7,505", "-3", "1234567"])
def test_anything_else_is_refused(cell):
    with pytest.raises(ValueError, match="paid"):
        paid_of(cell)
