"""Finds each entrant's cheapest partners in large fields, with numpy.

A matching over every pair of 2000 entrants takes a minute. Over the cheapest few dozen partners of
each, it takes less than a second. The terms and their order are those of `costs.ToPair.terms`, one
digit each. In the largest fields there is no time to look at every pair, so the partners are chosen
by their places alone.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tournaments.draws.swiss.costs import ToPair

Array = Any
NEVER = np.iinfo(np.int64).max
# Up to this number of entrants there is time for more partners in other score groups.
CAREFUL = 500


def cheapest_pairs(
    to_pair: ToPair, present: Sequence[int], nearest: int
) -> Iterator[tuple[int, int]]:
    """Yield pairs of places in `present`, each once, in order: the `nearest` cheapest of each.

    In a score group of odd size one entrant has to float, so everyone also gets the cheapest
    partners outside their group. With up to CAREFUL entrants, these are the cheapest of the group
    above and of the group below, and the entrants at both ends of these groups. The ends are useful
    because the rest of a group keeps its pairs near the fold when an end leaves.
    """
    count, beside = len(present), nearest // 4
    scores = np.array([to_pair.scores[entrant] for entrant in present], dtype=np.int64)
    starts = _starts(scores)
    ends = [
        np.unique(np.concatenate([np.arange(first, end)[part] for part in _both_ends(beside)]))
        for first, end in pairwise(starts)
    ]
    group = np.searchsorted(starts, np.arange(count), side="right") - 1
    chosen: set[int] = set()
    for at, row in enumerate(_rows(to_pair, present)):
        row[at] = NEVER
        offered = [_least(row, nearest)]
        if to_pair.edition < 3 or count > CAREFUL:
            outside = np.where(scores == scores[at], NEVER, row)
            offered.append(_least(outside, beside))
        else:
            for near in (group[at] - 1, group[at] + 1):
                if 0 <= near < len(ends):
                    first, end = starts[near], starts[near + 1]
                    offered += [first + _least(row[first:end], beside), ends[near]]
        partners = np.concatenate(offered)
        chosen.update((np.minimum(partners, at) * count + np.maximum(partners, at)).tolist())
    for code in sorted(chosen):
        yield divmod(code, count)


def _starts(scores: Array) -> list[int]:
    """Return the first place of each score group, and the end of the last."""
    return [0, *(np.flatnonzero(np.diff(scores)) + 1).tolist(), len(scores)]


def _both_ends(many: int) -> tuple[slice, slice]:
    return slice(None, many), slice(-many, None)


def _least(offers: Array, many: int) -> Array:
    """Return the indexes of the `many` lowest possible costs; of all if there are fewer."""
    places = np.argpartition(offers, min(many, len(offers) - 1))[:many]
    return places[offers[places] != NEVER]


def near_pairs(to_pair: ToPair, present: Sequence[int], nearest: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of places in `present`, each once, in order, without looking at every pair.

    Inside a score group they are pairs near the fold. Outside it, its upper half gets the nearest
    entrants of the group above, and its lower half those of the group below. Few are enough: if two
    entrants near the middle leave a group, they were each other's partners at the fold.
    """
    count = len(present)
    scores = np.array([to_pair.scores[entrant] for entrant in present], dtype=np.int64)
    starts = _starts(scores)
    within, outside = nearest // 4, nearest // 12
    codes: list[Array] = []
    for first, end in pairwise(starts):
        codes += _within_group(first, end, within, count)
        middle = (first + end) // 2
        upper = np.arange(first, end if end == count else middle)
        lower = np.arange(first if first == 0 else middle, end)
        for step in range(1, outside + 1):
            if first - step >= 0:
                codes.append((first - step) * count + upper)
            if end - 1 + step < count:
                codes.append(lower * count + end - 1 + step)
    for code in np.unique(np.concatenate(codes)).tolist():
        yield divmod(code, count)


def _within_group(first: int, end: int, within: int, count: int) -> Iterator[Array]:
    """Yield pairs of a group as one number each: all of a small group, else those near the fold."""
    size = end - first
    half = size // 2
    far = (
        range(1, size) if size <= 2 * within else range(half - within // 2, half + within // 2 + 1)
    )
    for distance in far:
        at = np.arange(first, end - distance)
        yield at * count + at + distance


def _rows(to_pair: ToPair, present: Sequence[int]) -> Iterator[Array]:
    """Yield, for each entrant, the costs of pairing them with every other, as integers."""
    place_of = {entrant: at for at, entrant in enumerate(present)}
    scores = np.array([to_pair.scores[entrant] for entrant in present], dtype=np.int64)
    places = np.array([to_pair.place[entrant] for entrant in present], dtype=np.int64)
    held = np.array([to_pair.fold[entrant][1] for entrant in present], dtype=np.int64)
    floated = np.array([entrant in to_pair.floated for entrant in present], dtype=np.int64)
    clubs = _club_numbers(to_pair, present)
    met = _met(to_pair, place_of)
    width = max(1, len(to_pair.order).bit_length())
    for at in range(len(present)):
        gap = scores - scores[at]
        distance = np.abs(places - places[at])
        fold = np.where(gap == 0, np.abs(distance - held[at] // 2), 0)
        floats = np.where(gap == 0, 0, floated + floated[at])
        same_club = (clubs == clubs[at]) & (clubs > 0)
        row = (gap * gap << 2) | floats
        row = (row << 1) | same_club
        row = (row << width) | fold
        row = (row << width) | np.where(gap == 0, held[at] - distance, distance)
        for to, weight in met.get(at, ()):
            row[to] += weight << 56
        yield row


def _club_numbers(to_pair: ToPair, present: Sequence[int]) -> Array:
    names = {club for club in to_pair.club.values() if club}
    numbers = {club: number for number, club in enumerate(sorted(names), start=1)}
    return np.array([numbers.get(to_pair.club.get(entrant, ""), 0) for entrant in present])


def _met(to_pair: ToPair, place_of: dict[int, int]) -> dict[int, list[tuple[int, int]]]:
    """Return, by place, each opponent with a weight: how often they met, at most 15; forbidden
    pairs, 16 more.
    """
    weights_by_place: dict[int, list[tuple[int, int]]] = {}
    weights = {pair: min(times, 15) for pair, times in to_pair.met.items()}
    for pair in to_pair.forbidden:
        weights[pair] = weights.get(pair, 0) + 16
    for pair, weight in weights.items():
        places = [place_of[entrant] for entrant in pair if entrant in place_of]
        if len(places) == 2:
            first, second = places
            weights_by_place.setdefault(first, []).append((second, weight))
            weights_by_place.setdefault(second, []).append((first, weight))
    return weights_by_place
