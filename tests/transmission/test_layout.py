"""The picture's rows and columns: a generation a row, nobody on top of another, few crossings."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.transmission.test_lineage import FAMILY, PAIRS, acyclic
from transmission.graph.layout import crossings, layered
from transmission.graph.lineage import Lineage


def laid_out(lineage):
    return layered(lineage, lineage.generations)


def test_a_tree_is_drawn_without_a_crossing_and_parents_stand_above_the_middle():
    tree = Lineage.of([(1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (3, 7)])
    layout = laid_out(tree)
    assert [sorted(row) for row in layout.rows] == [[1], [2, 3], [4, 5, 6, 7]]
    assert crossings(layout.rows, tree.pupils) == 0
    assert layout.x[1] == (layout.x[2] + layout.x[3]) / 2
    assert layout.width == 3


def test_two_families_that_meet_do_not_cross():
    assert crossings(laid_out(FAMILY).rows, FAMILY.pupils) == 0


def test_a_part_keeps_the_generations_of_the_whole():
    part = FAMILY.among([4, 7, 3])
    layout = layered(part, FAMILY.generations)
    assert [sorted(row) for row in layout.rows] == [[3], [4, 7]]


def slow_crossings(rows, down):
    total = 0
    for upper, lower in pairwise(rows):
        links = [(upper.index(a), lower.index(b)) for a in upper for b in down[a]]
        total += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(links, 2))
    return total


@given(PAIRS, st.integers(0, 12))
def test_everyone_has_a_place_of_their_own_in_their_generation(pairs, sweeps):
    lineage = Lineage.of(dict.fromkeys(acyclic(pairs)), people=range(13))
    layout = layered(lineage, lineage.generations, sweeps=sweeps)
    assert layout.row == lineage.generations
    assert min(layout.x.values()) == 0
    for row in layout.rows:
        assert all(layout.x[right] - layout.x[left] >= 1 - 1e-9 for left, right in pairwise(row))
    down = {
        who: [pupil for pupil in pupils if layout.row[pupil] == layout.row[who] + 1]
        for who, pupils in lineage.pupils.items()
    }
    assert crossings(layout.rows, down) == slow_crossings(layout.rows, down)
    unswept = layered(lineage, lineage.generations, sweeps=0)
    assert crossings(layout.rows, down) <= crossings(unswept.rows, down)
