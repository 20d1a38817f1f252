"""Computes the best play of single columns of Yams, compiled by numba.

`plain_columns` computes the same values slowly, as a check.

The state of a single column is one number. It holds four things: which of the six numbers are
written; their sum (limited to the threshold of the bonus); which of full, suite and yams are
written; and the state of « + » and « - ». The last is 0 if neither is written, 1 … 27 for only «
+ » with a value, 28 … 54 for only « - » with a value, and 55 for both. A struck « + » or « - »
has the value 0, as in the scoring.

A turn is computed backwards, from the last throw to the first. `hands` has the value of each set
of five dice. The value of throwing one die is the mean over its six faces. The best dice to keep
are found by leaving out one die at a time.
"""
# numba's compiler has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from numba import njit, uint64

NUMBER_ROWS, FIGURE_ROWS, PAIRS = 6, 3, 56
PLUS, MOINS, BOTH = 1, 28, 55
NEVER = -1e15
TURNS, FACES, DICE, THROWS, ROWS = 55, 6, 5, 3, 11
# The order of the rows on the sheet: six numbers, full, suite, plus, moins, yams.
ROW_PLUS, ROW_MOINS, ROW_YAMS = 8, 9, 10


@njit(cache=True, inline="always")
def _figure(row: int) -> int:
    return 2 if row == ROW_YAMS else row - NUMBER_ROWS


@njit(cache=True, inline="always")
def place(numbers: int, upper: int, figures: int, pair: int, threshold: int) -> int:
    """Return the index of a state in the array of values."""
    return ((numbers * 8 + figures) * PAIRS + pair) * (threshold + 1) + upper


@njit(cache=True, inline="always")
def is_free(row: int, numbers: int, figures: int, pair: int, order: int) -> bool:
    """Say whether a row may be written now: `order` 1 from the top, -1 from the bottom, 0 any."""
    if order != 0:
        filled = 0
        for at in range(NUMBER_ROWS):
            filled += (numbers >> at) & 1
        for at in range(FIGURE_ROWS):
            filled += (figures >> at) & 1
        if pair == BOTH:
            filled += 2
        elif pair:
            filled += 1
        return row == (filled if order == 1 else ROWS - 1 - filled)
    if row < NUMBER_ROWS:
        return (numbers >> row) & 1 == 0
    if row == ROW_PLUS:
        return pair == 0 or (MOINS <= pair < BOTH)
    if row == ROW_MOINS:
        return pair < MOINS
    return (figures >> _figure(row)) & 1 == 0


@njit(cache=True, inline="always")
def is_full(numbers: int, figures: int, pair: int) -> bool:
    """Say whether no row is free any more."""
    return numbers == 63 and figures == 7 and pair == BOTH


@njit(cache=True, inline="always")
def _pair_value(pair: int) -> int:
    """Return the value of « + » or « - », whichever is written (0 if it is struck)."""
    step = pair - (PLUS if pair < MOINS else MOINS)
    return 0 if step == 0 else step + 4


@njit(cache=True, inline="always")
def _pair_of(row: int, value: int) -> int:
    step = 0 if value == 0 else value - 4
    return (PLUS if row == ROW_PLUS else MOINS) + step


@njit(cache=True)
def write(
    row: int,
    worth: int,
    numbers: int,
    upper: int,
    figures: int,
    pair: int,
    threshold: int,
    bonus: int,
) -> Any:
    """Write `worth` points (0: struck) in a row; return the column's gain and its new state."""
    gain = worth
    if row < NUMBER_ROWS:
        numbers |= 1 << row
        if upper < threshold <= upper + worth:
            gain += bonus
        upper = min(threshold, upper + worth)
    elif row in (ROW_PLUS, ROW_MOINS):
        if pair == 0:
            pair = _pair_of(row, worth)
        else:
            other = _pair_value(pair)
            plus, moins = (worth, other) if row == ROW_PLUS else (other, worth)
            if plus <= moins:
                gain = -other
            pair = BOTH
    else:
        figures |= 1 << _figure(row)
    return gain, numbers, upper, figures, pair


@njit(cache=True)
def _after(row: int, worth: int, state: Any, threshold: int, bonus: int, values: Any) -> float:
    gain, n, u, f, p = write(row, worth, *state, threshold, bonus)
    return gain + values[place(n, u, f, p, threshold)]


@njit(cache=True)
def value_hands(
    hands: Any,
    base: float,
    numbers: int,
    upper: int,
    figures: int,
    pair: int,
    order: int,
    threshold: int,
    bonus: int,
    values: Any,
    dice: Any,
) -> None:
    """Raise the value of each set of five dice to its best value in this column, minus `base`.

    `hands` has these values. `dice` has a row for each set: how many dice show each face, full,
    suite, sum, yams.
    """
    worths = np.empty(31)
    state = (numbers, upper, figures, pair)
    for row in range(ROWS):
        if not is_free(row, numbers, figures, pair, order):
            continue
        _value_row(worths, row, state, threshold, bonus, values)
        at = ROW_PLUS if row == ROW_MOINS else row
        for hand in range(hands.size):
            hands[hand] = max(hands[hand], worths[dice[hand, at]] - base)


@njit(cache=True)
def _value_row(worths: Any, row: int, state: Any, threshold: int, bonus: int, values: Any) -> None:
    """Set `worths[n]` to the value of writing dice in a row if their entry in `dice` is n.

    `dice` is described in `value_hands`. The entry is the number of dice of a face, the sum of
    the dice, or 1 or 0 for whether they make a full, suite or yams.
    """
    if row < NUMBER_ROWS:
        for count in range(DICE + 1):
            worths[count] = _after(row, count * (row + 1), state, threshold, bonus, values)
        return
    struck = _after(row, 0, state, threshold, bonus, values)
    if row in (ROW_PLUS, ROW_MOINS):
        for total in range(DICE, DICE * FACES + 1):
            worths[total] = max(struck, _after(row, total, state, threshold, bonus, values))
        return
    worths[0] = struck
    worths[1] = _after(row, _made(row), state, threshold, bonus, values)


@njit(cache=True, inline="always")
def _made(row: int) -> int:
    """Return the points of a full, suite or yams."""
    return 40 if row == ROW_YAMS else 10 * (row - 4)


@njit(cache=True)
def throw_again(hands: Any, best: Any, means: Any, more: Any, less: Any) -> None:
    """Set `best` to the best mean with one more throw, for every set of at most five dice.

    Sets are in rising order of size, those of five dice last. `more` is the set with one more die
    of each face; `less` are the sets with one die less (-1 ends them). `means` gets the mean of
    keeping exactly each set.
    """
    first = best.size - hands.size
    for subset in range(best.size):
        if subset >= first:
            means[subset] = hands[subset - first]
    for subset in range(first - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += means[more[subset, face]]
        means[subset] = total / FACES
    for subset in range(best.size):
        highest = means[subset]
        for at in range(DICE):
            other = less[subset, at]
            if other < 0:
                break
            highest = max(highest, best[other])
        best[subset] = highest


@njit(cache=True, nogil=True)
def solve(
    throws: int, order: int, threshold: int, bonus: int, start: Any, sets: Any, spans: Any
) -> Any:
    """Return the value of every state that a column can reach from `start`, under the best play.

    `throws` is the number of throws of a turn. `spans[0]` counts up to 64 as the progress. The
    computation stops once `spans[1]` is set.
    """
    more, less, dice = sets
    size = 64 * 8 * PAIRS * (threshold + 1)
    values = np.zeros(size)
    reached = np.zeros(size, dtype=np.bool_)
    reached[place(start[0], start[1], start[2], start[3], threshold)] = True
    for numbers in range(64):
        _reach_more(reached, numbers, order, threshold, bonus)
    hands = np.empty(dice.shape[0])
    best = np.empty(more.shape[0])
    means = np.empty(more.shape[0])
    first = best.size - hands.size
    for numbers in range(63, -1, -1):
        if spans[1]:
            break
        # Go through the states with these numbers written, from the fullest down.
        for at in range(8 * PAIRS * (threshold + 1) - 1, -1, -1):
            figures, rest = divmod(at, PAIRS * (threshold + 1))
            pair, upper = divmod(rest, threshold + 1)
            state = place(numbers, upper, figures, pair, threshold)
            if not reached[state] or is_full(numbers, figures, pair):
                continue
            hands[:] = NEVER
            value_hands(
                hands, 0.0, numbers, upper, figures, pair, order, threshold, bonus, values, dice
            )
            for _throw in range(throws):
                throw_again(hands, best, means, more, less)
                hands[:] = best[first:]
            # Before the first throw no die is kept, so the state has the value of the empty set.
            values[state] = means[0]
        spans[0] = 64 - numbers
    return values


@njit(cache=True)
def _reach_more(reached: Any, numbers: int, order: int, threshold: int, bonus: int) -> None:
    """Mark every state that can follow a marked state in which these numbers are written."""
    for figures in range(8):
        for pair in range(PAIRS):
            for upper in range(threshold + 1):
                if reached[place(numbers, upper, figures, pair, threshold)]:
                    _reach(reached, numbers, upper, figures, pair, order, threshold, bonus)


@njit(cache=True)
def _reach(
    reached: Any,
    numbers: Any,
    upper: Any,
    figures: Any,
    pair: Any,
    order: Any,
    threshold: Any,
    bonus: Any,
) -> None:
    for row in range(ROWS):
        if not is_free(row, numbers, figures, pair, order):
            continue
        if row < NUMBER_ROWS:
            low, high, step = 0, DICE * (row + 1), row + 1
        elif row in (ROW_PLUS, ROW_MOINS):
            low, high, step = 0, DICE * FACES, 1
        else:
            low, high, step = 0, 0, 1
        for worth in range(low, high + 1, step):
            if row >= NUMBER_ROWS and 0 < worth < DICE:
                continue
            _gain, n, u, f, p = write(row, worth, numbers, upper, figures, pair, threshold, bonus)
            reached[place(n, u, f, p, threshold)] = True


# --- Simulation ------------------------------------------------------------------------------


@njit(cache=True, inline="always")
def _mix(state: Any) -> Any:
    z = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(cache=True)
def throw_all(seed: int, game: int, dice: Any) -> None:
    """Fill `dice` with every throw of every die of a game.

    The later throws of a die that is kept are not used.
    """
    step = uint64(0x9E3779B97F4A7C15)
    state = _mix(uint64(seed) * step + uint64(game)) * step
    for turn in range(dice.shape[0]):
        for throw in range(THROWS):
            for die in range(DICE):
                state += step
                # 2 ** 61 is not a multiple of 6, so some faces are slightly more likely. The
                # difference is too small to notice.
                dice[turn, throw, die] = (_mix(state) >> uint64(3)) % uint64(FACES)


@njit(cache=True)
def set_of(faces: Any, mask: Any, more: Any) -> int:
    """Return the number of the set that consists of the faces (0 to 5) kept by `mask`."""
    number = 0
    for die in range(DICE):
        if mask[die]:
            number = more[number, faces[die]]
    return number


@njit(cache=True)
def keep_best(faces: Any, mask: Any, means: Any, best: Any, more: Any, less: Any) -> None:
    """Mark the dice to keep in `mask`.

    Start with all five, and leave out one die at a time as long as that is better.
    """
    mask[:] = True
    at = set_of(faces, mask, more)
    while best[at] > means[at]:
        for die in range(DICE):
            if not mask[die]:
                continue
            mask[die] = False
            other = set_of(faces, mask, more)
            if best[other] == best[at]:
                at = other
                break
            mask[die] = True


@njit(cache=True)
def value_turn(
    state: Any,
    orders: Any,
    throws: Any,
    tables: Any,
    threshold: int,
    bonus: int,
    sets: Any,
    by: Any,
    best: Any,
    means: Any,
) -> None:
    """Compute by how much a turn can raise the sum of the values of columns in these states.

    `by[n]` gets the value of writing each set of five dice after n + 1 throws. `best[n]` gets the
    value of throwing on from each set, and `means[n]` that of keeping exactly the set.
    """
    more, less, sums = sets
    first_hand = more.shape[0] - sums.shape[0]
    by[:] = NEVER
    for at in range(orders.size):
        n, u, f, p = state[at]
        if is_full(n, f, p):
            continue
        values, order = tables[at], orders[at]
        base = values[place(n, u, f, p, threshold)]
        # A column that allows three throws may be written after fewer. That is the same as
        # keeping all dice.
        hands = by[throws[at] - 1]
        value_hands(hands, base, n, u, f, p, order, threshold, bonus, values, sums)
    hands = by[THROWS - 1].copy()
    for left in range(THROWS - 1, 0, -1):
        throw_again(hands, best[left - 1], means[left - 1], more, less)
        hands = np.maximum(best[left - 1, first_hand:], by[left - 1])


@njit(cache=True, nogil=True)
def play_games(
    orders: Any,
    throws: Any,
    tables: Any,
    threshold: int,
    bonus: int,
    sets: Any,
    seed: int,
    first: int,
    totals: Any,
    written: Any,
) -> None:
    """Play games of these columns together by the policy of their values.

    Each turn is played so that it raises the sum of the columns' values most. `totals[game]` gets
    the total of each column, `written[game, turn]` the column, row, points and throws of each turn.
    """
    more, _less, sums = sets
    setting = (orders, throws, tables, threshold, bonus)
    many = orders.size
    turns, size = ROWS * many, more.shape[0]
    dice = np.empty((turns, THROWS, DICE), dtype=np.int64)
    by = np.empty((THROWS, sums.shape[0]))
    best = np.empty((THROWS, size))
    means = np.empty((THROWS, size))
    for game in range(totals.shape[0]):
        throw_all(seed, first + game, dice)
        state = np.zeros((many, 4), dtype=np.int64)
        totals[game, :] = 0
        for turn in range(turns):
            value_turn(state, orders, throws, tables, threshold, bonus, sets, by, best, means)
            hand, thrown = _throw_turn(dice[turn], by, best, means, sets)
            now = by[thrown - 1, hand]
            line = written[game, turn]
            _write_best(state, totals[game], line, hand, now, thrown, setting, sums)


@njit(cache=True)
def _throw_turn(dice: Any, by: Any, best: Any, means: Any, sets: Any) -> Any:
    """Throw as long as that is worth more than writing.

    Return the number of the set of dice, and the number of throws.
    """
    more, less, sums = sets
    first_hand = more.shape[0] - sums.shape[0]
    faces = dice[0].copy()
    mask = np.ones(DICE, dtype=np.bool_)
    thrown = 1
    hand = set_of(faces, mask, more)
    while thrown < THROWS and by[thrown - 1, hand - first_hand] < best[thrown - 1, hand]:
        keep_best(faces, mask, means[thrown - 1], best[thrown - 1], more, less)
        for die in range(DICE):
            if not mask[die]:
                faces[die] = dice[thrown, die]
        thrown += 1
        mask[:] = True
        hand = set_of(faces, mask, more)
    return hand - first_hand, thrown


@njit(cache=True)
def _write_best(
    state: Any,
    totals: Any,
    written: Any,
    hand: Any,
    aim: Any,
    thrown: Any,
    setting: Any,
    sums: Any,
) -> None:
    """Write the dice in the first cell in which their value is `aim`."""
    orders, throws, tables, threshold, bonus = setting
    for at in range(orders.size):
        if throws[at] != thrown:
            continue
        n, u, f, p = state[at]
        base = tables[at][place(n, u, f, p, threshold)]
        for row in range(ROWS):
            if is_full(n, f, p) or not is_free(row, n, f, p, orders[at]):
                continue
            for strikes in range(2):
                worth = 0 if strikes else worth_of(row, sums[hand])
                gain, n2, u2, f2, p2 = write(row, worth, n, u, f, p, threshold, bonus)
                value = gain + tables[at][place(n2, u2, f2, p2, threshold)] - base
                if value == aim:
                    state[at, 0], state[at, 1], state[at, 2], state[at, 3] = n2, u2, f2, p2
                    totals[at] += gain
                    written[0], written[1], written[2], written[3] = at, row, worth, thrown
                    return


@njit(cache=True)
def worth_of(row: int, dice: Any) -> int:
    """Return the points that five dice score in a row of the sheet."""
    if row < NUMBER_ROWS:
        return dice[row] * (row + 1)
    if row in (ROW_PLUS, ROW_MOINS):
        return dice[ROW_PLUS]
    return _made(row) if dice[row] else 0
