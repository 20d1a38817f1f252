"""The groups for pages, the wall and paper: a grid with standings and results, and who
qualifies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.registry.game import Text
from tournaments.draws.field import Field, Table
from tournaments.draws.leavers import struck
from tournaments.draws.pool import Fate, Pool
from tournaments.formats.groups.draw import group_of_slot
from tournaments.presentation import standings_why
from tournaments.presentation.cross_table import score_of
from tournaments.presentation.leaving import marks
from tournaments.view import View

FATES: Mapping[Fate, Text] = {
    "qualified": _("qualifié"),
    "open": _("en course"),
    "out": _("éliminé"),
}
# The label of an entrant who does not qualify, but goes on in field B.
GOES_ON = _("tableau B")


@dataclass(frozen=True, slots=True)
class PoolCell:
    """A cell of a group's grid: the results of the row's entrant against the column's entrant.

    `own` says that both are the same entrant, so that the cell stays empty. `struck` says that the
    game counts for nobody.
    """

    text: str
    wins: bool = False
    own: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class PoolRow:
    """The row of an entrant in a group's grid. `fate` is a code, and `fate_label` shows it in
    words.
    """

    rank: int
    name: str
    cells: Sequence[PoolCell]
    points: str
    fate: Fate
    fate_label: Text
    gone: bool
    left: str


@dataclass(frozen=True, slots=True)
class PoolView:
    """A group with its grid. `numbers` are the headings of the columns: the places of the rows."""

    name: str
    rows: Sequence[PoolRow]
    numbers: Sequence[int]

    @property
    def fits(self) -> bool:
        """Whether the wall has room for the group's grid."""
        return len(self.rows) <= ON_WALL


# The most entrants of a group whose grid fits on the wall, where two groups stand side by side.
ON_WALL = 5


def pool_views(view: View, first: int = 0, past: int | None = None) -> list[PoolView]:
    """Return the groups in the order of their names, from `first` up to but not including
    `past`.
    """
    met, second = _met(view), has_second_field(view)
    return [_pool(view, pool, met, second) for pool in view.pools[first:past]]


def has_second_field(view: View) -> bool:
    """Return whether entrants who do not qualify go on in a field B.

    This needs the option, and at least two such entrants.
    """
    options = view.folded.options
    left = sum(max(0, len(pool.rows) - options.qualifiers) for pool in view.pools)
    return options.b_final and left > 1


Met = Mapping[tuple[int, int], Sequence[Table]]


def _met(view: View) -> Met:
    """Return the tables at which two entrants of a group meet. Each pair is a key in both
    orders.
    """
    tables_by_pair: dict[tuple[int, int], list[Table]] = {}
    slots = {pool.slot for pool in view.pools}
    for tables in view.field.rounds:
        for table in tables:
            if group_of_slot(table.slot) in slots and len(table.sides) == 2:
                first, second = table.sides[0][0], table.sides[1][0]
                tables_by_pair.setdefault((first, second), []).append(table)
                tables_by_pair.setdefault((second, first), []).append(table)
    return tables_by_pair


def _pool(view: View, pool: Pool, met: Met, second: bool) -> PoolView:
    line = [row.entrant for row in pool.rows]
    playing, left = frozenset(view.field.playing), marks(view)

    def fate_label(entrant: int) -> Text:
        goes_on = second and pool.fates[entrant] == "out" and entrant in playing
        return GOES_ON if goes_on else FATES[pool.fates[entrant]]

    return PoolView(
        name=pool.name,
        numbers=range(1, len(line) + 1),
        rows=[
            PoolRow(
                rank=at,
                name=view.names[row.entrant],
                cells=[
                    _cell(view.field, row.entrant, met.get((row.entrant, other), ()))
                    if other != row.entrant
                    else PoolCell("", own=True)
                    for other in line
                ],
                points=standings_why.value_text("points", pool.points[row.entrant]),
                fate=pool.fates[row.entrant],
                fate_label=fate_label(row.entrant),
                gone=row.entrant not in playing,
                left=left.get(row.entrant, ""),
            )
            for at, row in enumerate(pool.rows, start=1)
        ],
    )


def _cell(field: Field, entrant: int, tables: Sequence[Table]) -> PoolCell:
    played = [table for table in tables if table.result is not None]
    won = [table.winner is not None and table.winner == table.side_of(entrant) for table in played]
    out = any(struck(field, table) for table in played)
    text = " · ".join(score_of(entrant, table) for table in played)
    return PoolCell(text, not out and any(won), struck=out)
