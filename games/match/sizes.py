"""Limits for the size of a match, and the choice of the lines that an answer contains.

A line has one figure for each seat, so the size of a match in figures is its lines times its seats.
"""

# The most seats that a match can have.
MOST_SEATS = 50
# The most figures of an imported match: several times the longest evening, for any number of seats.
IMPORTED_FIGURES = 20_000
# The most figures of a recorded match: 10 000 lines for four people, 800 for fifty.
RECORDED_FIGURES = 40_000
# The most figures of one answer: the newest 2500 lines of four people, the newest 200 of fifty.
ANSWERED_FIGURES = 10_000


def figures(lines: int, seats: int) -> int:
    """Return the number of figures of a match."""
    return lines * max(1, seats)


def answered_part(count: int, seats: int, before: int | None = None) -> range:
    """Return the indexes of the lines that an answer contains.

    They are the newest of `count` lines, or the newest before the line with the number `before`.
    """
    end = count if before is None else max(0, min(count, before - 1))
    return range(max(0, end - ANSWERED_FIGURES // max(1, seats)), end)
