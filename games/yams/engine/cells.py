"""The grid of the five-column Yams: its columns and rows, and the value of five dice in each."""

from collections.abc import Sequence
from typing import Final

DICE: Final = 5
FACES: Final = 6
MOST_THROWS: Final = 3

# The columns from left to right, and the rows from top to bottom, as in « La grille suivante ».
COLUMNS: Final = ("descendre", "libre", "monter", "en_1", "en_2")
NUMBERS: Final = {str(face): face for face in range(1, FACES + 1)}
ROWS: Final = (*NUMBERS, "full", "suite", "plus", "moins", "yams")
CELLS: Final = len(COLUMNS) * len(ROWS)

# The columns that need an exact number of throws. « La colonne « en 1 » est remplie après un et
# un seul jet de dés »; « en 2 » is filled after exactly two.
EXACT_THROWS: Final = {"en_1": 1, "en_2": 2}

FULL, SUITE, YAMS = 20, 30, 40
FIGURES: Final = {"full": FULL, "suite": SUITE, "yams": YAMS}
SUMS: Final = ("plus", "moins")

# All values that a cell can hold unless it is struck, in rising order.
VALUES: Final[dict[str, tuple[int, ...]]] = {
    **{row: tuple(face * count for count in range(1, DICE + 1)) for row, face in NUMBERS.items()},
    **{row: (value,) for row, value in FIGURES.items()},
    **{row: tuple(range(DICE, DICE * FACES + 1)) for row in SUMS},
}
_ALLOWED: Final = {row: frozenset(values) for row, values in VALUES.items()}


def can_hold(row: str, value: int) -> bool:
    """Say whether a cell of that row can hold `value` points.

    Only the rows of numbers can hold 0.
    """
    return value in _ALLOWED[row] or (value == 0 and row in NUMBERS)


def value_of(row: str, dice: Sequence[int]) -> int:
    """Return the value of five dice (1 to 6 each) in a row; 0 if they do not make it.

    « Si un joueur a trois « 5 », il peut écrire 15 dans la case correspondant aux 5. » « + » et « -
    » « représentent la somme des valeurs des cinq dés ».
    """
    face = NUMBERS.get(row)
    if face is not None:
        return face * list(dice).count(face)
    if row in SUMS:
        return sum(dice)
    return FIGURES[row] if _makes(row, dice) else 0


def _makes(row: str, dice: Sequence[int]) -> bool:
    """Say whether the dice make a full, a suite or a yams.

    Full : « 3 dés ont la même valeur « x », et les deux autres la même valeur « y » […]
    éventuellement 5 dés tous de même valeur ». Suite : « soit « 1, 2, 3, 4, 5 » soit « 2, 3, 4, 5,
    6 » ». « Yams représente 5 dés de même valeur. »
    """
    counts = sorted(list(dice).count(face) for face in set(dice))
    if row == "yams":
        return counts == [5]
    if row == "full":
        return counts in ([2, 3], [5])
    return len(counts) == DICE and max(dice) - min(dice) == DICE - 1
