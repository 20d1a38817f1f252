"""The cross-table of a tournament: each entrant's results by round, or by opponent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.translation import gettext as _

from tournaments.draws.field import Field, Table
from tournaments.draws.leavers import struck
from tournaments.presentation import standings_why
from tournaments.presentation.leaving import marks
from tournaments.presentation.progress import field_name, running
from tournaments.presentation.ranking import RankView, letters
from tournaments.view import View

# The most entrants of a grid, because a sheet of A4 has no room for more columns.
ON_PAPER = 12


# `none` is a round that the entrant had no part in for another reason than their absence, such as
# a round of the bracket after they were out.
Outcome = Literal["win", "draw", "loss", "open", "bye", "absent", "none"]


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A cell of a cross-table: an entrant's result in a round or against an opponent.

    `own` says that the column is the entrant's own, so that the cell stays empty. `names` are
    those of the opponents in a round. `struck` says that the game counts for nobody.
    """

    met: str = ""
    score: str = ""
    won: bool = False
    own: bool = False
    outcome: Outcome = "none"
    names: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """The line of one entrant in a cross-table."""

    # Their rank; their place in the list while a knockout is played.
    rank: int
    place: int
    name: str
    points: str
    cells: Sequence[CrossCell]
    # The name of the field in which they play or have played, if there are several.
    field: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A cross-table. In a `grid` each column is an opponent, by place; otherwise it is a round."""

    grid: bool
    columns: Sequence[int]
    rows: Sequence[CrossRow]


def cross_table(view: View) -> CrossTable:
    """Return the cross-table of a tournament.

    It is a grid for a round robin of few entrants. Otherwise it has one column for each round.
    """
    order = [row.entrant for row in view.ranking.rows]
    places = {entrant: at for at, entrant in enumerate(order, start=1)}
    rounds = view.field.rounds
    grid = view.folded.format == "round_robin" and len(order) <= ON_PAPER
    by_round, fields, left = _by_entrant(rounds), letters(view), marks(view)
    rows = []
    for row in view.ranking.rows:
        entrant = row.entrant
        if grid:
            cells = [_against(view.field, entrant, other) for other in order]
        else:
            cells = [
                _in_round(view.field, entrant, tables.get(entrant), places) for tables in by_round
            ]
        points = standings_why.value_text("points", view.ranking.points[entrant])
        rank = places[entrant] if running(view) else row.rank
        field = field_name(fields.get(entrant, ""))
        name, since = view.names[entrant], left.get(entrant, "")
        rows.append(CrossRow(rank, places[entrant], name, points, cells, field, since))
    columns = range(1, (len(order) if grid else len(by_round)) + 1)
    return CrossTable(grid, columns, rows)


def round_cells(view: View, entrants: Sequence[int]) -> dict[int, list[CrossCell]]:
    """Return the results of some entrants, one for each published round; opponents by number.

    There are none on a ladder, which has no rounds, and none in a duplicate, where a table's own
    score says nothing before others have played the same cards.
    """
    published = sum(drawn.state != "draft" for drawn in view.rounds)
    if view.way.declared or view.folded.options.duplicate:
        published = 0
    by_round = _by_entrant(view.field.rounds[:published])
    numbers = {number: number for number in view.names}
    missed: Outcome = "none" if view.way.bracket or view.way.pools else "absent"
    return {
        entrant: [
            _named(view, entrant, tables.get(entrant), numbers, missed) for tables in by_round
        ]
        for entrant in entrants
    }


def _by_entrant(rounds: Sequence[Sequence[Table]]) -> list[dict[int, Table]]:
    """Return the table of each entrant in each round."""
    return [{entrant: table for table in drawn for entrant in table.entrants} for drawn in rounds]


def _named(
    view: View, entrant: int, table: Table | None, numbers: Mapping[int, int], missed: Outcome
) -> CrossCell:
    """Return the cell of a round with its outcome and the names of the opponents."""
    if table is None:
        return CrossCell(_("absent") if missed == "absent" else "", outcome=missed)
    cell = _in_round(view.field, entrant, table, numbers)
    facing = [other for other in table.entrants if other not in _side(entrant, table)]
    names = " · ".join(view.names[other] for other in facing)
    outcome: Outcome = "none" if cell.struck else _outcome(entrant, table)
    return replace(cell, outcome=outcome, names=names)


def _side(entrant: int, table: Table) -> Sequence[int]:
    return table.sides[table.side_of(entrant) or 0]


def _outcome(entrant: int, table: Table) -> Outcome:
    if table.bye:
        return "bye"
    if table.result is None:
        return "open"
    if table.winner is None:
        return "draw"
    return "win" if _won(entrant, table) else "loss"


def _against(field: Field, entrant: int, other: int) -> CrossCell:
    if entrant == other:
        return CrossCell(own=True)
    met = [
        table
        for drawn in field.rounds
        for table in drawn
        if {entrant, other} <= set(table.entrants) and table.result is not None
    ]
    out = any(struck(field, table) for table in met)
    return CrossCell(
        "",
        " · ".join(score_of(entrant, table) for table in met),
        not out and any(_won(entrant, table) for table in met),
        struck=out,
    )


def _in_round(
    field: Field, entrant: int, table: Table | None, places: Mapping[int, int]
) -> CrossCell:
    """Return the cell of an entrant for a round: the places of the opponents, and the score."""
    if table is None:
        return CrossCell()
    if table.bye:
        return CrossCell(_("exempt"))
    side = table.side_of(entrant)
    mates = [str(places.get(mate, "?")) for mate in table.sides[side or 0] if mate != entrant]
    facing = [
        "-".join(str(places.get(other, "?")) for other in members)
        for at, members in enumerate(table.sides)
        if at != side
    ]
    met = ", ".join(facing)
    if mates:
        met = _("avec %(mates)s, contre %(facing)s") % {"mates": "-".join(mates), "facing": met}
    out = struck(field, table)
    score = score_of(entrant, table) if table.result else ""
    return CrossCell(met, score, not out and _won(entrant, table), struck=out)


def _won(entrant: int, table: Table) -> bool:
    return (
        table.result is not None
        and table.winner is not None
        and table.winner == table.side_of(entrant)
    )


def score_of(entrant: int, table: Table) -> str:
    """Return the scores of a table as text, the entrant's own score first."""
    side, scores = table.side_of(entrant), table.result.scores if table.result else ()
    if side is None or not scores:
        return _("gagné") if _won(entrant, table) else _("forfait")
    others = [score for at, score in enumerate(scores) if at != side]
    figures = (scores[side], *others)
    # A sign beside the dash would be read as another dash.
    dash = " – " if min(figures) < 0 else "–"
    return dash.join(map(standings_why.score, figures))


@dataclass(frozen=True, slots=True)
class CrossRank:
    """A row of the standings beside its result in each round, and the tie-breaks of its table."""

    rank: RankView
    cells: Sequence[CrossCell]
    tie_breaks: Sequence[str]


@dataclass(frozen=True, slots=True)
class CrossStandings:
    """The standings as a cross-table: a column for each round and each tie-break that decided.

    `rounds` are the rounds' numbers, `tie_breaks` the names of the tie-breaks.
    """

    rounds: Sequence[int]
    tie_breaks: Sequence[str]
    rows: Sequence[CrossRank]


def cross_standings(view: View, rows: Sequence[RankView]) -> CrossStandings:
    """Return these rows of the standings as a cross-table."""
    cells = round_cells(view, [row.entrant for row in rows])
    decided = {name for row in rows for name, _value in row.deciding}
    names = standings_why.criteria(view.folded.options).values()
    tie_breaks = [name for name in names if name in decided]
    lines = [CrossRank(row, cells[row.entrant], _tie_breaks(row, tie_breaks)) for row in rows]
    rounds = range(1, len(lines[0].cells) + 1) if lines else ()
    return CrossStandings(rounds, tie_breaks, lines)


def _tie_breaks(row: RankView, names: Sequence[str]) -> list[str]:
    """Return a row's values of some tie-breaks; those that were compared where they decided."""
    values = {**dict(row.criteria), **dict(row.deciding)}
    return [values.get(name, "") for name in names]
