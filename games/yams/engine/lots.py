"""Lots drawn by the server, with a cryptographic generator: which tied player gets a column."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.sheet import Scoresheet


def draw_lots(
    rules: Any, so_far: Callable[[], Scoresheet], data: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Draw a winner for an entry of a lot that has none. Return any other entry unchanged.

    The outcome is recorded with the entry, so that the match always folds to the same result. An
    entry for a column without an open lot is returned unchanged too, because scoring refuses it.
    """
    draw = data.get("draw")
    if not draw or draw.get("winner") is not None:
        return data
    sheet = so_far()
    column = draw.get("column")
    if sheet.next is None or column not in sheet.next["pending_draws"]:
        return data
    return {**data, "draw": {"column": column, "winner": secrets.choice(tied(sheet, column))}}


def tied(sheet: Scoresheet, column: str) -> Sequence[int]:
    """Return the seats with the highest total in a column of a sheet."""
    totals = [player["columns"][column]["total"] for player in sheet.state["sheets"]]
    best = max(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
