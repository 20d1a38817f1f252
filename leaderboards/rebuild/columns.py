"""Finished matches as columns, read in few queries, for rebuilds.

What `leaderboards.counting` does match by match, done for all at once. Tables are read from one end
to the other, a column as one text: looking up the rows of each match, or making a moment or a
decimal of each value, would take longer than all the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain

import numpy as np
from django.db import connection
from django.utils import timezone

from games.models import Seat, Side
from games.registry import Game
from leaderboards.counting import countable
from leaderboards.rating.constants import CLIP
from leaderboards.rating.packing import CODES, EPOCH, MICROSECOND, NONE, PART, moment
from leaderboards.rating.tallies import DRAWN, LOST, WON, Place
from leaderboards.rebuild.compiled import Array, measure
from leaderboards.rebuild.spreads import Spreads
from leaderboards.rebuild.tables import (
    Index,
    call,
    joined_text,
    names_in,
    numbers,
    read_through,
    texts,
)

PARTS = np.dtype([(name, f"<{code}") for name, code in PART])
DAY = 24 * 60 * 60 * 1_000_000
# No side has such a number or rank; no match so many seats.
WIDE, SEATS = 1 << 16, 1 << 10
EMPTY = [np.zeros(0, np.int64)] * 3


# A club, and a family of its matches.
Group = tuple[int | None, str]


def grouped(clubs: Array, families: Sequence[str]) -> tuple[list[Group], Array]:
    """Return the groups that there are, and which each match is of."""
    names = sorted(set(families))
    code = {name: number for number, name in enumerate(names)}
    size = max(1, len(names))
    keys = clubs * size + np.array([code[name] for name in families], np.int64)
    different, group = np.unique(keys, return_inverse=True)
    return [(key // size, names[key % size]) for key in different.tolist()], group


@dataclass
class Columns:
    """Matches that count, and the places of their players, each match's from `starts[n]` on.

    `group`: of which club and family each is, by its place in `groups`.
    """

    names: Array
    at: Array
    day: Array
    year: Array
    groups: Sequence[Group]
    group: Array
    starts: Array
    parts: Array
    paired: Array


def paired(parts: Array, starts: Array) -> Array:
    """Return which matches are of two sides of two, as `tallies.has_pairs` tells of one."""
    seated = np.diff(starts)
    found = np.zeros(len(seated), bool)
    four = np.flatnonzero(seated == 4)
    sides = parts["side"][starts[four][:, None] + np.arange(4)]
    found[four] = (sides == (0, 0, 1, 1)).all(axis=1)
    return found


@dataclass
class Source:
    """All matches of a game that may count, in order, with their seats and sides.

    `seats` and `sides` say where each match's begin; a seat's player is 0 if nobody is known.
    """

    names: Array
    at: Array
    groups: list[Group]
    group: Array
    by_rank: Array
    spreads: Array
    seats: Array
    seat_side: Array
    seat_player: Array
    sides: Array
    points: Array
    ranks: Array
    first: Array

    @classmethod
    def read(cls, game: Game, after: Place | None = None, without: Array | None = None) -> "Source":
        """Read a game's matches, those after a place in time, without some by their names."""
        names, at, clubs, families, ended_by = _heads(game.slug)
        groups, group = grouped(clubs, families)
        by_rank = {ended for ended in set(ended_by) if ended in game.ends_by_rank}
        # Names in the order of their letters.
        order = np.lexsort((names.view(">i8"), at))
        if after is not None:
            last = np.array([after.match], "S8").view(">i8")[0]
            later = (at > after.at) | ((at == after.at) & (names.view(">i8") > last))
            order = order[later[order]]
        if without is not None and len(without):
            order = order[~np.isin(names[order], without)]
        names, at = names[order], at[order]
        index = Index.of(names.view("<i8"))
        seat_match, seat_side, seat_player = _seats(index)
        side_match, points, ranks, first = _sides(index)
        return cls(
            names=names,
            at=at,
            groups=groups,
            group=group[order],
            by_rank=np.array([one in by_rank for one in ended_by], bool)[order],
            spreads=Spreads(game).of(index),
            seats=_starts(seat_match, len(names)),
            seat_side=seat_side,
            seat_player=seat_player,
            sides=_starts(side_match, len(names)),
            points=points,
            ranks=ranks,
            first=first,
        )

    def part(self, begin: int, end: int) -> Columns:
        """Return those matches that boards count, of some in a row."""
        count = len(self.names[begin:end])
        seats = slice(self.seats[begin], self.seats[begin + count])
        sides = slice(self.sides[begin], self.sides[begin + count])
        seat_starts = self.seats[begin : begin + count + 1] - self.seats[begin]
        side_starts = self.sides[begin : begin + count + 1] - self.sides[begin]
        seat_match = np.repeat(np.arange(count), np.diff(seat_starts))
        side_match = np.repeat(np.arange(count), np.diff(side_starts))
        side_count = np.diff(side_starts)
        points, ranks, first = self.points[sides], self.ranks[sides], self.first[sides]
        seat_side, seat_player = self.seat_side[seats], self.seat_player[seats]
        # Two sides or more, everyone known, and an outcome.
        due = side_count >= 2
        due &= np.bincount(seat_match, seat_player == 0, count) == 0
        due &= np.bincount(side_match, ranks == 0, count) == 0
        margins = np.zeros(len(points))
        call(
            measure,
            count,
            side_starts,
            # As the nearest float to the decimal, which a quotient of whole numbers is.
            np.where(points != NONE, points / 100.0, np.nan),
            ranks,
            self.by_rank[begin:end],
            self.spreads[begin:end],
            CLIP,
            margins,
        )
        winners = np.bincount(side_match, first, count)[side_match]
        won = np.where(winners == 1, CODES[WON], CODES[DRAWN])
        outcomes = np.where(first, won, CODES[LOST])

        kept = due[seat_match]
        seat_match, seat_side, seat_player = seat_match[kept], seat_side[kept], seat_player[kept]
        row = side_starts[seat_match] + seat_side
        parts = np.empty(len(row), PARTS)
        parts["player"], parts["side"] = seat_player, seat_side
        parts["points"], parts["margin"] = points[row], margins[row]
        parts["rank"], parts["outcome"] = ranks[row], outcomes[row]
        seated = np.bincount(seat_match, minlength=count)[due]
        starts = np.concatenate(([0], seated.cumsum())).astype(np.int64)
        which = np.flatnonzero(due) + begin
        at = self.at[which]
        day, year = days(at)
        return Columns(
            names=self.names[which],
            at=at,
            day=day,
            year=year,
            groups=self.groups,
            group=self.group[which],
            starts=starts,
            parts=parts,
            paired=paired(parts, starts),
        )


def _starts(matches: Array, count: int) -> Array:
    """Return where each match's rows begin, and where the last one's end."""
    return np.concatenate(([0], np.bincount(matches, minlength=count).cumsum())).astype(np.int64)


def _heads(game: str) -> tuple[Array, Array, Array, list[str], list[str]]:
    """Return the matches that may count, in no order: names, ends, clubs, families, how ended."""
    rows = countable().filter(game=game).order_by()
    inner, params = rows.values_list(
        "pk", "finished_at", "club", "preset", "ended_by"
    ).query.sql_with_params()
    ended = "own.finished_at"
    if connection.vendor == "postgresql":
        ended = "CAST(EXTRACT(EPOCH FROM own.finished_at) * 1000000 AS bigint)"
    columns = ("own.pk", ended, "own.club", "own.preset", "own.ended_by")
    query = f"SELECT {', '.join(map(joined_text, columns))} FROM ({inner}) own"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, params)
        names, ends, clubs, families, ended_by = (text or "" for text in cursor.fetchone())
    if connection.vendor == "postgresql":
        at = numbers(ends)
    else:
        # Its client would make a moment of each, one by one.
        at = np.array(texts(ends), "datetime64[us]").astype(np.int64)
    return names_in(names), at, numbers(clubs), texts(families), texts(ended_by)


def _seats(index: Index) -> tuple[Array, Array, Array]:
    """Each place: its match, side and player, by match, side and seat."""
    # One number has room for all three, and is read in a third of the time.
    where = f"(COALESCE(own.player_id, 0) * {SEATS} + own.side) * {SEATS} + own.number"
    match, where_all = _known(read_through(Seat, ("own.match_id", where)), index)
    player, side, number = (
        where_all // SEATS // SEATS,
        where_all // SEATS % SEATS,
        where_all % SEATS,
    )
    order = ((match * SEATS + side) * SEATS + number).argsort(kind="stable")
    return match[order], side[order], player[order]


def _sides(index: Index) -> tuple[Array, Array, Array, Array]:
    """Each side: its match, hundredths of a point, rank (0: none), whether it came first."""
    out = "CASE WHEN own.eliminated THEN 1 ELSE 0 END"
    where = f"(own.number * {WIDE} + COALESCE(own.rank, 0)) * 2 + {out}"
    hundredths = f"COALESCE(CAST(ROUND(own.score * 100) AS bigint), {NONE + 1} - 1)"
    rows = read_through(Side, ("own.match_id", where, hundredths))
    match, place, points = _known(rows, index)
    order = (match * WIDE + place // 2 // WIDE).argsort(kind="stable")
    match, place, points = match[order], place[order], points[order]
    ranks = place // 2 % WIDE
    return match, points, ranks, (ranks == 1) & (place % 2 == 0)


def _known(rows: Iterator[tuple[str, ...]], index: Index) -> Iterator[Array]:
    """Return the matches of rows, by their places in an index, and the numbers beside them.

    Rows of other matches are left out.
    """
    found = []
    for match, *others in rows:
        places = index.find(names_in(match).view("<i8"))
        known = places >= 0
        found.append((places[known], *(numbers(text)[known] for text in others)))
    return map(np.concatenate, zip(*found, strict=True)) if found else iter(EMPTY)


def days(at: Array) -> tuple[Array, Array]:
    """Return the ordinals and years of the calendar days, by the site's clock, of moments."""
    dates, back = np.unique(at // DAY, return_inverse=True)
    edges = np.union1d(dates, dates + 1)
    by_edge = np.array([_shift(edge * DAY) for edge in edges.tolist()], np.int64)
    begins, ends = (by_edge[np.searchsorted(edges, one)] for one in (dates, dates + 1))
    shifts = begins[back]
    # The clock is set on few days: only on those is each moment looked at.
    for one in np.flatnonzero((begins != ends)[back]).tolist():
        shifts[one] = _shift(int(at[one]))
    local = (at + shifts) // DAY
    years = local.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    return local + EPOCH.toordinal(), years


def _shift(at: int) -> int:
    """Return by how much the site's clock is ahead of UTC, in microseconds."""
    here = moment(at).astimezone(timezone.get_current_timezone())
    return (here.utcoffset() or timedelta()) // MICROSECOND


def joined(parts: Sequence[bytes]) -> tuple[Array, Array]:
    """Return the parts of many matches from their rows, and where each match's begin."""
    found = np.frombuffer(b"".join(parts), PARTS)
    lengths = np.fromiter(chain((0,), map(len, parts)), np.int64, len(parts) + 1)
    return found, lengths.cumsum() // PARTS.itemsize
