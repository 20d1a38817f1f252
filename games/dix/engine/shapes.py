"""Exact counts of the hands that have each shape (« Répartitions »)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb, factorial, prod

from games.cards import Card

Shape = tuple[int, ...]


def hand_count(deck: int) -> int:
    """Return how many different hands are possible: with 40 cards « 847660528 mains possibles »."""
    return comb(deck, deck // 4)


def shape_counts(deck: int) -> dict[Shape, int]:
    """Return, for each distribution of the four suits, the exact number of hands that have it.

    A shape is the lengths of the suits in the hand, longest first, without empty suits, as in
    the club's table: `(4, 3, 3)`. `deck` is 40 (hands of ten cards) or 36 (hands of nine). In
    both decks a suit has as many cards as a hand. So the same counts also say how one suit is
    spread over the four hands.
    """
    size = deck // 4
    return {
        tuple(length for length in lengths if length): _arrangements(lengths)
        * prod(comb(size, length) for length in lengths)
        for lengths in _partitions(size, parts=4, largest=size)
    }


def shape_of(hand: Iterable[Card]) -> Shape:
    """Return the distribution of a hand, longest suit first. For « 8-1-1 » this is `(8, 1, 1)`."""
    return tuple(sorted(Counter(card.suit for card in hand).values(), reverse=True))


def _partitions(total: int, *, parts: int, largest: int) -> Iterator[Shape]:
    """Yield the non-increasing sequences of `parts` numbers ≤ `largest` that sum to `total`."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, largest), -1, -1):
        for rest in _partitions(total - first, parts=parts - 1, largest=first):
            yield (first, *rest)


def _arrangements(lengths: Shape) -> int:
    """Return the number of ways to assign these lengths to the four suits."""
    repeats = Counter(lengths).values()
    return factorial(len(lengths)) // prod(factorial(repeat) for repeat in repeats)
