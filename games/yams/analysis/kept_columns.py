"""Stores the computed values of single columns, and the results of games played by them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.progress import ProgressCallback
from games.kept import Kept
from games.yams.engine.cells import COLUMNS

if TYPE_CHECKING:
    from games.yams.analysis.columns import ColumnValues

HERE = Path(__file__).parent
# The store has room for three rulesets (threshold and bonus). Each ruleset has five columns of
# 15 MB each, and six short results.
SOURCES = [HERE / f"{name}.py" for name in ("columns", "columns_bound", "columns_kernel")]
KEPT = Kept("yams-columns", SOURCES, 33)
SEED = 19


def key_of(rules: Any, name: str) -> str:
    """Return the key of a column or result, with the rules that its value depends on."""
    return f"{name}-{rules.upper_threshold}-{rules.upper_bonus}"


def kept_columns(rules: Any) -> "dict[str, ColumnValues] | None":
    """Return the values of the five columns; None if not all of them are stored."""
    values_by_column = {column: KEPT.array(key_of(rules, column)) for column in COLUMNS}
    if any(values is None for values in values_by_column.values()):
        return None
    return {column: _values(rules, column, values) for column, values in values_by_column.items()}


def _values(rules: Any, column: str, values: Any) -> "ColumnValues":
    from games.yams.analysis.columns import ColumnValues  # noqa: PLC0415 -- it loads the compiler

    return ColumnValues(column, rules.upper_threshold, rules.upper_bonus, values)


def solved_column(rules: Any, column: str, progress: ProgressCallback) -> "ColumnValues":
    """Return the stored values of a column; otherwise compute and store them."""
    from games.yams.analysis.columns import solve_column  # noqa: PLC0415 -- as said

    key = key_of(rules, column)
    cached = KEPT.array(key)
    if cached is not None:
        return _values(rules, column, cached)
    solved = solve_column(
        column, threshold=rules.upper_threshold, bonus=rules.upper_bonus, progress=progress
    )
    KEPT.keep_array(key, solved.values)
    return solved


def column_alone(rules: Any, column: str, games: int, progress: ProgressCallback) -> dict[str, Any]:
    """Return the points of a column played alone: its exact value and the means of simulations."""

    def made() -> dict[str, Any]:
        from games.yams.analysis.columns import ColumnPlace, play_together  # noqa: PLC0415 -- as said

        solved = solved_column(rules, column, part_of(progress, 0, 3))
        games_played = play_together(
            [solved], games=games, seed=SEED, progress=part_of(progress, 2, 3)
        )
        return {
            "value": solved.of(ColumnPlace()),
            "mean": games_played.mean,
            "error": games_played.error,
            "rows": games_played.rows[column],
        }

    return _stored_result(key_of(rules, f"{column}-{games}"), made)


def together(rules: Any, games: int, progress: ProgressCallback) -> dict[str, Any]:
    """Return the points of the five columns played together by their values, and their bound."""

    def made() -> dict[str, Any]:
        from games.yams.analysis.columns import ColumnPlace, play_together  # noqa: PLC0415 -- as said

        tables = [
            solved_column(rules, column, part_of(progress, at, 12))
            for at, column in enumerate(COLUMNS)
        ]
        played = play_together(
            tables, games=games, seed=SEED, progress=part_of(progress, len(COLUMNS), 12, wide=7)
        )
        return {
            "columns": {
                table.column: {
                    "alone": table.of(ColumnPlace()),
                    "mean": played.means[table.column],
                    "error": played.errors[table.column],
                    "bound": played.bounds[table.column],
                }
                for table in tables
            },
            "mean": played.mean,
            "error": played.error,
            "bound": played.bound,
            "bound_error": played.bound_error,
        }

    return _stored_result(key_of(rules, f"together-{games}"), made)


def has_result(rules: Any, name: str, games: int) -> bool:
    """Say whether the result of a column (or of `together`) is stored."""
    return bool(KEPT.has([key_of(rules, f"{name}-{games}")]))


def _stored_result(key: str, make: Any) -> dict[str, Any]:
    result: Mapping[str, Any] | None = KEPT.result(key)
    if result is None:
        result = make()
        KEPT.keep_result(key, result)
    return dict(result)


def part_of(progress: ProgressCallback, first: int, of: int, wide: int = 1) -> ProgressCallback:
    """Return a callback that reports the progress of a part as progress of the whole.

    The whole has `of` steps; the part begins at step `first` and is `wide` steps long.
    """
    return lambda done, total: progress(first * total + wide * done, of * total)
