"""Double elimination: after a first loss an entrant plays among the losers, after a second one is
out.

Losers drop into the losers' bracket in an order that delays second meetings as long as possible.
With 8 entrants nobody meets again before the third losers' round, with 128 before the eighth.
"""

from collections.abc import Callable

from tournaments.draws.brackets.knockout import power_above, tree
from tournaments.draws.brackets.tree import BracketNode, FilledBy, loser, seed, winner

Drops = Callable[[list[FilledBy]], list[FilledBy]]


def reverse(drops: list[FilledBy]) -> list[FilledBy]:
    """Return the losers in reverse order, from the bottom of the bracket to its top."""
    return drops[::-1]


def half_shift(drops: list[FilledBy]) -> list[FilledBy]:
    """Return the losers with the two halves exchanged."""
    half = len(drops) // 2
    return drops[half:] + drops[:half]


def reverse_half_shift(drops: list[FilledBy]) -> list[FilledBy]:
    """Return the losers with each half in reverse order."""
    return half_shift(drops[::-1])


# How the losers of each round are ordered, by size of the bracket. The last round has a single
# loser and needs no order. Brackets larger than 128 use the orders of 128, followed by
# `reverse`. Up to 512, no order can delay a second meeting beyond the eighth round.
DROP_ORDERS: dict[int, tuple[Drops, ...]] = {
    2: (),
    4: (),
    8: (reverse,),
    16: (reverse, reverse),
    32: (reverse_half_shift, reverse, reverse),
    64: (reverse_half_shift, reverse, half_shift, reverse),
    128: (reverse_half_shift, reverse, half_shift, half_shift, reverse),
}
LARGEST = 128


def drop_orders(size: int) -> tuple[Drops, ...]:
    """Return how the losers of each round are ordered. `size` is the bracket's size, a power of
    two.
    """
    if size in DROP_ORDERS:
        return DROP_ORDERS[size]
    largest = DROP_ORDERS[LARGEST]
    return largest + (reverse,) * (size.bit_length() - LARGEST.bit_length())


def nodes(count: int, *, reset_final: bool = True) -> list[BracketNode]:
    """Return the nodes of a bracket of `count` entrants, two or more.

    Byes fill the bracket up to the next power of two. A drawn round holds all tables that can be
    played at the same time: a round of the winners and one of the losers.
    """
    size = power_above(count)
    winners = tree([seed(number) for number in range(1, size + 1)])
    winners = [_renamed(node) for node in winners]
    depth = size.bit_length() - 1
    if depth == 1:
        return [*winners, *_finals("W1.1", loser("W1.1"), 2, reset_final)]
    losers, last = _losers(size, depth)
    ordered = sorted([*winners, *losers], key=lambda node: node.stage)
    stage = max(node.stage for node in ordered) + 1
    return [*ordered, *_finals(f"W{depth}.1", winner(last), stage, reset_final)]


def _renamed(node: BracketNode) -> BracketNode:
    """Return a winners' node with its drawn round as stage: 1, 2, 4, 6…

    The gaps are needed because the losers play two rounds for each later winners' round.
    """
    depth = node.stage
    stage = depth if depth <= 2 else 2 * depth - 2
    return BracketNode(node.slot, "main", stage, node.places)


def _losers(size: int, depth: int) -> tuple[list[BracketNode], str]:
    """Return the nodes of the losers' rounds, and the slot of the last one.

    The losers of the first winners' round meet each other. Then, for each later winners' round,
    the survivors meet its losers. The winners of these tables then meet each other.
    """
    made: list[BracketNode] = []
    entering = [loser(f"W1.{at}") for at in range(1, size // 2 + 1)]
    level, orders = 0, drop_orders(size)
    for round_ in range(2, depth + 1):
        level += 1
        met = _meet(level, level + 1, list(zip(entering[::2], entering[1::2], strict=True)))
        made += met
        drops = [loser(f"W{round_}.{at}") for at in range(1, size // 2**round_ + 1)]
        if len(drops) > 1:
            drops = orders[round_ - 2](drops)
        level += 1
        survivors = [winner(node.slot) for node in met]
        met = _meet(level, level + 1, list(zip(survivors, drops, strict=True)))
        made += met
        entering = [winner(node.slot) for node in met]
    return made, made[-1].slot


def _meet(level: int, stage: int, pairs: list[tuple[FilledBy, FilledBy]]) -> list[BracketNode]:
    return [
        BracketNode(f"L{level}.{at}", "losers", stage, pair)
        for at, pair in enumerate(pairs, start=1)
    ]


def _finals(unbeaten: str, beaten: FilledBy, stage: int, reset_final: bool) -> list[BracketNode]:
    """Return the node of the final, and with `reset_final` that of a second final.

    The second final is played only if the unbeaten finalist loses the first, because that is
    their first defeat.
    """
    made = [BracketNode("F1", "final", stage, (winner(unbeaten), beaten))]
    if reset_final:
        made.append(
            BracketNode("F2", "reset", stage + 1, (winner("F1"), loser("F1")), only_if="F1")
        )
    return made
