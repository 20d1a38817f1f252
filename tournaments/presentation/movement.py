"""A movement in words: its grid, the sheet of one entrant, and how often people meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draws.field import Options, Table
from tournaments.draws.plans import PresentTable
from tournaments.duplicate.board_numbers import of_a_set
from tournaments.formats.rotation import draw as predetermined
from tournaments.formats.rotation import movements
from tournaments.view import View


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of a round of the movement. `sides` has the numbers of the entrants.

    `deals` is the number of the table's set of deals, or 0 if there are no sets. `boards` names
    the prepared hands: the numbers of the boards in a duplicate, otherwise the number of the
    set.
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    deals: int = 0
    boards: str = ""

    @property
    def seating(self) -> str:
        """The numbers as the grid displays them: « 3 · 7 – 1 · 12 »."""
        mark = " – " if len(self.sides) == 2 else " · "
        return mark.join(" · ".join(map(str, side)) for side in self.sides)


@dataclass(frozen=True, slots=True)
class PlannedTables:
    """A round of the movement: its tables, and the numbers of the entrants who rest."""

    number: int
    tables: Sequence[PlannedTable]
    resting: Sequence[int]


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round of the movement for one entrant. `table` is None if the entrant rests."""

    number: int
    table: int | None = None
    partner: str = ""
    against: str = ""
    boards: str = ""


def known(view: View) -> bool:
    """Return whether the tournament has a movement that the reader may see.

    While the first round is a draft, only organisers may see it.
    """
    if view.way.calendar is None or (view.folded.rounds and not view.rounds):
        return False
    field = view.field
    return len(field.order or field.playing) >= view.way.least


def planned(view: View) -> list[PlannedTables]:
    """Return all rounds of the movement: the drawn ones as they were drawn, the others as
    planned.
    """
    if view.way.calendar is None or not known(view):
        return []
    calendar, options = view.way.calendar(view.field), view.folded.options
    rounds = [_of_seats(number, seats, options) for number, seats in enumerate(calendar, 1)]
    drawn = [
        _of_tables(number, tables, options) for number, tables in enumerate(view.field.rounds, 1)
    ]
    return [*drawn, *rounds[len(drawn) :]]


def _of_seats(number: int, seats: Sequence[PresentTable], options: Options) -> PlannedTables:
    played = [table for table in seats if not table.resting]
    tables = [
        PlannedTable(at, table.sides, table.deals, of_a_set(table.deals, options))
        for at, table in enumerate(played, 1)
    ]
    resting = [
        entrant for table in seats if table.resting for side in table.sides for entrant in side
    ]
    return PlannedTables(number, tables, resting)


def _of_tables(number: int, drawn: Sequence[Table], options: Options) -> PlannedTables:
    tables = [
        PlannedTable(table.number, table.sides, deals, of_a_set(deals, options))
        for table in drawn
        if not table.bye
        for deals in (table.why.get("deals", 0),)
    ]
    return PlannedTables(number, tables, [table.entrants[0] for table in drawn if table.bye])


def legend(view: View, rounds: Sequence[PlannedTables]) -> list[tuple[int, str]]:
    """Return the number and the name of each entrant in the grid, in the order of the numbers."""
    seen = {entrant for round_ in rounds for entrant in round_.resting}
    seen.update(
        entrant
        for round_ in rounds
        for table in round_.tables
        for side in table.sides
        for entrant in side
    )
    return [(number, view.names[number]) for number in sorted(seen)]


def own(view: View, rounds: Sequence[PlannedTables], number: int) -> list[OwnRound]:
    """Return the rounds of one entrant, with table, partner and opponents of each."""
    return [_own(view.names, round_, number) for round_ in rounds]


def _own(names: Mapping[int, str], made: PlannedTables, number: int) -> OwnRound:
    for table in made.tables:
        for side in table.sides:
            if number in side:
                others = [
                    names[entrant] for other in table.sides if other != side for entrant in other
                ]
                return OwnRound(
                    made.number,
                    table.number,
                    ", ".join(names[entrant] for entrant in side if entrant != number),
                    ", ".join(others),
                    table.boards,
                )
    return OwnRound(made.number)


def counts(view: View) -> list[str]:
    """Return sentences that say how often entrants meet in the whole movement."""
    field = view.field
    kind = predetermined.kind_of(field.options)
    count = len(field.order or field.playing)
    meetings = movements.met(count, predetermined.schedule(field))
    if kind.individual:
        return [
            _("Partenaires : %(counts)s.") % {"counts": _times(meetings.partners)},
            _("Adversaires : %(counts)s.") % {"counts": _times(meetings.opponents)},
        ]
    return [_("Rencontres : %(counts)s.") % {"counts": _times(meetings.opponents)}]


def _times(twos_by_times: Mapping[int, int]) -> str:
    """Return how many pairs of entrants meet how often, as « 28 couples 1 fois, 4 couples jamais
    ».
    """
    if len(twos_by_times) == 1 and 0 not in twos_by_times:
        (times,) = twos_by_times
        return ngettext(
            "tout le monde une fois avec chacun", "tout le monde %(times)s fois avec chacun", times
        ) % {"times": times}
    parts = []
    for times, twos in twos_by_times.items():
        words = {"twos": twos, "times": times}
        if not times:
            parts.append(
                ngettext("%(twos)s couple jamais", "%(twos)s couples jamais", twos) % words
            )
        else:
            parts.append(
                ngettext("%(twos)s couple %(times)s fois", "%(twos)s couples %(times)s fois", twos)
                % words
            )
    return ", ".join(parts)
