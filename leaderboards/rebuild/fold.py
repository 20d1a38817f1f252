"""Compiled loops over all matches of a game. The rules themselves are those of `rating`.

Nothing here may be compiled with `fastmath`: the result equals that of the live path, bit for bit.
"""

from math import nan
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import register_jitable

from leaderboards.rating import formulas, matches, tallies
from leaderboards.rating.formulas import fill_margins, rate, rested
from leaderboards.rating.matches import NO_SCORE, met
from leaderboards.rating.packing import LADDERS
from leaderboards.rating.tallies import PLAYED, YEAR, begin_season, tally

Array = np.ndarray[Any, np.dtype[Any]]

for rule in (
    *(formulas.clipped, formulas.fill_margins, formulas.rested),
    *(formulas.rate, formulas.side_mu, formulas.side_variance),
    *(matches.met, tallies.begin_season, tallies.tally),
):
    register_jitable(rule)

# From this many matches on, compiling is worth its time.
COMPILED_FROM = 25_000


def call(function: Any, size: int, *values: Any) -> Any:
    """Call a compiled function; for few matches as plain Python, since compiling takes longer."""
    return (function if size >= COMPILED_FROM else function.py_func)(*values)


@njit
def fill_all_margins(
    starts: Array, points: Array, ranks: Array, by_rank: Array, spreads: Array, margins: Array
) -> None:
    """Fill in the margin of each side of each match, whose sides begin at `starts`."""
    # The nearest float to the decimal: the quotient of two integers.
    scores = np.where(points == NO_SCORE, nan, points / 100.0)
    for match in range(len(starts) - 1):
        own = slice(starts[match], starts[match + 1])
        fill_margins(scores[own], ranks[own], by_rank[match], spreads[match], margins[own])


class MatchColumns(NamedTuple):
    """All matches and their seats, as arrays.

    Of each match: where its seats begin, its place in time, and whether it has pairs. Of each seat:
    its entry. `player_slots` and `pair_slots` are the four slots of each seat and of each pair in
    turn: somebody's places on the ladders.
    """

    starts: Array
    at: Array
    day: Array
    year: Array
    paired: Array
    sides: Array
    points: Array
    margins: Array
    outcomes: Array
    player_slots: Array
    pair_slots: Array
    pair_starts: Array


class FoldState(NamedTuple):
    """Of each slot: the skill (μ, σ), the day of the last match, and the current season."""

    skills: Array
    days: Array
    seasons: Array


class Outcome(NamedTuple):
    """The results of some matches.

    `skills`: of each match everybody's on each ladder, without a ladder that equals the one before.
    `alike` says which ones do, `sizes` how many skills are left.
    `ended`, `ended_seasons`: slots and their seasons, of years that are over.
    """

    skills: Array
    sizes: Array
    alike: Array
    ended: Array
    ended_seasons: Array


@njit
def fold(
    begin: int,
    end: int,
    given: MatchColumns,
    constants: tuple[float, float, float, float],
    state: FoldState,
    out: Outcome,
) -> tuple[int, int]:
    """Apply some matches to all states; return how many skills and ended seasons there are."""
    starts, ats, days, years, paired, given_sides, points, margins, outcomes = given[:9]
    player_slots, pair_slots, pair_starts = given[9:]
    skills, last_days, seasons = state
    out_skills, sizes, alikes, out_ended, ended_seasons = out
    beta, spread, growth, prior = constants
    written, ended = 0, 0
    widest = 2
    for match in range(begin, end):
        widest = max(widest, starts[match + 1] - starts[match])
    mus, sigmas, leads = np.zeros(widest), np.zeros(widest), np.zeros(widest)
    sides, slots = np.zeros(widest, np.int64), np.zeros(widest, np.int64)
    for match in range(begin, end):
        first, seats = starts[match], starts[match + 1] - starts[match]
        at, day, year = ats[match], days[match], years[match]
        for seat in range(first, first + seats):
            leads[given_sides[seat]] = margins[seat] * spread
        count = given_sides[first + seats - 1] + 1
        begun, kept, alike = written, written, 0
        for kind in range(2 * LADDERS if paired[match] else LADDERS):
            pairs = kind >= LADDERS
            many = 2 if pairs else seats
            for one in range(many):
                if pairs:
                    slot = pair_slots[pair_starts[match] + one, kind - LADDERS]
                    sides[one] = one
                else:
                    slot = player_slots[first + one, kind]
                    sides[one] = given_sides[first + one]
                slots[one] = slot
                if seasons[slot, PLAYED] == 0:
                    mus[one], sigmas[one] = 0.0, prior
                else:
                    mus[one] = skills[slot, 0]
                    apart = day - last_days[slot]
                    sigmas[one] = rested(skills[slot, 1], apart, growth, prior)
            rate(many, mus, sigmas, sides, count, leads, beta)
            same = kind % LADDERS > 0
            for one in range(many):
                slot, seat = slots[one], first + (2 * one if pairs else one)
                season = seasons[slot]
                if season[YEAR] != year:
                    if season[PLAYED] > 0:
                        out_ended[ended] = slot
                        ended_seasons[ended] = season
                        ended += 1
                    begin_season(season, year)
                tally(season, at, points[seat], outcomes[seat])
                last_days[slot] = day
                skills[slot, 0], skills[slot, 1] = mus[one], sigmas[one]
                out_skills[written + one, 0], out_skills[written + one, 1] = mus[one], sigmas[one]
                for part in range(2):
                    same = same and out_skills[written + one, part] == out_skills[kept + one, part]
            if same:
                alike |= 1 << kind
            else:
                kept, written = written, written + many
        sizes[match - begin], alikes[match - begin] = written - begun, alike
    return written, ended


@njit
def fill_meetings(
    starts: Array,
    players: Array,
    sides: Array,
    ranks: Array,
    outcomes: Array,
    lows: Array,
    highs: Array,
    kinds: Array,
) -> None:
    """Fill in who met whom, the lower number first, and the counter in `MEETINGS`."""
    number = 0
    for match in range(len(starts) - 1):
        for one in range(starts[match], starts[match + 1]):
            for other in range(one + 1, starts[match + 1]):
                low, high = (one, other) if players[one] < players[other] else (other, one)
                lows[number], highs[number] = players[low], players[high]
                kinds[number] = met(sides[low], ranks[low], sides[high], ranks[high], outcomes[low])
                number += 1


@njit
def grouped(keys: Array, count: int) -> tuple[Array, Array]:
    """Return the order that puts equal keys next to each other, and where each of them begins."""
    starts = np.zeros(count + 1, np.int64)
    for key in keys:
        starts[key + 1] += 1
    starts = starts.cumsum()
    order = np.empty(len(keys), np.int64)
    free = starts[:-1].copy()
    for place in range(len(keys)):
        order[free[keys[place]]] = place
        free[keys[place]] += 1
    return order, starts
