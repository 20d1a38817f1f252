"""The keys that write a turn's total without a keyboard. Pure.

One key is a likely total, « 300 »; others add to it, « +2 000 », « +50 ».
"""

from collections.abc import Iterable, Sequence

from games.dix_mille.engine.rulesets import MilleRules, lowest_stop
from games.dix_mille.engine.turns import Carry

PLUSES = (50, 1000, 2000)  # next to the totals
RARE = (4000, 8000)  # shown only on demand
KEYS = 14  # two rows of seven
STEP = 100


def pluses(rules: MilleRules) -> tuple[int, ...]:
    """Return the points that may be added to a total. Each may be added at most once."""
    return PLUSES[1:] if rules.no_fifty else PLUSES


def totals(
    rules: MilleRules, *, entered: bool, carry: Carry | None = None, room: int | None = None
) -> range:
    """Return the likely totals of a turn, from the lowest on which it may stop.

    Points taken over count in the total. One key stays free for « coche ».
    """
    least = lowest_stop(rules, entered=entered)
    if carry is not None:
        least = max(least, carry.points + (STEP if rules.no_fifty else 50))
    first = -(-least // STEP) * STEP
    count = KEYS - 1 - len(pluses(rules))
    end = first + count * STEP
    return range(first, end if room is None else min(end, room + 1), STEP)


def pressed(
    total: int, keys: Sequence[int], added: Sequence[int]
) -> tuple[int | None, frozenset[int]] | None:
    """Return the key and the additions that make a total; None if the keys cannot write it.

    Of several ways the one with the fewest taps is returned.
    """
    ways = [
        (key, chosen)
        for key in (None, *keys)
        for chosen in _subsets(added)
        if (key or 0) + sum(chosen) == total and (key or chosen)
    ]
    return min(ways, key=_taps, default=None)


def _taps(way: tuple[int | None, frozenset[int]]) -> tuple[int, bool]:
    """Return a sort key: the number of taps, then ways with a likely total before the others."""
    key, added = way
    return len(added) + (key is not None), key is None


def _subsets(values: Iterable[int]) -> list[frozenset[int]]:
    subsets: list[frozenset[int]] = [frozenset()]
    for value in values:
        subsets += [subset | {value} for subset in subsets]
    return subsets
