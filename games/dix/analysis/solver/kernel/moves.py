"""The moves of a position: the cards that must be tried, the most promising first."""
# mypy: ignore-errors

from typing import Any, NamedTuple

import numpy as np

from games.dix.analysis.solver.kernel.bits import RANKS
from games.dix.analysis.solver.kernel.instructions import clz, compiled, ctz
from games.dix.analysis.solver.kernel.memory import (
    ALIKE,
    DEARER,
    MOVES,
    OPTIONS,
    ORDER,
    SAME,
    TRUMP,
    WORTH,
    everyone,
)
from games.dix.analysis.solver.kernel.ordering import answering, lead, leading


class Trick(NamedTuple):
    """A trick before a seat plays to it. `_strength` defines the numbers that stand for cards."""

    played: int
    led: int
    lying: int
    """The best card so far."""
    friendly: bool
    """Whether the best card is the partner's."""
    ours: int
    """The best card that the partner may still play."""
    theirs: int


@compiled
def moves(words: Any, seat: Any, played: Any, led: Any, best: Any, owner: Any, depth: Any) -> Any:
    """Write the moves at this depth of the search, the best first. Return their number.

    Of neighbouring cards of equal worth only the lowest is written. The moves are sorted by
    `_score`.
    """
    legal = words[seat]
    others = everyone(words) & ~legal
    lying, friendly = 0, False
    base = MOVES + 16 * depth
    if played:
        others |= 1 << best
        follow = legal & (RANKS << (16 * led))
        if follow:
            legal = follow
        if legal & (legal - 1) == 0:
            words[base] = ctz(legal)
            return 1
        lying = (best & 15) + (33 if best >> 4 == words[TRUMP] else 1)
        friendly = owner & 1 == seat & 1
    total = np.int64(0)  # not a literal (see `can_take`)
    for suit in range(4):
        cards = legal >> (16 * suit) & RANKS
        if cards:
            aim = led if played else suit
            if played == 0 and words[OPTIONS] & ORDER:
                lead(words, seat, suit)
            ours, theirs = _reach(words, seat, played, aim)
            trick = Trick(played, aim, lying, friendly, ours, theirs)
            total = _moves_of_suit(words, seat, trick, suit, cards, others, base, total)
    return total


@compiled
def _reach(words: Any, seat: Any, played: Any, led: Any) -> Any:
    """Return the strength of the partner's and of the opponents' best card still to be played."""
    ours, theirs = 0, 0
    for place in range(1, 4 - played):
        reach = _most(words, (seat + place) & 3, led)
        if place & 1:
            theirs = max(theirs, reach)
        else:
            ours = max(ours, reach)
    return ours, theirs


@compiled
def _most(words: Any, seat: Any, led: Any) -> Any:
    """Return the strength of the best card that a seat could play if the suit `led` is led."""
    trump = words[TRUMP]
    follow = words[seat] >> (16 * led) & RANKS
    if follow:
        strength = 64 - clz(follow)
        return strength + 32 if led == trump else strength
    ruff = words[seat] >> (16 * trump) & RANKS
    if ruff:
        return 96 - clz(ruff)
    return 0


@compiled
def _strength(words: Any, suit: Any, rank: Any, led: Any) -> Any:
    """Return the strength of a card in a trick, or 0 if it can't win the trick."""
    if suit == words[TRUMP]:
        return rank + 33
    return rank + 1 if suit == led else 0


@compiled
def _moves_of_suit(
    words: Any,
    seat: Any,
    trick: Any,
    suit: Any,
    cards: Any,
    others: Any,
    base: Any,
    total: Any,
) -> Any:
    """Write the moves of one suit. Return the new number of moves."""
    options = words[OPTIONS]
    between = others >> (16 * suit)
    same, before = 0, -1
    while cards:
        rank = ctz(cards)
        cards &= cards - 1
        strength = _strength(words, suit, rank, trick.led)
        wins, lost = _certain(trick, strength)
        flag = 0
        if options & SAME:
            if before >= 0 and between & ((1 << rank) - (1 << before)):
                same = 0
            if options & DEARER and same == 0 and (wins or lost):
                run = _run(cards, between, rank)
                if run & (run - 1):
                    flag, cards, rank = 64, cards & ~run, _enough(words, run, wins)
                    strength = _strength(words, suit, rank, trick.led)
            before = rank
            worth = words[WORTH + rank]
            if same >> worth & 1:
                continue
            same |= 1 << worth
        card = 16 * suit + rank
        score = 0
        if options & ORDER:
            score = _score(words, seat, trick, others, card, strength, wins)
        _sort_in(words, base, total, (score + 8192) << 8 | flag | card)
        total += 1
    return total


@compiled
def _certain(trick: Any, strength: Any) -> Any:
    """Return whether the side surely wins the trick with a card, and whether it surely loses it."""
    if trick.friendly:
        return max(strength, trick.lying) > trick.theirs, False
    wins = strength > max(trick.theirs, trick.lying)
    return wins, trick.lying > max(strength, trick.ours)


@compiled
def _run(cards: Any, between: Any, rank: Any) -> Any:
    """Return a card and the higher cards of its suit that are as strong as this card."""
    rest = between >> rank & RANKS
    if rest:
        cards &= (1 << (ctz(rest) + rank)) - 1
    return cards | 1 << rank


@compiled
def _enough(words: Any, run: Any, wins: Any) -> Any:
    """Return the only card to try among equal cards, on a trick whose winner is certain.

    It is the dearest card if the side wins, else the cheapest.
    """
    first = run & words[ALIKE + (2 if wins else 0)]
    if first:
        return ctz(first)
    second = run & words[ALIKE + 1]
    return ctz(second) if second else ctz(run)


@compiled
def _score(
    words: Any, seat: Any, trick: Any, others: Any, card: Any, strength: Any, wins: Any
) -> Any:
    """Return the score by which the moves are sorted. Promising cards have a high score."""
    hold = 0 if trick.friendly else trick.lying
    way = 0 if wins else 1 if max(strength, trick.ours) > max(trick.theirs, hold) else 2
    if trick.played == 0:
        return leading(words, seat, card, way)
    mine = words[seat]
    takes = strength > trick.lying
    return answering(words, mine, mine | others, card, way, takes, trick.led)


@compiled
def _sort_in(words: Any, base: Any, total: Any, word: Any) -> None:
    """Insert a move into the `total` moves, which are sorted with the best first."""
    at = total
    while at > 0 and words[base + at - 1] < word:
        words[base + at] = words[base + at - 1]
        at -= 1
    words[base + at] = word
