"""The boards of a game from nothing, in pieces that a stopped run goes on from.

Matches are read, rated and written as columns, the rating compiled (`leaderboards.compiled`).
`numpy` and `numba` are loaded when something is rebuilt, and never while pages are served.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from django.db import transaction

from games.registry import Game, game_of
from leaderboards import compiled
from leaderboards.columns import Columns, Heads, Reader, call, heads, joined, raw, split
from leaderboards.compiled import BITS, KINDS, WHOLE, Array
from leaderboards.constants import constants_of
from leaderboards.counting import counting, in_order
from leaderboards.models import EVER, Counted, Due, Ladder, Meeting, Standing, Stretch
from leaderboards.packing import NONE, STATE, Place, micros, unpack_form
from leaderboards.services.recounting import lock, settle
from leaderboards.storage import STRETCH, Rows, insert, keys_of, ladders_of

Progress = Callable[[int], None]
# Matches of one transaction, and of one step of the progress told.
PIECE, BLOCK = 100_000, 10_000
# Rows read or written at once.
MANY = 50_000
STATES = np.dtype([(name, "<i8" if name == "match" else f"<{code}") for name, code in STATE])
# The whole numbers of a state, in the order of their columns.
WHOLES = tuple(name for name in STATES.names or () if name not in ("mu", "sigma"))
MASK = (1 << BITS) - 1
OWNERS = ("ladder_id", "club_id", "player_id", "partner_id")


@dataclass
class Told:
    """States of slots, one beside another: of matches in their order, or at the ends of years."""

    slots: Array
    skills: Array
    tallies: Array

    @classmethod
    def room(cls, size: int) -> "Told":
        """Return room for so many."""
        return cls(np.empty(size, np.int64), np.empty((size, 2)), np.empty((size, WHOLE), np.int64))

    def first(self, count: int) -> "Told":
        """Return a copy of the first of them."""
        return Told(
            self.slots[:count].copy(), self.skills[:count].copy(), self.tallies[:count].copy()
        )

    def packed(self) -> Array:
        """Return the states as stretches keep them."""
        rows = np.empty(len(self.slots), STATES)
        rows["mu"], rows["sigma"] = self.skills[:, 0], self.skills[:, 1]
        for column, name in enumerate(WHOLES):
            rows[name] = self.tallies[:, column]
        return rows


def unpacked(slots: Array, rows: Array) -> Told:
    """Return states from their packed rows."""
    told = Told.room(len(rows))
    told.slots[:] = slots
    told.skills[:, 0], told.skills[:, 1] = rows["mu"], rows["sigma"]
    for column, name in enumerate(WHOLES):
        told.tallies[:, column] = rows[name]
    return told


@dataclass
class Fold:
    """All ladders of a game, moved on piece by piece: everybody's state on each of them."""

    game: Game
    place: Place
    people: list[int] = field(default_factory=lambda: [0])
    person: dict[int, int] = field(default_factory=dict)
    ladders: list[Ladder] = field(default_factory=list)
    groups: dict[tuple[int, str], int] = field(default_factory=dict)
    table: Array = field(default_factory=lambda: np.zeros(1021, np.int64))
    slots: Array = field(default_factory=lambda: np.zeros(1021, np.int64))
    owners: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    state: Told = field(default_factory=lambda: Told.room(0))
    used: int = 0
    ends: list[Told] = field(default_factory=list)
    kinds: Array = field(default_factory=lambda: np.zeros((0, KINDS), np.int64))

    def count(self, columns: Columns) -> Told:
        """Count matches, and return everybody's state after each of theirs, in order."""
        self._name(columns)
        most = KINDS * len(columns.parts)
        self._grow(self.used + most)
        told, ends = Told.room(most), Told.room(most)
        constants = constants_of(self.game.slug)
        matches = np.empty((len(columns.names), 5), np.int64)
        names = "".join(name.ljust(8, "\0") for name in columns.names).encode("ascii")
        matches[:, 0] = np.frombuffer(names, "<i8")
        matches[:, 1], matches[:, 2], matches[:, 3] = columns.at, columns.day, columns.year
        keys = zip(columns.clubs, columns.families, strict=True)
        matches[:, 4] = [self.groups[key] for key in keys]
        parts = columns.parts
        met, back = np.unique(parts["player"], return_inverse=True)
        who = np.array([self.person[one] for one in met.tolist()], np.int64)[back]
        self.used, count, ended = call(
            compiled.fold,
            len(matches),
            columns.starts,
            who,
            parts["side"].astype(np.int64),
            parts["outcome"].astype(np.int64),
            parts["points"].astype(np.int64),
            parts["margin"].astype(np.float64),
            matches,
            columns.paired,
            self.kinds,
            np.array(self.people, np.int64),
            np.array(
                [
                    constants.beta,
                    constants.spread,
                    constants.growth_per_day,
                    constants.prior_sigma,
                ]
            ),
            self.table,
            self.slots,
            self.owners,
            self.used,
            self.state.skills,
            self.state.tallies,
            *(told.slots, told.skills, told.tallies),
            *(ends.slots, ends.skills, ends.tallies),
        )
        self.ends.append(ends.first(ended))
        return told.first(count)

    def _name(self, columns: Columns) -> None:
        """Give numbers to people and ladders that were not met yet."""
        for one in np.unique(columns.parts["player"]).tolist():
            self._number(one)
        fresh = set(zip(columns.clubs, columns.families, strict=True)) - self.groups.keys()
        if fresh:
            pairs = self.game.sides == 2
            keys = {key: keys_of(*key, pairs=pairs) for key in sorted(fresh)}
            self.know(keys)

    def know(self, keys: dict[tuple[int, str], list[Any]]) -> None:
        """Have the ladders of clubs' matches of families."""
        known = ladders_of(self.game.slug, (key for some in keys.values() for key in some))
        where = {ladder.pk: number for number, ladder in enumerate(self.ladders)}
        rows = []
        for group, some in keys.items():
            row = []
            for key in some:
                ladder = known[key]
                if ladder.pk not in where:
                    where[ladder.pk] = len(self.ladders)
                    self.ladders.append(ladder)
                row.append(where[ladder.pk])
            self.groups[group] = len(self.groups)
            rows.append(row + [0] * (KINDS - len(row)))
        self.kinds = np.concatenate((self.kinds, np.array(rows, np.int64).reshape(-1, KINDS)))
        # A key has room for so many.
        if max(len(self.ladders), len(self.people)) > MASK:
            raise OverflowError("too many ladders or people")

    def _grow(self, slots: int) -> None:
        """Make room for so many slots, and keep half of the table free."""
        have = len(self.owners)
        if slots <= have:
            return
        size = max(slots, 2 * have)
        owners, state = np.zeros(size, np.int64), Told.room(size)
        state.tallies[:] = 0
        owners[: self.used] = self.owners[: self.used]
        state.skills[: self.used] = self.state.skills[: self.used]
        state.tallies[: self.used] = self.state.tallies[: self.used]
        self.owners, self.state = owners, state
        self.table, self.slots = table_of(owners[: self.used], prime_from(2 * size))

    def who(self, slots: Array) -> list[tuple[int, int | None, int, int | None]]:
        """Return whose slots these are: ladder, its club, player, partner."""
        keys, people = self.owners[slots], np.array(self.people, np.int64)
        ladders = [(one.pk, one.club_id) for one in self.ladders]
        return [
            (*ladders[ladder], player, partner or None)
            for ladder, player, partner in zip(
                (keys >> 2 * BITS).tolist(),
                people[keys >> BITS & MASK].tolist(),
                people[keys & MASK].tolist(),
                strict=True,
            )
        ]

    def recall(self) -> None:
        """Take up the states that a stopped run has left, from the curves it wrote."""
        on = {row.pk: row for row in Ladder.objects.filter(game=self.game.slug)}
        where = {pk: number for number, pk in enumerate(on)}
        self.ladders = list(on.values())
        found: dict[int, Array] = {}
        rows = Stretch.objects.filter(ladder__in=on).order_by("last", "pk")
        names = ("ladder", "player", "partner", "data")
        ends: list[tuple[int, Array]] = []
        for ladder, player, partner, data in rows.values_list(*names).iterator(1000):
            key = where[ladder] << 2 * BITS | self._number(player) << BITS
            key |= self._number(partner) if partner else 0
            states = np.frombuffer(data, STATES)
            if key in found:
                states = np.concatenate((found[key], states))
            over = states[:-1][states["year"][:-1] != states["year"][1:]]
            ends += [(key, over)] if len(over) else []
            found[key] = states[-1:].copy()
        if found:
            self._take_up(found, ends)

    def _take_up(self, found: dict[int, Array], ends: list[tuple[int, Array]]) -> None:
        self.used = len(found)
        slot = {key: number for number, key in enumerate(found)}
        self.owners = np.fromiter(found, np.int64, self.used)
        states = np.concatenate(list(found.values()))
        self.state = unpacked(np.arange(self.used), states)
        self.ends = [unpacked(np.full(len(over), slot[key]), over) for key, over in ends]
        self.table, self.slots = table_of(self.owners, prime_from(2 * self.used))

    def _number(self, player: int) -> int:
        """Return the number that keys know somebody by."""
        if player not in self.person:
            self.person[player] = len(self.people)
            self.people.append(player)
        return self.person[player]


def prime_from(least: int) -> int:
    """Return the first prime of at least this, above 2: keys spread evenly over a prime."""
    size = least | 1
    while any(size % one == 0 for one in range(3, int(size**0.5) + 1, 2)):
        size += 2
    return size


def table_of(owners: Array, size: int) -> tuple[Array, Array]:
    """Return a table of so many places that finds the slots of these keys, and their slots."""
    table, slots = np.zeros(size, np.int64), np.zeros(size, np.int64)
    call(compiled.fill, len(owners), owners, table, slots)
    return table, slots


def rebuild(*, game: str, progress: Progress = lambda done: None) -> int:
    """Make a game's boards anew from its matches, and return how many matches they count.

    A run that was stopped is gone on with. `progress` hears of how many matches were looked at.
    What changes meanwhile is counted at the end.
    """
    begun = _begin(game)
    if begun is not None:
        fold = Fold(game_of(game), begun)
        fold.recall()
        reader = Reader(fold.game)
        found = heads(game, fold.place)
        for start in range(0, len(found.names), PIECE):
            _piece(fold, reader, found.part(start, start + PIECE), progress)
        _finish(fold)
    settle()
    return Counted.objects.filter(game=game).count()


@transaction.atomic
def _begin(game: str) -> Place | None:
    """Return the place to go on from; None if no match counts."""
    book = lock(game)
    if book.rebuilt_to is not None:
        return Place(book.rebuilt_to, book.rebuilt_match)
    ladders = list(Ladder.objects.filter(game=game).values_list("pk", flat=True))
    for rows in (
        Stretch.objects.filter(ladder__in=ladders),
        Standing.objects.filter(ladder__in=ladders),
        Counted.objects.filter(game=game),
        Meeting.objects.filter(game=game),
        # The whole game was due; single matches still are, to have their facts found.
        Due.objects.filter(game=game, match=""),
    ):
        rows._raw_delete(rows.db)
    first = in_order(counting().filter(game=game)).values_list("finished_at", flat=True).first()
    if first is None:
        return None
    # Just before the first match: the names of matches begin after the empty one.
    book.rebuilt_to, book.rebuilt_match = micros(first), ""
    book.save()
    return Place(micros(first), "")


@transaction.atomic
def _piece(fold: Fold, reader: Reader, piece: Heads, progress: Progress) -> None:
    """Count the next matches, and store what they come to."""
    book = lock(fold.game.slug)
    if (book.rebuilt_to, book.rebuilt_match) != fold.place:
        raise RuntimeError("another rebuild is under way")
    blocks: list[Told] = []
    for start in range(0, len(piece.names), BLOCK):
        some = piece.part(start, start + BLOCK)
        columns = reader.read(some)
        if columns.names:
            blocks.append(fold.count(columns))
            insert(_counted(fold.game.slug, columns))
        progress(len(some.names))
    if blocks:
        insert(_stretches(fold, blocks))
    fold.place = Place(int(piece.at[-1]), piece.names[-1])
    book.rebuilt_to, book.rebuilt_match = fold.place
    book.save()


def _counted(game: str, columns: Columns) -> Rows:
    names = ("match", "game", "club_id", "family", "at", "day", "year", "parts")
    rows = zip(
        columns.names,
        repeat(game),
        columns.clubs,
        columns.families,
        columns.at.tolist(),
        columns.day.tolist(),
        columns.year.tolist(),
        split(columns),
        strict=False,
    )
    return Rows(Counted, names, rows)


def _stretches(fold: Fold, blocks: list[Told]) -> Rows:
    """Return the rows of curves of a piece: everybody's states, so many to a row."""
    slots = np.concatenate([block.slots for block in blocks])
    order, starts = call(compiled.grouped, len(slots), slots, fold.used)
    states = np.concatenate([block.packed() for block in blocks])[order]
    lengths = np.diff(starts)
    rows_of = -(-lengths // STRETCH)
    owner = np.repeat(np.arange(fold.used), rows_of)
    # Within a slot the nth row begins after n whole rows.
    nth = np.arange(len(owner)) - np.repeat(rows_of.cumsum() - rows_of, rows_of)
    begin = starts[owner] + nth * STRETCH
    end = np.minimum(begin + STRETCH, starts[owner + 1])
    data, size = states.tobytes(), STATES.itemsize
    rows = (
        (*who, first, last, data[a * size : b * size])
        for who, first, last, a, b in zip(
            fold.who(owner),
            states["at"][begin].tolist(),
            states["at"][end - 1].tolist(),
            begin.tolist(),
            end.tolist(),
            strict=True,
        )
    )
    return Rows(Stretch, (*OWNERS, "first", "last", "data"), rows)


@transaction.atomic
def _finish(fold: Fold) -> None:
    """Write the boards: everybody's last state of each season, and who met whom."""
    book = lock(fold.game.slug)
    insert(standing_rows(fold))
    insert(_meetings(fold.game.slug))
    book.rebuilt_to, book.rebuilt_match = None, ""
    book.save()


def standing_rows(fold: Fold) -> Rows:
    """Return the rows of all boards, of all time and of each year, as a fold stands."""
    state = fold.state.first(fold.used)
    state.slots[:] = np.arange(fold.used)
    names = (
        *(*OWNERS, "season", "mu", "sigma", "floor", "at"),
        *("played", "won", "drawn", "points", "best", "streak", "form"),
    )
    parts = [_season(fold, state, EVER), *(_season(fold, one, None) for one in (state, *fold.ends))]
    return Rows(Standing, names, (row for part in parts for row in part))


def _season(fold: Fold, told: Told, season: str | None) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of all time, or (None) of the year that each state is of."""
    prefix = "" if season == EVER else "season_"
    column = {name: told.tallies[:, number].tolist() for number, name in enumerate(WHOLES)}
    skills = fold.state.skills[told.slots]
    floors = skills[:, 0] - skills[:, 1]
    years: Iterable[str] = map(str, column["year"]) if season is None else repeat(season)
    best = [None if one == NONE else one for one in column[f"{prefix}best"]]
    forms = {form: unpack_form(form) for form in set(column["form"])}
    rows = zip(
        fold.who(told.slots),
        years,
        skills[:, 0].tolist(),
        skills[:, 1].tolist(),
        floors.tolist(),
        column["at"],
        *(column[f"{prefix}{name}"] for name in ("played", "won", "drawn", "points")),
        best,
        column["streak"],
        [forms[form] for form in column["form"]],
        strict=False,
    )
    return ((*who, *values) for who, *values in rows)


def _meetings(game: str) -> Rows:
    """Return who met whom in which club, added up over all matches counted."""
    names = ("game", "club_id", "one_id", "other_id")
    counts = ("won", "lost", "drawn", "together", "together_won")
    keys: list[Array] = []
    totals: list[Array] = []
    people: list[int] = [0]
    person: dict[int, int] = {}
    clubs: list[int] = []
    club_at: dict[int, int] = {}
    rows = raw(Counted.objects.filter(game=game).order_by().values_list("club", "parts"))
    for start in range(0, len(rows), MANY):
        some = rows[start : start + MANY]
        parts, starts = joined([bytes(row[1]) for row in some])
        for one in np.unique(parts["player"]).tolist():
            if one not in person:
                person[one] = len(people)
                people.append(one)
        for club, _parts in some:
            if club not in club_at:
                club_at[club] = len(clubs)
                clubs.append(club)
        seats = np.diff(starts)
        most = int((seats * (seats - 1) // 2).sum())
        found, kinds = np.empty(most, np.int64), np.empty(most, np.int64)
        call(
            compiled.met,
            len(some),
            starts,
            np.array([club_at[club] for club, _parts in some], np.int64),
            np.array([person[one] for one in parts["player"].tolist()], np.int64),
            np.array(people, np.int64),
            parts["side"].astype(np.int64),
            parts["rank"].astype(np.int64),
            parts["outcome"].astype(np.int64),
            found,
            kinds,
        )
        key, total = _added(found, np.eye(5, dtype=np.int64)[kinds])
        keys.append(key)
        totals.append(total)
    if not keys:
        return Rows(Meeting, (*names, *counts), ())
    key, total = _added(np.concatenate(keys), np.concatenate(totals))
    # Together and won is also together.
    total[:, 3] += total[:, 4]
    who = np.array(people, np.int64)
    values = zip(
        repeat(game),
        [clubs[one] for one in (key >> 2 * BITS).tolist()],
        who[key >> BITS & MASK].tolist(),
        who[key & MASK].tolist(),
        *total.T.tolist(),
        strict=False,
    )
    return Rows(Meeting, (*names, *counts), values)


def _added(keys: Array, counts: Array) -> tuple[Array, Array]:
    """Return each key once, its counts added up."""
    order = keys.argsort(kind="stable")
    keys, counts = keys[order], counts[order]
    firsts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    if not len(keys):
        return keys, counts
    return keys[firsts], np.add.reduceat(counts, firsts, axis=0)
