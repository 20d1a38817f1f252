"""Scores the boards of a duplicate, from the results that may be shown. Pure."""

from fractions import Fraction
from typing import cast

from tournaments.draws.field import Field, Options
from tournaments.draws.ranking.matchpoints import BoardResult, Method, Valued, standing, valued

# The full value of matchpoints in the standings, where they are shown in percent.
WHOLE = 100


def results(field: Field) -> list[BoardResult]:
    """Return the results that count: those of boards that may be shown."""
    opened = field.opened
    return [
        BoardResult(board, table.sides[0], table.sides[1], score)
        for tables in field.rounds
        for table in tables
        for board, score in table.boards
        if board in opened
    ]


def method_of(options: Options) -> Method:
    """Return how the boards are scored."""
    return cast(Method, options.duplicate)


def worth(field: Field) -> list[Valued]:
    """Return the value of each result that counts, for both sides."""
    return valued(results(field), method_of(field.options), pars=field.pars)


def values(field: Field) -> dict[int, Fraction]:
    """Return the value of each entrant with a board that counts: percent, or a sum of points."""
    method = method_of(field.options)
    scale = WHOLE if method == "matchpoints" else 1
    rows = standing(results(field), method, pars=field.pars)
    return {row.entrant: row.value * scale for row in rows}


def compared(field: Field) -> bool:
    """Return whether a board counts that was compared: at two tables, or with par.

    True for a tournament that is not a duplicate.
    """
    if not field.options.duplicate:
        return True
    return any(value.played > 1 or field.options.duplicate == "par" for value in worth(field))


def totals(field: Field) -> dict[int, Fraction]:
    """Return every entrant's value; 0 for entrants without a board that counts."""
    return dict.fromkeys((entrant.number for entrant in field.entrants), Fraction()) | values(field)
