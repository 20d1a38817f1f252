"""The search itself. All moves are tried if no bound answers a position's question."""
# mypy: ignore-errors

from typing import Any, NamedTuple

import numpy as np

from games.dix.analysis.solver.kernel.bits import RANKS, lowest
from games.dix.analysis.solver.kernel.cashing import cash, cash_both, later, top_trumps
from games.dix.analysis.solver.kernel.instructions import (
    clz,
    compiled,
    count,
    entry,
    fetch,
)
from games.dix.analysis.solver.kernel.last_tricks import last, two
from games.dix.analysis.solver.kernel.memory import (
    ALIKE,
    AT,
    BEATEN,
    BEST,
    BOUNDS,
    COUNT,
    CROSS,
    FRAME,
    FRAMES,
    GAIN,
    LAST,
    LATER,
    LED,
    LEFT,
    MOVES,
    NEED,
    NODES,
    OPTIONS,
    OWNER,
    PER_TRICK,
    PLAYED,
    POT,
    RESTS,
    SAME,
    SEAT,
    SEEN,
    SOFT,
    SURE,
    TABLE,
    TABLED,
    TRUMP,
    TWO,
    WORTH,
    everyone,
)
from games.dix.analysis.solver.kernel.moves import moves
from games.dix.analysis.solver.kernel.positions import keep, look_up, position_words, run_of


class Position(NamedTuple):
    """A position and the question about it, as arguments of `can_take`, without the hands."""

    seat: int
    played: int
    led: int
    best: int
    owner: int
    pot: int
    left: int
    need: int
    tabled: int
    """The cards on the table."""


@compiled
def _sure(words: Any, seat: Any, left: Any, need: Any) -> Any:
    """Return a bound that answers the question from sure units, or −1 if they are too few.

    The side that leads cashes its masters. Each side also takes its highest trumps. If the
    result is −1, `words[RESTS]` holds the cards on which the leader's units rest.
    """
    rests = 0
    for side in range(2):
        wanted = need if side == 0 else left - need + 1
        if seat & 1 == side:
            units = cash(words, seat)
            rests = words[RESTS]
            if wanted <= units:
                return left - units if side else units
        units = top_trumps(words, side)
        if wanted <= units:
            return left - units if side else units
    words[RESTS] = rests
    return -1


@compiled
def _more_sure(words: Any, seat: Any, left: Any, need: Any) -> Any:
    """Return a bound that answers the question from further sure units, or −1 if they are too few.

    These units take longer to count. `_sure` must have been called first.
    """
    options = words[OPTIONS]
    if options & CROSS:
        units = cash_both(words, seat)
        if seat & 1 == 0 and need <= units:
            return units
        if seat & 1 and left - need < units:
            return left - units
    if options & LATER:
        side = 1 - (seat & 1)
        wanted = need if side == 0 else left - need + 1
        units = later(words, seat, wanted)
        if wanted <= units:
            return left - units if side else units
    return -1


@compiled
def _at_once(words: Any, known: Any, place: Any) -> Any:
    """Return a bound that answers the question without trying moves, or −1 if there is none.

    If the answer is yes, side 0 takes at least the bound. If the answer is no, it takes at most
    the bound. `words[RESTS]` then holds the cards on which the answer rests.
    """
    seat, left, need = place.seat, place.left, place.need
    options, mine = words[OPTIONS], words[seat]
    words[RESTS] = 0
    if options & BOUNDS and (need <= 0 or need > left):
        # Side 0 needs no more units, or it needs more than are left.
        return 0 if need <= 0 else left
    if mine == 0:
        return 0
    if place.played:
        return -1
    if options & LAST and mine & (mine - 1) == 0:
        return 0 if last(words, seat) & 1 else left
    if options & TWO and count(mine) == 2:
        return two(words, seat, left, need)
    key1, key2, first, second = position_words(words, seat)
    run = run_of(words, key1, key2)
    if options & TABLE:
        fetch(known, run)
        fetch(known, run + 8)
    bound = _sure(words, seat, left, need) if options & SURE else -1
    rests = words[RESTS]
    if bound < 0 and options & TABLE:
        bound = look_up(words, known, run, key1, key2, first, second, need)
    if bound < 0 and options & SURE:
        words[RESTS] = rests
        bound = _more_sure(words, seat, left, need)
    return bound


@compiled
def _push(words: Any, depth: Any, place: Any) -> None:
    """Put a position and its moves on the stack."""
    frame = FRAMES + FRAME * depth
    seat, played = place.seat, place.played
    words[frame + SEAT] = seat
    words[frame + PLAYED] = played
    words[frame + LED] = place.led
    words[frame + BEST] = place.best
    words[frame + OWNER] = place.owner
    words[frame + POT] = place.pot
    words[frame + LEFT] = place.left
    words[frame + NEED] = place.need
    words[frame + TABLED] = place.tabled
    words[frame + COUNT] = moves(words, seat, played, place.led, place.best, place.owner, depth)
    words[frame + AT] = 0
    words[frame + SEEN] = 0
    words[frame + SOFT] = 99 if seat & 1 else 0


@compiled
def _back(words: Any, known: Any, depth: Any, bound: Any) -> Any:
    """Pass an answer back to the positions on the stack, up to one that has moves left to try.

    Return the depth of that position and the answer. The depth is −1 if no position has moves
    left; the answer is then that of the search.
    """
    rests = words[RESTS]
    while depth > 0:
        depth -= 1
        frame = FRAMES + FRAME * depth
        seat, played, need = words[frame + SEAT], words[frame + PLAYED], words[frame + NEED]
        move = words[MOVES + 16 * depth + words[frame + AT]]
        words[seat] |= 1 << (move & 63)
        if played == 3:
            rests |= words[frame + BEATEN]
            bound += words[frame + GAIN]
        if (bound >= need) != (seat & 1 == 0):
            if words[OPTIONS] & SAME:
                rests |= _equals(words, frame, move, rests)
            words[frame + SEEN] |= rests
            soft = words[frame + SOFT]
            words[frame + SOFT] = min(soft, bound) if seat & 1 else max(soft, bound)
            words[frame + AT] += 1
            if words[frame + AT] < words[frame + COUNT]:
                return depth, bound
            rests, bound = words[frame + SEEN], words[frame + SOFT]
        if played == 0 and words[OPTIONS] & TABLE:
            keep(words, known, seat, need, bound, rests)
    return -1, bound


@compiled
def _equals(words: Any, frame: Any, move: Any, rests: Any) -> Any:
    """Return the lowest of the cards equal to a move if its answer rests on them; else return 0.

    The equal cards were not tried. So the answer for all of them rests on the lowest one.
    """
    by, rank = move & 48, move & 15
    used = rests >> by & RANKS
    if used == 0:
        return 0
    hand = words[words[frame + SEAT]]
    rest = everyone(words) & ~hand
    if words[frame + PLAYED]:
        rest |= 1 << words[frame + BEST]
    rest = rest >> by & RANKS
    run = hand >> by & RANKS
    above = rest & -(1 << rank)
    below = rest ^ above
    if above:
        run &= lowest(above) - 1
    if below:
        run &= -(1 << (64 - clz(below)))
    if move & 64 == 0:
        run &= words[ALIKE + words[WORTH + rank]]
    return lowest(run) << by if run & (run - 1) and run & -lowest(used) else 0


@compiled
def _play(words: Any, depth: Any) -> Any:
    """Play the next move of the position at this depth. Return the position after it."""
    frame = FRAMES + FRAME * depth
    card = words[MOVES + 16 * depth + words[frame + AT]] & 63
    seat, played, led = words[frame + SEAT], words[frame + PLAYED], words[frame + LED]
    best, owner = words[frame + BEST], words[frame + OWNER]
    need, left = words[frame + NEED], words[frame + LEFT]
    tabled = words[frame + TABLED] | 1 << card
    pot = words[frame + POT] + words[WORTH + (card & 15)]
    if played == 0:
        best, owner, led = card, seat, card >> 4
    elif card >> 4 == best >> 4:
        if card > best:
            best, owner = card, seat
    elif card >> 4 == words[TRUMP]:
        best, owner = card, seat
    words[seat] ^= 1 << card
    if played < 3:
        seat, played = (seat + 1) & 3, played + 1
    else:
        same = tabled & (RANKS << (best & 48))
        words[frame + BEATEN] = 1 << best if same & (same - 1) else 0
        pot += words[PER_TRICK]
        left -= pot
        gain = 0 if owner & 1 else pot
        words[frame + GAIN] = gain
        need -= gain
        seat, played, pot, tabled = owner, 0, 0, 0
    return Position(seat, played, led, best, owner, pot, left, need, tabled)


@entry
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
    """Return a bound of the units that side 0 takes, of the `left` units, which include the `pot`.

    If the bound is at least `need`, side 0 takes at least that much. If it is less, side 0 takes
    at most that much. `seat` is to play. `played` cards are on the table, of the suit `led`. The
    best of them, with the index `best`, is `owner`'s. `pot` is the units of the cards on the
    table. The stack of positions is in `words`, because numba cannot cache a compiled function
    that calls itself.
    """
    depth = np.int64(0)  # not a literal, for which numba would compile the called functions again
    tabled = 1 << best if played else 0
    place = Position(seat, played, led, best, owner, pot, left, need, tabled)
    while True:
        words[NODES] += 1
        bound = _at_once(words, known, place)
        if bound < 0:
            _push(words, depth, place)
        else:
            depth, bound = _back(words, known, depth, bound)
            if depth < 0:
                return bound
        place = _play(words, depth)
        depth += 1
