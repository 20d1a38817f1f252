"""Pairs as many places as possible at the least cost, with the matching library."""

from collections.abc import Sequence

import rustworkx

# Two places, and the cost of pairing them.
Edge = tuple[int, int, int]


def cheapest(count: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Match as many of `count` places as possible at the least cost, in the order of the places."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    ceiling = 1 + max((price for _at, _to, price in edges), default=0)
    graph.add_edges_from([(at, to, ceiling - price) for at, to, price in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)
