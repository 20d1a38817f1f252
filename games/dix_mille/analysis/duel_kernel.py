"""10 000 for two players on a coarse grid of scores: the turn, value iteration, and whole games.

This is plain Python, in which one turn is fast enough for a page. `duel_compiled` compiles the
loops over many turns with numba. The code of all these loops is in this file, because numba
compiles a loop again only if the file of the loop changes.

Scores are counted in units of the grid, points in hand in fifties. `places` holds the size of the
game: the number of scores and of coches; the unit and the target (both in fifties); the lowest
score with which a player enters; whether the target must be reached exactly; whether reaching the
other player's score strikes it; how far a struck palier falls; and whether a player may stop on a
main pleine. `throws` has the outcomes of a throw of each number of dice (`duel`).
"""
# The compiler has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from numpy import uint64

# The number of points in hand, in fifties, beyond which more points make no difference.
CAP = 80
MOST_PALIERS, MOST_TURNS = 256, 4000
JUMP = uint64(0x9E3779B97F4A7C15)


def fallen(score: int, places: Any) -> int:
    """Return the score after a struck palier, in units; 0 (not entered) if below the entry."""
    back = score - places[7]
    return back if back * places[2] >= places[4] else 0


def turn(
    mine: int,
    coches: int,
    their: int,
    others: int,
    values: Any,
    places: Any,
    throws: Any,
    on: Any,
    stops: Any,
) -> None:
    """Compute the best turn: `on[t, d]` is the chance to win with t fifties and d dice to throw.

    `stops` is filled by `stopping`.
    """
    bust = lost_turn(mine, coches, their, others, values, places)
    stopping(mine, their, others, values, places, stops)
    exact, on_full = places[5], places[8]
    starts, added, left, full, shares, lost, wins = throws
    room = places[3] - mine * places[2]
    top = min(room, CAP)
    dice = on.shape[1] - 1
    for step in range(top, -1, -1):
        odd = step % 2
        for thrown in range(1, dice + 1):
            total = lost[odd, thrown] * bust + wins[odd, thrown]
            for at in range(starts[odd, thrown], starts[odd, thrown + 1]):
                then = step + added[odd, at]
                if then > room:
                    value = bust if exact else 1.0
                else:
                    if then > top:
                        then = top - (top - then) % 2
                    value = on[then, left[odd, at]]
                    if stops[then] > value and (on_full or not full[odd, at]):
                        value = stops[then]
                total += shares[odd, at] * value
            on[step, thrown] = total


def lost_turn(mine: int, coches: int, their: int, others: int, values: Any, places: Any) -> float:
    """Return the chance to win after a lost turn: one coche more, or the palier is struck."""
    if mine == 0:
        after, marks = 0, 0
    elif coches + 1 >= places[1]:
        after, marks = fallen(mine, places), 0
    else:
        after, marks = mine, coches + 1
    return 1.0 - values[their, others, after, marks]


def stopping(mine: int, their: int, others: int, values: Any, places: Any, stops: Any) -> None:
    """Set `stops[t]` to the chance to win after stopping on t fifties; -1 if it is not allowed."""
    unit, entry, strikes = places[2], places[4], places[6]
    room = places[3] - mine * unit
    for step in range(min(room, CAP) + 1):
        stops[step] = -1.0
        if step == 0 or (step % unit and step != room) or (mine == 0 and step < entry):
            continue
        reached = mine + step // unit
        if step == room:
            stops[step] = 1.0
        elif strikes and reached == their:
            stops[step] = 1.0 - values[fallen(their, places), 0, reached, 0]
        else:
            stops[step] = 1.0 - values[their, others, reached, 0]


def sweep(values: Any, places: Any, throws: Any, on: Any, stops: Any) -> float:
    """Compute every value again once, from the highest scores down; return the greatest change."""
    change = 0.0
    dice = on.shape[1] - 1
    scores, most = places[0], places[1]
    for both in range(2 * scores - 2, -1, -1):
        for mine in range(min(both, scores - 1), max(0, both - scores + 1) - 1, -1):
            their = both - mine
            for coches in range(most if mine else 1):
                for others in range(most if their else 1):
                    turn(mine, coches, their, others, values, places, throws, on, stops)
                    change = max(change, abs(on[0, dice] - values[mine, coches, their, others]))
                    values[mine, coches, their, others] = on[0, dice]
    return change


def policy(values: Any, places: Any, throws: Any, on: Any, stops: Any, bits: Any) -> None:
    """Set bit d of `bits[mine, coches, their, others, t]` if stopping beats throwing d dice."""
    scores, most = places[0], places[1]
    dice = on.shape[1] - 1
    for mine in range(scores):
        top = min(places[3] - mine * places[2], CAP)
        for coches in range(most if mine else 1):
            for their in range(scores):
                for others in range(most if their else 1):
                    turn(mine, coches, their, others, values, places, throws, on, stops)
                    for step in range(top + 1):
                        mask = 0
                        for thrown in range(1, dice + 1):
                            if stops[step] >= 0 and stops[step] > on[step, thrown]:
                                mask |= 1 << thrown
                        bits[mine, coches, their, others, step] = mask


def mixed(state: Any) -> Any:
    """Return the random number of a state (SplitMix64)."""
    z = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


def play(
    bits: Any,
    places: Any,
    throws: Any,
    begin: Any,
    paliers: bool,
    seed: int,
    first: int,
    games: int,
) -> int:
    """Play games by the policy `bits`, from the state `begin`. Return how many the first player
    wins.

    With `paliers`, a struck palier falls back to the palier below it, as in the rules. Otherwise it
    falls by the fixed distance that the values assume.
    """
    stacks = np.zeros((2, MOST_PALIERS), dtype=np.int64)
    heights = np.zeros(2, dtype=np.int64)
    coches = np.zeros(2, dtype=np.int64)
    won = 0
    for game in range(games):
        lots = mixed(uint64(seed) * JUMP + uint64(first + game)) * JUMP
        for side in range(2):
            heights[side] = 0
            coches[side] = begin[2 * side + 1]
            if begin[2 * side]:
                heights[side] = 1
                stacks[side, 0] = begin[2 * side]
        won += play_game(bits, places, throws, paliers, lots, stacks, heights, coches)
    return won


def play_game(
    bits: Any,
    places: Any,
    throws: Any,
    paliers: bool,
    lots: Any,
    stacks: Any,
    heights: Any,
    coches: Any,
) -> bool:
    """Play one game; return whether the player who begins wins it."""
    unit, target, strikes = places[2], places[3], places[6]
    side, turns, won = 0, 0, False
    while not won and turns < MOST_TURNS:
        other = 1 - side
        mine = stacks[side, heights[side] - 1] if heights[side] else 0
        their = stacks[other, heights[other] - 1] if heights[other] else 0
        room = target - mine * unit
        state = (mine, coches[side], their, coches[other])
        total, lots = play_turn(bits, state, places, throws, room, lots)
        won = total == room
        if total < 0:
            lose(side, mine, stacks, heights, coches, places, paliers)
        elif not won:
            reached = mine + total // unit
            if heights[side] < MOST_PALIERS:
                stacks[side, heights[side]] = reached
                heights[side] += 1
            coches[side] = 0
            if strikes and reached == their:
                strike(other, their, stacks, heights, coches, places, paliers)
        side = other
        turns += 1
    return won and side == 1


def play_turn(bits: Any, state: Any, places: Any, throws: Any, room: int, lots: Any) -> Any:
    """Play a turn; return its points and the new random state.

    The points are below 0 for a lost turn, and `room` if the turn wins the game.
    """
    mine, coches, their, others = state
    unit, exact, on_full = places[2], places[5], places[8]
    starts, added, left, full, shares, lost, wins = throws
    top = min(room, CAP)
    total, thrown, going = 0, starts.shape[1] - 2, True
    while going:
        odd = total % 2
        lots += JUMP
        drawn = float(mixed(lots) >> uint64(11)) / 9007199254740992.0
        drawn -= lost[odd, thrown]
        if drawn < wins[odd, thrown]:
            total, going = -1 if drawn < 0 else room, False
        else:
            drawn -= wins[odd, thrown]
            at = starts[odd, thrown]
            last = starts[odd, thrown + 1] - 1
            while at < last and drawn >= shares[odd, at]:
                drawn -= shares[odd, at]
                at += 1
            total += added[odd, at]
            if total > room:
                total, going = -1 if exact else room, False
            else:
                seen = total
                if seen > top:
                    seen = top - (top - seen) % 2
                thrown = left[odd, at]
                if on_full or not full[odd, at]:
                    stops = (bits[mine, coches, their, others, seen] >> thrown) & 1
                    going = not (stops and (total % unit == 0 or total == room))
    return total, lots


def lose(
    side: int, mine: int, stacks: Any, heights: Any, coches: Any, places: Any, paliers: bool
) -> None:
    """Lose a turn: one coche more, or the palier is struck."""
    if mine == 0:
        return
    coches[side] += 1
    if coches[side] >= places[1]:
        strike(side, mine, stacks, heights, coches, places, paliers)


def strike(
    side: int, score: int, stacks: Any, heights: Any, coches: Any, places: Any, paliers: bool
) -> None:
    """Strike a palier: its player falls back."""
    coches[side] = 0
    if paliers and heights[side] > 1:
        heights[side] -= 1
        return
    back = fallen(score, places)
    heights[side] = 1 if back else 0
    stacks[side, 0] = back
