"""Figures of a graph without cycles: how many each one taught, the longest line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from transmission.graph.lineage import Lineage, in_order

# Descendants are counted for so many people at a time: one bit each, 256 bytes a person.
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
    """Compute all figures; `most` teachers in each ranking, without those who taught nobody.

    Without `lines` nobody's descendants are counted, which takes seconds at 100 000 people, and no
    longest line is looked for.
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
    """The people with most descendants, and how many."""
    return _greatest(descendant_counts(lineage), most)


def _greatest(counts: Mapping[int, int], most: int) -> list[tuple[int, int]]:
    """Among equals the first one met, who has been in the graph longest."""
    ranked = nlargest(most, counts.items(), key=itemgetter(1))
    return [(person, count) for person, count in ranked if count]


def descendant_counts(lineage: Lineage) -> dict[int, int]:
    """Count each person's descendants, by sets of bits passed up from the last generation.

    The cost depends only on the number of links, not on the shape of the graph: one line of 100 000
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
    """The longest chain of teacher and pupil, from the top."""
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
