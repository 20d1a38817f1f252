"""The bound of the columns, run as the plain Python from which it is compiled."""

from itertools import product
from random import Random

import numpy as np
import pytest

from games.yams.engine.cells import ROWS, value_of
from tests.games.yams.analysis.test_columns_kernel import thrown
from tests.uncompiled import uncompiled

bound = uncompiled("games.yams.analysis.columns_kernel", "games.yams.analysis.columns_bound")


def hindsight(dice, throws):
    """Return the most that one turn can be worth in each row if each die may show the face of any
    of its throws.
    """
    faces_by_die = [{int(dice[throw, die]) + 1 for throw in range(throws)} for die in range(5)]
    every = [tuple(sorted(faces)) for faces in product(*faces_by_die)]
    most = [max(value_of(row, faces) for faces in set(every)) for row in ROWS]
    most[ROWS.index("moins")] = min(29, most[ROWS.index("moins")])
    return most


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_in_hindsight_each_die_shows_the_best_of_its_throws(throws):
    random = Random(throws)
    for faces in [(0, 1), (4, 5), range(5), range(1, 6), range(6), (2,)] * 12:
        dice = np.array([[random.choice(faces) for _ in range(5)] for _ in range(3)])
        worths = np.empty(11, dtype=np.int64)
        bound._hindsight(dice, throws, worths)
        assert worths.tolist() == hindsight(dice, throws), dice


def test_a_bound_gives_each_row_its_best_turn_and_an_ordered_column_its_turns_in_order():
    orders, throws = np.array([0, 1, -1]), np.array([1, 2, 3])
    totals = np.zeros((2, 3), dtype=np.int64)
    bound.bound_games(orders, throws, 30, 5, 40, totals)
    for game in range(2):
        dice = thrown(5, 40 + game, 33)
        for at in range(3):
            worths = [hindsight(turn_dice, throws[at]) for turn_dice in dice]
            assert totals[game, at] == 30 + bounded(worths, orders[at])


def bounded(worths, order):
    if order == 0:
        return sum(map(max, zip(*worths, strict=True)))
    rows = range(11) if order == 1 else range(10, -1, -1)
    best = [0] * 12  # by how many rows are filled
    for worth in worths:
        best = [0] + [max(best[many + 1], best[many] + worth[row]) for many, row in enumerate(rows)]
    return best[11]
