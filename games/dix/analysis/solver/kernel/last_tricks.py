"""The exact play of the last two tricks, without counting sure units or storing positions."""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.bits import RANKS, units_of_hand
from games.dix.analysis.solver.kernel.instructions import clz, compiled, ctz
from games.dix.analysis.solver.kernel.memory import PER_TRICK, RESTS, TRUMP, everyone


@compiled
def last(words: Any, seat: Any) -> Any:
    """Return the seat that takes the last trick. Each seat has only one card."""
    best = ctz(words[seat])
    owner = seat
    for place in range(1, 4):
        player = (seat + place) & 3
        card = ctz(words[player])
        if card >> 4 == best >> 4:
            if card > best:
                best, owner = card, player
        elif card >> 4 == words[TRUMP]:
            best, owner = card, player
    same = everyone(words) & (RANKS << (16 * (best >> 4)))
    words[RESTS] = 1 << best if same & (same - 1) else 0
    return owner


@compiled
def two(words: Any, leader: Any, left: Any, need: Any) -> Any:
    """Return the bound for hands of two cards, as `can_take` does. Each seat has its own loop."""
    ours = leader & 1 == 0
    best, seen = 0 if ours else 99, 0
    cards = words[leader]
    while cards:
        card = cards & -cards
        cards ^= card
        bound, rests = _second(words, leader, left, need, card)
        if (bound >= need) == ours:
            words[RESTS] = rests
            return bound
        seen |= rests
        best = max(best, bound) if ours else min(best, bound)
    words[RESTS] = seen
    return best


@compiled
def _second(words: Any, leader: Any, left: Any, need: Any, card1: Any) -> Any:
    """Return the bound after the second seat's best card, and the cards on which it rests."""
    ours = leader & 1 == 0
    best, seen = 99 if ours else 0, 0
    cards = _legal(words[(leader + 1) & 3], card1)
    while cards:
        card = cards & -cards
        cards ^= card
        bound, rests = _third(words, leader, left, need, card1, card)
        if (bound < need) == ours:
            return bound, rests
        seen |= rests
        best = min(best, bound) if ours else max(best, bound)
    return best, seen


@compiled
def _third(words: Any, leader: Any, left: Any, need: Any, card1: Any, card2: Any) -> Any:
    """Return the bound after the third seat's best card, and the cards on which it rests."""
    ours = leader & 1 == 0
    best, seen = 0 if ours else 99, 0
    cards = _legal(words[(leader + 2) & 3], card1)
    while cards:
        card = cards & -cards
        cards ^= card
        bound, rests = _fourth(words, leader, left, need, card1, card2, card)
        if (bound >= need) == ours:
            return bound, rests
        seen |= rests
        best = max(best, bound) if ours else min(best, bound)
    return best, seen


@compiled
def _fourth(
    words: Any, leader: Any, left: Any, need: Any, card1: Any, card2: Any, card3: Any
) -> Any:
    """Return the bound after the fourth seat's best card, and the cards on which it rests."""
    ours = leader & 1 == 0
    best, seen = 99 if ours else 0, 0
    cards = _legal(words[(leader + 3) & 3], card1)
    while cards:
        card = cards & -cards
        cards ^= card
        bound, rests = _played_out(words, leader, left, card1, card2, card3, card)
        if (bound < need) == ours:
            return bound, rests
        seen |= rests
        best = min(best, bound) if ours else max(best, bound)
    return best, seen


@compiled
def _legal(hand: Any, led: Any) -> Any:
    """Return the cards of a hand that may be played after the card `led`."""
    follow = hand & (RANKS << (ctz(led) & 48))
    return follow if follow else hand


@compiled
def _played_out(
    words: Any, leader: Any, left: Any, card1: Any, card2: Any, card3: Any, card4: Any
) -> Any:
    """Return side 0's units after these cards in the first of two tricks, and what they rest on.

    In the second trick each seat has only one card. The winner of the first trick leads.
    """
    ours = leader & 1 == 0
    table = card1 | card2 | card3 | card4
    high = _highest_suit(words, table, card1)
    best = 1 << (63 - clz(high))
    rests = best if high & (high - 1) else 0
    pot = words[PER_TRICK] if words[PER_TRICK] else units_of_hand(table)
    next1, next2 = words[leader] ^ card1, words[(leader + 1) & 3] ^ card2
    next3, next4 = words[(leader + 2) & 3] ^ card3, words[(leader + 3) & 3] ^ card4
    if best & (card1 | card3):
        lead = next1 if best == card1 else next3
        bound = pot if ours else 0
    else:
        lead = next2 if best == card2 else next4
        bound = 0 if ours else pot
    high = _highest_suit(words, next1 | next2 | next3 | next4, lead)
    best = 1 << (63 - clz(high))
    if high & (high - 1):
        rests |= best
    if (best & (next1 | next3) != 0) == ours:
        bound += left - pot
    return bound, rests


@compiled
def _highest_suit(words: Any, table: Any, led: Any) -> Any:
    """Return the cards of a trick that may win it: the trumps, else the cards of the suit led."""
    trumps = table & (RANKS << (16 * words[TRUMP]))
    return trumps if trumps else table & (RANKS << (ctz(led) & 48))
