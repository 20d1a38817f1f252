"""Looks ahead in a Swiss of many rounds: a round must leave enough pairs for those that follow.

With few rounds there is always a next one without a rematch: if n entrants each have n/2 or more
left to meet, all can be paired (Dirac's theorem). With more rounds this may fail: those left to
meet may form two circles of odd length, for example, which forces a rematch or a second bye two
rounds later. So rounds are tried from the cheapest up, until one leaves enough pairs for those
still to come.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations

import rustworkx

Pair = tuple[int, int]
Free = Mapping[int, frozenset[int]]
# Two places in a list of entrants, and the cost of pairing them.
Edge = tuple[int, int, int]
Solve = Callable[[Sequence[int], Sequence[Edge]], list[Pair]]

# How many rounds are tried, for each possible bye and in all. After that the cheapest is chosen.
LOOKED_AT = 30
IN_ALL = 120
# How many ways to play the rounds to come are tried before they count as impossible.
TRIES = 24


def plenty(free: Free, rounds: int) -> bool:
    """Return whether `rounds` rounds are certain, because everybody has enough left to meet."""
    if not free:
        return True
    least = min(len(others) for others in free.values())
    return rounds == 0 or 2 * (least - rounds + 1) >= len(free)


def possible(free: Free, rounds: int) -> bool:
    """Return whether `rounds` rounds look possible at first sight: all can be paired once."""
    if min(len(others) for others in free.values()) < rounds:
        return False
    return rounds == 0 or 2 * len(_some_round(free, 0)) == len(free)


def lasts(free: Free, rounds: int) -> bool:
    """Return whether a way is found to play `rounds` rounds without any rematch.

    Only a few ways are tried, each preferring different pairs. If none of them works, the rounds
    count as impossible.
    """
    if not possible(free, rounds):
        return False
    return any(_tried(free, rounds, attempt) for attempt in range(TRIES))


def _tried(free: Free, rounds: int, attempt: int) -> bool:
    while not plenty(free, rounds):
        pairs = _some_round(free, attempt)
        if 2 * len(pairs) < len(free):
            return False
        free, rounds = spent(free, pairs), rounds - 1
    return True


def spent(free: Free, pairs: Sequence[Pair]) -> Free:
    """Return whom each entrant has left to meet once these pairs have met."""
    met = {entrant: other for pair in pairs for entrant, other in (pair, pair[::-1])}
    return {entrant: others - {met.get(entrant, entrant)} for entrant, others in free.items()}


def _some_round(free: Free, attempt: int) -> list[Pair]:
    """Pair everybody, if possible. Each `attempt` prefers different pairs."""
    members = sorted(free)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(members)
    graph.add_edges_from(
        [
            (at, to, 1 + (at * at + to * to + attempt * (at + 1) * (to + 1)) % 31)
            for (at, entrant), (to, other) in combinations(enumerate(members), 2)
            if other in free[entrant]
        ]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(members[at], members[to]) for at, to in matched]


def ranked(present: Sequence[int], edges: Sequence[Edge], solve: Solve) -> Iterator[list[Pair]]:
    """Yield rounds from the cheapest up (Murty's partition), at most `LOOKED_AT` of them.

    Each round found splits the remaining rounds into parts: those without its first pair, those
    with the first pair but without the second, and so on.
    """
    cost = {(present[at], present[to]): price for at, to, price in edges}
    heap: list[tuple[int, int, list[Pair], frozenset[Pair], frozenset[Pair]]] = []

    def add(number: int, fixed: frozenset[Pair], banned: frozenset[Pair]) -> None:
        seated = {entrant for pair in fixed for entrant in pair}
        rest = [entrant for entrant in present if entrant not in seated]
        at = {entrant: place for place, entrant in enumerate(rest)}
        offered = [
            (at[entrant], at[other], price)
            for (entrant, other), price in cost.items()
            if entrant in at and other in at and (entrant, other) not in banned
        ]
        pairs = [*fixed, *solve(rest, offered)]
        if len(pairs) == len(present) // 2:
            heappush(heap, (sum(map(cost.__getitem__, pairs)), number, pairs, fixed, banned))

    add(0, frozenset(), frozenset())
    number = 0
    for _ in range(LOOKED_AT):
        if not heap:
            return
        _price, _number, pairs, fixed, banned = heappop(heap)
        yield pairs
        for pair in sorted(set(pairs) - fixed):
            number += 1
            add(number, fixed, banned | {pair})
            fixed |= {pair}
