"""The double-dummy search of the jeu du 10, compiled by numba. It does the same as `plain_solver`.

A card is the bit `16 * suit + rank` of an int64; the worth of cards is in units (5 points, or one
trick). The question is always one of yes or no: « can side 0 take `need` units more from here? »
`options` switches each shortcut off, for the tests: none of them may change an answer.

`W` is the memory of a search. Its places: the hands 0–3, the scalars below, the worth of each rank,
the moves of each depth, the killers, the history, and a table that compresses five bits.
`T` holds known positions: two words that say the position whole, and one for the bounds.
"""
# The compiler has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

TABLE, SAME, BOUNDS, SURE, ORDER, KILLERS, LAST = (1 << bit for bit in range(7))
EVERYTHING = 127

OPTIONS, TRUMP, GENERATION, NODES, PER_TRICK, MASK = range(4, 10)
WORTH = 16
MOVES = 32
KILLER = 704
HISTORY = 768
PEXT = 1024
SIZE = PEXT + 1024
RANKS = 0x3FF


@intrinsic
def _ctz(typing: Any, bits: Any) -> Any:
    """The place of the lowest bit."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def _clz(typing: Any, bits: Any) -> Any:
    """How many zeros stand before the highest bit."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def _count(typing: Any, bits: Any) -> Any:
    """How many bits are set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@njit(cache=True)
def prepare(W: Any) -> None:
    """Fill the table that keeps of five bits those under a mask, side by side."""
    for mask in range(32):
        for bits in range(32):
            out, at = 0, 0
            for place in range(5):
                if mask >> place & 1:
                    out |= (bits >> place & 1) << at
                    at += 1
            W[PEXT + 32 * mask + bits] = out


@njit(cache=True)
def _suit_key(W, present, odd, high, points):
    """30 bits that say a suit: whose each remaining card is, in order, and where the points are."""
    low, top = present & 31, present >> 5
    shift = _count(low)
    a = W[PEXT + 32 * low + (odd & 31)] | W[PEXT + 32 * top + (odd >> 5)] << shift
    b = W[PEXT + 32 * low + (high & 31)] | W[PEXT + 32 * top + (high >> 5)] << shift
    key = (a | b << 10) << 4 | _count(present)
    if points:
        key = key << 6 | (present & 1) << 5 | (present >> 9) << 4 | (top & 1) << 3
        if top & 1:
            key |= shift
    return key


@njit(cache=True)
def _most(W, seat, led, trump):
    """The strength of the best card that a seat could put on a trick of that suit."""
    follow = W[seat] >> (16 * led) & RANKS
    if follow:
        strength = 64 - _clz(follow)
        return strength + 32 if led == trump else strength
    ruff = W[seat] >> (16 * trump) & RANKS
    if ruff:
        return 96 - _clz(ruff)
    return 0


@njit(cache=True)
def _sure(W, leader, side):
    """Units that a side takes whatever the other does; proved in `docs/analysis.md`.

    The trumps above the other side's best take their own trick or stand in it. A leader's masters
    win one after the other as long as nobody ruffs and the partner is never forced to.
    """
    trump, per_trick = W[TRUMP], W[PER_TRICK]
    shift = 16 * trump
    mine, partner = W[side] >> shift & RANKS, W[side + 2] >> shift & RANKS
    theirs = (W[1 - side] | W[3 - side]) >> shift & RANKS
    top = (mine | partner) & ~((1 << (64 - _clz(theirs))) - 1) if theirs else mine | partner
    one, two = _count(mine & top), _count(partner & top)
    units = per_trick * max(one, two)
    if per_trick == 0:
        while top:
            rank = _ctz(top)
            top &= top - 1
            units += W[WORTH + rank]
    if leader & 1 != side:
        return units
    # -- The leader cashes: masters in hand, suit by suit.
    ally, left, right = (leader + 2) & 3, (leader + 1) & 3, (leader + 3) & 3
    ally_trumps = W[ally] >> shift & RANKS
    everyone = W[0] | W[1] | W[2] | W[3]
    cashed, drawn = 0, 0
    own = W[leader] >> shift & RANKS
    others = (everyone & ~W[leader]) >> shift & RANKS
    while own:
        rank = 63 - _clz(own)
        if others >> rank:
            longest = max(
                _count(W[left] >> shift & RANKS),
                _count(W[right] >> shift & RANKS),
                _count(W[ally] >> shift & RANKS),
            )
            if drawn < longest:
                break
        own ^= 1 << rank
        drawn += 1
        cashed += per_trick + W[WORTH + rank]
    trumps_left = max(0, _count(W[left] >> shift & RANKS) - drawn)
    trumps_right = max(0, _count(W[right] >> shift & RANKS) - drawn)
    # Each side suit cashed takes one card that is no trump from the partner, who must have one.
    quiet = 99
    if _count(ally_trumps) > drawn:
        quiet = _count(W[ally] & ~(RANKS << shift))
    for suit in range(4):
        if suit == trump:
            continue
        by = 16 * suit
        own = W[leader] >> by & RANKS
        others = (everyone & ~W[leader]) >> by & RANKS
        many = 99
        if trumps_left:
            many = min(many, _count(W[left] >> by & RANKS))
        if trumps_right:
            many = min(many, _count(W[right] >> by & RANKS))
        played = 0
        longest = max(
            _count(W[left] >> by & RANKS),
            _count(W[right] >> by & RANKS),
            _count(W[ally] >> by & RANKS),
        )
        while own and played < many and quiet > 0:
            rank = 63 - _clz(own)
            if others >> rank and played < longest:
                break
            own ^= 1 << rank
            played += 1
            quiet -= 1
            cashed += per_trick + W[WORTH + rank]
    return max(units, cashed)


@njit(cache=True)
def can_take(W, T, seat, played, led, best, owner, pot, left, need, depth):
    """Say whether side 0 takes `need` units more, of the `left` there are (with the table's `pot`).

    `seat` is to play; `played` cards lie on the table, of the suit `led`, and `best` of them (a
    place) is `owner`'s.
    """
    options = W[OPTIONS]
    W[NODES] += 1
    if options & BOUNDS:
        if need <= 0:
            return True
        if need > left:
            return False
    trump, per_trick = W[TRUMP], W[PER_TRICK]
    h0, h1, h2, h3 = W[0], W[1], W[2], W[3]
    everyone = h0 | h1 | h2 | h3
    if everyone == 0:
        return need <= 0
    ours = seat & 1 == 0
    slot = np.int64(-1)
    key1 = np.int64(0)
    key2 = np.int64(0)
    floor, ceiling = np.int64(0), left
    first = np.int64(-1)
    mine = W[seat]
    if played == 0:
        if options & LAST and mine & (mine - 1) == 0:
            card = _ctz(mine)
            led = card >> 4
            best, owner = card, seat
            for place in range(1, 4):
                who = (seat + place) & 3
                card = _ctz(W[who])
                suit = card >> 4
                if suit == best >> 4:
                    if card > best:
                        best, owner = card, who
                elif suit == trump:
                    best, owner = card, who
            return need <= (left if owner & 1 == 0 else 0)
        if options & TABLE:
            points = per_trick == 0
            a, b = h1 | h3, h2 | h3
            key1 = (
                _suit_key(W, everyone & RANKS, a & RANKS, b & RANKS, points) << 30
                | _suit_key(W, everyone >> 16 & RANKS, a >> 16 & RANKS, b >> 16 & RANKS, points)
            ) << 2 | seat
            key2 = _suit_key(
                W, everyone >> 32 & RANKS, a >> 32 & RANKS, b >> 32 & RANKS, points
            ) << 30 | _suit_key(W, everyone >> 48 & RANKS, a >> 48 & RANKS, b >> 48 & RANKS, points)
            mixed = (key1 * 0x1E3779B97F4A7C15) ^ ((key2 + 0x632BE59BD9B4E019) * 0x3F58476D1CE4E5B9)
            mixed ^= mixed >> 29
            slot = (mixed * 0x14D049BB133111EB >> 23) & W[MASK]
            for way in range(2):
                at = slot ^ way
                if T[at, 0] == key1 and T[at, 1] == key2 and T[at, 2] >> 32 == W[GENERATION]:
                    word = T[at, 2]
                    floor, ceiling = word & 255, word >> 8 & 255
                    first = (word >> 16 & 255) - 1
                    slot = at
                    if need <= floor:
                        return True
                    if need > ceiling:
                        return False
                    break
        if options & SURE:
            if need <= _sure(W, seat, 0):
                return True
            if need > left - _sure(W, seat, 1):
                return False
        legal = mine
    else:
        follow = mine & (RANKS << (16 * led))
        legal = follow if follow else mine
    # -- The moves: of a run of cards of equal worth, one.
    base = MOVES + 16 * depth
    count = 0
    others = everyone & ~mine
    if played:
        others |= 1 << best
    rest = legal
    same = 0
    before = np.int64(-1)
    while rest:
        card = _ctz(rest)
        rest &= rest - 1
        worth = W[WORTH + (card & 15)]
        if options & SAME:
            if before >= 0 and (before >> 4 != card >> 4 or others & ((1 << card) - (1 << before))):
                same = 0
            before = card
            if same >> worth & 1:
                continue
            same |= 1 << worth
        score = 0
        if options & ORDER:
            suit = card >> 4
            rank = card & 15
            asked = suit if played == 0 else led
            strength = 0
            if suit == trump:
                strength = rank + 33
            elif suit == asked:
                strength = rank + 1
            we, they = strength, 0
            if played:
                lying = (best & 15) + (33 if best >> 4 == trump else 1)
                if owner & 1 == seat & 1:
                    we = max(we, lying)
                else:
                    they = lying
            for place in range(1, 4 - played):
                who = (seat + place) & 3
                reach = _most(W, who, asked, trump)
                if place & 1:
                    they = max(they, reach)
                else:
                    we = max(we, reach)
            if we > they:
                score = 4096 + 64 * worth
                if strength == we:
                    score += 32 - rank
            else:
                score = 1024 - 64 * worth - 2 * rank
            if suit == trump:
                score -= 24
            score += W[HISTORY + 64 * (seat & 1) + card] >> 4
        if options & KILLERS:
            if card == first:
                score += 1 << 20
            elif card == W[KILLER + depth]:
                score += 600
        # Sorted in as it comes: the best first.
        at = count
        word = score << 8 | card
        while at > 0 and W[base + at - 1] < word:
            W[base + at] = W[base + at - 1]
            at -= 1
        W[base + at] = word
        count += 1
    outcome = not ours
    chosen = np.int64(0)
    for index in range(count):
        card = W[base + index] & 255
        bit = np.int64(1) << card
        suit = card >> 4
        now = pot + W[WORTH + (card & 15)]
        W[seat] = mine & ~bit
        if played == 0:
            done = can_take(W, T, (seat + 1) & 3, 1, suit, card, seat, now, left, need, depth + 1)
        else:
            top, who = best, owner
            if suit == best >> 4:
                if card > best:
                    top, who = card, seat
            elif suit == trump:
                top, who = card, seat
            if played < 3:
                done = can_take(
                    W, T, (seat + 1) & 3, played + 1, led, top, who, now, left, need, depth + 1
                )
            else:
                now += per_trick
                done = can_take(
                    W,
                    T,
                    who,
                    0,
                    0,
                    0,
                    0,
                    0,
                    left - now,
                    need - now if who & 1 == 0 else need,
                    depth + 1,
                )
        if done == ours:
            outcome = done
            chosen = card + 1
            if options & KILLERS:
                W[KILLER + depth] = card
                place = HISTORY + 64 * (seat & 1) + card
                W[place] += (40 - depth) * (40 - depth) >> 3
                if W[place] > 8000:
                    for other in range(HISTORY, HISTORY + 128):
                        W[other] >>= 1
            break
    W[seat] = mine
    if slot >= 0:
        if outcome:
            floor = max(floor, need)
        else:
            ceiling = min(ceiling, need - 1)
        if not (T[slot, 0] == key1 and T[slot, 1] == key2 and T[slot, 2] >> 32 == W[GENERATION]):
            # The first place of two is for the longer game, the second for the newer.
            slot &= ~1
            if T[slot, 2] >> 32 == W[GENERATION] and (T[slot, 2] >> 24 & 255) > _count(everyone):
                slot |= 1
            T[slot, 0], T[slot, 1] = key1, key2
        T[slot, 2] = (
            W[GENERATION] << 32 | _count(everyone) << 24 | chosen << 16 | ceiling << 8 | floor
        )
    return outcome


@njit(cache=True)
def value(W, T, seat, played, led, best, owner, pot, left, guess):
    """The most units that side 0 takes: null windows, from a guess outwards."""
    floor, ceiling = np.int64(0), left
    need = min(max(guess, 1), left)
    step = np.int64(1)
    while floor < ceiling:
        need = min(max(need, floor + 1), ceiling)
        if can_take(W, T, seat, played, led, best, owner, pot, left, need, 0):
            floor = need
            need = floor + step
        else:
            ceiling = need - 1
            need = ceiling - step + 1
        step = min(step * 2, max(1, (ceiling - floor) // 2))
    return floor
