"""The remarkable facts of a finished match (« Faits insolites »), for its page and the records.

In every fact a greater `value` is more remarkable, so that records of one code can be compared.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from games.sheet import Fact, Line, Scoresheet
from games.yams.engine.cells import COLUMNS
from games.yams.engine.turns import YamsEntry


def facts(rules: Any, entries: Sequence[YamsEntry], sheet: Scoresheet) -> list[Fact]:
    """Return the facts of a finished match; none while it is running."""
    if sheet.result is None:
        return []
    sheets = sheet.state["sheets"]
    turns = [line.completed for line in sheet.lines if line.completed["draw"] is None]
    return [
        *_columns_won(sheet),
        _best_sheet(sheets),
        _best_column(sheets),
        *_most_yams(turns),
        *_yams_at_once(turns),
        *_yams_going_up(turns),
        *_bonuses(sheets),
        *_decided_by_lot(sheet),
    ]


def _columns_won(sheet: Scoresheet) -> Iterator[Fact]:
    """Yield the number of columns that a player won, if it is four or five.

    « Si un joueur gagne sur toutes les colonnes, son score est de 15 + 5 = 20. »
    """
    won = Counter(note.side for note in _notes(sheet.lines[-1], "column_won"))
    for side, count in won.items():
        if count >= len(COLUMNS) - 1:
            yield Fact("columns_won", count, {"side": side, "count": count})


def _best_sheet(sheets: Sequence[dict[str, Any]]) -> Fact:
    totals = [sum(column["total"] for column in sheet["columns"].values()) for sheet in sheets]
    best = max(totals)
    return Fact("best_sheet", best, {"side": totals.index(best), "points": best})


def _best_column(sheets: Sequence[dict[str, Any]]) -> Fact:
    points, side, place = max(
        (sheet["columns"][name]["total"], -seat, -at)
        for seat, sheet in enumerate(sheets)
        for at, name in enumerate(COLUMNS)
    )
    return Fact("best_column", points, {"side": -side, "column": COLUMNS[-place], "points": points})


def _most_yams(turns: Sequence[Any]) -> Iterator[Fact]:
    """Yield the sheet with the most yams, if it has at least two."""
    counts = Counter(turn["seat"] for turn in turns if turn["row"] == "yams" and turn["value"])
    if counts:
        side, count = max(counts.items(), key=lambda item: (item[1], -item[0]))
        if count > 1:
            yield Fact("most_yams", count, {"side": side, "count": count})


def _yams_at_once(turns: Sequence[Any]) -> Iterator[Fact]:
    """Yield each yams at the first throw (one throw in 1296)."""
    for number, turn in enumerate(turns, start=1):
        if turn["row"] == "yams" and turn["value"] and turn["throws"] == 1:
            yield Fact("yams_at_once", 1, {"side": turn["seat"], "number": number})


def _yams_going_up(turns: Sequence[Any]) -> Iterator[Fact]:
    """Yield each yams in the ascending column, which begins with the yams.

    The earlier the turn, the more remarkable.
    """
    for number, turn in enumerate(turns, start=1):
        if turn["row"] == "yams" and turn["column"] == "monter" and turn["value"]:
            points, seat = turn["value"], turn["seat"]
            yield Fact("yams_going_up", -number, {"side": seat, "number": number, "points": points})


def _bonuses(sheets: Sequence[dict[str, Any]]) -> Iterator[Fact]:
    """Yield each sheet with the bonus in three columns or more."""
    for side, sheet in enumerate(sheets):
        count = sum(column["bonus"] > 0 for column in sheet["columns"].values())
        if count >= 3:
            yield Fact("bonuses", count, {"side": side, "count": count})


def _decided_by_lot(sheet: Scoresheet) -> Iterator[Fact]:
    lots = sum(bool(_notes(line, "lot_drawn")) for line in sheet.lines)
    if lots:
        yield Fact("lots", lots, {"count": lots})


def _notes(line: Line, code: str) -> list[Any]:
    return [note for note in line.notes if note.code == code]
