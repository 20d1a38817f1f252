"""Standings and podium for the pages. Each row has the reason for its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournaments.draws.ranking.criteria import Ledger
from tournaments.duplicate import presentation as boards
from tournaments.files.leaving_marks import marks
from tournaments.people_queries import Person
from tournaments.presentation import points_rules, standings_why
from tournaments.presentation.linked_names import linked, linked_people
from tournaments.presentation.progress import field_name, progress_of
from tournaments.view import View


@dataclass(frozen=True, slots=True)
class RankView:
    """A row of the standings.

    `why` says why the row is below the one above it, and `behind` why the next row is below this
    one. `left` says since when somebody has left. `sums` explains the points of each round. It is
    empty if points depend only on the result. `deciding` has the tie-breaks that separate the row
    from its neighbours. `reached` says how far the entrant has come in a knockout that decides the
    standings.
    """

    rank: int
    entrant: int
    name: str
    members: Sequence[str]
    points: str
    criteria: Sequence[tuple[str, str]]
    why: str
    behind: str
    gone: bool
    sums: Sequence[str] = ()
    deciding: Sequence[tuple[str, str]] = ()
    reached: str = ""
    people: Sequence[Person] = ()
    left: str = ""

    @property
    def linked(self) -> SafeString:
        """The name as HTML, with links to its people."""
        return linked(self.name, self.people)

    @property
    def figures(self) -> list[str]:
        """The values of the criteria without their names. A template shows them twice as fast as
        pairs.
        """
        return [value for _name, value in self.criteria]


def ranked(
    view: View, first: int = 0, past: int | None = None, *, why: bool = True
) -> list[RankView]:
    """Return the standings, best first, from `first` up to but not including `past`.

    Without `why` the rows have no reasons, as paper and the wall do not show them.
    """
    options = view.folded.options
    rows, points = view.ranking.rows, view.ranking.points
    places = range(len(rows))[first:past]
    states = {entrant.number: entrant.state for entrant in view.folded.entrants}
    # One more row is needed, because the last row's `behind` is the reason of the row after it.
    whys = {
        at: standings_why.why(options, rows, at, view.names)
        for at in range(places.start, min(places.stop + 1, len(rows)))
        if why
    }
    sums, left = _sums(view) if why else {}, marks(view)
    # Computed once for all rows.
    criteria = standings_why.criteria(options)
    return [
        RankView(
            rank=row.rank,
            entrant=row.entrant,
            name=view.names[row.entrant],
            members=[person.name for person in view.people.get(row.entrant, ())],
            points=standings_why.points(options, points[row.entrant]),
            criteria=[
                (criteria[name], standings_why.valued(options, name, value))
                for name, value in row.criteria.items()
                if name in criteria
            ],
            why=whys.get(at, ""),
            behind=whys.get(at + 1, ""),
            gone=states[row.entrant] in ("withdrawn", "disqualified"),
            sums=sums.get(row.entrant, ()),
            deciding=standings_why.deciding(options, rows, at),
            reached=progress_of(view, row.entrant),
            people=view.people.get(row.entrant, ()),
            left=left.get(row.entrant, ""),
        )
        for at, row in ((at, rows[at]) for at in places)
    ]


def _sums(view: View) -> Mapping[int, Sequence[str]]:
    """Return, for each entrant, sentences that explain the points of each round.

    The mapping is empty if points depend only on the result.
    """
    options = view.folded.options
    if options.duplicate:
        return boards.sums(view)
    if options.counting == "result":
        return {}
    return {
        entrant: [points_rules.round_sum(meeting, options) for meeting in meetings]
        for entrant, meetings in Ledger(view.field).records.items()
    }


@dataclass(frozen=True, slots=True)
class PodiumView:
    """A place of the podium. `members` is empty if the name says already who they are."""

    rank: int
    name: str
    members: Sequence[str]
    people: Sequence[Person] = ()

    @property
    def linked(self) -> SafeString:
        """The name as HTML, with links to its people."""
        return linked(self.name, self.people)

    @property
    def linked_members(self) -> Sequence[SafeString | str]:
        """The members as HTML, with links."""
        if len(self.people) != len(self.members):
            return self.members
        return linked_people(self.people)


def _place(
    rank: int, name: str, members: Sequence[str], people: Sequence[Person] = ()
) -> PodiumView:
    named = all(member in name for member in members)
    return PodiumView(rank, name, () if named else members, people)


def podium(view: View, most: int = 3) -> list[PodiumView]:
    """Return the podium: everybody of at most rank `most`, of the first field if there are several.

    For a tournament entered only with its palmarès, the podium is read from the palmarès.
    """
    if view.places:
        return [
            _place(place.rank, place.name, place.members, place.people)
            for place in view.places
            if place.rank <= most
        ]
    if not view.folded.rounds:
        return []
    past = sum(row.rank <= most for row in view.ranking.rows)
    field_of = letters(view)
    first = min(field_of.values(), default="")
    return [
        _place(row.rank, row.name, row.members, row.people)
        for row in ranked(view, 0, past)
        if field_of.get(row.entrant, first) == first
    ]


def letters(view: View) -> dict[int, str]:
    """Return the letter of the field in which each entrant has played last."""
    fields = {entrant: reached.field for entrant, reached in view.progress.items()}
    return {entrant: letter for entrant, letter in fields.items() if letter}


@dataclass(frozen=True, slots=True)
class FieldPodium:
    """The podium of a field after the first, such as field B."""

    letter: str
    places: Sequence[PodiumView]

    @property
    def title(self) -> str:
        """The name of the field: « Tableau B »."""
        return field_name(self.letter)


def other_podiums(view: View, most: int = 3) -> list[FieldPodium]:
    """Return the podiums of all fields after the first; none until the tournament is over."""
    if view.folded.state != "finished" or view.places:
        return []
    field_of = letters(view)
    made = []
    for letter in sorted(set(field_of.values()))[1:]:
        rows = [row for row in view.ranking.rows if field_of.get(row.entrant) == letter]
        before = view.ranking.rows.index(rows[0]) if rows else 0
        places = [
            _place(
                row.rank - before,
                view.names[row.entrant],
                [person.name for person in view.people.get(row.entrant, ())],
                view.people.get(row.entrant, ()),
            )
            for row in rows
            if row.rank - before <= most
        ]
        if places:
            made.append(FieldPodium(letter, places))
    return made
