"""How large a match may become, and which part of its lines an answer holds.

A line has a figure for each seat, so what a match weighs is its lines times its seats.
"""

# What an import may bring: several times the longest evening, at any number of seats.
IMPORTED_FIGURES = 20_000
# What a table may record: four people have 10 000 lines, fifty 800.
RECORDED_FIGURES = 40_000
# What one answer holds: the newest 2500 lines of four people, the newest 200 of fifty.
ANSWERED_FIGURES = 10_000


def figures(lines: int, seats: int) -> int:
    """Return how many figures so many lines have."""
    return lines * max(1, seats)


def answered_part(count: int, seats: int, before: int | None = None) -> range:
    """Return the places (from 0) of the lines that an answer holds.

    They are the newest of `count` lines, or the newest before the line of that number.
    """
    end = count if before is None else max(0, min(count, before - 1))
    return range(max(0, end - ANSWERED_FIGURES // max(1, seats)), end)
