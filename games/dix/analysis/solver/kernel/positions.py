"""Stores the positions that were met. They are in `known`, in groups of `WAYS` (« runs »).

A run holds the first words of all its positions, then their second words, and so on. So a
look-up reads few cache lines.
"""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.bits import RANKS, highest, lowest
from games.dix.analysis.solver.kernel.instructions import compiled, count
from games.dix.analysis.solver.kernel.memory import (
    FORGET,
    GENERATION,
    MASK,
    OPTIONS,
    RESTS,
    SUIT,
    TOPS,
    everyone,
)

# The number of positions that a run can hold. All positions with the same key are in one run.
WAYS = 16


@compiled
def position_words(words: Any, seat: Any) -> Any:
    """Return a position as four words: two words of the key, and two that list the cards' seats."""
    cards = everyone(words)
    a = words[SUIT + (cards & RANKS)]
    b = words[SUIT + 1024 + (cards >> 16 & RANKS)]
    c = words[SUIT + 2048 + (cards >> 32 & RANKS)]
    d = words[SUIT + 3072 + (cards >> 48 & RANKS)]
    key1 = (
        (a >> 30 & 0xFFFF)
        | (b >> 30 & 0xFFFF) << 16
        | (c >> 30 & 0xFFFF) << 32
        | seat << 48
        | count(words[seat]) << 50
        | words[GENERATION] << 54
    )
    key2 = a >> 46 | (b >> 46) << 9 | (c >> 46) << 18 | (d >> 46) << 27
    first = (a & 0x3FFFFFFF) << 30 | b & 0x3FFFFFFF
    second = (c & 0x3FFFFFFF) << 30 | d & 0x3FFFFFFF
    return key1, key2, first, second


@compiled
def run_of(words: Any, key1: Any, key2: Any) -> Any:
    """Return the index in `known` at which the run for a key begins."""
    mixed = (key1 * 0x1E3779B97F4A7C15) ^ ((key2 + 0x632BE59BD9B4E019) * 0x3F58476D1CE4E5B9)
    mixed ^= mixed >> 29
    return (mixed * 0x14D049BB133111EB >> 23) & words[MASK] & ~(4 * WAYS - 1)


@compiled
def look_up(
    words: Any, known: Any, run: Any, key1: Any, key2: Any, first: Any, second: Any, need: Any
) -> Any:
    """Return the stored bound of a position if it answers the question. Otherwise return −1."""
    for at in range(run, run + WAYS):
        if known[at] != key1:
            continue
        word = known[at + 16]
        if word & 0xFFFFFFFFF != key2:
            continue
        depths = word >> 36 & 0xFFFF
        if (first ^ known[at + 32]) & words[TOPS + (depths & 255)]:
            continue
        if (second ^ known[at + 48]) & words[TOPS + (depths >> 8)]:
            continue
        bound = word >> 53 & 31
        if (need <= bound) == (word >> 52 & 1):
            words[RESTS] = _lowest_of(words, depths)
            return bound
    return -1


@compiled
def _lowest_of(words: Any, depths: Any) -> Any:
    """Return, for each suit, the lowest of its highest cards. `depths` says how many these are."""
    cards, used = everyone(words), 0
    for suit in range(4):
        # The order of the suits is that of the masks in `TOPS`.
        top = depths >> (4 * (suit ^ 1)) & 15
        if top:
            used |= lowest(highest(cards >> (16 * suit) & RANKS, top)) << (16 * suit)
    return used


@compiled
def keep(words: Any, known: Any, seat: Any, need: Any, bound: Any, rests: Any) -> None:
    """Store the answer of a position, with only those cards on which the answer rests."""
    key1, key2, first, second = position_words(words, seat)
    depths = _depths(words, rests)
    first &= words[TOPS + (depths & 255)]
    second &= words[TOPS + (depths >> 8)]
    word = key2 | depths << 36 | (bound >= need) << 52 | bound << 53
    place = _place(words, known, key1, word, first, second)
    known[place] = key1
    known[place + 16] = word
    known[place + 32] = first
    known[place + 48] = second


@compiled
def _depths(words: Any, rests: Any) -> Any:
    """Return, for each suit, how many of its highest cards an answer rests on."""
    cards, depths = everyone(words), 0
    for suit in range(4):
        own = cards >> (16 * suit) & RANKS
        top = count(own)
        if words[OPTIONS] & FORGET:
            used = rests >> (16 * suit) & RANKS
            top = count(own & -lowest(used)) if used else 0
        depths |= top << (4 * (suit ^ 1))
    return depths


@compiled
def _place(words: Any, known: Any, key1: Any, word: Any, first: Any, second: Any) -> Any:
    """Return the index in `known` at which to store an answer.

    If the same position is stored, it is replaced. Otherwise a position of an old search is
    replaced, or, if there is none, the position with the fewest cards.
    """
    run = run_of(words, key1, word & 0xFFFFFFFFF)
    place, least = run, 99
    for at in range(run, run + WAYS):
        if known[at] >> 54 != words[GENERATION]:
            if least >= 0:
                place, least = at, -1
            continue
        if known[at] == key1:
            there = known[at + 16]
            if (
                (there ^ word) & 0x1FFFFFFFFFFFFF == 0
                and known[at + 32] == first
                and known[at + 48] == second
            ):
                return at
        weight = known[at] >> 50 & 15
        if weight < least:
            place, least = at, weight
    return place
