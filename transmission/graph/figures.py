"""Figures of a graph without cycles: counts of pupils and descendants, the longest line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from transmission.graph.lineage import Lineage, in_order

# How many people are counted as descendants in one pass. Each of them is a bit, so that every
# person needs 256 bytes during a pass.
AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a whole graph that the page shows.

    `by_pupils` and `by_descendants` are rankings, as pairs of person and count.
    """

    people: int
    links: int
    generations: int
    by_pupils: list[tuple[int, int]]
    by_descendants: list[tuple[int, int]]
    longest_line: list[int]


def figures(lineage: Lineage, *, most: int = 5, lines: bool = True) -> Figures:
    """Return the figures of a graph. Rankings have at most `most` people.

    People without pupils are in no ranking. Without `lines`, descendants and the longest line
    are left out, because computing them takes seconds for 100 000 people.
    """
    taught = {person: len(pupils) for person, pupils in lineage.pupils.items()}
    return Figures(
        people=len(lineage),
        links=sum(taught.values()),
        generations=max(lineage.generations.values(), default=-1) + 1,
        by_pupils=_greatest(taught, most),
        by_descendants=greatest_reach(lineage, most=most) if lines else [],
        longest_line=longest_line(lineage) if lines else [],
    )


def greatest_reach(lineage: Lineage, *, most: int = 5) -> list[tuple[int, int]]:
    """Return the people with the most descendants, each with their number of descendants."""
    return _greatest(descendant_counts(lineage), most)


def _greatest(counts: Mapping[int, int], most: int) -> list[tuple[int, int]]:
    """Return the people with the greatest counts, without counts of 0.

    Among equal counts, the person who comes first in `counts` comes first. That person has been
    in the graph longest.
    """
    ranked = nlargest(most, counts.items(), key=itemgetter(1))
    return [(person, count) for person, count in ranked if count]


def descendant_counts(lineage: Lineage) -> dict[int, int]:
    """Return each person's number of descendants.

    Descendants are sets of bits, passed up from the last generation. The cost depends only on
    the numbers of people and links, not on the shape of the graph: a single line of 100 000
    people takes no longer than a bush.
    """
    order = in_order(lineage)[::-1]
    counts = dict.fromkeys(lineage.teachers, 0)
    for start in range(0, len(order), AT_ONCE):
        own = {person: 1 << bit for bit, person in enumerate(order[start : start + AT_ONCE])}
        below: dict[int, int] = {}
        for person in order[start:]:
            bits = 0
            for pupil in lineage.pupils[person]:
                bits |= below.get(pupil, 0) | own.get(pupil, 0)
            if bits:
                below[person] = bits
                counts[person] += bits.bit_count()
    return counts


def longest_line(lineage: Lineage) -> list[int]:
    """Return the longest chain of teachers and pupils, from the top down."""
    length: dict[int, int] = {}
    above: dict[int, int] = {}
    for person in in_order(lineage):
        teacher = max(lineage.teachers[person], key=length.__getitem__, default=None)
        length[person] = 1 if teacher is None else length[teacher] + 1
        if teacher is not None:
            above[person] = teacher
    if not length:
        return []
    line = [max(length, key=length.__getitem__)]
    while line[-1] in above:
        line.append(above[line[-1]])
    return line[::-1]
