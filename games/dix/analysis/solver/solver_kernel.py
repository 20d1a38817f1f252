"""The double-dummy search of the jeu du 10, compiled by numba. It does the same as `plain_solver`.

A card is the bit `16 * suit + rank` of an int64; the worth of cards is in units (5 points, or one
trick). The question is always one of yes or no: « can side 0 take `need` units more from here? »
`options` switches each shortcut off, for the tests: none of them may change an answer.

Every answer comes with the cards that it *rests on*: of each suit the lowest card whose rank took
part, and so all above it. Cards below may be exchanged without changing the answer, as long as each
hand keeps its number of them and the cards worth something stay where they are.

`words` is the memory of a search; its places are named below. `known` holds the positions met, in
runs of `WAYS`: the first words of all, then the second words, so that few lines of memory are read.

All of it is one file: numba compiles anew when the file of the function that was called changed,
not those of the functions that this one calls.
"""
# The compiler has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

TABLE, SAME, BOUNDS, SURE, ORDER, LAST, FORGET, DEARER, CROSS, LATER, TWO = (
    1 << bit for bit in range(11)
)
EVERYTHING = 2047

# The hands are places 0–3.
OPTIONS, TRUMP, GENERATION, NODES, PER_TRICK, MASK, RESTS = range(4, 11)
WORTH = 16
ALIKE = 32
CASHED = 36
LEAD = 56
MOVES = 64
FRAMES = MOVES + 16 * 42
FRAME = 16
TOPS = FRAMES + FRAME * 42
SUIT = TOPS + 256
SIZE = SUIT + 4 * 1024

# What a frame holds: the position, and how far its moves have been tried.
SEAT, PLAYED, LED, BEST, OWNER, POT, LEFT, NEED, TABLED, COUNT, AT, SEEN, BEATEN, GAIN, SOFT = (
    range(15)
)

RANKS = 0x3FF
FIVE, TEN, ACE = 1 << 0, 1 << 5, 1 << 9
TWOS = TEN | ACE
ALL_FIVES, ALL_TWOS = 0x0001000100010001, 0x0220022002200220
# No function here makes an array: so none has to count who still uses one, which took an eighth of
# the time of a search.
compiled = njit(cache=True, _nrt=False)

# Positions with one key stand in one run of so many places.
WAYS = 16


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


@intrinsic
def _fetch(typing: Any, array: Any, place: Any) -> Any:
    """Have the processor bring a place of an array near: it is read a little later."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        data = context.make_array(kind)(context, builder, args[0]).data
        pointer = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        call = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        name = "llvm.prefetch.p0"
        fetch = builder.module.globals.get(name) or ir.Function(builder.module, call, name)
        builder.call(fetch, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), code


@compiled
def prepare(words: Any) -> None:
    """Fill what depends on no deal: the masks of the highest cards of two suits."""
    for first in range(16):
        for second in range(16):
            a = (1 << 30) - (1 << max(0, 30 - 3 * first))
            b = (1 << 30) - (1 << max(0, 30 - 3 * second))
            words[TOPS + 16 * first + second] = a << 30 | b


@compiled
def deal(words: Any) -> None:
    """Write for every set of cards of a suit that may be left what it says of the suit.

    30 bits: from the highest card down, whose each card is and whether it is the 10. 16 bits: how
    many each hand has. 9 bits: who has the 5, the 10 and the ace.
    """
    points = words[PER_TRICK] == 0
    for suit in range(4):
        by = 16 * suit
        everyone = (words[0] | words[1] | words[2] | words[3]) >> by & RANKS
        for left in range(1, 1024):
            if left & ~everyone:
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
            word |= mark << (27 - 3 * _count(rest))
            words[SUIT + 1024 * suit + left] = word + (1 << (30 + 4 * seat))


@compiled
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


@compiled
def _top_trumps(words: Any, side: Any) -> Any:
    """Units of the trumps above the other side's best: each takes its trick or stands in one."""
    trump, per_trick = words[TRUMP], words[PER_TRICK]
    shift = 16 * trump
    mine, partner = words[side] >> shift & RANKS, words[side + 2] >> shift & RANKS
    theirs = (words[1 - side] | words[3 - side]) >> shift & RANKS
    top = mine | partner
    words[RESTS] = 0
    if theirs:
        top &= ~((1 << (64 - _clz(theirs))) - 1)
        words[RESTS] = (top & -top) << shift
    tricks = max(_count(mine & top), _count(partner & top))
    if per_trick or tricks == 0:
        return tricks
    units = (top & FIVE) + 2 * _count(top & TWOS)
    # In so many tricks each opponent puts a card: they keep the dearest of the others.
    stay = _count(words[side]) - tricks
    for seat in range(1 - side, 4, 2):
        hand = words[seat]
        twos = min(stay, _count(hand & ALL_TWOS))
        units += _worth(hand) - 2 * twos - min(stay - twos, _count(hand & ALL_FIVES))
    return units


@compiled
def _cash(words: Any, leader: Any) -> Any:
    """Units that a leader's side takes by the leader's masters, one after the other."""
    trump, per_trick = words[TRUMP], words[PER_TRICK]
    shift = 16 * trump
    hand = words[leader]
    ally, left, right = words[(leader + 2) & 3], words[(leader + 1) & 3], words[(leader + 3) & 3]
    others = ally | left | right
    rests = 0
    units = 0
    rounds = 0
    # What the partner may still put on, and what the others may keep, of the worth of each suit.
    throws, spare2, spare1 = 0, 0, 0
    keep_l2, keep_l1, keep_r2, keep_r1 = 0, 0, 0, 0
    trumps_left, trumps_right, quiet = 0, 0, 99
    for turn in range(4):
        suit = trump if turn == 0 else (turn - 1 if turn <= trump else turn)
        by = 16 * suit
        own = hand >> by & RANKS
        out = others >> by & RANKS
        a, l, r = ally >> by & RANKS, left >> by & RANKS, right >> by & RANKS  # noqa: E741
        na, nl, nr = _count(a), _count(l), _count(r)
        played = 0
        words[CASHED + suit] = 0
        words[CASHED + 4 + suit] = 0
        if own:
            many = 99
            if turn:
                many = quiet
                if trumps_left:
                    many = min(many, nl)
                if trumps_right:
                    many = min(many, nr)
            longest = max(na, max(nl, nr))
            masters = own
            if out:
                masters &= ~((1 << (64 - _clz(out))) - 1)
            sure = _count(masters)
            if sure >= longest:
                # Nobody else will have any: the others follow as masters.
                played = min(many, _count(own))
                if played == _count(own):
                    if longest:
                        # Only so many of the masters were needed.
                        need = masters
                        for _ in range(sure - longest):
                            need &= need - 1
                        rests |= (need & -need) << by
                    masters = own
                else:
                    masters = own
                    for _ in range(_count(own) - played):
                        masters &= masters - 1
                    if played:
                        rests |= (masters & -masters) << by
            else:
                played = min(many, sure)
                for _ in range(sure - played):
                    masters &= masters - 1
                if played:
                    rests |= (masters & -masters) << by
            words[CASHED + suit] = played
            words[CASHED + 4 + suit] = masters if played else 0
            if played:
                units += per_trick * played
                if per_trick == 0:
                    units += (masters & FIVE) + 2 * _count(masters & TWOS)
        if turn == 0:
            trumps_left, trumps_right = max(0, nl - played), max(0, nr - played)
            if na > played:
                quiet = _count(ally & ~(RANKS << shift))
        else:
            quiet -= played
        rounds += played
        if per_trick == 0:
            twos, ones = _count(a & TWOS), a & FIVE
            follow = min(played, na)
            throws += played - follow
            put2 = min(twos, follow)
            put1 = min(ones, follow - put2)
            units += 2 * put2 + put1
            if turn or na <= played:
                spare2 += twos - put2
                spare1 += ones - put1
            stay = max(0, nl - played)
            twos = min(stay, _count(l & TWOS))
            keep_l2 += twos
            keep_l1 += min(stay - twos, l & FIVE)
            stay = max(0, nr - played)
            twos = min(stay, _count(r & TWOS))
            keep_r2 += twos
            keep_r1 += min(stay - twos, r & FIVE)
    if rounds and per_trick == 0:
        put2 = min(throws, spare2)
        units += 2 * put2 + min(throws - put2, spare1)
        stay = _count(left) - rounds
        twos = min(stay, keep_l2)
        units += _worth(left) - 2 * twos - min(stay - twos, keep_l1)
        twos = min(stay, keep_r2)
        units += _worth(right) - 2 * twos - min(stay - twos, keep_r1)
    words[RESTS] = rests
    words[CASHED + 8] = rounds
    return units


@compiled
def _cash_both(words: Any, leader: Any) -> Any:
    """Units of a leader who first cashes, then leads to a partner who cashes; after `_cash`."""
    trump, per_trick = words[TRUMP], words[PER_TRICK]
    hand, ally = words[leader], words[(leader + 2) & 3]
    left, right = words[(leader + 1) & 3], words[(leader + 3) & 3]
    enemies = left | right
    rests = words[RESTS]
    size = _count(hand)
    first = words[CASHED + 8]
    shift = 16 * trump
    drawn = words[CASHED + trump]
    trumps_left = _count(left >> shift & RANKS) > drawn
    trumps_right = _count(right >> shift & RANKS) > drawn
    # Who keeps trumps must have other cards to play when the partner leads side suits.
    quiet = 99
    if _count(ally >> shift & RANKS) > drawn:
        quiet = _count(ally & ~(RANKS << shift)) - (first - drawn)
    if _count(hand >> shift & RANKS) > drawn:
        quiet = min(quiet, _count(hand & ~(RANKS << shift)) - (first - drawn))
    second = 0
    crossed = False
    room = size - first
    for suit in range(4):
        by = 16 * suit
        m = words[CASHED + suit]
        mine = hand >> by & RANKS & ~words[CASHED + 4 + suit]
        a = ally >> by & RANKS
        above = (enemies >> by & RANKS) | mine
        winners = a
        if above:
            winners &= ~((1 << (64 - _clz(above))) - 1)
        words[CASHED + 9 + suit] = 0
        if winners == 0:
            continue
        p = min(min(_count(winners), _count(a) - m), room - second)
        if suit != trump:
            p = min(p, quiet)
            if trumps_left:
                p = min(p, _count(left >> by & RANKS) - m)
            if trumps_right:
                p = min(p, _count(right >> by & RANKS) - m)
        if p > 0:
            for _ in range(_count(winners) - p):
                winners &= winners - 1
            words[CASHED + 9 + suit] = winners
            rests |= (winners & -winners) << by
            second += p
            if suit != trump:
                quiet -= p
            if mine:
                crossed = True
    if not crossed:
        return 0
    words[RESTS] = rests
    rounds = first + second
    if per_trick:
        return rounds
    units = 0
    throws, spare2, spare1 = 0, 0, 0
    give, more2, more1 = 0, 0, 0
    keep_l2, keep_l1, keep_r2, keep_r1 = 0, 0, 0, 0
    for suit in range(4):
        by = 16 * suit
        m, winners = words[CASHED + suit], words[CASHED + 9 + suit]
        p = _count(winners)
        mine = hand >> by & RANKS & ~words[CASHED + 4 + suit]
        a = ally >> by & RANKS
        l, r = left >> by & RANKS, right >> by & RANKS  # noqa: E741
        na = _count(a)
        units += _units(words[CASHED + 4 + suit]) + _units(winners)
        lows = a & ~winners
        follow = min(m, na)
        throws += m - follow
        twos, ones = _count(lows & TWOS), lows & FIVE
        put2 = min(twos, follow)
        put1 = min(ones, follow - put2)
        units += 2 * put2 + put1
        if suit != trump or na <= m:
            spare2 += twos - put2
            spare1 += ones - put1
        follow = min(p, _count(mine))
        give += p - follow
        twos, ones = _count(mine & TWOS), mine & FIVE
        put2 = min(twos, follow)
        put1 = min(ones, follow - put2)
        units += 2 * put2 + put1
        if suit != trump:
            more2 += twos - put2
            more1 += ones - put1
        stay = max(0, _count(l) - m - p)
        twos = min(stay, _count(l & TWOS))
        keep_l2 += twos
        keep_l1 += min(stay - twos, l & FIVE)
        stay = max(0, _count(r) - m - p)
        twos = min(stay, _count(r & TWOS))
        keep_r2 += twos
        keep_r1 += min(stay - twos, r & FIVE)
    put2 = min(throws, spare2)
    units += 2 * put2 + min(throws - put2, spare1)
    put2 = min(give, more2)
    units += 2 * put2 + min(give - put2, more1)
    stay = size - rounds
    twos = min(stay, keep_l2)
    units += _worth(left) - 2 * twos - min(stay - twos, keep_l1)
    twos = min(stay, keep_r2)
    return units + _worth(right) - 2 * twos - min(stay - twos, keep_r1)


@compiled
def _later(words: Any, leader: Any, wanted: Any) -> Any:
    """Units that the others take at least if they hold the master of each suit that may be led.

    Whichever is led, the one who has its master wins and cashes: that is `_cash`, begun with this
    suit, as long as nobody must ruff the first trick. 0: nothing is proved, or less than `wanted`.
    """
    trump = words[TRUMP]
    hand = words[leader]
    everyone = words[0] | words[1] | words[2] | words[3]
    ally = words[(leader + 2) & 3]
    trumps = RANKS << (16 * trump)
    suits = np.int64(0)
    for suit in range(4):
        by = 16 * suit
        if hand >> by & RANKS == 0:
            continue
        master = (1 << (63 - _clz(everyone >> by & RANKS))) << by
        if (hand | ally) & master:
            return 0
        if suit != trump and ally & trumps and ally >> by & RANKS == 0:
            return 0
        place = 1 if words[(leader + 1) & 3] & master else 3
        friend = words[(leader + 4 - place) & 3]
        if suit != trump and friend & ~trumps == 0:
            return 0
        suits |= place << (2 * suit)
    least = 99
    rests = 0
    for place in range(1, 4, 2):
        wins = False
        for suit in range(4):
            if suits >> (2 * suit) & 3 == place:
                wins = True
        if wins:
            units = _cash(words, (leader + place) & 3)
            rests |= words[RESTS]
            least = min(least, units)
            if units < wanted:
                return 0
            for suit in range(4):
                if suits >> (2 * suit) & 3 == place and words[CASHED + suit] == 0:
                    return 0
    words[RESTS] = rests
    return least


@compiled
def _units(cards: Any) -> Any:
    """The units of some cards of one suit."""
    return (cards & FIVE) + 2 * _count(cards & TWOS)


@compiled
def _worth(cards: Any) -> Any:
    """The units of some cards of all suits."""
    return _count(cards & ALL_FIVES) + 2 * _count(cards & ALL_TWOS)


@compiled
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
    everyone = words[0] | words[1] | words[2] | words[3]
    same = everyone & (RANKS << (16 * (best >> 4)))
    words[RESTS] = 1 << best if same & (same - 1) else 0
    return owner


@compiled
def _two(words: Any, leader: Any, left: Any, need: Any) -> Any:
    """What `can_take` says where each hand has two cards: one seat within the other, no more.

    The second trick leaves no choice. `boundN` and `seenN` are the bound of the Nth seat to play
    and what it rests on.
    """
    trump, per_trick = words[TRUMP], words[PER_TRICK]
    all1 = words[leader]
    all2, all3 = words[(leader + 1) & 3], words[(leader + 2) & 3]
    all4 = words[(leader + 3) & 3]
    ours = leader & 1 == 0
    tops = RANKS << (16 * trump)
    seen1, bound1 = 0, 0 if ours else 99
    left1 = all1
    while left1:
        card1 = left1 & -left1
        left1 ^= card1
        led = RANKS << (_ctz(card1) & 48)
        seen2, bound2 = 0, 99 if ours else 0
        left2 = all2 & led if all2 & led else all2
        while left2:
            card2 = left2 & -left2
            left2 ^= card2
            seen3, bound3 = 0, 0 if ours else 99
            left3 = all3 & led if all3 & led else all3
            while left3:
                card3 = left3 & -left3
                left3 ^= card3
                seen4, bound4 = 0, 99 if ours else 0
                left4 = all4 & led if all4 & led else all4
                while left4:
                    card4 = left4 & -left4
                    left4 ^= card4
                    table = card1 | card2 | card3 | card4
                    high = table & tops if table & tops else table & led
                    best = 1 << (63 - _clz(high))
                    rests = best if high & (high - 1) else 0
                    pot = per_trick if per_trick else _worth(table)
                    # Whoever wins it leads the other.
                    next1, next3 = all1 ^ card1, all3 ^ card3
                    last = next1 | next3 | all2 ^ card2 | all4 ^ card4
                    bound = 0
                    if best & (card1 | card3):
                        lead = next1 if best == card1 else next3
                        bound = pot if ours else 0
                    else:
                        lead = all2 ^ card2 if best == card2 else all4 ^ card4
                        bound = 0 if ours else pot
                    high = last & tops
                    if high == 0:
                        high = last & (RANKS << (_ctz(lead) & 48))
                    best = 1 << (63 - _clz(high))
                    if high & (high - 1):
                        rests |= best
                    if (best & (next1 | next3) != 0) == ours:
                        bound += left - pot
                    if (bound < need) == ours:
                        seen4, bound4 = rests, bound
                        break
                    seen4 |= rests
                    bound4 = min(bound4, bound) if ours else max(bound4, bound)
                if (bound4 >= need) == ours:
                    seen3, bound3 = seen4, bound4
                    break
                seen3 |= seen4
                bound3 = max(bound3, bound4) if ours else min(bound3, bound4)
            if (bound3 < need) == ours:
                seen2, bound2 = seen3, bound3
                break
            seen2 |= seen3
            bound2 = min(bound2, bound3) if ours else max(bound2, bound3)
        if (bound2 >= need) == ours:
            seen1, bound1 = seen2, bound2
            break
        seen1 |= seen2
        bound1 = max(bound1, bound2) if ours else min(bound1, bound2)
    words[RESTS] = seen1
    return bound1


@compiled
def _slot(words: Any, key1: Any, key2: Any) -> Any:
    """Where the run of places of a key begins."""
    mixed = (key1 * 0x1E3779B97F4A7C15) ^ ((key2 + 0x632BE59BD9B4E019) * 0x3F58476D1CE4E5B9)
    mixed ^= mixed >> 29
    return (mixed * 0x14D049BB133111EB >> 23) & words[MASK] & ~(4 * WAYS - 1)


@compiled
def _start(words: Any, known: Any, seat: Any, left: Any, need: Any) -> Any:
    """What is known at once of a position between two tricks: a bound that answers, or −1.

    The bound is the least that side 0 takes if it says yes, the most if no. The cards that it rests
    on are left in `words`.
    """
    options = words[OPTIONS]
    mine, rests = words[seat], 0
    if options & LAST and mine & (mine - 1) == 0:
        return 0 if _last(words, seat) & 1 else left
    if options & TWO and _count(mine) == 2:
        return _two(words, seat, left, need)
    everyone = words[0] | words[1] | words[2] | words[3]
    if options & TABLE:
        a = words[SUIT + (everyone & RANKS)]
        b = words[SUIT + 1024 + (everyone >> 16 & RANKS)]
        c = words[SUIT + 2048 + (everyone >> 32 & RANKS)]
        d = words[SUIT + 3072 + (everyone >> 48 & RANKS)]
        key1 = (
            (a >> 30 & 0xFFFF)
            | (b >> 30 & 0xFFFF) << 16
            | (c >> 30 & 0xFFFF) << 32
            | seat << 48
            | _count(mine) << 50
            | words[GENERATION] << 54
        )
        key2 = a >> 46 | (b >> 46) << 9 | (c >> 46) << 18 | (d >> 46) << 27
        first = (a & 0x3FFFFFFF) << 30 | b & 0x3FFFFFFF
        second = (c & 0x3FFFFFFF) << 30 | d & 0x3FFFFFFF
        slot = _slot(words, key1, key2)
        _fetch(known, slot)
        _fetch(known, slot + 8)
    if options & SURE:
        # Whoever leads cashes; the others have at least their highest trumps.
        for side in range(2):
            wanted = need if side == 0 else left - need + 1
            if seat & 1 == side:
                units = _cash(words, seat)
                rests = words[RESTS]
                if wanted <= units:
                    return left - units if side else units
            units = _top_trumps(words, side)
            if wanted <= units:
                return left - units if side else units
    if options & TABLE:
        for at in range(slot, slot + WAYS):
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
                used = 0
                for place in range(4):
                    # The order of the four is that of the masks.
                    top = depths >> (4 * (place ^ 1)) & 15
                    if top:
                        cards = everyone >> (16 * place) & RANKS
                        for _ in range(_count(cards) - top):
                            cards &= cards - 1
                        used |= (cards & -cards) << (16 * place)
                words[RESTS] = used
                return bound
    if options & SURE and options & CROSS:
        words[RESTS] = rests
        units = _cash_both(words, seat)
        if seat & 1 == 0 and need <= units:
            return units
        if seat & 1 and left - need < units:
            return left - units
    if options & SURE and options & LATER:
        side = 1 - (seat & 1)
        wanted = need if side == 0 else left - need + 1
        units = _later(words, seat, wanted)
        if wanted <= units:
            return left - units if side else units
    words[RESTS] = 0
    return -1


@compiled
def _keep(words: Any, known: Any, seat: Any, need: Any, bound: Any, rests: Any) -> None:
    """Note the answer of a position, and as much of the position as it rests on."""
    everyone = words[0] | words[1] | words[2] | words[3]
    size = _count(words[seat])
    key1 = seat << 48 | size << 50 | words[GENERATION] << 54
    key2 = np.int64(0)
    depths = np.int64(0)
    first, second = np.int64(0), np.int64(0)
    for suit in range(4):
        cards = everyone >> (16 * suit) & RANKS
        word = words[SUIT + 1024 * suit + cards]
        if suit < 3:
            key1 |= (word >> 30 & 0xFFFF) << (16 * suit)
        key2 |= (word >> 46) << (9 * suit)
        top = _count(cards)
        if words[OPTIONS] & FORGET:
            used = rests >> (16 * suit) & RANKS
            top = _count(cards & -(used & -used)) if used else 0
        depths |= top << (4 * (suit ^ 1))
        if suit & 2:
            second = second << 30 | word & 0x3FFFFFFF
        else:
            first = first << 30 | word & 0x3FFFFFFF
    first &= words[TOPS + (depths & 255)]
    second &= words[TOPS + (depths >> 8)]
    slot = _slot(words, key1, key2)
    word = key2 | depths << 36 | (bound >= need) << 52 | bound << 53
    place, least = slot, 99
    for at in range(slot, slot + WAYS):
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
                place = at
                break
        weight = known[at] >> 50 & 15
        if weight < least:
            place, least = at, weight
    known[place] = key1
    known[place + 16] = word
    known[place + 32] = first
    known[place + 48] = second


@compiled
def _lead(words: Any, seat: Any, suit: Any) -> Any:
    """How good it is to lead a suit, if the card wins, the partner may win or neither can.

    The weights, here and below, were fitted to solved positions (how likely is this card the one to
    play?) and then changed at random wherever fewer positions were looked at. They decide how long
    a search takes, never what it finds.
    """
    by, trump = 16 * suit, words[TRUMP]
    trumps = RANKS << (16 * trump)
    length = _count(words[seat] >> by & RANKS)
    score, fall, ruff, over = 0, 0, 0, 0
    for place in range(1, 4):
        hand = words[(seat + place) & 3]
        follow = hand & RANKS << by
        if place & 1:
            if follow:
                score -= 21 * _count(follow)
                if follow & ~(ALL_TWOS | ALL_FIVES) == 0:
                    fall += 1 if follow & ALL_FIVES else 2
            else:
                score -= 162
                if suit != trump and hand & trumps:
                    ruff = 1
        else:
            if follow:
                hand = follow
            elif suit != trump and hand & trumps:
                over = 1
            if hand & ALL_TWOS:
                score -= 10
            elif hand & ALL_FIVES:
                score += 6
    words[LEAD] = score + 8 + 2 * length + 64 * over + 12 * fall
    words[LEAD + 1] = score + 27 - 10 * length + 46 * over + 17 * fall - 47 * ruff
    words[LEAD + 2] = score - 30 - 7 * length + 46 * over + 4 * fall + 26 * ruff
    if suit == trump:
        words[LEAD] -= 26
        words[LEAD + 1] += 27
        words[LEAD + 2] += 10


@compiled
def _leading(words: Any, seat: Any, card: Any, way: Any) -> Any:
    """How good a lead is, after `_lead` of its suit; the ways are those of `_answering`."""
    worth = words[WORTH + (card & 15)]
    score = words[LEAD + way]
    if way == 0:
        score += _by_worth(worth, -66, 23)
    elif way == 1:
        score += _by_worth(worth, 21, 45)
    else:
        score += _by_worth(worth, -27, -37)
    above = words[(seat + 2) & 3] >> (card & 48) & RANKS & -(1 << (card & 15))
    return score + 7 * min(2, _count(above))


@compiled
def _answering(words: Any, mine: Any, cards: Any, card: Any, way: Any, takes: Any, led: Any) -> Any:
    """How good a card is on a lead: 0, the side wins; 1, its partner may win; 2, it loses.

    `takes`: the card is the best one so far. `cards` are those that are left, the best one among
    them.
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
            score += 39 - 7 * _count(mine >> (16 * suit) & RANKS) + _by_worth(worth, 2, 14)
            if cards >> (16 * suit) & RANKS < 2 << rank:
                # The highest card of a suit is not for throwing away.
                score -= 39
    return score


@compiled
def _by_worth(worth: Any, one: Any, two: Any) -> Any:
    """One of two weights, by the units of a card, or 0."""
    if worth == 0:
        return 0
    return two if worth == 2 else one


@compiled
def _moves(words: Any, seat: Any, played: Any, led: Any, best: Any, owner: Any, depth: Any) -> Any:
    """Write the moves of a depth, the best first; of a run of cards of equal worth, the lowest.

    First cards with which the side can win the trick, with most points; then cheap ones.
    """
    options, trump = words[OPTIONS], words[TRUMP]
    mine = words[seat]
    legal = mine
    others = (words[0] | words[1] | words[2] | words[3]) & ~mine
    lying = 0
    friendly = False
    if played:
        others |= 1 << best
        follow = mine & (RANKS << (16 * led))
        if follow:
            legal = follow
        if legal & (legal - 1) == 0:
            words[MOVES + 16 * depth] = _ctz(legal)
            return 1
        lying = (best & 15) + (33 if best >> 4 == trump else 1)
        friendly = owner & 1 == seat & 1
    base = MOVES + 16 * depth
    count, same, before, flag = 0, 0, -1, 0
    reached = -1
    ours, theirs = 0, 0
    while legal:
        card = _ctz(legal)
        legal &= legal - 1
        suit, rank = card >> 4, card & 15
        asked = led if played else suit
        if reached != asked:
            # How strong a card each side may still put on this trick.
            reached = asked
            ours, theirs = 0, 0
            for place in range(1, 4 - played):
                reach = _most(words, (seat + place) & 3, asked, trump)
                if place & 1:
                    theirs = max(theirs, reach)
                else:
                    ours = max(ours, reach)
            if played == 0 and options & ORDER:
                _lead(words, seat, suit)
        strength = 0
        if suit == trump:
            strength = rank + 33
        elif suit == asked:
            strength = rank + 1
        wins = max(strength, lying if friendly else 0) > max(theirs, 0 if friendly else lying)
        worth = words[WORTH + rank]
        if options & SAME:
            if before >= 0 and (before >> 4 != suit or others & ((1 << card) - (1 << before))):
                same = 0
            if options & DEARER and same == 0:
                # Of a run of equal strength on a trick whose winner is certain, one card is enough:
                # the dearest if the side wins, the cheapest if not.
                lost = not friendly and lying > max(strength, ours)
                flag = 0
                if wins or lost:
                    run = legal >> (16 * suit) & RANKS
                    rest = others >> card
                    if rest:
                        run &= (1 << (_ctz(rest) + rank)) - 1
                    run |= 1 << rank
                    if run & (run - 1):
                        flag = 64
                        best_of = run
                        if wins:
                            if run & words[ALIKE + 2]:
                                best_of = run & words[ALIKE + 2]
                            elif run & words[ALIKE + 1]:
                                best_of = run & words[ALIKE + 1]
                        elif run & words[ALIKE]:
                            best_of = run & words[ALIKE]
                        elif run & words[ALIKE + 1]:
                            best_of = run & words[ALIKE + 1]
                        legal &= ~(run << (16 * suit))
                        rank = _ctz(best_of)
                        card = 16 * suit + rank
                        worth = words[WORTH + rank]
                        if strength:
                            strength = rank + 33 if suit == trump else rank + 1
            before = card
            if same >> worth & 1:
                continue
            same |= 1 << worth
        score = 0
        if options & ORDER:
            hold = 0 if friendly else lying
            way = 0 if wins else 1 if max(strength, ours) > max(theirs, hold) else 2
            if played:
                takes = strength > lying
                score = _answering(words, mine, mine | others, card, way, takes, led)
            else:
                score = _leading(words, seat, card, way)
        # Sorted in as it comes.
        at = count
        word = (score + 8192) << 8 | flag | card
        while at > 0 and words[base + at - 1] < word:
            words[base + at] = words[base + at - 1]
            at -= 1
        words[base + at] = word
        count += 1
    return count


@compiled
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
) -> Any:
    """A bound of the units that side 0 takes, of the `left` there are (with the table's `pot`).

    At least `need`: side 0 takes at least so many. Less: at most so many.

    `seat` is to play; `played` cards lie on the table, of the suit `led`, and `best` of them (a
    place) is `owner`'s. The stack of positions is in `words`: numba keeps no function compiled
    that calls itself.
    """
    options, trump, per_trick = words[OPTIONS], words[TRUMP], words[PER_TRICK]
    depth = 0
    tabled = 1 << best if played else 0
    while True:
        # -- A new position.
        words[NODES] += 1
        frame = FRAMES + FRAME * depth
        settled, rests, bound = False, 0, 0
        if options & BOUNDS and (need <= 0 or need > left):
            # Nothing more, or all there is.
            settled, bound = True, 0 if need <= 0 else left
        elif words[seat] == 0:
            settled = True
        elif played == 0:
            bound = _start(words, known, seat, left, need)
            rests = words[RESTS]
            settled = bound >= 0
        index = 0
        if not settled:
            words[frame + SEAT] = seat
            words[frame + PLAYED] = played
            words[frame + LED] = led
            words[frame + BEST] = best
            words[frame + OWNER] = owner
            words[frame + POT] = pot
            words[frame + LEFT] = left
            words[frame + NEED] = need
            words[frame + TABLED] = tabled
            words[frame + COUNT] = _moves(words, seat, played, led, best, owner, depth)
            words[frame + SEEN] = 0
            words[frame + SOFT] = 99 if seat & 1 else 0
        # -- Answers go back up the stack until a move is left to try.
        while settled:
            if depth == 0:
                return bound
            depth -= 1
            frame = FRAMES + FRAME * depth
            seat = words[frame + SEAT]
            index = words[frame + AT]
            card = words[MOVES + 16 * depth + index] & 63
            words[seat] |= 1 << card
            played = words[frame + PLAYED]
            need = words[frame + NEED]
            if played == 3:
                rests |= words[frame + BEATEN]
                bound += words[frame + GAIN]
            if (bound >= need) == (seat & 1 == 0):
                if played == 0 and options & TABLE:
                    _keep(words, known, seat, need, bound, rests)
                continue
            used = rests >> (card & 48) & RANKS
            if used and options & SAME:
                # Equal cards were not tried: the answer for them rests on the lowest, this one.
                rest = (words[0] | words[1] | words[2] | words[3]) & ~words[seat]
                if played:
                    rest |= 1 << words[frame + BEST]
                rest = rest >> (card & 48) & RANKS
                run = words[seat] >> (card & 48) & RANKS
                above = rest & -(1 << (card & 15))
                below = rest ^ above
                if above:
                    run &= (above & -above) - 1
                if below:
                    run &= -(1 << (64 - _clz(below)))
                if words[MOVES + 16 * depth + index] & 64 == 0:
                    run &= words[ALIKE + words[WORTH + (card & 15)]]
                if run & (run - 1) and run & -(used & -used):
                    rests |= (run & -run) << (card & 48)
            words[frame + SEEN] |= rests
            if seat & 1:
                words[frame + SOFT] = min(words[frame + SOFT], bound)
            else:
                words[frame + SOFT] = max(words[frame + SOFT], bound)
            index += 1
            if index < words[frame + COUNT]:
                settled = False
            else:
                rests, bound = words[frame + SEEN], words[frame + SOFT]
                if played == 0 and options & TABLE:
                    _keep(words, known, seat, need, bound, rests)
        # -- The next move of the position.
        words[frame + AT] = index
        card = words[MOVES + 16 * depth + index] & 63
        played, best, owner = words[frame + PLAYED], words[frame + BEST], words[frame + OWNER]
        need, left, led = words[frame + NEED], words[frame + LEFT], words[frame + LED]
        tabled = words[frame + TABLED] | 1 << card
        pot = words[frame + POT] + words[WORTH + (card & 15)]
        if played == 0:
            best, owner, led = card, seat, card >> 4
        elif card >> 4 == best >> 4:
            if card > best:
                best, owner = card, seat
        elif card >> 4 == trump:
            best, owner = card, seat
        words[seat] ^= 1 << card
        if played == 3:
            same = tabled & (RANKS << (best & 48))
            words[frame + BEATEN] = 1 << best if same & (same - 1) else 0
            pot += per_trick
            left -= pot
            if owner & 1:
                pot = 0
            words[frame + GAIN] = pot
            need -= pot
            seat, played, pot, tabled = owner, 0, 0, 0
        else:
            seat, played = (seat + 1) & 3, played + 1
        depth += 1


@compiled
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
        bound = can_take(words, known, seat, played, led, best, owner, pot, left, need)
        if bound >= need:
            floor = bound
            need = floor + step
        else:
            ceiling = bound
            need = ceiling - step + 1
        step = min(step * 2, max(1, (ceiling - floor) // 2))
    return floor
