"""Looking ahead in a Swiss of many rounds: a round must leave enough for those that follow.

With few rounds there is always a next one without a rematch: of n entrants who each have n/2 or
more left to meet, all can be paired (Dirac's theorem). Beyond that the cheapest round may leave two
odd circles, say, and a rematch or a second bye two rounds later. So rounds are looked at from the
cheapest up, until one leaves the rounds still to come.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations

import rustworkx

Pair = tuple[int, int]
Free = Mapping[int, frozenset[int]]
# Places of two in a list of entrants, and what pairing them costs.
Edge = tuple[int, int, int]
Solve = Callable[[Sequence[int], Sequence[Edge]], list[Pair]]

# How many rounds are looked at, for each who may have the bye and in all, before the cheapest is
# taken all the same.
LOOKED_AT = 30
IN_ALL = 120
# How many ways to play the rounds to come are tried before they are held to be impossible.
TRIES = 24


def plenty(free: Free, rounds: int) -> bool:
    """Whether that many rounds can be played for certain, as everybody has so many left to meet."""
    if not free:
        return True
    least = min(len(others) for others in free.values())
    return rounds == 0 or 2 * (least - rounds + 1) >= len(free)


def possible(free: Free, rounds: int) -> bool:
    """Whether nothing speaks against that many rounds at first sight: all can be paired once."""
    if min(len(others) for others in free.values()) < rounds:
        return False
    return rounds == 0 or 2 * len(_some_round(free, 0)) == len(free)


def lasts(free: Free, rounds: int) -> bool:
    """Whether a way is found to play that many rounds in which nobody meets anybody again.

    A few ways are tried, each preferring other pairs; what they miss counts as impossible.
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
    """Return who is left to meet once these have met."""
    met = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    return {one: others - {met.get(one, one)} for one, others in free.items()}


def _some_round(free: Free, attempt: int) -> list[Pair]:
    """Pair everybody, if that can be; each attempt prefers pairs by another remainder."""
    members = sorted(free)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(members)
    graph.add_edges_from(
        [
            (at, to, 1 + (at * at + to * to + attempt * (at + 1) * (to + 1)) % 31)
            for (at, one), (to, other) in combinations(enumerate(members), 2)
            if other in free[one]
        ]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(members[at], members[to]) for at, to in matched]


def ranked(present: Sequence[int], edges: Sequence[Edge], solve: Solve) -> Iterator[list[Pair]]:
    """Yield rounds from the cheapest up (Murty's partition), `LOOKED_AT` of them at most.

    Each round found splits those not seen yet: without its first pair; with that one but without
    the second; and so on.
    """
    cost = {(present[at], present[to]): price for at, to, price in edges}
    heap: list[tuple[int, int, list[Pair], frozenset[Pair], frozenset[Pair]]] = []

    def add(number: int, kept: frozenset[Pair], banned: frozenset[Pair]) -> None:
        seated = {one for pair in kept for one in pair}
        rest = [one for one in present if one not in seated]
        at = {one: place for place, one in enumerate(rest)}
        offered = [
            (at[one], at[other], price)
            for (one, other), price in cost.items()
            if one in at and other in at and (one, other) not in banned
        ]
        pairs = [*kept, *solve(rest, offered)]
        if len(pairs) == len(present) // 2:
            heappush(heap, (sum(map(cost.__getitem__, pairs)), number, pairs, kept, banned))

    add(0, frozenset(), frozenset())
    number = 0
    for _ in range(LOOKED_AT):
        if not heap:
            return
        _price, _number, pairs, kept, banned = heappop(heap)
        yield pairs
        for pair in sorted(set(pairs) - kept):
            number += 1
            add(number, kept, banned | {pair})
            kept |= {pair}
