"""Tests of lines, generations, paths and cycles, on small families and against other
computations.
"""

import itertools

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transmission.graph.figures import descendant_counts, figures, longest_line
from transmission.graph.lineage import Lineage, find_cycle, in_order

#      1     5
#     / \   /
#    2   3 6
#    |    \|
#    4     7
FAMILY = Lineage.of([(1, 2), (1, 3), (2, 4), (5, 6), (3, 7), (6, 7)])


def test_a_generation_is_one_more_than_the_least_among_the_teachers():
    assert FAMILY.generations == {1: 0, 5: 0, 2: 1, 3: 1, 6: 1, 4: 2, 7: 2}
    nearer = Lineage.of([*FAMILY.links, (1, 7)])
    assert nearer.generations[7] == 1


def test_lines_up_and_down():
    assert FAMILY.ancestors(7) == [3, 6, 1, 5]
    assert FAMILY.descendants(1) == [2, 3, 4, 7]
    assert FAMILY.line_to_source(7) == [7, 3, 1]
    assert (FAMILY.ancestors(1), FAMILY.descendants(4)) == ([], [])


def test_a_path_takes_no_notice_of_the_arrows():
    assert FAMILY.path(4, 6) == [4, 2, 1, 3, 7, 6]
    assert FAMILY.path(4, 4) == [4]
    assert Lineage.of([(1, 2)], people=[3]).path(1, 3) == []


def test_the_cycle_a_link_would_close_is_told_along_its_way():
    assert FAMILY.cycle_with(teacher=7, learner=1) == [1, 3, 7]
    assert FAMILY.cycle_with(teacher=1, learner=7) == []
    assert FAMILY.cycle_with(teacher=8, learner=1) == []


def test_a_neighbourhood_stops_at_its_depth_and_at_its_size():
    assert FAMILY.neighbourhood([3], depth=1) == [3, 1, 7]
    assert FAMILY.neighbourhood([3], most=2) == [3, 1]
    assert FAMILY.neighbourhood([3, 4], depth=0) == [3, 4]
    assert sorted(FAMILY.neighbourhood([3])) == [1, 2, 3, 4, 5, 6, 7]
    assert list(FAMILY.among([1, 3, 6]).links) == [(1, 3)]


def test_figures_of_a_family():
    facts = figures(FAMILY)
    assert (facts.people, facts.links, facts.generations) == (7, 6, 3)
    assert facts.by_pupils == [(1, 2), (2, 1), (3, 1), (5, 1), (6, 1)]
    assert facts.by_descendants == [(1, 4), (5, 2), (2, 1), (3, 1), (6, 1)]
    assert facts.longest_line in ([1, 2, 4], [1, 3, 7], [5, 6, 7])


def test_figures_of_nobody():
    facts = figures(Lineage.of([]))
    assert (facts.people, facts.generations, facts.longest_line) == (0, 0, [])


PAIRS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), unique=True, max_size=40)


@given(PAIRS)
def test_links_are_taken_one_by_one_while_networkx_finds_no_cycle(pairs):
    oracle, accepted = networkx.DiGraph(), []
    for teacher, learner in pairs:
        cycle = Lineage.of(accepted).cycle_with(teacher, learner)
        tried = oracle.copy()
        tried.add_edge(teacher, learner)
        assert bool(cycle) == (not networkx.is_directed_acyclic_graph(tried))
        if cycle:
            assert (cycle[0], cycle[-1]) == (learner, teacher)
            assert set(itertools.pairwise(cycle)) <= set(accepted)
        else:
            accepted.append((teacher, learner))
            oracle = tried
    assert find_cycle(Lineage.of(accepted)) == []


@given(PAIRS)
def test_a_graph_that_came_from_elsewhere_shows_a_cycle_exactly_when_networkx_does(pairs):
    oracle = networkx.DiGraph(pairs)
    cycle = find_cycle(Lineage.of(pairs))
    assert bool(cycle) == (not networkx.is_directed_acyclic_graph(oracle))
    assert all(oracle.has_edge(*link) for link in zip(cycle, cycle[1:] + cycle[:1], strict=True))


def acyclic(pairs):
    return [(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]


def slow_generation(links, person):
    """Return the generation of a person directly by its definition."""
    teachers = [teacher for teacher, learner in links if learner == person]
    return 1 + min(slow_generation(links, each) for each in teachers) if teachers else 0


@given(PAIRS)
def test_generations_and_lines_are_those_of_the_definition(pairs):
    links = list(dict.fromkeys(acyclic(pairs)))
    lineage, oracle = Lineage.of(links), networkx.DiGraph(links)
    assert lineage.generations == {person: slow_generation(links, person) for person in oracle}
    assert descendant_counts(lineage) == {
        person: len(networkx.descendants(oracle, person)) for person in oracle
    }
    for person in oracle:
        assert set(lineage.ancestors(person)) == networkx.ancestors(oracle, person)
        assert set(lineage.descendants(person)) == networkx.descendants(oracle, person)
    assert len(longest_line(lineage)) == (
        networkx.dag_longest_path_length(oracle) + 1 if links else 0
    )
    assert sorted(in_order(lineage)) == sorted(oracle)


@given(PAIRS, st.integers(0, 12), st.integers(0, 12))
def test_a_path_is_as_short_as_that_of_networkx(pairs, start, end):
    links = acyclic(pairs)
    lineage, oracle = Lineage.of(links, range(13)), networkx.Graph(links)
    oracle.add_nodes_from(range(13))
    path = lineage.path(start, end)
    assert bool(path) == networkx.has_path(oracle, start, end)
    if path:
        assert len(path) == networkx.shortest_path_length(oracle, start, end) + 1
        assert all(oracle.has_edge(*step) for step in itertools.pairwise(path))


@pytest.mark.parametrize("at_once", [1, 2, 3, 2048])
def test_descendants_are_counted_a_part_at_a_time(monkeypatch, at_once):
    monkeypatch.setattr("transmission.graph.figures.AT_ONCE", at_once)
    # The descendants of 1 are 2, 3, 4 and 7, and those of 5 are 6 and 7.
    assert descendant_counts(FAMILY) == {1: 4, 5: 2, 2: 1, 3: 1, 6: 1, 4: 0, 7: 0}


def test_the_line_to_the_source_goes_by_the_nearest_teacher():
    # 10 has two teachers: 3, who learned from 1, and 8, who has no teacher.
    lineage = Lineage.of([(1, 3), (3, 10), (8, 10)])
    assert lineage.line_to_source(10) == [10, 8]
