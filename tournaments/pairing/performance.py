"""What a share of the tables won against rated opponents stands for (C.07, 10.2)."""

from fractions import Fraction

# The gap between two ratings at which the better one has 50, 51, … 100 hundredths: the table of
# FIDE's rating regulations (B.02, 8.1.1), whose ends are set, not worked out.
GAPS = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def whole(value: Fraction) -> int:
    """Return a value to the nearest whole, a half upwards."""
    return (value + Fraction(1, 2)).__floor__()


def gap(share: Fraction) -> int:
    """Return the gap that a share of the tables (0 to 1) stands for, below 0 for less than half."""
    hundredths = whole(100 * share)
    return GAPS[hundredths - 50] if hundredths >= 50 else -GAPS[50 - hundredths]


def performance(met: list[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the performance over opponents met: each one's rating, and the share won of it.

    Their mean rating in whole points, and the gap; 0 over nobody.
    """
    if not met:
        return Fraction()
    mean = sum((rating for rating, _share in met), Fraction()) / len(met)
    share = sum((share for _rating, share in met), Fraction()) / len(met)
    return Fraction(whole(mean) + gap(share))
