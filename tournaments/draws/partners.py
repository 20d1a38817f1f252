"""Pairs places at the least cost, and seats partners against each other. Used for mêlée and
rotation.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import lshift

from tournaments.draws.matching import cheapest
from tournaments.draws.melee_history import MeleeHistory, Sides, Two

# Up to `COMPLETE` people all pairs are considered. With more people, pairs at most `NEAR` lots
# apart are considered first. Then the draw does not look ahead to later rounds, because there are
# always enough partners left.
COMPLETE = 200
NEAR = 12

Terms = tuple[int, ...]


def opposed(pairs: Sequence[Two], known: MeleeHistory) -> list[Sides]:
    """Seat the partners against each other: those who have met least, then nearest by lot."""
    times = known.met.get

    def terms(at: int, to: int) -> Terms:
        (north, south), (east, west) = pairs[at], pairs[to]
        # Written out without a loop, because a large round computes this thousands of times.
        met = times(frozenset((north, east)), 0) ** 2 + times(frozenset((north, west)), 0) ** 2
        met += times(frozenset((south, east)), 0) ** 2 + times(frozenset((south, west)), 0) ** 2
        return met, to - at

    return [(pairs[at], pairs[to]) for at, to in nearest(len(pairs), terms)]


def nearest(
    count: int,
    terms: Callable[[int, int], Terms],
    chairs: Sequence[tuple[int, int, Terms]] = (),
) -> list[Two]:
    """Match places (and chairs) at the least cost. Of many places, first only near ones are tried.

    Farther ones are tried if a place is left over, or if a pair is matched whose first term is not
    0. Otherwise they are not needed, because two places far apart cost more than two near ones.
    """
    near = count if count <= COMPLETE else NEAR
    whole = count + len({chair for _at, chair, _terms in chairs})
    while True:
        edges = [(at, to, terms(at, to)) for at, to in _within(count, near)]
        edges += chairs if near >= count else chairs[: 3 * near]
        matched = _cheapest(whole, edges)
        apart = near < count and any(terms(*pair)[0] for pair in matched if pair[1] < count)
        if near >= count or not (apart or 2 * len(matched) < whole):
            return matched
        near *= 4


def _within(count: int, near: int) -> Iterable[Two]:
    """Yield every two places that are at most `near` apart."""
    return ((at, to) for at in range(count) for to in range(at + 1, min(count, at + near + 1)))


def _cheapest(count: int, edges: Sequence[tuple[int, int, Terms]]) -> list[Two]:
    """Match all of `count` places at the least cost. An earlier term outweighs all later ones."""
    widths = [
        (max(terms) * (count // 2)).bit_length()
        for terms in zip(*(terms for _at, _to, terms in edges), strict=True)
    ]

    shifts = [sum(widths[at:]) for at in range(1, len(widths) + 1)]
    priced = [(at, to, sum(map(lshift, terms, shifts))) for at, to, terms in edges]
    return cheapest(count, priced)
