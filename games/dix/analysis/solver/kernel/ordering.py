"""Scores for cards, which decide the order in which cards are tried.

The weights were first fitted to solved positions, to predict which card is the right one. Then
they were changed at random, and a change was kept if fewer positions were searched. The weights
decide how long a search takes, but never its answer.

Each card has one of three ways: 0 if the side surely wins the trick, 1 if its partner may win
it, 2 if the side loses it.
"""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.bits import ALL_FIVES, ALL_TWOS, RANKS
from games.dix.analysis.solver.kernel.instructions import compiled, count
from games.dix.analysis.solver.kernel.memory import LEAD, TRUMP, WORTH


@compiled
def lead(words: Any, seat: Any, suit: Any) -> None:
    """Write the score of leading a suit, for each of the three ways (see the module)."""
    trump = words[TRUMP]
    length = count(words[seat] >> (16 * suit) & RANKS)
    score, fall, ruff = _opponents(words, seat, suit)
    more, over = _partner(words, seat, suit)
    score += more
    words[LEAD] = score + 8 + 2 * length + 64 * over + 12 * fall
    words[LEAD + 1] = score + 27 - 10 * length + 46 * over + 17 * fall - 47 * ruff
    words[LEAD + 2] = score - 30 - 7 * length + 46 * over + 4 * fall + 26 * ruff
    if suit == trump:
        words[LEAD] -= 26
        words[LEAD + 1] += 27
        words[LEAD + 2] += 10


@compiled
def _opponents(words: Any, seat: Any, suit: Any) -> Any:
    """Return three numbers on what the opponents' cards mean for a lead of this suit.

    They are a part of the score, the units that the opponents must play, and 1 if one may ruff
    (else 0).
    """
    trump, led = words[TRUMP], RANKS << (16 * suit)
    score, fall, ruff = 0, 0, 0
    for place in range(1, 4, 2):
        hand = words[(seat + place) & 3]
        follow = hand & led
        if follow:
            score -= 21 * count(follow)
            if follow & ~(ALL_TWOS | ALL_FIVES) == 0:
                fall += 1 if follow & ALL_FIVES else 2
        else:
            score -= 162
            if suit != trump and hand & (RANKS << (16 * trump)):
                ruff = 1
    return score, fall, ruff


@compiled
def _partner(words: Any, seat: Any, suit: Any) -> Any:
    """Return the partner's part of a lead's score, and 1 if the partner may ruff (else 0)."""
    trump = words[TRUMP]
    hand = words[(seat + 2) & 3]
    follow, over = hand & (RANKS << (16 * suit)), 0
    if follow:
        hand = follow
    elif suit != trump and hand & (RANKS << (16 * trump)):
        over = 1
    if hand & ALL_TWOS:
        return -10, over
    return 6 if hand & ALL_FIVES else 0, over


@compiled
def leading(words: Any, seat: Any, card: Any, way: Any) -> Any:
    """Return the score of leading a card. `lead` must have been called for its suit."""
    worth = words[WORTH + (card & 15)]
    score = words[LEAD + way]
    if way == 0:
        score += _by_worth(worth, -66, 23)
    elif way == 1:
        score += _by_worth(worth, 21, 45)
    else:
        score += _by_worth(worth, -27, -37)
    above = words[(seat + 2) & 3] >> (card & 48) & RANKS & -(1 << (card & 15))
    return score + 7 * min(2, count(above))


@compiled
def answering(words: Any, mine: Any, cards: Any, card: Any, way: Any, takes: Any, led: Any) -> Any:
    """Return the score of a card that is not a lead.

    `takes` is true if the card beats the best card on the table. `cards` are the cards of all
    hands, with the best card on the table.
    """
    suit, rank = card >> 4, card & 15
    worth = words[WORTH + rank]
    if way == 0:
        score = 205 - 9 * rank + _by_worth(worth, 2, 48)
        if takes:
            score += 35
    elif way == 1:
        score = 140 - 4 * rank + _by_worth(worth, 37, 63)
        if takes:
            score += 34
    else:
        score = -5 * rank + _by_worth(worth, -50, -134)
        if takes:
            score += 57
    if suit != led:
        if suit == words[TRUMP]:
            score -= 58
        else:
            score += 39 - 7 * count(mine >> (16 * suit) & RANKS) + _by_worth(worth, 2, 14)
            if cards >> (16 * suit) & RANKS < 2 << rank:
                # It is usually bad to throw away the highest card of a suit.
                score -= 39
    return score


@compiled
def _by_worth(worth: Any, single: Any, double: Any) -> Any:
    """Return `single` for a card of one unit, `double` for one of two units, and 0 for the rest."""
    if worth == 0:
        return 0
    return double if worth == 2 else single
