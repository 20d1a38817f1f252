"""Counts sure units: the units that a side takes however the other side plays."""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.bits import (
    ALL_FIVES,
    ALL_TWOS,
    FIVE,
    RANKS,
    TWOS,
    dearest,
    highest,
    lowest,
    masters,
    units_of,
    units_of_hand,
)
from games.dix.analysis.solver.kernel.instructions import clz, compiled, count
from games.dix.analysis.solver.kernel.memory import (
    CASHED,
    CROSSED,
    MASTERS,
    PER_TRICK,
    RESTS,
    ROUNDS,
    TRUMP,
    everyone,
)


@compiled
def top_trumps(words: Any, side: Any) -> Any:
    """Return the units that a side takes with its trumps above the other side's best trump.

    Each of these trumps takes a trick, unless the partner plays another of them on the same
    trick.
    """
    shift = 16 * words[TRUMP]
    mine, partner = words[side] >> shift & RANKS, words[side + 2] >> shift & RANKS
    theirs = (words[1 - side] | words[3 - side]) >> shift & RANKS
    top = masters(mine | partner, theirs)
    words[RESTS] = lowest(top) << shift if theirs else 0
    tricks = max(count(mine & top), count(partner & top))
    if words[PER_TRICK] or tricks == 0:
        return tricks
    units = units_of(top)
    # An opponent plays a card on each of these tricks. It may keep its most valuable cards for
    # other tricks.
    stay = count(words[side]) - tricks
    for seat in range(1 - side, 4, 2):
        hand = words[seat]
        units += units_of_hand(hand)
        units -= dearest(stay, count(hand & ALL_TWOS), count(hand & ALL_FIVES))
    return units


@compiled
def cash(words: Any, leader: Any) -> Any:
    """Return the units that the leader's side takes if the leader plays its masters in turn."""
    rounds = _cashed(words, leader)
    words[ROUNDS] = rounds
    if words[PER_TRICK] or rounds == 0:
        return rounds
    return _units_cashed(words, leader, rounds)


@compiled
def _cashed(words: Any, leader: Any) -> Any:
    """Return the number of tricks cashed.

    Write to `words` which masters are cashed, and the cards on which this rests.
    """
    trump = words[TRUMP]
    hand, ally = words[leader], words[(leader + 2) & 3]
    left, right = words[(leader + 1) & 3], words[(leader + 3) & 3]
    others = ally | left | right
    rests, rounds = 0, 0
    trumps_left, trumps_right, quiet = False, False, 99
    for turn in range(4):
        suit = trump if turn == 0 else (turn - 1 if turn <= trump else turn)
        by = 16 * suit
        with_left, with_right = count(left >> by & RANKS), count(right >> by & RANKS)
        with_ally = count(ally >> by & RANKS)
        many = quiet
        if trumps_left:
            many = min(many, with_left)
        if trumps_right:
            many = min(many, with_right)
        longest = max(with_ally, max(with_left, with_right))
        own, rest = _cashed_of(hand >> by & RANKS, others >> by & RANKS, longest, many)
        played = count(own)
        words[CASHED + suit], words[MASTERS + suit], words[CROSSED + suit] = played, own, 0
        rests |= rest << by
        rounds += played
        if turn:
            quiet -= played
        else:
            trumps_left, trumps_right = with_left > played, with_right > played
            if with_ally > played:
                quiet = count(ally & ~(RANKS << by))
    words[RESTS] = rests
    return rounds


@compiled
def _cashed_of(own: Any, others: Any, longest: Any, most: Any) -> Any:
    """Return the cards of a suit that the leader cashes, and the lowest card on which they rest.

    `longest` is the most cards of the suit in any other hand. At most `most` cards may be
    cashed.
    """
    if own == 0:
        return own, own
    top = masters(own, others)
    if count(top) < longest:
        cards = highest(top, most)
    elif most < count(own):
        # The masters draw all cards of the suit from the other hands. After that the leader's
        # lower cards are masters too.
        cards = highest(own, most)
    else:
        # The answer rests on `longest` masters only, because they draw the suit from all other
        # hands.
        return own, lowest(highest(top, longest))
    return cards, lowest(cards)


@compiled
def _units_cashed(words: Any, leader: Any, rounds: Any) -> Any:
    """Return the units of all cards in the tricks that `words` says are cashed."""
    units = _from_partner(words, words[(leader + 2) & 3])
    units += _from_opponent(words, words[(leader + 1) & 3], rounds)
    units += _from_opponent(words, words[(leader + 3) & 3], rounds)
    for suit in range(4):
        units += units_of(words[MASTERS + suit]) + units_of(words[CROSSED + suit])
    return units


@compiled
def _from_partner(words: Any, hand: Any) -> Any:
    """Return the units that the partner can play on the leader's masters, following or not."""
    units, throws, twos_left, fives_left = 0, 0, 0, 0
    for suit in range(4):
        cards, played = hand >> (16 * suit) & RANKS, words[CASHED + suit]
        follow = min(played, count(cards))
        lows = cards & ~words[CROSSED + suit]
        twos, fives = count(lows & TWOS), lows & FIVE
        double = min(twos, follow)
        single = min(fives, follow - double)
        units += 2 * double + single
        throws += played - follow
        if suit != words[TRUMP] or count(cards) <= played:
            twos_left += twos - double
            fives_left += fives - single
    return units + dearest(throws, twos_left, fives_left)


@compiled
def _from_leader(words: Any, hand: Any) -> Any:
    """Return the units that the leader can play on the partner's masters, following or not."""
    units, throws, twos_left, fives_left = 0, 0, 0, 0
    for suit in range(4):
        cards = hand >> (16 * suit) & RANKS & ~words[MASTERS + suit]
        played = count(words[CROSSED + suit])
        follow = min(played, count(cards))
        twos, fives = count(cards & TWOS), cards & FIVE
        double = min(twos, follow)
        single = min(fives, follow - double)
        units += 2 * double + single
        throws += played - follow
        if suit != words[TRUMP]:
            twos_left += twos - double
            fives_left += fives - single
    return units + dearest(throws, twos_left, fives_left)


@compiled
def _from_opponent(words: Any, hand: Any, rounds: Any) -> Any:
    """Return the units that an opponent must play on the cashed tricks.

    They are all units of its hand, minus the most that it can keep.
    """
    twos, fives = 0, 0
    for suit in range(4):
        cards = hand >> (16 * suit) & RANKS
        played = words[CASHED + suit] + count(words[CROSSED + suit])
        stay = max(0, count(cards) - played)
        double = min(stay, count(cards & TWOS))
        twos += double
        fives += min(stay - double, cards & FIVE)
    return units_of_hand(hand) - dearest(count(hand) - rounds, twos, fives)


@compiled
def cash_both(words: Any, leader: Any) -> Any:
    """Return the units if the leader cashes, then leads to the partner, and the partner cashes too.

    `cash` must have been called first.
    """
    more = _crossed(words, leader)
    if more == 0:
        return 0
    rounds = words[ROUNDS] + more
    if words[PER_TRICK]:
        return rounds
    return _units_cashed(words, leader, rounds) + _from_leader(words, words[leader])


@compiled
def _crossed(words: Any, leader: Any) -> Any:
    """Return how many tricks the partner then cashes; 0 if the leader can lead to none of them."""
    trump = words[TRUMP]
    hand, ally = words[leader], words[(leader + 2) & 3]
    left, right = words[(leader + 1) & 3], words[(leader + 3) & 3]
    trumps_left, trumps_right = _keeps_trumps(words, left), _keeps_trumps(words, right)
    quiet = min(_quiet(words, ally), _quiet(words, hand))
    room = count(hand) - words[ROUNDS]
    rests, tricks, crossed = words[RESTS], 0, False
    for suit in range(4):
        by, played = 16 * suit, words[CASHED + suit]
        mine, own = hand >> by & RANKS & ~words[MASTERS + suit], ally >> by & RANKS
        winners = masters(own, ((left | right) >> by & RANKS) | mine)
        many = min(min(count(winners), count(own) - played), room - tricks)
        if suit != trump:
            many = min(many, quiet)
            if trumps_left:
                many = min(many, count(left >> by & RANKS) - played)
            if trumps_right:
                many = min(many, count(right >> by & RANKS) - played)
        winners = highest(winners, many) if many > 0 else 0
        words[CROSSED + suit] = winners
        if winners:
            rests |= lowest(winners) << by
            tricks += many
            if suit != trump:
                quiet -= many
            if mine:
                crossed = True
    if not crossed:
        return 0
    words[RESTS] = rests
    return tricks


@compiled
def _keeps_trumps(words: Any, hand: Any) -> Any:
    """Return whether a hand still has trumps after the leader's masters are cashed."""
    return count(hand >> (16 * words[TRUMP]) & RANKS) > words[CASHED + words[TRUMP]]


@compiled
def _quiet(words: Any, hand: Any) -> Any:
    """Return how many rounds of side suits may be led before a hand has to ruff.

    Return 99 for a hand without trumps left, because it never ruffs.
    """
    if not _keeps_trumps(words, hand):
        return 99
    others = count(hand & ~(RANKS << (16 * words[TRUMP])))
    return others - (words[ROUNDS] - words[CASHED + words[TRUMP]])


@compiled
def later(words: Any, leader: Any, wanted: Any) -> Any:
    """Return the units that the side which does not lead surely takes; 0 if fewer than `wanted`.

    This needs the master of every suit that may be led to be on that side. Whichever suit is
    led, the seat with its master wins the trick and cashes. So the units are those of `cash`,
    begun with this suit. Return 0 too if somebody might have to ruff the first trick.
    """
    suits = _winners_of_leads(words, leader)
    if suits == 0:
        return 0
    least, rests = 99, 0
    for place in range(1, 4, 2):
        wins = False
        for suit in range(4):
            if suits >> (2 * suit) & 3 == place:
                wins = True
        if wins:
            units = cash(words, (leader + place) & 3)
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
def _winners_of_leads(words: Any, leader: Any) -> Any:
    """Return two bits for each suit: how many seats after the leader its master is (0: not led).

    Return 0 for all suits together if the leader's side may take such a trick, or if the seat
    that takes it must go on with trumps.
    """
    trump = words[TRUMP]
    hand, ally = words[leader], words[(leader + 2) & 3]
    trumps = RANKS << (16 * trump)
    suits = 0
    for suit in range(4):
        by = 16 * suit
        if hand >> by & RANKS == 0:
            continue
        master = (1 << (63 - clz(everyone(words) >> by & RANKS))) << by
        if (hand | ally) & master:
            return 0
        if suit != trump and ally & trumps and ally >> by & RANKS == 0:
            return 0
        place = 1 if words[(leader + 1) & 3] & master else 3
        friend = words[(leader + 4 - place) & 3]
        if suit != trump and friend & ~trumps == 0:
            return 0
        suits |= place << (2 * suit)
    return suits
