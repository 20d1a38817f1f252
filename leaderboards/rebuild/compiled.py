"""The fold of many matches at once, over columns, compiled. Pure; imported by rebuilds alone.

The same steps as `rating` and `tallies` take, each float operation in the same order (nothing here
may be compiled with `fastmath`): the outcome is theirs to the last bit, which tests hold.
"""

from math import isnan, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from leaderboards.rating.packing import NONE, OUTCOMES
from leaderboards.rating.tallies import DRAWN, FORM, LOST, WON

Array = np.ndarray[Any, np.dtype[Any]]

_NONE = np.int64(NONE)
_WON, _DRAWN, _LOST = (OUTCOMES.index(one) for one in (WON, DRAWN, LOST))
_FORM = (1 << 2 * FORM) - 1
# Of a club or over all, of a family or all: four of players, then four of pairs.
KINDS = 8
# The one of players, of a club, of a family: whom matches are put to.
HOME = 1
# A key holds a ladder and one or two people.
BITS = 21
MASK = (1 << BITS) - 1
# Whole numbers of a state by their column: those of a season, in the order in which `SEASON` names
# them, and the day of the last match.
AT, POINTS, BEST, PLAYED, WINS, DRAWS, STREAK, YEAR, FORMS, DAY = range(10)
WHOLE = 10


@njit(cache=True)
def measure(
    starts: Array,
    scores: Array,
    ranks: Array,
    by_rank: Array,
    spreads: Array,
    clip: float,
    found: Array,
) -> None:
    """Fill in each side's margin, as `rating.margins` does; no score is not a number."""
    for match in range(len(starts) - 1):
        begin, end = starts[match], starts[match + 1]
        ranked, drawn = by_rank[match], True
        for one in range(begin, end):
            ranked = ranked or isnan(scores[one])
            drawn = drawn and ranks[one] == 1
            for other in range(begin, end):
                if ranks[one] < ranks[other] and scores[one] < scores[other]:
                    ranked = True
        if ranked:
            for one in range(begin, end):
                found[one] = 0.0 if drawn else (1.0 if ranks[one] == 1 else -1.0)
        elif end - begin == 2:
            lead = (scores[begin] - scores[begin + 1]) / spreads[match]
            lead = max(-clip, min(clip, lead))
            found[begin], found[begin + 1] = lead, -lead
        else:
            total = 0.0
            for one in range(begin, end):
                total += scores[one]
            mean = total / (end - begin)
            for one in range(begin, end):
                found[one] = max(-clip, min(clip, (scores[one] - mean) / spreads[match]))


@njit(cache=True, inline="always")
def seek(key: int, table: Array) -> int:
    """Return where a key stands in a table, or where it would."""
    size = len(table)
    at = key % size
    while table[at] != key and table[at] != 0:
        at = at + 1 if at + 1 < size else 0
    return at


class Seated(NamedTuple):
    """Where each match's places begin among those of all, and of each place: who, as a number.

    Players are numbered in the order of their own numbers.
    """

    starts: Array
    players: Array
    sides: Array
    outcomes: Array
    points: Array
    margins: Array


class Slots(NamedTuple):
    """Somebody on a ladder → their slot (`keys`, then `places`), its key, and its state."""

    keys: Array
    places: Array
    owners: Array
    skills: Array
    tallies: Array


class Hands(NamedTuple):
    """Somebody in a club's matches of a family → their hand, its key, their slots on four ladders.

    Found in `keys`, then in `places`.
    """

    keys: Array
    places: Array
    owners: Array
    slots: Array


class Outcome(NamedTuple):
    """What matches came to.

    `homes`: of each place the slot on the ladder of its club and family. `skills`: of each match
    those of everybody on each ladder, but for a ladder that is as the one before (`bits`: the same
    as whole numbers, `sizes`: how many, `alike`: which ladders are). `ends` and `end_tallies`:
    slots, and their states, at the ends of years that are over.
    """

    homes: Array
    skills: Array
    bits: Array
    sizes: Array
    alike: Array
    ends: Array
    end_tallies: Array


@njit(cache=True)
def fold(
    seated: Seated,
    matches: Array,  # of each: its end, day, year, and which row of `ladders`
    paired: Array,
    ladders: Array,
    constants: Array,
    state: Slots,
    used: int,
    hand_state: Hands,
    held: int,
    out: Outcome,
) -> tuple[int, int, int, int]:
    """Move all states on by matches; return how many slots, hands, skills and ends there are."""
    starts, players, sides, outcomes, points, margins = seated
    table, slots, owners, skills, tallies = state
    hands_table, hands_places, hands_keys, hands = hand_state
    out_homes, out_skills, out_bits, out_sizes, out_alike, end_slots, end_tallies = out
    beta, spread, growth, prior = constants[0], constants[1], constants[2], constants[3]
    told, ended = 0, 0
    widest = 2
    for match in range(len(starts) - 1):
        widest = max(widest, starts[match + 1] - starts[match])
    mine = np.zeros(widest, np.int64)
    hand = np.zeros(widest + 2, np.int64)
    place = np.zeros(widest, np.int64)
    mus = np.zeros(widest, np.float64)
    sigmas = np.zeros(widest, np.float64)
    side_mu = np.zeros(widest, np.float64)
    side_variance = np.zeros(widest, np.float64)
    side_lead = np.zeros(widest, np.float64)
    for match in range(len(starts) - 1):
        begin, end = starts[match], starts[match + 1]
        day, year = matches[match, 1], matches[match, 2]
        count = sides[end - 1] + 1
        first, alike, kept = told, 0, told
        for seat in range(begin, end):
            side_lead[sides[seat]] = margins[seat] * spread
        group, seats = matches[match, 3], end - begin
        # Who competes, in the order of the sides: each player, then the pairs.
        for one in range(seats + (2 if paired[match] else 0)):
            if one < seats:
                low, high = players[begin + one], np.int64(0)
            else:
                low, high = (
                    players[2 * one - seats * 2 + begin],
                    players[2 * one - seats * 2 + begin + 1],
                )
                if low > high:
                    low, high = high, low
            key = ((group + 1) << 2 * BITS) | (low << BITS) | high
            at = seek(key, hands_table)
            if hands_table[at] == 0:
                hands_table[at], hands_places[at], hands_keys[held] = key, held, key
                for number in range(KINDS // 2):
                    kind = number if one < seats else number + KINDS // 2
                    own_key = (ladders[group, kind] << 2 * BITS) | (low << BITS) | high
                    found = seek(own_key, table)
                    if table[found] == 0:
                        table[found], slots[found], owners[used] = own_key, used, own_key
                        used += 1
                    hands[held, number] = slots[found]
                held += 1
            hand[one] = hands_places[at]
        for kind in range(KINDS if paired[match] else KINDS // 2):
            pairs = kind >= KINDS // 2
            many = 2 if pairs else seats
            # Their slots and skills as they sit down.
            for one in range(many):
                place[one] = begin + (2 * one if pairs else one)
                slot = hands[hand[seats + one if pairs else one], kind % (KINDS // 2)]
                mine[one] = slot
                if tallies[slot, PLAYED] == 0:
                    mus[one], sigmas[one] = 0.0, prior
                else:
                    mus[one], sigmas[one] = skills[slot, 0], skills[slot, 1]
                    days = day - tallies[slot, DAY]
                    if days > 0:
                        rested = sqrt(sigmas[one] * sigmas[one] + growth * growth * days)
                        sigmas[one] = min(rested, prior)
            # The sides, summed from left to right.
            for side in range(count):
                side_mu[side] = 0.0
                side_variance[side] = 0.0
            for one in range(many):
                side = sides[place[one]]
                side_mu[side] += mus[one]
                side_variance[side] += sigmas[one] * sigmas[one]
            if count == 2:
                whole = beta * beta + (side_variance[0] + side_variance[1])
                surprise = side_lead[0] - (side_mu[0] - side_mu[1])
                for one in range(many):
                    variance = sigmas[one] * sigmas[one]
                    share = variance / whole
                    toward = surprise if sides[place[one]] == 0 else -surprise
                    mus[one] = mus[one] + share * toward
                    sigmas[one] = sqrt(variance - variance * share)
            else:
                part = 1.0 - 1.0 / count
                mean, whole = 0.0, 0.0
                for side in range(count):
                    mean += side_mu[side]
                    whole += side_variance[side]
                mean = mean / count
                noise = beta * beta / 2.0 * part
                for one in range(many):
                    side = sides[place[one]]
                    own = side_variance[side]
                    v = own * part * part + (whole - own) / (count * count) + noise
                    surprise = side_lead[side] - (side_mu[side] - mean)
                    variance = sigmas[one] * sigmas[one]
                    share = variance * part / v
                    mus[one] = mus[one] + share * surprise
                    sigmas[one] = sqrt(variance - variance * part * share)
            # What the boards count.
            for one in range(many):
                slot, seat = mine[one], place[one]
                if tallies[slot, PLAYED] == 0:
                    tallies[slot, BEST] = _NONE
                elif tallies[slot, YEAR] != year:
                    end_slots[ended] = slot
                    for column in range(WHOLE):
                        end_tallies[ended, column] = tallies[slot, column]
                    ended += 1
                    tallies[slot, POINTS] = 0
                    tallies[slot, BEST] = _NONE
                    tallies[slot, PLAYED] = 0
                    tallies[slot, WINS] = 0
                    tallies[slot, DRAWS] = 0
                skills[slot, 0], skills[slot, 1] = mus[one], sigmas[one]
                tallies[slot, AT] = matches[match, 0]
                tallies[slot, DAY], tallies[slot, YEAR] = day, year
                score, outcome = points[seat], outcomes[seat]
                if score != _NONE:
                    tallies[slot, POINTS] += score
                    # No score is less than any.
                    tallies[slot, BEST] = max(tallies[slot, BEST], score)
                tallies[slot, PLAYED] += 1
                streak = tallies[slot, STREAK]
                if outcome == _WON:
                    tallies[slot, WINS] += 1
                    tallies[slot, STREAK] = max(streak, 0) + 1
                elif outcome == _LOST:
                    tallies[slot, STREAK] = min(streak, 0) - 1
                else:
                    tallies[slot, STREAK] = 0
                    if outcome == _DRAWN:
                        tallies[slot, DRAWS] += 1
                tallies[slot, FORMS] = ((tallies[slot, FORMS] << 2) | outcome) & _FORM
                if kind == HOME:
                    out_homes[seat] = slot
                out_skills[told, 0], out_skills[told, 1] = mus[one], sigmas[one]
                told += 1
            same = kind % (KINDS // 2) > 0
            for one in range(many):
                new, old = told - many + one, kept + one
                same = same and out_bits[new, 0] == out_bits[old, 0]
                same = same and out_bits[new, 1] == out_bits[old, 1]
            if same:
                told -= many
                alike |= 1 << kind
            else:
                kept = told - many
        out_sizes[match], out_alike[match] = told - first, alike
    return used, held, told, ended


@njit(cache=True)
def fill(owners: Array, table: Array, slots: Array) -> None:
    """Fill a table with keys and their slots."""
    for slot in range(len(owners)):
        at = seek(owners[slot], table)
        table[at], slots[at] = owners[slot], slot


@njit(cache=True)
def look_up(keys: Array, table: Array, slots: Array, found: Array) -> None:
    """Fill in the slots of keys; -1 where the table has none."""
    for place in range(len(keys)):
        at = seek(keys[place], table)
        found[place] = slots[at] if table[at] == keys[place] else -1


@njit(cache=True)
def grouped(slots: Array, used: int) -> tuple[Array, Array]:
    """Return the order that puts the same slots side by side, and where each slot begins."""
    starts = np.zeros(used + 1, np.int64)
    for slot in slots:
        starts[slot + 1] += 1
    for slot in range(used):
        starts[slot + 1] += starts[slot]
    order = np.empty(len(slots), np.int64)
    free = starts[:-1].copy()
    for place in range(len(slots)):
        order[free[slots[place]]] = place
        free[slots[place]] += 1
    return order, starts


@njit(cache=True)
def met(
    starts: Array,
    clubs: Array,
    players: Array,
    sides: Array,
    ranks: Array,
    outcomes: Array,
    table: Array,  # two people in a club → their counts; keys, then places
    places: Array,
    keys: Array,
    counts: Array,
    used: int,
) -> int:
    """Count who met whom in which club, and how it went: won, lost, drawn by the lower number,

    together, together and won. Return how many such two there are.
    """
    for match in range(len(starts) - 1):
        for one in range(starts[match], starts[match + 1]):
            for other in range(one + 1, starts[match + 1]):
                low, high = one, other
                if players[low] > players[high]:
                    low, high = high, low
                key = (clubs[match] << 2 * BITS) | (players[low] << BITS) | players[high]
                at = seek(key, table)
                if table[at] == 0:
                    table[at], places[at], keys[used] = key, used, key
                    used += 1
                place = places[at]
                if sides[low] == sides[high]:
                    counts[place, 3] += 1
                    if outcomes[low] == _WON:
                        counts[place, 4] += 1
                elif ranks[low] == ranks[high]:
                    counts[place, 2] += 1
                else:
                    counts[place, 0 if ranks[low] < ranks[high] else 1] += 1
    return used
