"""Tables for the pages: the entrants, the result so far, and the table's address."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.safestring import SafeString

from core.names import sort_key
from tournaments.draws.field import Score
from tournaments.formats.rotation.boards import of_table
from tournaments.models import Table
from tournaments.people_queries import Person
from tournaments.presentation import open_rounds
from tournaments.presentation.leaving import why_struck
from tournaments.presentation.linked_names import linked, people_at
from tournaments.presentation.progress import field_name, field_of
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round, Seated
from tournaments.view import View

LABELS = dict(Table.State.choices)


@dataclass(frozen=True, slots=True)
class TableSide:
    """A side of a table, with its result."""

    number: int
    entrants: tuple[int, ...]
    name: str
    score: Score | None
    forfeit: bool
    wins: bool
    people: Sequence[Person] = ()

    @property
    def linked(self) -> SafeString:
        """The name as HTML, with links to its people."""
        return linked(self.name, self.people)


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round, prepared for pages."""

    number: int
    round: int
    sides: Sequence[TableSide]
    bye: bool
    state: str
    label: str
    seated: Seated
    url: str
    # The sides with the scores that the standings still use, if a correction of the result is
    # frozen. Otherwise empty.
    counted: Sequence[TableSide] = ()
    # The numbers of the boards that the table plays, in a duplicate.
    boards: Sequence[int] = ()
    # The name of its group, if it belongs to one and all groups play at once.
    pool: str = ""
    # The name of its field, such as « Tableau B », in a knockout with several fields.
    field: str = ""
    # Why the game counts for nobody, if somebody who left sat at it.
    struck: str = ""

    @property
    def settled(self) -> bool:
        """Whether the table has a result that nobody disputes."""
        return self.state in ("reported", "confirmed")

    @property
    def frozen(self) -> bool:
        """Whether the result shown is only a record, because the standings still use an earlier
        one.
        """
        return bool(self.counted)

    def with_scores(self, scores: Sequence[Score]) -> "TableView":
        """Return the table with these scores, one for each side; unchanged if there are not as
        many.
        """
        if len(scores) != len(self.sides):
            return self
        sides = [replace(side, score=score) for side, score in zip(self.sides, scores, strict=True)]
        return replace(self, sides=sides)


def side_name(view: View, members: Sequence[int]) -> str:
    """Return a side's name: the names of its entrants, joined by « & »."""
    return " & ".join(view.names[entrant] for entrant in members)


def side_views(view: View, seated: Seated, result: ReportedResult | None) -> list[TableSide]:
    """Return the sides of a table, with the scores of `result` if there is one."""
    scores = result.scores if result else ()
    # A result other than the table's own is shown with its winner too. A disputed result shows
    # none.
    agreed = result is not seated.reported or seated.state in ("reported", "confirmed")
    decided = result is not None and agreed and not seated.table.bye
    winner = replace(seated.table, result=result.own()).winner if result and decided else None
    return [
        TableSide(
            number=at,
            entrants=tuple(members),
            name=side_name(view, members),
            score=scores[at] if at < len(scores) else None,
            forfeit=bool(result and any(entrant in result.forfeit for entrant in members)),
            wins=winner == at,
            people=people_at(view.people, members),
        )
        for at, members in enumerate(seated.table.sides)
    ]


def table_view(view: View, drawn: Round, seated: Seated) -> TableView:
    """Return a table prepared for a template."""
    result = seated.reported
    place = [view.tournament.pk, drawn.number, seated.number]
    return TableView(
        number=seated.number,
        round=drawn.number,
        sides=side_views(view, seated, result),
        bye=seated.table.bye,
        state=seated.state,
        label=str(LABELS[seated.state]),
        seated=seated,
        url=reverse("tournaments:table", args=place),
        counted=side_views(view, seated, result.counted) if result and result.counted else (),
        boards=of_table(seated.table, view.folded.options),
        pool=_pool(view, drawn, seated),
        field=field_name(field_of(view, seated.table.slot)),
        struck=why_struck(view, seated.table),
    )


def _pool(view: View, drawn: Round, seated: Seated) -> str:
    slot = seated.table.slot
    return slot.removeprefix("G") if slot and open_rounds.at_once(view, drawn) else ""


def tables_of(view: View, drawn: Round, most: int | None = None) -> list[TableView]:
    """Return the tables of a round, prepared for templates: all of them, or the first `most`.

    Those of all rounds at once are without the rests.
    """
    return [table_view(view, drawn, seated) for seated in open_rounds.met(view, drawn)[:most]]


@dataclass(frozen=True, slots=True)
class Call:
    """A line of the list of seats: a person and their table.

    `table` is None for a bye. `others` has the names of the person's partners and opponents.
    `field` is the name of the table's field, if there are several.
    """

    name: str
    table: int | None
    others: str
    field: str = ""


def call_list(view: View, drawn: Round) -> list[Call]:
    """Return the people of a round with their tables, sorted by name, to be read aloud or hung up.

    Each person of an entrant has a separate line, under their own name.
    """
    calls = []
    for table in tables_of(view, drawn):
        for side in table.sides:
            opposite = [other.name for other in table.sides if other is not side]
            for entrant in side.entrants:
                mates = [view.names[mate] for mate in side.entrants if mate != entrant]
                number = None if table.bye else table.number
                people = [person.name for person in view.people.get(entrant, ())]
                for name in people or [view.names[entrant]]:
                    beside = [*(other for other in people if other != name), *mates]
                    partners = [f"& {' & '.join(beside)}"] if beside else []
                    calls.append(
                        Call(name, number, " – ".join([*partners, *opposite]), table.field)
                    )
    return sorted(calls, key=lambda call: sort_key(call.name))
