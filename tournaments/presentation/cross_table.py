"""The cross-table of a tournament: each entrant's results by round, or by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.draws.field import Table
from tournaments.presentation import standings_why
from tournaments.presentation.progress import running
from tournaments.view import View

# The most entrants of a grid, because a sheet of A4 has no room for more columns.
ON_PAPER = 12


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A cell of a cross-table: an entrant's result in a round or against an opponent.

    `own` says that the column is the entrant's own, so that the cell stays empty.
    """

    met: str = ""
    score: str = ""
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """The line of one entrant in a cross-table."""

    # Their rank; their place in the list while a knockout is played.
    rank: int
    place: int
    name: str
    points: str
    cells: Sequence[CrossCell]


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
    by_round = [
        {entrant: table for table in drawn for entrant in table.entrants} for drawn in rounds
    ]
    rows = []
    for row in view.ranking.rows:
        entrant = row.entrant
        if grid:
            cells = [_against(entrant, other, rounds) for other in order]
        else:
            cells = [_in_round(entrant, tables.get(entrant), places) for tables in by_round]
        points = standings_why.value_text("points", view.ranking.points[entrant])
        rank = places[entrant] if running(view) else row.rank
        rows.append(CrossRow(rank, places[entrant], view.names[entrant], points, cells))
    columns = range(1, (len(order) if grid else len(by_round)) + 1)
    return CrossTable(grid, columns, rows)


def _against(entrant: int, other: int, rounds: Sequence[Sequence[Table]]) -> CrossCell:
    if entrant == other:
        return CrossCell(own=True)
    met = [
        table
        for drawn in rounds
        for table in drawn
        if {entrant, other} <= set(table.entrants) and table.result is not None
    ]
    return CrossCell(
        "",
        " · ".join(_score(entrant, table) for table in met),
        any(_won(entrant, table) for table in met),
    )


def _in_round(entrant: int, table: Table | None, places: dict[int, int]) -> CrossCell:
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
    return CrossCell(met, _score(entrant, table) if table.result else "", _won(entrant, table))


def _won(entrant: int, table: Table) -> bool:
    return (
        table.result is not None
        and table.winner is not None
        and table.winner == table.side_of(entrant)
    )


def _score(entrant: int, table: Table) -> str:
    """Return the scores of a table as text, the entrant's own score first."""
    side, scores = table.side_of(entrant), table.result.scores if table.result else ()
    if side is None or not scores:
        return _("gagné") if _won(entrant, table) else _("forfait")
    others = [score for at, score in enumerate(scores) if at != side]
    return "–".join(standings_why.score(score) for score in (scores[side], *others))
