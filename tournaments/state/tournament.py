"""The state of a tournament at one moment: its entrants, its rounds, their tables and results."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tournaments.draws import open_rounds
from tournaments.draws.field import Entrant, Field, Options, Table
from tournaments.formats.format import Format
from tournaments.formats.installed import format_of
from tournaments.formats.rotation import boards
from tournaments.state.errors import Unknown
from tournaments.state.reported_result import ReportedResult

State = Literal["draft", "registration", "running", "finished"]
EntrantState = Literal["registered", "checked_in", "waiting", "withdrawn", "disqualified"]
RoundState = Literal["draft", "published", "closed"]
TableState = Literal["waiting", "playing", "reported", "confirmed", "disputed"]
GONE: tuple[EntrantState, ...] = ("withdrawn", "disqualified")
# The states of entrants who are not taking part: those who have left or are on the waiting list.
OUT: tuple[EntrantState, ...] = ("waiting", *GONE)


@dataclass(frozen=True, slots=True)
class Enrolled:
    """An entrant and their state. `number` is their place in the order of registration.

    - `key`: the normalised name. Two entrants with the same key have the same name.
    - `members`: the people, each a known player's id, or None and a guest's name.
    - `players`: the keys that identify the people.
    - `named`: whether the name was given. Otherwise it is made of the people's names.
    - `waits`: the order on the waiting list; None for an entrant who is not on it.
    - `paid`: the payment in hundredths of the currency; None if nothing is paid yet.
    - `wish`: whether they signed up themselves and no organiser has confirmed them. Such an entrant
      reserves no name.
    - `generation`: the number of links that they had before the present one.
    - `alone`: whether an organiser has decided that this single person of a pair plays without a
      partner.
    """

    number: int
    name: str
    state: EntrantState = "registered"
    seed: int | None = None
    club: str = ""
    rating: float | None = None
    players: tuple[Any, ...] = ()
    key: str = ""
    members: tuple[tuple[int | None, str], ...] = ()
    named: bool = False
    waits: int | None = None
    paid: int | None = None
    wish: bool = False
    generation: int = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A table's result of a board: the game's entry, and the points of the first side.

    `score` is None if the board was not played at the table, or if the reader of the log may not
    know it.
    """

    entry: Mapping[str, Any] | None = None
    score: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PlayedBoard":
        """Return the result described by JSON, from an event or a table."""
        return cls(data.get("entry"), data.get("score"))

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON, as events and tables store it."""
        return {"entry": self.entry, "score": self.score}


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of a round, with its state.

    `reported` is its result. `reports` has what each side has reported, by side. `correction` is
    a result that waits for the organiser's decision. `boards` has the results of the boards of a
    duplicate, by number.
    """

    table: Table
    state: TableState = "waiting"
    reported: ReportedResult | None = None
    reports: Mapping[int, ReportedResult] = field(default_factory=dict)
    locked: bool = False
    match: str | None = None
    correction: ReportedResult | None = None
    boards: Mapping[int, PlayedBoard] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number

    @property
    def automatic(self) -> bool:
        """Whether its result is the forfeit of an entrant who left, which nobody reported."""
        return self.reported is not None and self.reported.automatic

    def has_played(self, board: int) -> bool:
        """Return whether the table has a result of a board. A board marked as not played has
        none.
        """
        return board in self.boards and self.boards[board].score is not None

    def counted(self) -> Table:
        """Return the table as draws and standings use it. It has the result that counts, if there
        is one.
        """
        table, reported = self.table, self.reported
        ended = reported is not None and self.state in ("reported", "confirmed")
        result = reported.result() if reported is not None and ended else None
        # After a forfeit, results of boards do not count, even those entered before.
        boards = {} if result is not None and result.forfeit else self.boards
        played = tuple(
            (board, hand.score) for board, hand in boards.items() if hand.score is not None
        )
        # `replace` is avoided, because it takes three times as long and standings need every
        # table.
        return Table(table.number, table.sides, result, table.slot, table.why, played)


@dataclass(frozen=True, slots=True)
class Round:
    """A round. It is first a draft that the organiser may change, then published, then closed."""

    number: int
    seed: str
    tables: tuple[Seated, ...]
    state: RoundState = "draft"
    warnings: tuple[Mapping[str, Any], ...] = ()

    def table(self, number: int) -> Seated:
        """Return the table with this number. Raise `Unknown` if there is none."""
        for seated in self.tables:
            if seated.number == number:
                return seated
        raise Unknown("table_unknown", "table")


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The state of a tournament. `order` is the seeding, which the first draw fixes."""

    format: str
    options: Options
    tie_breaks: tuple[str, ...]
    seed: str
    check_in: bool = False
    state: State = "registration"
    entrants: tuple[Enrolled, ...] = ()
    rounds: tuple[Round, ...] = ()
    order: tuple[int, ...] = ()
    # The last number given to an entrant. The number of a deleted entrant is never given again.
    last_number: int = 0
    # The number of places. Entrants who sign up beyond it go onto the waiting list. None for no
    # limit.
    limit: int | None = None
    # The day up to which a ladder's drops are applied, in ISO format.
    day: str = ""
    # The par of boards, by number. Only for duplicates against par, and only for solved boards.
    pars: Mapping[int, int] = field(default_factory=dict)
    # The entrant who was declared the winner, because nobody had won the final.
    winner: int | None = None
    # The entrants who asked not to be drawn, by round, each with their share of a win; None for
    # those who wait for a partner (`state.partners`).
    rests: Mapping[int, Mapping[int, float | None]] = field(default_factory=dict)

    @property
    def way(self) -> Format:
        """The format of the tournament."""
        return format_of(self.format)

    @property
    def members(self) -> dict[int, tuple[tuple[int | None, str], ...]]:
        """The people of each entrant, by the entrant's number."""
        return {entrant.number: entrant.members for entrant in self.entrants}

    def entrant(self, number: int) -> Enrolled:
        """Return the entrant with this number. Raise `Unknown` if there is none."""
        for enrolled in self.entrants:
            if enrolled.number == number:
                return enrolled
        raise Unknown("entrant_unknown", "entrant")

    def round(self, number: int) -> Round:
        """Return the round with this number. Raise `Unknown` if it is not drawn."""
        for drawn in self.rounds:
            if drawn.number == number:
                return drawn
        raise Unknown("round_unknown", "round")

    def with_round(self, changed: Round, *seated: Seated) -> "TournamentState":
        """Return the tournament with one round replaced by `changed`, in which `seated` replace
        their tables.
        """
        fresh = {table.number: table for table in seated}
        if fresh:
            tables = tuple(fresh.get(table.number, table) for table in changed.tables)
            changed = replace(changed, tables=tables)
        rounds = tuple(
            changed if drawn.number == changed.number else drawn for drawn in self.rounds
        )
        return replace(self, rounds=rounds)

    def plays(self, enrolled: Enrolled) -> bool:
        """Return whether an entrant is to be drawn: they take part and, if required, have checked
        in.
        """
        if enrolled.state in OUT:
            return False
        return enrolled.state == "checked_in" or not self.check_in

    @property
    def drawn(self) -> frozenset[int]:
        """The numbers of the entrants who were drawn: those in the seeding or at a published table.

        The set is empty until a round is published.
        """
        published = [round_ for round_ in self.rounds if round_.state != "draft"]
        if not published:
            return frozenset()
        seats = (seated.table.entrants for round_ in published for seated in round_.tables)
        return frozenset(self.order).union(*seats)

    @property
    def begun(self) -> bool:
        """Whether anything has been drawn. From then on free places are not given to the waiting
        list.
        """
        return bool(self.order or self.rounds)

    @property
    def seated(self) -> frozenset[int]:
        """The numbers of the entrants in the seeding or at a table of any round, drafts
        included.
        """
        tables = (seated.table for drawn in self.rounds for seated in drawn.tables)
        return frozenset(self.order).union(*(table.entrants for table in tables))

    @property
    def full(self) -> bool:
        """Whether no place is free. Entrants who sign up then go onto the waiting list."""
        return self.limit is not None and self.taken >= self.limit

    @property
    def waiting(self) -> tuple[Enrolled, ...]:
        """The entrants on the waiting list, in order."""
        there = (entrant for entrant in self.entrants if entrant.waits is not None)
        return tuple(sorted(there, key=lambda entrant: entrant.waits or 0))

    @property
    def taken(self) -> int:
        """The number of entrants who have a place."""
        return sum(entrant.state not in OUT for entrant in self.entrants)

    @property
    def counted(self) -> tuple[Enrolled, ...]:
        """The entrants who are counted and printed: those who were drawn or may still be."""
        drawn, over = self.drawn, self.state == "finished"
        return tuple(
            entrant
            for entrant in self.entrants
            if entrant.number in drawn or not (over or entrant.state in OUT)
        )

    def field(self, *, before: int | None = None, seed: str | None = None) -> Field:
        """Return the field for draws and standings.

        It has the rounds before round `before`, or all of them, without a draft. The challenges
        of a ladder are divided into rounds in which no entrant has two tables. So are
        rounds that were drawn at once.
        """
        rounds = [
            tuple(seated.counted() for seated in drawn.tables)
            for drawn in self.rounds
            if drawn.state != "draft" and (before is None or drawn.number < before)
        ]
        if self.way.declared:
            rounds = list(_parted(table for tables in rounds for table in tables))
        if self.options.open_rounds:
            rounds = [part for tables in rounds for part in open_rounds.parts(tables)]
        field = Field(
            entrants=tuple(
                Entrant(
                    entrant.number,
                    entrant.name,
                    entrant.seed,
                    entrant.club,
                    entrant.rating,
                    self.plays(entrant),
                    entrant.state in GONE,
                )
                for entrant in self.entrants
            ),
            rounds=tuple(rounds),
            options=self.options,
            seed=self.seed if seed is None else seed,
            tie_breaks=self.tie_breaks,
            order=self.order,
            day=self.day,
            pars=self.pars,
            winner=self.winner,
        )
        if self.options.duplicate:
            opened = boards.opened(field, self.closed, over=self.state == "finished")
            field = replace(field, opened=opened)
        return field

    @property
    def closed(self) -> frozenset[int]:
        """The numbers of the rounds that are closed."""
        return frozenset(round_.number for round_ in self.rounds if round_.state == "closed")


def _parted(tables: Iterable[Table]) -> Iterator[tuple[Table, ...]]:
    """Yield tables in their order, divided into rounds in which no entrant has two tables."""
    held: list[Table] = []
    seated: set[int] = set()
    for table in tables:
        if not seated.isdisjoint(table.entrants):
            yield tuple(held)
            held, seated = [], set()
        held.append(table)
        seated.update(table.entrants)
    if held:
        yield tuple(held)
