"""Builds the notes for a player between two turns: who throws, and which cells are free. Pure."""

from collections.abc import Mapping
from typing import Any

from games.entry.turns import turn_note
from games.sheet import Note, Scoresheet
from games.yams.engine.cells import COLUMNS, NUMBERS, ROWS
from games.yams.engine.grid import next_row
from games.yams.engine.rulesets import YamsRules

# The columns that are filled in any order.
FREE = ("libre", "en_1", "en_2")


def place_notes(rules: YamsRules, sheet: Scoresheet, seat: int) -> list[Note]:
    """Return a seat's notes: whose turn it is, its next and free cells, and the nearest bonus.

    If only lots are left to draw, there is one note about them. After the end there are none.
    """
    expected = sheet.next
    if expected is None:
        return []
    mine = sheet.state["sheets"][seat]
    if expected["seat"] is None:
        return [Note("lots")]
    notes = [turn_note(expected["seat"], seat, len(sheet.scores))]
    free: dict[str, Any] = {}
    for column in COLUMNS:
        filled = len(mine["cells"][column])
        row = next_row(column, filled)
        if row is not None:
            notes.append(Note(f"next_{column}", seat, 0, {"row": row}))
        elif column in FREE:
            free[column] = len(ROWS) - filled
    notes.append(Note("free_cells", seat, 0, free))
    return [*notes, *_bonus(rules, mine, seat)]


def _bonus(rules: YamsRules, mine: Mapping[str, Any], seat: int) -> list[Note]:
    """Return a list with a note on the column that needs the fewest points for its bonus.

    Only columns in which some, but not all, of the six numbers are written are compared. The
    list is empty if there is no such column, or if the rules have no bonus.
    """
    best: Note | None = None
    fewest = rules.upper_threshold
    for column in COLUMNS:
        written = [row for row in NUMBERS if row in mine["cells"][column]]
        missing = rules.upper_threshold - mine["columns"][column]["upper"]
        if written and len(written) < len(NUMBERS) and 0 < missing < fewest:
            fewest = missing
            best = Note("bonus_needs", seat, 0, {"column": column, "points": missing})
    return [] if best is None or rules.upper_bonus == 0 else [best]
