"""The loop that plays manches of Bataille, compiled by numba. It does the same as `plain`.

Cards are their ranks: 2 … 14 the ace, and 15, 16 the jokers of the first and the second player,
which have equal strength. A pile is a ring of 256 places. Random numbers come from splitmix64, from
the seed and the number of the game.
"""
# The compiler has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from numba import njit, uint64

MASK = 255
MASKED, HALF, ONE, TWO = uint64(255), uint64(256), uint64(1), uint64(2)
MOST_TRICKS = 50_000
# Games hardly ever last this long unless they repeat a former state.
WATCH_FROM = 2_000


@njit(cache=True, inline="always")
def _mix(state: Any) -> Any:
    z = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(cache=True)
def play(numbers: Any, seed: int, first: int, count: int) -> Any:
    """Play games `first` … of a seed: rows of tricks, batailles, outcome, aces, kings.

    Outcomes: 0 and 1 are won by that player, 2 drawn, 3 never ending.
    """
    lowest, decks, jokers, face_down, by_colour, stealing, pays, order, out = numbers
    step = uint64(0x9E3779B97F4A7C15)
    rows = np.zeros((count, 5), dtype=np.int32)
    pile = np.zeros(512, dtype=np.uint8)
    saved = np.zeros(512, dtype=np.uint8)
    half = 2 * (15 - lowest) * decks
    deck = np.zeros(2 * half, dtype=np.uint8)
    table = np.zeros(512, dtype=np.uint8)
    for game in range(count):
        state = _mix(uint64(seed) * step + uint64(first + game)) * step
        # -- The deal: four cards of each rank a pack; dealt by colour, each player has two of each.
        at = 0
        for rank in range(lowest, 15):
            for _copy in range(4 * decks):
                deck[at] = rank
                at += 1
        if by_colour:
            at = 0
            for rank in range(lowest, 15):
                for _copy in range(2 * decks):
                    deck[at] = rank
                    deck[half + at] = rank
                    at += 1
            for side in range(2):
                for i in range(half - 1, 0, -1):
                    state += step
                    j = np.int64((_mix(state) >> uint64(32)) * uint64(i + 1) >> uint64(32))
                    a = side * half
                    deck[a + i], deck[a + j] = deck[a + j], deck[a + i]
        else:
            for i in range(2 * half - 1, 0, -1):
                state += step
                j = np.int64((_mix(state) >> uint64(32)) * uint64(i + 1) >> uint64(32))
                deck[i], deck[j] = deck[j], deck[i]
        aces = 0
        kings = 0
        for i in range(half):
            pile[i] = deck[i]
            pile[256 + i] = deck[half + i]
            aces += deck[i] == 14
            kings += deck[i] == 13
        # Ends of the rings: the next card to play, and the next free place.
        h0, h1, t0, t1 = 0, 0, half, half
        if jokers:
            # One each, somewhere in the pile.
            for side in range(2):
                state += step
                j = np.int64((_mix(state) >> uint64(32)) * uint64(half + 1) >> uint64(32))
                a = side * 256
                pile[a + half] = pile[a + j]
                pile[a + j] = 15 + side
            t0 += 1
            t1 += 1
        tricks = 0
        battles = 0
        outcome = -1
        bits = uint64(0)
        left = 0
        s0, s1, until = 0, 0, 0
        turned = order == 1
        while outcome < 0:
            plainly = order < 2 and not pays and not jokers and tricks < WATCH_FROM
            if t0 == h0:
                outcome = 1
                break
            if t1 == h1:
                outcome = 0
                break
            if tricks >= WATCH_FROM:
                if tricks >= MOST_TRICKS:
                    outcome = 3
                    break
                if order < 2:
                    # Brent's method: on a cycle, the state stored at a power of two comes back.
                    if tricks == until or until == 0:
                        until = 2 * tricks
                        s0 = t0 - h0
                        s1 = t1 - h1
                        for i in range(s0):
                            saved[i] = pile[(h0 + i) & MASK]
                        for i in range(s1):
                            saved[256 + i] = pile[256 + ((h1 + i) & MASK)]
                    elif t0 - h0 == s0:
                        same = True
                        for i in range(s0):
                            if saved[i] != pile[(h0 + i) & MASK]:
                                same = False
                                break
                        if same:
                            for i in range(s1):
                                if saved[256 + i] != pile[256 + ((h1 + i) & MASK)]:
                                    same = False
                                    break
                        if same:
                            outcome = 3
                            break
            if plainly:
                # Only tricks until two cards are equal or somebody may be out. The numbers are
                # unsigned, so that the compiler need not handle negative indexes.
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
                tricks += np.int64(u0 - begun)
                h0, h1, t0, t1 = np.int64(u0), np.int64(u1), np.int64(v0), np.int64(v1)
                if u0 == stop:
                    continue
            a = np.int64(pile[h0 & MASK])
            b = np.int64(pile[256 + (h1 & MASK)])
            h0 += 1
            h1 += 1
            tricks += 1
            if a != b and (a < 15 or b < 15):
                w = np.int64(b > a)
                high = max(a, b)
                low = a + b - high
                if order == 1:
                    high, low = low, high
                elif order >= 2:
                    if left == 0:
                        state += step
                        bits = _mix(state)
                        left = 64
                    if bits & uint64(1):
                        high, low = low, high
                    bits >>= uint64(1)
                    left -= 1
                t = t1 if w else t0
                base = w * 256
                pile[base + (t & MASK)] = high
                pile[base + ((t + 1) & MASK)] = low
                t0 += 2 * (1 - w)
                t1 += 2 * w
                if pays:
                    if w and h0 < t0:
                        pile[256 + (t1 & MASK)] = pile[h0 & MASK]
                        h0 += 1
                        t1 += 1
                    elif not w and h1 < t1:
                        pile[t0 & MASK] = pile[256 + (h1 & MASK)]
                        h1 += 1
                        t0 += 1
                continue
            # -- A bataille: the cards put down, the first player's from 0, the other's from 256.
            battles += 1
            table[0] = a
            table[256] = b
            n0, n1 = 1, 1
            w = -1
            while w < 0 and outcome < 0:
                want = 1 + face_down
                have0, have1 = t0 - h0, t1 - h1
                need0, need1 = want, want
                if out == 3:
                    need0 = min(want, max(1, have0))
                    need1 = min(want, max(1, have1))
                short0, short1 = have0 < need0, have1 < need1
                if short0 or short1:
                    if out == 2 and have0 + have1 >= 2 * want:
                        # The missing cards come from the top of the other's pile.
                        while short0 and t0 - h0 < want:
                            pile[t0 & MASK] = pile[256 + (h1 & MASK)]
                            t0 += 1
                            h1 += 1
                        while short1 and t1 - h1 < want:
                            pile[256 + (t1 & MASK)] = pile[h0 & MASK]
                            t1 += 1
                            h0 += 1
                    elif (out == 1 or out == 3) and short0 != short1:
                        outcome = 1 if short0 else 0
                        break
                    else:
                        outcome = 2
                        break
                for _card in range(need0):
                    table[n0] = pile[h0 & MASK]
                    n0 += 1
                    h0 += 1
                for _card in range(need1):
                    table[256 + n1] = pile[256 + (h1 & MASK)]
                    n1 += 1
                    h1 += 1
                up0 = min(np.int64(table[n0 - 1]), 15)
                up1 = min(np.int64(table[256 + n1 - 1]), 15)
                if up0 != up1:
                    w = 0 if up0 > up1 else 1
            if outcome >= 0:
                break
            if stealing:
                # The joker of the other, won in a bataille.
                for i in range(n0):
                    if w == 1 and table[i] == 15:
                        outcome = 1
                for i in range(n1):
                    if w == 0 and table[256 + i] == 16:
                        outcome = 0
            loser_first = order == 1
            if order == 2:
                if left == 0:
                    state += step
                    bits = _mix(state)
                    left = 64
                loser_first = bits & uint64(1) == 1
                bits >>= uint64(1)
                left -= 1
            begins = w if not loser_first else 1 - w
            t = t1 if w else t0
            base = w * 256
            start = t
            for side in (begins, 1 - begins):
                for i in range(n1 if side else n0):
                    pile[base + (t & MASK)] = table[side * 256 + i]
                    t += 1
            if order == 3:
                for i in range(t - start - 1, 0, -1):
                    state += step
                    j = np.int64((_mix(state) >> uint64(32)) * uint64(i + 1) >> uint64(32))
                    x = base + ((start + i) & MASK)
                    y = base + ((start + j) & MASK)
                    pile[x], pile[y] = pile[y], pile[x]
            if w:
                t1 = t
            else:
                t0 = t
            if pays:
                if w and h0 < t0:
                    pile[256 + (t1 & MASK)] = pile[h0 & MASK]
                    h0 += 1
                    t1 += 1
                elif not w and h1 < t1:
                    pile[t0 & MASK] = pile[256 + (h1 & MASK)]
                    h1 += 1
                    t0 += 1
        rows[game, 0] = tricks
        rows[game, 1] = battles
        rows[game, 2] = outcome
        rows[game, 3] = aces
        rows[game, 4] = kings
    return rows
