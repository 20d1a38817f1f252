"""The rating performance, from the share of tables won against rated opponents (C.07, 10.2)."""

from fractions import Fraction

# The rating gap at which the better player scores 50, 51, … 100 percent. It is the table of FIDE's
# rating regulations (B.02, 8.1.1); its ends are fixed, not computed.
GAPS = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def whole(value: Fraction) -> int:
    """Round a value to the nearest whole number, a half upwards."""
    return (value + Fraction(1, 2)).__floor__()


def gap(share: Fraction) -> int:
    """Return the rating gap for a share of the tables (0 to 1); negative below one half."""
    hundredths = whole(100 * share)
    return GAPS[hundredths - 50] if hundredths >= 50 else -GAPS[50 - hundredths]


def performance(met: list[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the performance from a (rating, share won) of each opponent met.

    It is their mean rating in whole points, plus the gap; 0 without opponents.
    """
    if not met:
        return Fraction()
    mean = sum((rating for rating, _share in met), Fraction()) / len(met)
    share = sum((share for _rating, share in met), Fraction()) / len(met)
    return Fraction(whole(mean) + gap(share))
