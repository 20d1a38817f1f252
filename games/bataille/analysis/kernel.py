"""The loop that plays manches of Bataille, compiled by numba. It does the same as `plain`.

A card is its rank, from 2 to 14 for the ace. 15 and 16 are the jokers of the first and the
second player, which have equal strength. A pile is a ring of 256 places. `ends` are the ends of
both piles: the places of each player's next card, then each player's next free place. Random
numbers come from splitmix64, which starts from the seed and the number of the game. `lots` holds
the state of splitmix64, then random bits for tosses of a coin, then how many of these bits are
left.

The functions that a trick calls are inlined, and most of them have one return. So the compiler
need not count the references to arrays at each call, which took a sixth of the time.
"""
# mypy is switched off, because numba has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from numba import njit, uint64

MASK = 255
MASKED, HALF, ONE, TWO = uint64(255), uint64(256), uint64(1), uint64(2)
STEP = uint64(0x9E3779B97F4A7C15)
MOST_TRICKS = 50_000
# From this number of tricks on, a game is checked for a state that it has been in before. Few
# games last so long unless they repeat a state.
WATCH_FROM = 2_000


@njit(cache=True)
def play(numbers: Any, seed: int, first: int, count: int) -> Any:
    """Play `count` games of a seed, from number `first` on; return a row for each game.

    A row has the number of tricks and of batailles, the outcome, and the aces and kings of the
    first player's first hand. The outcome is 0 or 1 if the first or second player won, 2 for a
    draw, and 3 for a game that never ends.
    """
    lowest, decks, jokers = numbers[0], numbers[1], numbers[2]
    rows = np.zeros((count, 5), dtype=np.int32)
    pile = np.zeros(512, dtype=np.uint8)
    saved = np.zeros(512, dtype=np.uint8)
    table = np.zeros(512, dtype=np.uint8)
    half = 2 * (15 - lowest) * decks
    deck = np.zeros(2 * half, dtype=np.uint8)
    for game in range(count):
        state = _mix(uint64(seed) * STEP + uint64(first + game)) * STEP
        state = deal(numbers, deck, state)
        aces, kings = 0, 0
        for i in range(half):
            pile[i] = deck[i]
            pile[256 + i] = deck[half + i]
            aces += deck[i] == 14
            kings += deck[i] == 13
        if jokers:
            state = add_jokers(pile, half, state)
        size = half + 1 if jokers else half
        tricks, battles, outcome = play_game(numbers, pile, size, saved, table, state)
        rows[game, 0] = tricks
        rows[game, 1] = battles
        rows[game, 2] = outcome
        rows[game, 3] = aces
        rows[game, 4] = kings
    return rows


# --- Lots ------------------------------------------------------------------------------------


@njit(cache=True, inline="always")
def _mix(state: Any) -> Any:
    z = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(cache=True, inline="always")
def _below(state: Any, count: int) -> int:
    """Return the random number below `count` that a state gives."""
    return np.int64((_mix(state) >> uint64(32)) * uint64(count) >> uint64(32))


@njit(cache=True, inline="always")
def _coin(lots: Any) -> Any:
    """Toss a coin. Return whether it shows heads, and the new lots."""
    state, bits, left = lots
    if left == 0:
        state += STEP
        bits = _mix(state)
        left = 64
    return bits & ONE == ONE, (state, bits >> ONE, left - 1)


# --- The deal --------------------------------------------------------------------------------


@njit(cache=True, inline="always")
def deal(numbers: Any, deck: Any, state: Any) -> Any:
    """Fill `deck` with four shuffled cards of each rank for each pack; return the new state.

    If the cards are dealt by colour, each player has two of these four.
    """
    lowest, decks, by_colour = numbers[0], numbers[1], numbers[4]
    half = deck.size // 2
    at = 0
    for rank in range(lowest, 15):
        for _copy in range(2 * decks if by_colour else 4 * decks):
            deck[at] = rank
            if by_colour:
                deck[half + at] = rank
            at += 1
    size = half if by_colour else 2 * half
    for first in range(0, 2 * half, size):
        state = _shuffle(deck, first, size, state)
    return state


@njit(cache=True, inline="always")
def _shuffle(deck: Any, first: int, count: int, state: Any) -> Any:
    for i in range(count - 1, 0, -1):
        state += STEP
        x, y = uint64(first + i), uint64(first + _below(state, i + 1))
        deck[x], deck[y] = deck[y], deck[x]
    return state


@njit(cache=True, inline="always")
def add_jokers(pile: Any, half: int, state: Any) -> Any:
    """Put one joker at a random place in each pile. Return the new state."""
    for side in range(2):
        state += STEP
        j = _below(state, half + 1)
        a = side * 256
        pile[a + half] = pile[a + j]
        pile[a + j] = 15 + side
    return state


# --- A game ----------------------------------------------------------------------------------


@njit(cache=True, inline="always")
def play_game(numbers: Any, pile: Any, size: int, saved: Any, table: Any, state: Any) -> Any:
    """Play one game of two piles of `size` cards; return its tricks, batailles and outcome."""
    jokers, stealing, pays, order = numbers[2], numbers[5], numbers[6], numbers[7]
    plain = order < 2 and not pays and not jokers
    ends = (0, 0, size, size)
    lots = (state, uint64(0), 0)
    until, length = 0, -1
    tricks, battles, outcome = 0, 0, -1
    while outcome < 0:
        h0, h1, t0, t1 = ends
        if t0 == h0 or t1 == h1:
            outcome = 1 if t0 == h0 else 0
            break
        if tricks >= WATCH_FROM:
            if tricks >= until or t0 - h0 == length:
                outcome, until, length = comes_back(pile, ends, tricks, order, saved, until)
                if outcome >= 0:
                    break
        elif plain:
            ends, more, equal = plain_tricks(pile, ends, order == 1)
            tricks += more
            if not equal:
                continue
        tricks += 1
        a, b, ends = _turn_up(pile, ends)
        if a != b and (a < 15 or b < 15):
            winner, ends, lots = take_trick(pile, ends, a, b, order, lots)
            if pays:
                ends = pay(pile, ends, winner)
        else:
            battles += 1
            table[0], table[256] = a, b
            winner, outcome, counts, ends = put_down(numbers, pile, table, ends)
            if outcome < 0 and stealing and _holds_joker(table, counts, 1 - winner):
                outcome = winner
            # If a player has run out of cards, the game is over, and the piles no longer matter.
            ends, lots = collect(pile, table, ends, counts, winner, order, lots)
            if pays and outcome < 0:
                ends = pay(pile, ends, winner)
    return tricks, battles, outcome


@njit(cache=True)
def comes_back(pile: Any, ends: Any, tricks: int, order: int, saved: Any, until: int) -> Any:
    """Return the outcome of a long game (3 if it never ends, -1 if it goes on) and two numbers.

    By Brent's method, a state is stored at each power of two; in a cycle, a stored state comes
    back. The numbers are the count of tricks at which the next state is stored, and the length
    of the first pile in the stored state.
    """
    h0, _h1, t0, _t1 = ends
    outcome, length = -1, t0 - h0
    if tricks >= MOST_TRICKS:
        outcome = 3
    elif order >= 2:
        until, length = MOST_TRICKS, -1
    elif tricks >= until:
        until = min(2 * tricks, MOST_TRICKS)
        _store(pile, ends, saved)
    elif _is_stored(pile, ends, saved):
        outcome = 3
    return outcome, until, length


@njit(cache=True, inline="always")
def _store(pile: Any, ends: Any, saved: Any) -> None:
    h0, h1, t0, t1 = ends
    for i in range(t0 - h0):
        saved[i] = pile[(h0 + i) & MASK]
    for i in range(t1 - h1):
        saved[256 + i] = pile[256 + ((h1 + i) & MASK)]


@njit(cache=True, inline="always")
def _is_stored(pile: Any, ends: Any, saved: Any) -> bool:
    """Return whether the piles are as they were stored.

    The caller makes sure that the first pile has the stored length.
    """
    h0, h1, t0, t1 = ends
    i, j = 0, 0
    while i < t0 - h0 and saved[i] == pile[(h0 + i) & MASK]:
        i += 1
    while j < t1 - h1 and saved[256 + j] == pile[256 + ((h1 + j) & MASK)]:
        j += 1
    return i == t0 - h0 and j == t1 - h1


# --- Tricks ----------------------------------------------------------------------------------


@njit(cache=True, forceinline=True)
def plain_tricks(pile: Any, ends: Any, turned: bool) -> Any:
    """Play tricks until the next cards are equal, or a player may have run out of cards.

    Return the ends, the number of tricks, and whether the next cards are equal. The numbers are
    unsigned, so that the compiler need not handle negative indexes.
    """
    h0, h1, t0, t1 = ends
    u0, u1, v0, v1 = uint64(h0), uint64(h1), uint64(t0), uint64(t1)
    begun = u0
    stop = u0 + min(v0 - u0, v1 - u1)
    if stop - u0 > uint64(WATCH_FROM):
        stop = u0 + uint64(WATCH_FROM)
    while u0 != stop:
        x = pile[u0 & MASKED]
        y = pile[HALF + (u1 & MASKED)]
        if x == y:
            break
        u0 += ONE
        u1 += ONE
        won = uint64(y > x)
        top, under = max(x, y), min(x, y)
        t = v0 + won * (v1 - v0)
        place = won << uint64(8)
        pile[place + (t & MASKED)] = under if turned else top
        pile[place + ((t + ONE) & MASKED)] = top if turned else under
        v1 += won + won
        v0 += TWO - won - won
    ends = (np.int64(u0), np.int64(u1), np.int64(v0), np.int64(v1))
    return ends, np.int64(u0 - begun), u0 != stop


@njit(cache=True, inline="always")
def _turn_up(pile: Any, ends: Any) -> Any:
    h0, h1, t0, t1 = ends
    a, b = np.int64(pile[h0 & MASK]), np.int64(pile[256 + (h1 & MASK)])
    return a, b, (h0 + 1, h1 + 1, t0, t1)


@njit(cache=True, inline="always")
def take_trick(pile: Any, ends: Any, a: int, b: int, order: int, lots: Any) -> Any:
    """Put two cards under the pile of the player of the higher one.

    Return the winner, the ends and the lots.
    """
    h0, h1, t0, t1 = ends
    winner = np.int64(b > a)
    high = max(a, b)
    low = a + b - high
    if order == 1:
        high, low = low, high
    elif order >= 2:
        heads, lots = _coin(lots)
        if heads:
            high, low = low, high
    t = t1 if winner else t0
    base = winner * 256
    pile[base + (t & MASK)] = high
    pile[base + ((t + 1) & MASK)] = low
    return winner, (h0, h1, t0 + 2 * (1 - winner), t1 + 2 * winner), lots


@njit(cache=True, inline="always")
def pay(pile: Any, ends: Any, winner: int) -> Any:
    """Put the loser's next card, if any, under the winner's pile. Return the ends."""
    h0, h1, t0, t1 = ends
    if winner and h0 < t0:
        pile[256 + (t1 & MASK)] = pile[h0 & MASK]
        return h0 + 1, h1, t0, t1 + 1
    if not winner and h1 < t1:
        pile[t0 & MASK] = pile[256 + (h1 & MASK)]
        return h0, h1 + 1, t0 + 1, t1
    return ends


# --- Batailles -------------------------------------------------------------------------------


@njit(cache=True, forceinline=True)
def put_down(numbers: Any, pile: Any, table: Any, ends: Any) -> Any:
    """Put cards down until two differ, or a player runs out and the game is over.

    Return the winner, the outcome (-1: the game goes on), the number of cards of each player on the
    table, and the ends. The first player's cards are put down from index 0 of `table`, the second
    player's from index 256.
    """
    want, out = 1 + numbers[3], numbers[8]
    n0, n1 = 1, 1
    equal, winner, outcome = True, 0, -1
    while equal and outcome < 0:
        have0, have1 = ends[2] - ends[0], ends[3] - ends[1]
        need0, need1 = want, want
        if out == 3:
            need0 = min(want, max(1, have0))
            need1 = min(want, max(1, have1))
        short0, short1 = have0 < need0, have1 < need1
        if short0 or short1:
            if out == 2 and have0 + have1 >= 2 * want:
                ends = _borrow(pile, ends, want)
            elif (out == 1 or out == 3) and short0 != short1:
                outcome = 1 if short0 else 0
            else:
                outcome = 2
        if outcome < 0:
            h0, h1, t0, t1 = ends
            for _card in range(need0):
                table[n0] = pile[h0 & MASK]
                n0 += 1
                h0 += 1
            for _card in range(need1):
                table[256 + n1] = pile[256 + (h1 & MASK)]
                n1 += 1
                h1 += 1
            ends = (h0, h1, t0, t1)
            up0 = min(np.int64(table[n0 - 1]), 15)
            up1 = min(np.int64(table[256 + n1 - 1]), 15)
            equal, winner = up0 == up1, np.int64(up1 > up0)
    return winner, outcome, (n0, n1), ends


@njit(cache=True, inline="always")
def _borrow(pile: Any, ends: Any, want: int) -> Any:
    """Give a player the missing cards from the top of the opponent's pile. Return the ends."""
    h0, h1, t0, t1 = ends
    while t0 - h0 < want:
        pile[t0 & MASK] = pile[256 + (h1 & MASK)]
        t0 += 1
        h1 += 1
    while t1 - h1 < want:
        pile[256 + (t1 & MASK)] = pile[h0 & MASK]
        t1 += 1
        h0 += 1
    return h0, h1, t0, t1


@njit(cache=True, inline="always")
def _holds_joker(table: Any, counts: Any, side: int) -> bool:
    """Return whether a player's own joker is among the cards that this player put down."""
    base, holds = side * 256, False
    for i in range(counts[1] if side else counts[0]):
        holds |= table[base + i] == 15 + side
    return holds


@njit(cache=True, inline="always")
def collect(
    pile: Any, table: Any, ends: Any, counts: Any, winner: int, order: int, lots: Any
) -> Any:
    """Put the cards of a bataille under the winner's pile. Return the ends and the lots."""
    h0, h1, t0, t1 = ends
    loser_first = order == 1
    if order == 2:
        loser_first, lots = _coin(lots)
    begins = 1 - winner if loser_first else winner
    start = t1 if winner else t0
    base = 256 if winner else 0
    t = start
    for side in (begins, 1 - begins):
        for i in range(counts[1] if side else counts[0]):
            pile[base + (t & MASK)] = table[side * 256 + i]
            t += 1
    if order == 3:
        lots = _shuffle_under(pile, base, start, t - start, lots)
    return (h0, h1, t0, t) if winner else (h0, h1, t, t1), lots


@njit(cache=True, inline="always")
def _shuffle_under(pile: Any, base: int, start: int, count: int, lots: Any) -> Any:
    state, bits, left = lots
    for i in range(count - 1, 0, -1):
        state += STEP
        j = _below(state, i + 1)
        x = base + ((start + i) & MASK)
        y = base + ((start + j) & MASK)
        pile[x], pile[y] = pile[y], pile[x]
    return state, bits, left
