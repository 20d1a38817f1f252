"""Figures of a graph without cycles: numbers of pupils and descendants, the longest line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from transmission.graph.lineage import Lineage, in_order

# The most descendants that one pass counts. Each is a bit, so a person has 256 bytes in a pass.
AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class Figures:
    """The page's figures of a whole graph."""

    people: int
    links: int
    generations: int
    by_pupils: list[tuple[int, int]]
    by_descendants: list[tuple[int, int]]
    longest_line: list[int]


def figures(lineage: Lineage, *, most: int = 5, lines: bool = True) -> Figures:
    """Return all figures, with at most `most` teachers in each ranking.

    People without pupils are in no ranking. Without `lines`, descendants and the longest line are
    not computed, because that takes seconds at 100 000 people.
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
    """Return the people with most descendants, and their numbers of descendants."""
    return _greatest(descendant_counts(lineage), most)


def _greatest(counts: Mapping[int, int], most: int) -> list[tuple[int, int]]:
    """Return the people with the greatest counts.

    Of people with equal counts the first in `counts` comes first, who is in the graph longest.
    """
    ranked = nlargest(most, counts.items(), key=itemgetter(1))
    return [(person, count) for person, count in ranked if count]


def descendant_counts(lineage: Lineage) -> dict[int, int]:
    """Return each person's number of descendants.

    Descendants are sets of bits, passed up from the last generation. The cost depends only on the
    number of links, not on the shape of the graph: one line of 100 000 people takes no longer than
    a bush.
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
    """Return the longest chain of teachers and pupils, from the top."""
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
