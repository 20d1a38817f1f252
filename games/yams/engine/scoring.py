"""The scoring of the five-column Yams (A. Frank, M. Heremans), as pure functions.

`replay` folds a match's turns into a `Scoresheet`. Rulesets and entries are any objects with the
right attributes. An entry that breaks the rules raises a `RuleError`. Quotations are from « Un jeu
peu connu ». `turns` verifies a turn, `grid` holds the sheet, `ending` computes the end.
"""

from collections.abc import Iterable
from typing import Any

from games.sheet import Fold, Line, Note, RuleError, Score, Scoresheet, folded
from games.yams.engine.cells import CELLS, NUMBERS, SUMS
from games.yams.engine.ending import (
    columns_bonus,
    gross_scores,
    holders,
    pending_draws,
    result,
    results,
    tidy,
)
from games.yams.engine.grid import Column, Grid
from games.yams.engine.rulesets import YamsRules, exact, rule_faults
from games.yams.engine.turns import EMPTY, YamsEntry, completed_turn, read_turn

__all__ = ["YamsFold", "replay", "rule_faults"]


def replay(rules: YamsRules, seats: int, entries: Iterable[YamsEntry]) -> Scoresheet:
    """Fold the turns of a match, then its lots, into its scoresheet.

    Raise the `RuleError` of the first refused entry. Its `number` is the number of that entry
    (from 1).
    """
    return folded(YamsFold(rules, seats), entries)


class YamsFold(Fold):
    """A match being folded: the sheets, the lots, and the lines so far."""

    def __init__(self, rules: YamsRules, seats: int) -> None:
        super().__init__()
        self.rules = rules
        self.seats = seats
        self.grids = [Grid() for _ in range(seats)]
        self.nothing: tuple[Score, ...] = (0,) * seats
        self.totals = self.nothing
        self.turns = 0
        self.lots: dict[str, int] = {}
        self.held: dict[str, tuple[int, ...]] = {}
        self.pending: list[str] = []
        self.gross: list[Score] | None = None
        self.scores: tuple[Score | None, ...] = (None,) * seats

    def line(self, entry: YamsEntry) -> Line:
        """Add one entry, which is a turn or a lot drawn at the end, and return its line."""
        draw = entry.draw
        if draw is not None:
            return self._draw(entry, draw)
        if self.pending:
            raise RuleError("match_not_drawn_yet", None, column=self.pending[0])
        return self._turn(entry)

    def _turn(self, entry: YamsEntry) -> Line:
        """Add a turn: « A chaque coup, le joueur doit remplir l'une des 55 cases. »"""
        seat = self.turns % self.seats
        grid = self.grids[seat]
        value = read_turn(grid, seat, entry)
        column = grid.columns[entry.column or ""]
        before = column.total
        notes = write_cell(self.rules, column, seat, entry, value)
        gained = column.total - before
        grid.total += gained
        self.turns += 1
        deltas, totals = self.nothing, self.totals
        if gained:
            deltas = (*deltas[:seat], gained, *deltas[seat + 1 :])
            totals = self.totals = (*totals[:seat], grid.total, *totals[seat + 1 :])
        if self.turns == CELLS * self.seats:
            notes += self._settle()
        return Line(deltas, totals, tuple(notes), completed_turn(entry, seat, value))

    def _draw(self, entry: YamsEntry, draw: dict[str, Any]) -> Line:
        """Add a lot, drawn by the server or at the table.

        « Le gagnant sur cette colonne sera tiré au sort ». In a preview the lot stays open, because
        the server draws only when it records the entry.
        """
        if any(value is not None for value in (entry.column, entry.row, entry.dice, entry.value)):
            raise RuleError("draw_with_turn", "draw")
        column, winner = draw.get("column"), draw.get("winner")
        if column not in self.pending:
            raise RuleError("draw_not_pending", "draw", column=column)
        tied = self.held[column]
        if winner is None:
            notes = [Note("lot_to_draw", None, 0, {"column": column})]
        elif winner in tied:
            params = {"column": column, "count": len(tied), "side": winner}
            notes = [Note("lot_drawn", winner, 0, params)]
            self.lots[column] = winner
            notes += self._settle()
        else:
            raise RuleError("draw_not_tied", "draw", column=column)
        completed = {**EMPTY, "draw": {"column": column, "winner": winner}}
        return Line(self.nothing, self.totals, tuple(notes), completed)

    def _settle(self) -> list[Note]:
        """Give each column to its winner, and set the result once no lot is open.

        Return the notes about this.
        """
        rules = self.rules
        self.held = holders(self.grids, self.lots)
        self.pending = pending_draws(rules, self.held)
        if self.pending:
            return [Note("lots_open", None, 0, {"count": len(self.pending)})]
        gross, won = gross_scores(rules, self.held, self.seats)
        scores = results(gross)
        self.gross, self.scores, self.result = gross, tuple(scores), result(scores)
        return end_notes(rules, self.held, self.grids, won, gross, scores)

    def sheet(self) -> Scoresheet:
        """Return the sheet: the turns so far, the grids, and where the next player may write."""
        state = {
            "sheets": [
                {**grid.state(), "gross": None if self.gross is None else self.gross[seat]}
                for seat, grid in enumerate(self.grids)
            ]
        }
        expected = self._next() if self.result is None else None
        return Scoresheet(tuple(self.lines), self.scores, state, expected, self.result)

    def _next(self) -> dict[str, Any]:
        """Return the next step: the player to play, with the legal cells; or the lots to draw."""
        over = self.turns == CELLS * self.seats
        seat = None if over else self.turns % self.seats
        return {
            "seat": seat,
            "legal_cells": [] if seat is None else self.grids[seat].legal_cells(),
            "pending_draws": list(self.pending),
        }


# --- One cell ---------------------------------------------------------------------------------


def write_cell(
    rules: YamsRules, column: Column, seat: int, entry: YamsEntry, value: int
) -> list[Note]:
    """Write a cell and return the notes that explain the gain of the column's total."""
    row = entry.row or ""
    column.cells[row] = {"value": value, "struck": value == 0}
    column.total += value
    params: dict[str, Any] = {"column": entry.column, "row": row}
    if value == 0:
        notes = [Note("cell_struck", seat, 0, params)]
    elif row in NUMBERS:
        notes = [Note("number_written", seat, value, params | {"count": value // NUMBERS[row]})]
        column.upper += value
    else:
        notes = [Note("sum_written" if row in SUMS else "figure_written", seat, value, params)]
    if row in NUMBERS:
        return notes + _bonus(rules, column, seat, params)
    return notes + _struck_sums(column, seat, params) if row in SUMS else notes


def _bonus(rules: YamsRules, column: Column, seat: int, cell_params: dict[str, Any]) -> list[Note]:
    """Add the bonus of a column to its total as soon as its upper sum reaches the threshold.

    Return the notes about this. « Si la somme des écritures des 6 premières lignes d'une colonne
    atteint 63, le bonus est de 30 (sinon il est de 0). »
    """
    if column.bonus or column.upper < rules.upper_threshold or not rules.upper_bonus:
        return []
    column.bonus = rules.upper_bonus
    column.total += column.bonus
    params = {
        "column": cell_params["column"],
        "sum": column.upper,
        "threshold": rules.upper_threshold,
    }
    return [Note("bonus_reached", seat, column.bonus, params)]


def _struck_sums(column: Column, seat: int, cell_params: dict[str, Any]) -> list[Note]:
    lost = column.strike_sums()
    if not lost:
        return []
    params = {"column": cell_params["column"]} | {row: column.cells[row]["value"] for row in SUMS}
    return [Note("sums_struck", seat, -lost, params)]


# --- The end ----------------------------------------------------------------------------------


def end_notes(
    rules: YamsRules,
    held: dict[str, tuple[int, ...]],
    grids: list[Grid],
    won: list[int],
    gross: list[Score],
    scores: list[Score],
) -> list[Note]:
    """Return notes on who has each column, then on each player's columns and result.

    These notes have no points, because the points of a line are those written on the sheets.
    """
    notes = []
    for column, seats in held.items():
        total = grids[seats[0]].columns[column].total
        code = "column_won" if len(seats) == 1 else "column_shared"
        worth = tidy(exact(rules.column_values[column]))
        params = {"column": column, "total": total, "worth": worth, "count": len(seats)}
        notes += [Note(code, seat, 0, params) for seat in seats]
    for seat, count in enumerate(won):
        bonus = columns_bonus(rules, count)
        if bonus:
            notes.append(Note("columns_bonus", seat, 0, {"count": count, "bonus": tidy(bonus)}))
        notes.append(Note("result", seat, 0, {"gross": gross[seat], "points": scores[seat]}))
    return notes
