"""A plausible random turn, legal under any ruleset, for demonstrations and tests. Pure."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.sheet import Scoresheet
from games.yams.engine.cells import DICE, EXACT_THROWS, FACES, FIGURES, NUMBERS, SUMS, value_of
from games.yams.engine.grid import strikes_both
from games.yams.engine.lots import tied

# The value of each row that counts as fair for an average player. The sample player writes in
# the row in which the dice exceed this value most.
FAIR: dict[str, float] = {row: 3.0 * face for row, face in NUMBERS.items()}
FAIR |= {"plus": 21.0, "moins": 17.0, **{row: 0.45 * value for row, value in FIGURES.items()}}


def sample_turn(rules: Any, sheet: Scoresheet, random: Random) -> dict[str, Any]:
    """Return the next entry of a running match: a turn, or a lot.

    The turn has random dice, and is written in the cell that suits them best.
    """
    expected = sheet.next or {}
    if expected["pending_draws"]:
        column = expected["pending_draws"][0]
        return {"draw": {"column": column, "winner": random.choice(tied(sheet, column))}}
    cells = sheet.state["sheets"][expected["seat"]]["cells"]
    legal = expected["legal_cells"]
    wanted = sorted({EXACT_THROWS.get(column, 3) for column, _row in legal})
    throws = random.choice(wanted)
    dice = _thrown(random, throws)
    fitting = [cell for cell in legal if EXACT_THROWS.get(cell[0], throws) == throws]
    column, row = max(fitting, key=lambda cell: _gladness(cells[cell[0]], cell[1], dice))
    value = value_of(row, dice)
    turn = {"column": column, "row": row, "dice": dice, "throws": throws}
    if random.random() < 0.5 and value:
        turn = {"column": column, "row": row, "value": value, "throws": throws}
    return turn if value or row in NUMBERS else turn | {"barred": True}


def _thrown(random: Random, throws: int) -> list[int]:
    """Return the dice after the last throw, if the largest group of equal dice is always kept."""
    dice = [random.randint(1, FACES) for _ in range(DICE)]
    for _ in range(throws - 1):
        kept_face = max(dice, key=lambda face: (dice.count(face), face))
        dice = [die if die == kept_face else random.randint(1, FACES) for die in dice]
    return sorted(dice)


def _gladness(cells: dict[str, dict[str, Any]], row: str, dice: Sequence[int]) -> float:
    value = value_of(row, dice)
    if strikes_both(cells, row, value):
        return -100
    if row in SUMS:
        return float(FAIR[row] - value) if row == "moins" else value - FAIR[row]
    return value - FAIR[row]
