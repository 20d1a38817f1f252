"""Turns the keys tapped on the pad into a turn or a lot. Pure; used by the form and the phone.

`taps` holds the pad's inputs by name, as text or as numbers. An input is empty or missing if
nothing was tapped. The rules are not checked here: `turns` verifies the turn.
"""

from collections.abc import Mapping
from typing import Any

from games.entry.taps import number
from games.sheet import Scoresheet
from games.yams.engine.cells import (
    COLUMNS,
    DICE,
    EXACT_THROWS,
    MOST_THROWS,
    NUMBERS,
    ROWS,
    value_of,
)
from games.yams.engine.grid import strikes_both
from games.yams.engine.lots import tied
from games.yams.engine.rulesets import YamsRules

# The value of the key that strikes a cell.
BARRED = "barred"
FACES = ("1", "2", "3", "4", "5", "6")
DICE_NAMES = [f"die_{place}" for place in range(1, DICE + 1)]
CELLS = {f"{column}-{row}": (column, row) for column in COLUMNS for row in ROWS}


def entry_of(
    rules: YamsRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the entry that was tapped: a turn or a lot.

    Inputs that were not tapped are left out, but the number of throws has a default. Dice that
    score nothing in the cell strike it. Raise `RuleError("not_a_number")` if an input is not a
    whole number.
    """
    lot = _lot(sheet, taps, correcting=correcting)
    if lot is not None:
        winner = number(taps, "winner")
        return {"draw": {"column": lot} if winner is None else {"column": lot, "winner": winner}}
    data: dict[str, Any] = {}
    column, row = CELLS.get(str(taps.get("cell")), (None, None))
    if column is not None:
        data = {"column": column, "row": row}
    throws = number(taps, "throws")
    data["throws"] = EXACT_THROWS.get(column or "", MOST_THROWS) if throws is None else throws
    dice, barred = thrown(taps), taps.get("value") == BARRED
    value = None if barred else number(taps, "value")
    if dice:
        data["dice"] = dice
    if barred or (value is None and row is not None and _makes_nothing(row, dice)):
        data["barred"] = True
    elif value is not None:
        data["value"] = value
    return data


def is_complete(
    rules: YamsRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> bool:
    """Say whether the tapped entry is complete.

    A turn needs a cell, and five dice or a value. A lot needs its winner.
    """
    entry = entry_of(rules, sheet, taps, correcting=correcting)
    if "draw" in entry:
        return "winner" in entry["draw"]
    filled = "value" in entry or "barred" in entry or len(thrown(taps)) == DICE
    return "column" in entry and filled


def pad_state(
    rules: YamsRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return what the pad shows: `legal` cells, `offers`, `draws` and `among`.

    `offers` has, for each legal cell, the score of the five tapped dice and whether writing it
    would strike « + » and « − ». `draws` is the column whose lot is to be drawn, or None.
    `among` has the seats that are tied for that column.
    """
    expected = sheet.next or {}
    legal, offers = expected.get("legal_cells", []), {}
    dice = thrown(taps)
    if len(dice) == DICE and legal:
        cells = sheet.state["sheets"][expected["seat"]]["cells"]
        for column, row in legal:
            worth = value_of(row, dice)
            offers[f"{column}-{row}"] = (worth, strikes_both(cells[column], row, worth))
    lot = _lot(sheet, taps, correcting=correcting)
    among = [] if lot is None or correcting else tied(sheet, lot)
    return {"legal": legal, "offers": offers, "draws": lot, "among": among}


def thrown(taps: Mapping[str, Any]) -> list[int]:
    """Return the dice that were tapped, at most five."""
    faces = [str(taps.get(name)) for name in DICE_NAMES]
    return [int(face) for face in faces if face in FACES]


def _lot(sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool) -> str | None:
    """Return the column whose lot is drawn; None for a turn.

    In a correction `taps` names the column.
    """
    if correcting:
        return taps.get("lot") or None
    pending = (sheet.next or {}).get("pending_draws")
    return pending[0] if pending else None


def _makes_nothing(row: str, dice: list[int]) -> bool:
    return len(dice) == DICE and row not in NUMBERS and value_of(row, dice) == 0
