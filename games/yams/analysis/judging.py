"""Judges the decisions of a Yams match by the columns' values, and computes missing values."""

from collections.abc import Sequence
from typing import Any

from core.progress import ProgressCallback
from games.registry.judge import Judge
from games.review.decision import Decision
from games.yams.analysis.kept_columns import part_of, solved_column
from games.yams.engine.cells import COLUMNS


def by_dice(entry: Any) -> bool:
    """Say whether a turn was recorded with its five dice."""
    return bool(entry.dice) and entry.column is not None


def _decisions(
    rules: Any, seats: int, entries: Sequence[Any], progress: ProgressCallback
) -> list[Decision]:
    from games.yams.analysis.decisions import decisions  # noqa: PLC0415 -- it loads the compiler

    steps = len(COLUMNS) + 1
    columns = {
        column: solved_column(rules, column, part_of(progress, at, steps))
        for at, column in enumerate(COLUMNS)
    }
    return decisions(rules, seats, entries, columns, part_of(progress, steps - 1, steps))


JUDGE = Judge(by_dice, _decisions, compiled=True)
