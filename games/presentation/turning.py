"""Where a match was decided: the turning point, and the best line. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.sheet import Line, Result, Score


class Best(NamedTuple):
    """The line that gave one side the most points; `number` counts from 1."""

    number: int
    side: int
    points: Score


def turning_point(lines: Sequence[Line], result: Result) -> int | None:
    """Return the line, counted from 1, from which the only winner led alone until the end.

    Return None if they led from the first line on, if there are several winners, or if the winner
    did not lead at the end.
    """
    if len(result.winners) != 1 or not lines:
        return None
    (winner,) = result.winners
    first = len(lines) + 1
    for number in range(len(lines), 0, -1):
        totals = lines[number - 1].totals
        others = [total for side, total in enumerate(totals) if side != winner]
        if any(total >= totals[winner] for total in others):
            break
        first = number
    return first if 1 < first <= len(lines) else None


def best_line(lines: Sequence[Line]) -> Best | None:
    """Return the line with the most points for one side, or None if no side gained points.

    Of equal lines, the first is returned.
    """
    gains = [
        (delta, -number, -side)
        for number, line in enumerate(lines, start=1)
        for side, delta in enumerate(line.deltas)
    ]
    points, number, side = max(gains, default=(0, 0, 0))
    return Best(-int(number), -int(side), points) if points > 0 else None
