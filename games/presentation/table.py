"""A match as the pages and the API show it: the stored rows together with their fold."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

from django.utils.translation import get_language

from clubs.models import Player
from core.names import short_names
from games.entry import side_names
from games.match.match_cache import RenderedLines, Telling
from games.models import EntryBase, Match, RulesBase, Seat, Side, Status
from games.presentation.wording import Names, sentence
from games.registry.game import Game
from games.sheet import Line, Result, Score, Scoresheet


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the table. `name` is the player's public name, or the guest's.

    `short` is the name that fits on a key of the pad. `public_player` is the player's number for
    programs. It is None for a hidden player, because a table started with a guessed name must not
    reveal the player's record. `person` is the person's number in the match's series. `stored` is
    the name in the site's language, the same for all readers. `named` is false if nobody has been
    named for the seat.
    """

    number: int
    name: str
    short: str
    side: int
    player: int | None
    public_player: int | None
    deals: bool
    person: int
    named: bool
    stored: str


@dataclass(frozen=True, slots=True)
class SideView:
    """A side as the board shows it. `progress` is 0 to 100 towards the match's target.

    `name` is in the reader's language if nobody has typed a name. `stored` is the same for all
    readers.
    """

    number: int
    name: str
    stored: str
    score: Score | None
    rank: int | None
    eliminated: bool
    seats: tuple[SeatView, ...]
    leads: bool
    wins: bool
    progress: int


class Part(NamedTuple):
    """One explained part of a line: `points` for `side`, and the sentence that says why."""

    code: str
    side: int | None
    points: Score
    text: str
    params: Mapping[str, Any]


class LineView(NamedTuple):
    """One line of the sheet. `entry` is the recorded row with its typed columns."""

    number: int
    entry: EntryBase
    deltas: tuple[Score, ...]
    totals: tuple[Score, ...]
    parts: tuple[Part, ...]
    corrected: bool
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Can:
    """The caller's rights in this match now."""

    record: bool = False
    correct: bool = False
    manage: bool = False
    rematch: bool = False
    # Whether the caller may see the match's club too, and not only this match.
    see_club: bool = False

    @property
    def only_sees(self) -> bool:
        """Whether the caller may only see the match. The page then contains nothing of the caller's
        own.
        """
        return not (self.record or self.correct or self.manage or self.rematch)


@dataclass(frozen=True, slots=True)
class SheetPart:
    """The lines of a sheet that a page shows, from index `start` to before index `end`."""

    start: int
    end: int
    count: int

    @property
    def first(self) -> int:
        """The number of the part's first line."""
        return self.start + 1

    @property
    def later(self) -> int:
        """How many lines come after the part."""
        return self.count - self.end


@dataclass(frozen=True)
class Table:
    """All data of a match that a page or an answer of the API needs. It takes a fixed number of
    queries.
    """

    match: Match
    game: Game
    rules: RulesBase
    sheet: Scoresheet
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    entries: tuple[EntryBase, ...]
    corrected: Set[int]
    rendered: RenderedLines
    can: Can
    before: int | None = None

    @cached_property
    def lines(self) -> "Lines":
        """The lines of the sheet, in the reader's language."""
        return Lines(self)

    @cached_property
    def part(self) -> "SheetPart":
        """The part of the sheet that a page shows: the newest lines, or the newest before line
        `before`.
        """
        count, most = len(self.entries), self.game.pad.lines_shown
        end = count if self.before is None else max(0, min(count, self.before - 1))
        # The part starts at a whole round, because a sheet with a column for each player begins
        # with the first player.
        start = max(0, end - most) // len(self.seats) * len(self.seats)
        return SheetPart(start, end, count)

    @property
    def shown_lines(self) -> Sequence[LineView]:
        """The lines of `part`."""
        return self.lines[self.part.start : self.part.end]

    def rendered_lines(
        self, form: str, tell: Callable[[int], Telling], places: range | None = None
    ) -> tuple[Telling, ...]:
        """Return all lines, or those at the indexes `places`, rendered in a form by `tell`.

        They are cached by form, language and names.
        """
        names = self.names
        key = (form, get_language(), names.seats, names.sides)
        return self.rendered.lines(
            key, range(len(self.entries)) if places is None else places, tell
        )

    def line(self, index: int) -> LineView:
        """Return an entry together with its line and the explanations."""
        entry, line = self.entries[index], self.sheet.lines[index]
        return LineView(
            number=entry.number,
            entry=entry,
            deltas=line.deltas,
            totals=line.totals,
            parts=parts_of(self.game, line, self.names),
            corrected=False,
            dealer=line.dealer,
        )

    @property
    def result(self) -> Result | None:
        """How the match ended; None if it runs, or if it was abandoned."""
        return None if self.match.status == Status.ABANDONED else self.sheet.result

    @property
    def state(self) -> Mapping[str, Any]:
        """The state of the game after the last line."""
        return self.sheet.state

    @property
    def next(self) -> Mapping[str, Any] | None:
        """The next step in the game; None once the match is over or abandoned."""
        return self.sheet.next if self.match.status == Status.IN_PROGRESS else None

    @property
    def seat_to_play(self) -> int | None:
        """The seat whose turn it is; None if the next step does not belong to one seat."""
        return self.next.get("seat") if self.next else None

    @cached_property
    def names(self) -> Names:
        """The names to put in sentences."""
        return names_of(self.seats, self.sides, self.game)

    @property
    def to_be_named(self) -> bool:
        """Whether a seat has no name yet."""
        return not all(seat.named for seat in self.seats)

    @property
    def advised(self) -> bool:
        """Whether the lab gives advice here: the table allows it, and the match belongs to no
        event.
        """
        match = self.match
        return match.advice and match.status == Status.IN_PROGRESS and not match.event_id

    @property
    def sides_by_rank(self) -> Sequence[SideView]:
        """The sides as the scores at the top name them: once the match is over, by rank."""
        if self.result is None:
            return self.sides
        return sorted(self.sides, key=lambda side: (not side.wins, side.rank or 0, side.number))

    @property
    def target(self) -> int | None:
        """The score at which the match ends, or None if its rules have no target."""
        return self.game.rules.target(self.rules)


class Lines(Sequence[LineView]):
    """The lines of a sheet. Each is rendered only when read, because a long match has many."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table.entries)

    @overload
    def __getitem__(self, at: int) -> LineView: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[LineView, ...]: ...

    def __getitem__(self, at: int | slice) -> LineView | tuple[LineView, ...]:
        places = range(len(self))[at]
        if isinstance(places, int):
            return self[places : places + 1][0]
        lines = self._table.rendered_lines("view", self._table.line, places)
        corrected = self._table.corrected
        if not corrected:
            return lines
        return tuple(line._replace(corrected=line.number in corrected) for line in lines)

    def __iter__(self) -> Iterator[LineView]:
        return iter(self[:])


def names_of(seats: Sequence[Any], sides: Sequence[Any], game: Game) -> Names:
    """Return the names of some seats and sides, with the game's words for its codes."""
    return Names(
        seats=tuple(seat.name for seat in seats),
        # If each player is a side, the side has the name that the player has now.
        sides=tuple(side_names.localized(game, at, side.name) for at, side in enumerate(sides))
        if game.seats.sides
        else tuple(seat.name for seat in seats),
        terms=game.words.terms,
    )


def preview_line(table: Table, sheet: Scoresheet) -> tuple[Part, ...]:
    """Return the explained parts of the last line of a sheet that is only a preview."""
    return parts_of(table.game, sheet.lines[-1], table.names)


def parts_of(game: Game, line: Line, names: Names) -> tuple[Part, ...]:
    """Return a line's explained parts, in the reader's language."""
    words = game.words.notes
    return tuple(
        Part(note.code, note.side, note.points, text, note.params)
        for note in line.notes
        for text in [sentence(words[note.code], note.params, names)]
    )


def number_told(seat: Seat) -> int | None:
    """Return the player's number at a seat as the API shows it; None for a hidden player or a
    guest.
    """
    hidden = seat.player is not None and seat.player.shown_here == Player.Shown.HIDDEN
    return None if hidden else seat.player_id


def seat_views(seats: Sequence[Seat], sheet: Scoresheet) -> tuple[SeatView, ...]:
    """Return the seats in their state after the last line. No query is made here."""
    dealer = sheet.state.get("dealer")
    names = [seat.name for seat in seats]
    return tuple(
        SeatView(
            seat.number,
            name,
            short,
            seat.side,
            seat.player_id,
            number_told(seat),
            seat.number == dealer,
            seat.in_series,
            seat.named,
            seat.stored_name,
        )
        for seat, name, short in zip(seats, names, _short(seats, names), strict=True)
    )


def _short(seats: Sequence[Seat], names: Sequence[str]) -> list[str]:
    """Return the names that fit on a key. A seat without a person keeps its default name."""
    named = iter(short_names([seat.name for seat in seats if seat.named]))
    return [next(named) if seat.named else name for seat, name in zip(seats, names, strict=True)]


def side_views(
    game: Game,
    rules: RulesBase,
    sheet: Scoresheet,
    sides: Sequence[Side],
    seats: Sequence[SeatView],
) -> tuple[SideView, ...]:
    """Return the sides with their scores after the last line. No query is made here."""
    standings = (
        {standing.side: standing for standing in sheet.result.ranking} if sheet.result else {}
    )
    winners = sheet.result.winners if sheet.result else ()
    best = max((score for score in sheet.scores if score is not None), default=None)
    alone = sum(score == best for score in sheet.scores) == 1
    target = game.rules.target(rules)
    views = []
    for side in sides:
        score = sheet.scores[side.number]
        standing = standings.get(side.number)
        members = tuple(seat for seat in seats if seat.side == side.number)
        # If each player is a side, the side has the name that the player has now.
        stored = members[0].stored if game.seats.sides is None else side.name
        name = (
            side_names.localized(game, side.number, stored) if game.seats.sides else members[0].name
        )
        views.append(
            SideView(
                number=side.number,
                name=name,
                stored=stored,
                score=score,
                rank=standing.rank if standing else None,
                eliminated=bool(standing and standing.eliminated),
                seats=members,
                leads=alone and score is not None and score == best,
                wins=side.number in winners,
                progress=_progress(score, target),
            )
        )
    return tuple(views)


def _progress(score: Score | None, target: int | None) -> int:
    if not target or score is None:
        return 0
    return max(0, min(100, int(100 * score / target)))
