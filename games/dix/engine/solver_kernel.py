"""The double-dummy search of the jeu du 10, compiled by numba. It does the same as `plain_solver`.

A card is the bit `16 * suit + rank` of an int64; the worth of cards is in units (5 points, or one
trick). The question is always one of yes or no: « can side 0 take `need` units more from here? »
`options` switches each shortcut off, for the tests: none of them may change an answer.

`words` is the memory of a search. Its places: the hands 0–3, the scalars below, the worth of each
rank, the moves of each depth, the killers, the history, and a table that compresses five bits.
`known` holds the positions met: two words that say the position whole, and one for the bounds.
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
def prepare(words: Any) -> None:
    """Fill the table that keeps of five bits those under a mask, side by side."""
    for mask in range(32):
        for bits in range(32):
            out, at = 0, 0
            for place in range(5):
                if mask >> place & 1:
                    out |= (bits >> place & 1) << at
                    at += 1
            words[PEXT + 32 * mask + bits] = out


@njit(cache=True)
def _suit_key(words: Any, present: Any, odd: Any, high: Any, points: Any) -> Any:
    """30 bits that say a suit: whose each remaining card is, in order, and where the points are."""
    low, top = present & 31, present >> 5
    shift = _count(low)
    a = words[PEXT + 32 * low + (odd & 31)] | words[PEXT + 32 * top + (odd >> 5)] << shift
    b = words[PEXT + 32 * low + (high & 31)] | words[PEXT + 32 * top + (high >> 5)] << shift
    key = (a | b << 10) << 4 | _count(present)
    if points:
        key = key << 6 | (present & 1) << 5 | (present >> 9) << 4 | (top & 1) << 3
        if top & 1:
            key |= shift
    return key


@njit(cache=True)
def _most(words: Any, seat: Any, led: Any, trump: Any) -> Any:
    """The strength of the best card that a seat could put on a trick of that suit."""
    follow = words[seat] >> (16 * led) & RANKS
    if follow:
        strength = 64 - _clz(follow)
        return strength + 32 if led == trump else strength
    ruff = words[seat] >> (16 * trump) & RANKS
    if ruff:
        return 96 - _clz(ruff)
    return 0


@njit(cache=True)
def _sure(words: Any, leader: Any, side: Any) -> Any:
    """Units that a side takes whatever the other does; proved in `docs/analysis.md`.

    The trumps above the other side's best take their own trick or stand in it. A leader's masters
    win one after the other as long as nobody ruffs and the partner is never forced to.
    """
    trump, per_trick = words[TRUMP], words[PER_TRICK]
    shift = 16 * trump
    mine, partner = words[side] >> shift & RANKS, words[side + 2] >> shift & RANKS
    theirs = (words[1 - side] | words[3 - side]) >> shift & RANKS
    top = (mine | partner) & ~((1 << (64 - _clz(theirs))) - 1) if theirs else mine | partner
    one, two = _count(mine & top), _count(partner & top)
    units = per_trick * max(one, two)
    if per_trick == 0:
        while top:
            rank = _ctz(top)
            top &= top - 1
            units += words[WORTH + rank]
    if leader & 1 != side:
        return units
    # -- The leader cashes: masters in hand, suit by suit.
    ally, left, right = (leader + 2) & 3, (leader + 1) & 3, (leader + 3) & 3
    ally_trumps = words[ally] >> shift & RANKS
    everyone = words[0] | words[1] | words[2] | words[3]
    cashed, drawn = 0, 0
    own = words[leader] >> shift & RANKS
    others = (everyone & ~words[leader]) >> shift & RANKS
    while own:
        rank = 63 - _clz(own)
        if others >> rank:
            longest = max(
                _count(words[left] >> shift & RANKS),
                _count(words[right] >> shift & RANKS),
                _count(words[ally] >> shift & RANKS),
            )
            if drawn < longest:
                break
        own ^= 1 << rank
        drawn += 1
        cashed += per_trick + words[WORTH + rank]
    trumps_left = max(0, _count(words[left] >> shift & RANKS) - drawn)
    trumps_right = max(0, _count(words[right] >> shift & RANKS) - drawn)
    # Each side suit cashed takes one card that is no trump from the partner, who must have one.
    quiet = 99
    if _count(ally_trumps) > drawn:
        quiet = _count(words[ally] & ~(RANKS << shift))
    for suit in range(4):
        if suit == trump:
            continue
        by = 16 * suit
        own = words[leader] >> by & RANKS
        others = (everyone & ~words[leader]) >> by & RANKS
        many = 99
        if trumps_left:
            many = min(many, _count(words[left] >> by & RANKS))
        if trumps_right:
            many = min(many, _count(words[right] >> by & RANKS))
        played = 0
        longest = max(
            _count(words[left] >> by & RANKS),
            _count(words[right] >> by & RANKS),
            _count(words[ally] >> by & RANKS),
        )
        while own and played < many and quiet > 0:
            rank = 63 - _clz(own)
            if others >> rank and played < longest:
                break
            own ^= 1 << rank
            played += 1
            quiet -= 1
            cashed += per_trick + words[WORTH + rank]
    return max(units, cashed)


@njit(cache=True)
def _last(words: Any, seat: Any) -> Any:
    """Who takes the last trick, where nobody has a choice."""
    best = _ctz(words[seat])
    owner = seat
    for place in range(1, 4):
        who = (seat + place) & 3
        card = _ctz(words[who])
        if card >> 4 == best >> 4:
            if card > best:
                best, owner = card, who
        elif card >> 4 == words[TRUMP]:
            best, owner = card, who
    return owner


@njit(cache=True)
def _half_key(words: Any, suit: Any) -> Any:
    """Two suits as one word."""
    everyone = (words[0] | words[1] | words[2] | words[3]) >> (16 * suit)
    odd, high = (words[1] | words[3]) >> (16 * suit), (words[2] | words[3]) >> (16 * suit)
    points = words[PER_TRICK] == 0
    first = _suit_key(words, everyone & RANKS, odd & RANKS, high & RANKS, points)
    everyone, odd, high = everyone >> 16, odd >> 16, high >> 16
    second = _suit_key(words, everyone & RANKS, odd & RANKS, high & RANKS, points)
    return first << 30 | second


@njit(cache=True)
def _find(words: Any, known: Any, key1: Any, key2: Any) -> Any:
    """The place of a position in the table; where it is not, the first place it may have."""
    mixed = (key1 * 0x1E3779B97F4A7C15) ^ ((key2 + 0x632BE59BD9B4E019) * 0x3F58476D1CE4E5B9)
    mixed ^= mixed >> 29
    slot = (mixed * 0x14D049BB133111EB >> 23) & words[MASK]
    if not _is_there(words, known, slot, key1, key2) and _is_there(
        words, known, slot ^ 1, key1, key2
    ):
        slot ^= 1
    return slot


@njit(cache=True)
def _is_there(words: Any, known: Any, slot: Any, key1: Any, key2: Any) -> Any:
    return (
        known[slot, 0] == key1
        and known[slot, 1] == key2
        and known[slot, 2] >> 32 == words[GENERATION]
    )


@njit(cache=True)
def _keep(
    words: Any, known: Any, slot: Any, key1: Any, key2: Any, floor: Any, ceiling: Any, chosen: Any
) -> None:
    """Note the bounds of a position. One place of two is for longer games, one for newer."""
    cards = _count(words[0] | words[1] | words[2] | words[3])
    if not _is_there(words, known, slot, key1, key2):
        slot &= ~1
        if known[slot, 2] >> 32 == words[GENERATION] and (known[slot, 2] >> 24 & 255) > cards:
            slot |= 1
        known[slot, 0] = key1
        known[slot, 1] = key2
    known[slot, 2] = words[GENERATION] << 32 | cards << 24 | chosen << 16 | ceiling << 8 | floor


@njit(cache=True)
def _score(words: Any, seat: Any, played: Any, led: Any, best: Any, owner: Any, card: Any) -> Any:
    """How soon to try a card: first those that win the trick for the side, with most points."""
    trump = words[TRUMP]
    suit, rank = card >> 4, card & 15
    worth = words[WORTH + rank]
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
        reach = _most(words, (seat + place) & 3, asked, trump)
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
    return score + (words[HISTORY + 64 * (seat & 1) + card] >> 4)


@njit(cache=True)
def _moves(
    words: Any, seat: Any, played: Any, led: Any, best: Any, owner: Any, first: Any, depth: Any
) -> Any:
    """Write the moves of a depth, the best first; of a run of cards of equal worth, one."""
    options = words[OPTIONS]
    mine = words[seat]
    legal = mine
    others = (words[0] | words[1] | words[2] | words[3]) & ~mine
    if played:
        others |= 1 << best
        follow = mine & (RANKS << (16 * led))
        if follow:
            legal = follow
    base = MOVES + 16 * depth
    count, same, before = 0, 0, -1
    while legal:
        card = _ctz(legal)
        legal &= legal - 1
        if options & SAME:
            if before >= 0 and (before >> 4 != card >> 4 or others & ((1 << card) - (1 << before))):
                same = 0
            before = card
            worth = words[WORTH + (card & 15)]
            if same >> worth & 1:
                continue
            same |= 1 << worth
        score = 0
        if options & ORDER:
            score = _score(words, seat, played, led, best, owner, card)
        if options & KILLERS:
            if card == first:
                score += 1 << 20
            elif card == words[KILLER + depth]:
                score += 600
        # Sorted in as it comes.
        at = count
        word = score << 8 | card
        while at > 0 and words[base + at - 1] < word:
            words[base + at] = words[base + at - 1]
            at -= 1
        words[base + at] = word
        count += 1
    return count


@njit(cache=True)
def _praise(words: Any, seat: Any, card: Any, depth: Any) -> None:
    """Remember a card that settled a question: it is tried sooner elsewhere."""
    words[KILLER + depth] = card
    place = HISTORY + 64 * (seat & 1) + card
    words[place] += (40 - depth) * (40 - depth) >> 3
    if words[place] > 8000:
        for other in range(HISTORY, HISTORY + 128):
            words[other] >>= 1


# Not cached: numba crashes on a function that calls itself once it is loaded from the cache.
@njit
def can_take(
    words: Any,
    known: Any,
    seat: Any,
    played: Any,
    led: Any,
    best: Any,
    owner: Any,
    pot: Any,
    left: Any,
    need: Any,
    depth: Any,
) -> Any:
    """Say whether side 0 takes `need` units more, of the `left` there are (with the table's `pot`).

    `seat` is to play; `played` cards lie on the table, of the suit `led`, and `best` of them (a
    place) is `owner`'s.
    """
    options = words[OPTIONS]
    words[NODES] += 1
    if options & BOUNDS:
        if need <= 0:
            return True
        if need > left:
            return False
    mine = words[seat]
    if mine == 0:
        return need <= 0
    slot, key1, key2, floor, ceiling, first = -1, 0, 0, 0, left, -1
    if played == 0:
        if options & LAST and mine & (mine - 1) == 0:
            return need <= (0 if _last(words, seat) & 1 else left)
        if options & TABLE:
            key1 = _half_key(words, 0) << 2 | seat
            key2 = _half_key(words, 2)
            slot = _find(words, known, key1, key2)
            if _is_there(words, known, slot, key1, key2):
                word = known[slot, 2]
                floor, ceiling, first = word & 255, word >> 8 & 255, (word >> 16 & 255) - 1
                if need <= floor:
                    return True
                if need > ceiling:
                    return False
        if options & SURE:
            if need <= _sure(words, seat, 0):
                return True
            if need > left - _sure(words, seat, 1):
                return False
    ours = seat & 1 == 0
    outcome, chosen = not ours, 0
    base = MOVES + 16 * depth
    for index in range(_moves(words, seat, played, led, best, owner, first, depth)):
        card = words[base + index] & 255
        top, who, asked = best, owner, led
        if played == 0:
            top, who, asked = card, seat, card >> 4
        elif card >> 4 == best >> 4:
            if card > best:
                top, who = card, seat
        elif card >> 4 == words[TRUMP]:
            top, who = card, seat
        now = pot + words[WORTH + (card & 15)]
        then, lying, more, rest = (seat + 1) & 3, played + 1, need, left
        if played == 3:
            now += words[PER_TRICK]
            if who & 1 == 0:
                more -= now
            rest -= now
            then, lying, now = who, 0, 0
        words[seat] = mine & ~(1 << card)
        done = can_take(words, known, then, lying, asked, top, who, now, rest, more, depth + 1)
        if done == ours:
            outcome, chosen = done, card + 1
            if options & KILLERS:
                _praise(words, seat, card, depth)
            break
    words[seat] = mine
    if slot >= 0:
        if outcome:
            floor = max(floor, need)
        else:
            ceiling = min(ceiling, need - 1)
        _keep(words, known, slot, key1, key2, floor, ceiling, chosen)
    return outcome


@njit
def value(
    words: Any,
    known: Any,
    seat: Any,
    played: Any,
    led: Any,
    best: Any,
    owner: Any,
    pot: Any,
    left: Any,
    guess: Any,
) -> Any:
    """The most units that side 0 takes: null windows, from a guess outwards."""
    floor, ceiling = np.int64(0), left
    need = min(max(guess, 1), left)
    step = np.int64(1)
    while floor < ceiling:
        need = min(max(need, floor + 1), ceiling)
        if can_take(words, known, seat, played, led, best, owner, pot, left, need, 0):
            floor = need
            need = floor + step
        else:
            ceiling = need - 1
            need = ceiling - step + 1
        step = min(step * 2, max(1, (ceiling - floor) // 2))
    return floor
