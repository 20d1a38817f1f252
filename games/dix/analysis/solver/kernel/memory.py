"""The memory of a search: the indexes in `words`, and the values written before the search."""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.bits import ACE, FIVE, RANKS, TEN
from games.dix.analysis.solver.kernel.instructions import compiled, count, entry

TABLE, SAME, BOUNDS, SURE, ORDER, LAST, FORGET, DEARER, CROSS, LATER, TWO = (
    1 << bit for bit in range(11)
)
EVERYTHING = 2047

# The hands are at the indexes 0–3.
OPTIONS, TRUMP, GENERATION, NODES, PER_TRICK, MASK, RESTS = range(4, 11)
WORTH = 16
ALIKE = 32
# The masters that a leader cashes: `CASHED` is how many for each suit, `MASTERS` is which ones
# for each suit, and `ROUNDS` is their total number. `CROSSED` has, for each suit, the masters
# that the partner cashes after them.
CASHED, MASTERS, ROUNDS, CROSSED = 36, 40, 44, 45
LEAD = 56
MOVES = 64
FRAMES = MOVES + 16 * 42
FRAME = 16
TOPS = FRAMES + FRAME * 42
SUIT = TOPS + 256
SIZE = SUIT + 4 * 1024

# The offsets of the values in a frame of the stack: the position, and how many of its moves have
# been tried.
SEAT, PLAYED, LED, BEST, OWNER, POT, LEFT, NEED, TABLED, COUNT, AT, SEEN, BEATEN, GAIN, SOFT = (
    range(15)
)


@compiled
def everyone(words: Any) -> Any:
    """Return the cards of all hands."""
    return words[0] | words[1] | words[2] | words[3]


@entry
def prepare(words: Any) -> None:
    """Write the values that are the same for all deals: masks of the highest cards of two suits."""
    for first in range(16):
        for second in range(16):
            a = (1 << 30) - (1 << max(0, 30 - 3 * first))
            b = (1 << 30) - (1 << max(0, 30 - 3 * second))
            words[TOPS + 16 * first + second] = a << 30 | b


@entry
def deal(words: Any) -> None:
    """Write a word for every set of cards of a suit that may be left.

    30 bits of the word hold each card's seat and whether it is the 10, from the highest card
    down. 16 bits hold the number of cards in each hand. 9 bits hold the seats of the 5, the 10
    and the ace.
    """
    points = words[PER_TRICK] == 0
    for suit in range(4):
        by = 16 * suit
        dealt = everyone(words) >> by & RANKS
        for left in range(1, 1024):
            if left & ~dealt:
                continue
            low = left & -left
            rest = left ^ low
            seat = 0
            while words[seat] >> by & low == 0:
                seat += 1
            word = words[SUIT + 1024 * suit + rest]
            mark = seat
            if points:
                if low == TEN:
                    mark |= 4
                    word |= (seat + 1) << 49
                elif low == FIVE:
                    word |= (seat + 1) << 46
                elif low == ACE:
                    word |= (seat + 1) << 52
            word |= mark << (27 - 3 * count(rest))
            words[SUIT + 1024 * suit + left] = word + (1 << (30 + 4 * seat))
