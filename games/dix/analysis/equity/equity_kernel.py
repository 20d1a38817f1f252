"""The loops of `equity`, compiled by numba.

Scores, and what hands add to them, are in units of 5 points. The value of a state is the chance
of the side that speaks first to win the match. The other side speaks first in the next hand. So
a state's value is one minus the value of the next state, in which the sides are exchanged.
"""
# mypy is switched off, because numba has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

from numba import njit


@njit(cache=True, nogil=True)
def sweep(
    low: Any,
    high: Any,
    enough: Any,
    regions: Any,
    first_groups: Any,
    groups: Any,
    shares: Any,
    gains: Any,
    decided: Any,
    ends: Any,
) -> Any:
    """Improve the bounds of every state once; return the largest change of a bound.

    States with the highest sum of scores come first. `low` and `high` hold the bounds, indexed
    by the score of the side that speaks first, then by the score of the other side. `ends` holds
    the winner at scores of which one has reached the target (0 stands for the side that spoke
    first). States below the first row or column are not computed; their bounds count as 0 and 1.
    A state whose bounds differ by less than `enough` is not changed.
    """
    size = low.shape[0]
    moved = 0.0
    for total in range(2 * size - 2, -1, -1):
        for ours in range(max(0, total - size + 1), min(size, total + 1)):
            theirs = total - ours
            if high[ours, theirs] - low[ours, theirs] < enough:
                continue
            region = regions[ours] * 3 + regions[theirs]
            first, last = first_groups[region], first_groups[region + 1]
            least, most = _of_groups(
                low, high, ours, theirs, first, last, groups, shares, gains, decided, ends
            )
            moved = max(moved, least - low[ours, theirs], high[ours, theirs] - most)
            low[ours, theirs] = max(low[ours, theirs], least)
            high[ours, theirs] = min(high[ours, theirs], most)
    return moved


@njit(cache=True, nogil=True)
def _of_groups(
    low: Any,
    high: Any,
    ours: Any,
    theirs: Any,
    first: Any,
    last: Any,
    groups: Any,
    shares: Any,
    gains: Any,
    decided: Any,
    ends: Any,
) -> Any:
    """Return the bounds (least, most) of a hand's worth to the side that speaks first.

    In each group of hands, the side that names trump chooses between a number and « la partie ».
    """
    least, most = 0.0, 0.0
    for group in range(first, last):
        side = groups[group, 0]
        start, middle, stop = groups[group, 1], groups[group, 2], groups[group, 3]
        number_low, number_high = _expected(
            low, high, ours, theirs, side, start, middle, shares, gains, decided, ends
        )
        if stop > middle:
            partie_low, partie_high = _expected(
                low, high, ours, theirs, side, middle, stop, shares, gains, decided, ends
            )
            if side == 0:
                number_low = max(number_low, partie_low)
                number_high = max(number_high, partie_high)
            else:
                number_low = min(number_low, partie_low)
                number_high = min(number_high, partie_high)
        least += number_low
        most += number_high
    return least, most


@njit(cache=True, nogil=True)
def _expected(
    low: Any,
    high: Any,
    ours: Any,
    theirs: Any,
    side: Any,
    start: Any,
    stop: Any,
    shares: Any,
    gains: Any,
    decided: Any,
    ends: Any,
) -> Any:
    """Return the bounds (least, most) of the worth of some ways of a hand, `start` to `stop`.

    It is the worth to the side that speaks first.
    """
    size = low.shape[0]
    least, most = 0.0, 0.0
    for way in range(start, stop):
        share = shares[way]
        if decided[way] >= 0:
            if decided[way] == 0:
                least += share
                most += share
            continue
        us, them = ours + gains[way, 0], theirs + gains[way, 1]
        if us < 0 or them < 0:
            most += share
            continue
        if us >= size or them >= size:
            if ends[side, us, them] == 0:
                least += share
                most += share
            continue
        least += share * (1 - high[them, us])
        most += share * (1 - low[them, us])
    return least, most


@njit(cache=True, nogil=True)
def layers(
    values: Any,
    total: Any,
    offset: Any,
    in_hand: Any,
    target: Any,
    full: Any,
    starts: Any,
    ways: Any,
    shares: Any,
    ends: Any,
    below: Any,
) -> Any:
    """Fill in the chances with money, the last layers first.

    The indexes are `values[layer, our purse, their purse, our score - offset]`. The scores of a
    layer sum to `total` plus `in_hand` for each layer before it. A row of `ways` is the side
    that pays, its price, the gain of the first speaker's side, and the other side's gain. All
    purses of `full` or more count alike in the model. `ends` begins `below` units under the
    lowest score.
    """
    count, purses, _same, width = values.shape
    for layer in range(count - 1, -1, -1):
        both = total + in_hand * layer
        for ours in range(purses):
            for theirs in range(purses):
                at = min(ours, full) * (full + 1) + min(theirs, full)
                start, stop = starts[at], starts[at + 1]
                for place in range(width):
                    us = place + offset
                    them = both - us
                    if us < target and them < target:
                        values[layer, ours, theirs, place] = _paid(
                            values[layer + 1], offset, target, ours, theirs, us, them,
                            ways[start:stop], shares[start:stop], ends, below,
                        )  # fmt: skip


@njit(cache=True, nogil=True)
def _paid(
    following: Any,
    offset: Any,
    target: Any,
    ours: Any,
    theirs: Any,
    us: Any,
    them: Any,
    ways: Any,
    shares: Any,
    ends: Any,
    below: Any,
) -> Any:
    """Return the worth of a hand to the side that speaks first, with these purses and scores."""
    value = 0.0
    for way in range(len(shares)):
        side, price = ways[way, 0], ways[way, 1]
        we, they = us + ways[way, 2], them + ways[way, 3]
        if we >= target or they >= target:
            if ends[side, we - offset + below, they - offset + below] == 0:
                value += shares[way]
            continue
        our_purse = ours - price if side == 0 else ours
        their_purse = theirs - price if side == 1 else theirs
        then = following[their_purse, our_purse, they - offset]
        value += shares[way] * (1 - then)
    return value
