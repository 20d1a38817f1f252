"""A lower bound of the cost of a Swiss round, to test large draws.

Which of two bounds is used depends on the score groups:

- Gaps. If an odd number of entrants is above the border of two score groups, one of them must cross
  that border in any pairing. So the sum of the squared gaps is at least the sum of the squares of
  those steps.
- No gaps. If no group is odd, each group is paired within itself. A small group is matched over all
  its pairs, a large one only over the pairs near its fold. Any pair farther from the fold costs
  more by itself than the whole group does in the given round. So the bound is the lower of the cost
  of the matching and the cost of such a pair.

Rematches, and all terms that count less than the one bounded here, count as zero.
"""

from collections.abc import Sequence
from itertools import combinations, groupby, pairwise

from tournaments.draws.matching import Edge, cheapest
from tournaments.draws.swiss import pairing as swiss
from tournaments.draws.swiss.costs import ToPair

# The size up to which all pairs of a group are considered.
SMALL = 500


def least_cost(to_pair: ToPair, present: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    """Return a lower bound of the cost of pairing `present`, in the unit of `swiss.cost_of`.

    `pairs` is a given round of these entrants. Its cost in a large group decides how far from
    the fold the considered pairs may be.
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
    """Return a lower bound of the cost of pairing a group within itself."""
    cost, count = swiss.cost_of(to_pair), len(members)
    inside = frozenset(members)
    spent = sum(to_pair.terms(*pair).fold for pair in pairs if inside.issuperset(pair))
    # A pair that is further from the fold than this costs more than all the given pairs of the
    # group together.
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
    """Return the share by which a round's cost exceeds the lower bound: 0.01 stands for 1 %."""
    cost = swiss.cost_of(to_pair)
    paid, least = sum(cost(*pair) for pair in pairs), least_cost(to_pair, present, pairs)
    return (paid - least) / least if least else float(paid > 0)
