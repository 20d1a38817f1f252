"""The layout of the drawing: one row for each generation, with few crossings. Pure.

A learner is never more than one generation below a teacher. So a link goes down one row, stays
on its row, or goes up. The order within rows is computed from the links that go down, by
barycentre sweeps. The other links are drawn as curves.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.progress import ProgressCallback
from transmission.graph.lineage import Lineage

SWEEPS = 12
# A graph with more than `LARGE` people gets at most `LARGE_SWEEPS` sweeps, because a sweep takes
# half a second for 100 000 people.
LARGE, LARGE_SWEEPS = 5_000, 4
# `EXCHANGES` is the most passes that exchange neighbours in rows. Graphs with more than
# `EXCHANGED` people get no such passes.
EXCHANGES, EXCHANGED = 8, 1_000


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of each person: `x` in columns, from 0 for the leftmost person, and `row` from 0.

    `rows` has the people of each row, from left to right.
    """

    rows: Sequence[Sequence[int]]
    x: Mapping[int, float]
    row: Mapping[int, int]

    @property
    def width(self) -> float:
        """The distance in columns from the leftmost to the rightmost person."""
        return max(self.x.values(), default=0.0)


def layered(
    lineage: Lineage,
    generations: Mapping[int, int],
    *,
    sweeps: int = SWEEPS,
    on_progress: ProgressCallback = lambda done, total: None,
) -> Layout:
    """Return the layout of a graph. The people of a generation form a row.

    `generations` are those of the whole graph, even if only a part of it is laid out.
    `on_progress` is called before each sweep, with the number of sweeps done and the number of
    all sweeps. It may stop the layout by raising an exception.
    """
    rows = _rows(lineage, generations)
    row = {person: number for number, people in enumerate(rows) for person in people}
    up = {
        person: [teacher for teacher in teachers if row[teacher] == row[person] - 1]
        for person, teachers in lineage.teachers.items()
    }
    down = {
        person: [pupil for pupil in pupils if row[pupil] == row[person] + 1]
        for person, pupils in lineage.pupils.items()
    }
    most = sweeps if len(row) <= LARGE else min(sweeps, LARGE_SWEEPS)
    rows = _fewest_crossings(rows, up, down, most, on_progress)
    return Layout(rows, _columns(rows, up, down), row)


def _rows(lineage: Lineage, generations: Mapping[int, int]) -> list[list[int]]:
    """Return the rows: people by generation, in the order of a walk from the top.

    This order puts teachers and pupils near each other.
    """
    used = sorted({generations[person] for person in lineage.teachers})
    number = {generation: index for index, generation in enumerate(used)}
    rows: list[list[int]] = [[] for _generation in used]
    seen: set[int] = set()
    for start in sorted(lineage.teachers, key=generations.__getitem__):
        stack = [start]
        while stack:
            person = stack.pop()
            if person in seen:
                continue
            seen.add(person)
            rows[number[generations[person]]].append(person)
            stack.extend(reversed(lineage.pupils[person]))
    return rows


Neighbours = Mapping[int, Sequence[int]]


def _fewest_crossings(
    rows: list[list[int]],
    up: Neighbours,
    down: Neighbours,
    sweeps: int,
    on_progress: ProgressCallback,
) -> list[list[int]]:
    """Return the rows of the sweep that gives the fewest crossings.

    Sweeps go down and up in turn. A sweep down sorts each row by the mean place of each person's
    teachers, a sweep up by that of the pupils. After a sweep, neighbours in a row are exchanged
    if that removes crossings. In every second pair of sweeps people with equal means are
    reversed, to try other orders.
    """
    best, fewest = rows, crossings(rows, down)
    exchanging = sum(map(len, rows)) <= EXCHANGED
    for sweep in range(sweeps):
        if not fewest:
            break
        on_progress(sweep, sweeps)
        turned = sweep % 4 >= 2
        rows = _swept(rows, down if sweep % 2 else up, upward=bool(sweep % 2), turned=turned)
        if exchanging:
            rows = _exchanged(rows, up, down)
        count = crossings(rows, down)
        if count < fewest:
            best, fewest = rows, count
    return best


def _swept(
    rows: list[list[int]], towards: Neighbours, *, upward: bool, turned: bool
) -> list[list[int]]:
    place = {person: index for people in rows for index, person in enumerate(people)}
    swept = [list(people) for people in rows]
    for people in reversed(swept) if upward else swept:
        middle = {
            person: sum(place[other] for other in towards[person]) / len(towards[person])
            if towards[person]
            else place[person]
            for person in people
        }
        if turned:
            people.reverse()
        people.sort(key=middle.__getitem__)
        place.update((person, index) for index, person in enumerate(people))
    return swept


def _exchanged(rows: list[list[int]], up: Neighbours, down: Neighbours) -> list[list[int]]:
    """Return the rows after exchanging neighbours wherever that removes crossings."""
    rows = [list(people) for people in rows]
    place = {person: index for people in rows for index, person in enumerate(people)}
    # A row is tried again only if it or a row next to it has changed.
    waiting = set(range(len(rows)))
    for _round in range(EXCHANGES):
        for number, people in enumerate(rows):
            if number in waiting:
                waiting.discard(number)
                if _exchanged_row(people, up, down, place):
                    waiting |= {number - 1, number, number + 1}
        if not waiting:
            break
    return rows


def _exchanged_row(
    people: list[int], up: Neighbours, down: Neighbours, place: dict[int, int]
) -> bool:
    """Exchange neighbours of one row, in place. Return whether any were exchanged."""
    # The other ends of links are on other rows, so they do not move here.
    above = {person: [place[other] for other in up[person]] for person in people}
    below = {person: [place[other] for other in down[person]] for person in people}
    moved = False
    for index in range(len(people) - 1):
        left, right = people[index], people[index + 1]
        if _gain(above[left], above[right]) + _gain(below[left], below[right]) > 0:
            people[index], people[index + 1] = right, left
            place[left], place[right] = index + 1, index
            moved = True
    return moved


def _gain(left: Sequence[int], right: Sequence[int]) -> int:
    """Return how many crossings disappear if two neighbours are exchanged (negative if there are
    more).

    `left` and `right` have the places of the other ends of their links.
    """
    gain = 0
    for place in left:
        for other in right:
            gain += (place > other) - (place < other)
    return gain


def crossings(rows: Sequence[Sequence[int]], down: Neighbours) -> int:
    """Return the number of pairs of links that cross, over all pairs of neighbouring rows."""
    total = 0
    for upper, lower in itertools.pairwise(rows):
        place = {person: index for index, person in enumerate(lower)}
        ends = [end for person in upper for end in sorted(place[other] for other in down[person])]
        total += _inversions(ends, len(lower))
    return total


def _inversions(ends: list[int], size: int) -> int:
    """Return the number of pairs in `ends` that are out of order, with a binary indexed tree."""
    tree, total = [0] * (size + 1), 0
    for seen, end in enumerate(ends):
        before, index = 0, end + 1
        while index:
            before += tree[index]
            index &= index - 1
        total += seen - before
        index = end + 1
        while index <= size:
            tree[index] += 1
            index += index & -index
    return total


def _columns(rows: Sequence[Sequence[int]], up: Neighbours, down: Neighbours) -> dict[int, float]:
    """Return each person's column: near the middle of their links, at least one column from the
    others.
    """
    x = {person: float(index) for people in rows for index, person in enumerate(people)}
    for towards, order in ((up, rows), (down, rows[::-1]), (up, rows)):
        for people in order:
            wanted = [_middle(x, towards[person], x[person]) for person in people]
            x.update(zip(people, _spread(wanted), strict=True))
    left = min(x.values(), default=0.0)
    return {person: place - left for person, place in x.items()}


def _middle(x: Mapping[int, float], others: Sequence[int], own: float) -> float:
    return sum(x[other] for other in others) / len(others) if others else own


def _spread(wanted: list[float]) -> list[float]:
    """Return places near the `wanted` ones, in the same order and at least one apart.

    The sum of the squared distances is the least possible. First the index of each place is
    subtracted. Then the places only have to be non-decreasing, so neighbours that decrease are
    merged at their mean.
    """
    pools: list[tuple[float, int]] = []
    for index, place in enumerate(wanted):
        total, count = place - index, 1
        while pools and pools[-1][0] / pools[-1][1] >= total / count:
            before, size = pools.pop()
            total, count = total + before, count + size
        pools.append((total, count))
    places = [total / count for total, count in pools for _column in range(count)]
    return [place + index for index, place in enumerate(places)]
