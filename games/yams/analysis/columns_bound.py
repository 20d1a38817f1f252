"""Computes the bound that no player can exceed with the dice of a game of Yams, compiled by numba.

Do not change `throw_all`, which is in another file: numba recompiles this file only if this file
itself changes.
"""
# numba's compiler has its own types and checks them itself.
# mypy: ignore-errors

from typing import Any

import numpy as np
from numba import njit

from games.yams.analysis.columns_kernel import (
    DICE,
    FACES,
    ROW_MOINS,
    ROW_PLUS,
    ROW_YAMS,
    ROWS,
    THROWS,
    throw_all,
)


@njit(cache=True)
def bound_games(orders: Any, throws: Any, bonus: int, seed: int, first: int, totals: Any) -> None:
    """Set `totals[game]` to the bound of each column with the dice of that game.

    The bound assumes more than a player has. Each column may use the dice of all turns and knows
    them in advance. Each die shows the best of its throws. Each row uses its best turn (in an
    ordered column, the turns must be in order). « - » may be as high as 29, and the bonus is
    always added.
    """
    many = orders.size
    turns = ROWS * many
    dice = np.empty((turns, THROWS, DICE), dtype=np.int64)
    worths = np.empty((turns, ROWS), dtype=np.int64)
    run = np.empty(ROWS + 1, dtype=np.int64)
    for game in range(totals.shape[0]):
        throw_all(seed, first + game, dice)
        for at in range(many):
            for turn in range(turns):
                _hindsight(dice[turn], throws[at], worths[turn])
            run[:] = 0
            for turn in range(turns):
                for filled in range(ROWS, 0, -1):
                    row = ROWS - filled if orders[at] == -1 else filled - 1
                    before = run[filled - 1] if orders[at] else 0
                    run[filled] = max(run[filled], before + worths[turn, row])
            totals[game, at] = bonus + (run[ROWS] if orders[at] else run[1:].sum())


@njit(cache=True)
def _hindsight(dice: Any, throws: int, worths: Any) -> None:
    """Set `worths` to the most points that a turn can score in each row.

    Each die may show its face of any of the throws.
    """
    counts = np.zeros(FACES, dtype=np.int64)
    masks = np.zeros(DICE, dtype=np.int64)
    top = 0
    for die in range(DICE):
        high = 0
        for throw in range(throws):
            masks[die] |= 1 << dice[throw, die]
            high = max(high, dice[throw, die] + 1)
        top += high
        for face in range(FACES):
            counts[face] += (masks[die] >> face) & 1
    worths[:] = 0
    for face in range(FACES):
        worths[face] = counts[face] * (face + 1)
    worths[ROW_PLUS] = top
    worths[ROW_MOINS] = min(top, DICE * FACES - 1)
    if counts.max() == DICE:
        worths[ROW_YAMS] = 40
    for low in range(FACES):
        for high in range(FACES):
            # A yams counts as a full too.
            both = True
            only_low = only_high = 0
            for die in range(DICE):
                is_low, is_high = (masks[die] >> low) & 1, (masks[die] >> high) & 1
                if not (is_low or is_high):
                    both = False
                    break
                only_low += is_low and not is_high
                only_high += is_high and not is_low
            if both and (low == high or (only_low <= 3 and only_high <= 2)):
                worths[6] = 20
    for start in range(2):
        if _suite(masks, start):
            worths[7] = 30


@njit(cache=True)
def _suite(masks: Any, start: int) -> bool:
    """Say whether the five dice can show the five faces from `start`, one die each.

    `reached` marks every set of faces that the dice so far can show.
    """
    reached = np.zeros(32, dtype=np.bool_)
    reached[0] = True
    for die in range(DICE):
        for taken in range(31, -1, -1):
            if not reached[taken]:
                continue
            reached[taken] = False
            for face in range(DICE):
                if (taken >> face) & 1 == 0 and (masks[die] >> (start + face)) & 1:
                    reached[taken | (1 << face)] = True
    return reached[31]
