"""Rulesets and entries of the five-column Yams for the tests: plain objects, no database."""

from random import Random
from types import SimpleNamespace
from typing import Any

from games.sheet import RuleError, Scoresheet
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.scoring import replay
from games.yams.engine.turns import EMPTY
from games.yams.presets import PRESETS

FIELDS = tuple(EMPTY)
VALUES = {preset.slug: preset.values for preset in PRESETS}
# The rows of each column in an order in which they may always be written.
ORDER = {column: tuple(reversed(ROWS)) if column == "monter" else ROWS for column in COLUMNS}
THROWS = {"en_1": 1, "en_2": 2}
# The highest value of each row.
HIGHEST = {**{str(face): 5 * face for face in range(1, 7)}, "full": 20, "suite": 30, "yams": 40}
HIGHEST |= {"plus": 30, "moins": 29}


def rules(preset: str = "anvers", **changes: Any) -> SimpleNamespace:
    """A preset's ruleset with some fields changed."""
    return SimpleNamespace(**{**VALUES[preset], **changes})


def entry(**fields: Any) -> SimpleNamespace:
    """Return an entry; a field that is not given has its empty value."""
    assert set(fields) <= set(FIELDS), fields
    return SimpleNamespace(**{**EMPTY, **fields})


def turn(column: str, row: str, value: int | None = None, **fields: Any) -> SimpleNamespace:
    """Return a turn noted by its value (0 strikes a figure), with the column's number of throws."""
    given: dict[str, Any] = {"column": column, "row": row, "throws": THROWS.get(column, 3)}
    if value == 0 and row not in "123456":
        given["barred"] = True
    elif value is not None:
        given["value"] = value
    return entry(**{**given, **fields})


def thrown(column: str, row: str, *dice: int, **fields: Any) -> SimpleNamespace:
    """Return a turn noted by its dice."""
    return turn(column, row, dice=list(dice), **fields)


def lot(column: str, winner: int | None = None) -> SimpleNamespace:
    """Return the drawing of lots for a column, won by `winner` if that is given."""
    return entry(draw={"column": column} | ({} if winner is None else {"winner": winner}))


def alone(*turns: SimpleNamespace) -> list[SimpleNamespace]:
    """Return the lines of a match of two seats in which seat 0 plays `turns`.

    Between them, seat 1 strikes its cells in order.
    """
    strikes = (turn(column, row, 0) for column in COLUMNS for row in ORDER[column])
    return [entry for pair in zip(turns, strikes, strict=False) for entry in pair][
        : 2 * len(turns) - 1
    ]


def whole(*sheets: dict[str, dict[str, int]]) -> list[SimpleNamespace]:
    """Return every turn of a match in which player n writes `sheets[n][column][row]`, and strikes
    the cells that are not given.
    """
    return [
        turn(column, row, sheet.get(column, {}).get(row, 0))
        for column in COLUMNS
        for row in ORDER[column]
        for sheet in sheets
    ]


def winning(*columns: str, by: int = 5) -> dict[str, dict[str, int]]:
    """Return a sheet that has points only in the ones of these columns."""
    return {column: {"1": by} for column in columns}


def random_sheet(random: Random) -> dict[str, dict[str, int]]:
    """Return a sheet of random legal values, of which about a third are struck."""
    from games.yams.engine.cells import VALUES as HELD

    return {
        column: {row: random.choice(HELD[row]) if random.random() < 0.67 else 0 for row in ROWS}
        for column in COLUMNS
    }


def sheet(*entries: SimpleNamespace, seats: int = 2, using: Any = None) -> Scoresheet:
    """Replay those entries, with two players and the rules of Antwerp by default; return the
    scoresheet.
    """
    return replay(using or rules(), seats, list(entries))


def column(played: Scoresheet, name: str, seat: int = 0) -> dict[str, int]:
    """Return the sums at the foot of one column."""
    return played.state["sheets"][seat]["columns"][name]


def cell(played: Scoresheet, name: str, row: str, seat: int = 0) -> tuple[int, bool]:
    """What a cell holds, and whether it is struck."""
    entry = played.state["sheets"][seat]["cells"][name][row]
    return entry["value"], entry["struck"]


def gross(played: Scoresheet) -> list[Any]:
    """The gross scores by seat."""
    return [seat_sheet["gross"] for seat_sheet in played.state["sheets"]]


def refused(*entries: SimpleNamespace, seats: int = 2, using: Any = None) -> RuleError:
    """Return the error that refuses a match."""
    error = outcome(entries, seats, using)
    if not isinstance(error, RuleError):
        raise AssertionError("the match is taken")
    return error


def refusal(*entries: SimpleNamespace, seats: int = 2, using: Any = None) -> tuple[Any, ...]:
    """Return the (code, field, line number) of a match's refusal."""
    error = refused(*entries, seats=seats, using=using)
    return error.code, error.field, error.number


def outcome(entries: Any, seats: int = 2, using: Any = None) -> Scoresheet | RuleError:
    """Return the scoresheet of a match, or the error that refuses it."""
    try:
        return replay(using or rules(), seats, list(entries))
    except RuleError as error:
        return error


def notes(played: Scoresheet, number: int = -1) -> list[tuple[Any, ...]]:
    """Return the (code, side, points) of the notes that explain a line, the last one by default."""
    return [(note.code, note.side, note.points) for note in played.lines[number].notes]
