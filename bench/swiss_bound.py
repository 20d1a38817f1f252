"""A bound that no Swiss round of a field can cost less than, to hold a large draw against.

It is made of two relaxations, each of the term that decides.

- The gaps. Between two score groups, somebody must cross where an odd number stands above, whoever
  meets whom. So the squares of the gaps add up to no less than the squares of those steps.
- Where no group is odd, nobody needs to cross: groups are paired apart. A small one is matched over
  all its pairs. A large one over the pairs near its fold: a pair further off costs more by itself
  than the whole group does, so the matching found, or such a pair, is the least.

Rematches and all that stands below the deciding term count as nothing.
"""

from collections.abc import Sequence
from itertools import combinations, groupby, pairwise

from tournaments.draws.matching import Edge, cheapest
from tournaments.draws.swiss import pairing as swiss
from tournaments.draws.swiss.costs import ToPair

# Up to this size all pairs of a group are matched.
SMALL = 500


def least_cost(to_pair: ToPair, present: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    """Return what pairing those present costs at least, by the numbers of `swiss.cost_of`.

    `pairs` is a round of them: what its groups cost says how far from the fold to look.
    """
    gaps = sum(
        (to_pair.scores[entrant] - to_pair.scores[other]) ** 2
        for at, (entrant, other) in enumerate(pairwise(present), start=1)
        if at % 2
    )
    if gaps:
        below = swiss.widths(to_pair)._replace(forbidden=0, rematch=0, gap=0)
        return gaps << sum(below)
    groups = groupby(present, key=to_pair.scores.__getitem__)
    return sum(_of_group(to_pair, list(members), pairs) for _score, members in groups)


def _of_group(to_pair: ToPair, members: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    """Return what pairing a group within itself costs at least."""
    cost, count = swiss.cost_of(to_pair), len(members)
    inside = frozenset(members)
    spent = sum(to_pair.terms(*pair).fold for pair in pairs if inside.issuperset(pair))
    # Pairs further off than this cost more by their distance alone.
    near = count if count <= SMALL else spent + 1
    half = count // 2
    edges: list[Edge] = [
        (at, to, cost(members[at], members[to]))
        for at, to in (
            combinations(range(count), 2)
            if near >= half
            else (
                (at, at + distance)
                for distance in range(half - near, half + near + 1)
                for at in range(count - distance)
            )
        )
    ]
    price = {(at, to): paid for at, to, paid in edges}
    least = sum(price[pair] for pair in cheapest(count, edges))
    width = swiss.widths(to_pair).order
    return least if near >= half else min(least, (near + 1) << width)


def over(to_pair: ToPair, present: Sequence[int], pairs: Sequence[tuple[int, int]]) -> float:
    """Return by what share a round costs more than the bound."""
    cost = swiss.cost_of(to_pair)
    paid, least = sum(cost(*pair) for pair in pairs), least_cost(to_pair, present, pairs)
    return (paid - least) / least if least else float(paid > 0)
