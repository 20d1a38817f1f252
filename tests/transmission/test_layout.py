"""Tests of the layout: each generation is a row, no two people overlap, and few links cross."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transmission.test_lineage import FAMILY, PAIRS, acyclic
from transmission.graph import layout
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
        person: [pupil for pupil in pupils if layout.row[pupil] == layout.row[person] + 1]
        for person, pupils in lineage.pupils.items()
    }
    assert crossings(layout.rows, down) == slow_crossings(layout.rows, down)
    unswept = layered(lineage, lineage.generations, sweeps=0)
    assert crossings(layout.rows, down) <= crossings(unswept.rows, down)


# Two teachers with the same two pupils. No order avoids the one crossing.
CROSSED = Lineage.of([(0, 2), (0, 3), (1, 2), (1, 3)])


@pytest.mark.parametrize(
    ("large", "given", "sweeps"),
    # The graph has four people.
    [(4, 12, 12), (3, 12, 4), (3, 2, 2), (5_000, 3, 3)],
)
def test_large_graphs_get_fewer_sweeps_and_each_is_told(monkeypatch, large, given, sweeps):
    monkeypatch.setattr(layout, "LARGE", large)
    progress = []
    layered(
        CROSSED,
        CROSSED.generations,
        sweeps=given,
        on_progress=lambda done, total: progress.append((done, total)),
    )
    assert progress == [(done, sweeps) for done in range(sweeps)]


def test_a_graph_without_crossings_needs_no_sweep():
    progress = []
    layered(FAMILY, FAMILY.generations, sweeps=0)
    lineage = Lineage.of([(1, 2), (1, 3)])
    layered(lineage, lineage.generations, on_progress=lambda done, total: progress.append(done))
    assert progress == []


def test_families_stay_together_in_the_order_of_their_first_people():
    lineage = Lineage.of([(9, 2), (8, 1), (8, 4), (9, 3)])
    rows = layered(lineage, lineage.generations, sweeps=0).rows
    assert rows == [[9, 8], [2, 3, 1, 4]]


def test_nobody_takes_no_columns():
    nobody = Lineage.of([])
    empty = layered(nobody, nobody.generations)
    assert (empty.rows, empty.width) == ([], 0)


def test_teachers_stand_above_the_middle_of_many_pupils_and_theirs_above_them():
    # Two chains stand side by side, and end in three and in two pupils. The pupils push the chains
    # apart.
    lineage = Lineage.of([(1, 2), (9, 8), (2, 3), (2, 4), (2, 5), (8, 6), (8, 7)])
    x = laid_out(lineage).x
    assert [x[person] for person in (3, 4, 5, 6, 7)] == [0, 1, 2, 3, 4]
    assert (x[2], x[8]) == (x[1], x[9]) == (1, 3.5)
