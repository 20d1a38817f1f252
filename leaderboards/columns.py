"""Finished matches as columns, read in few queries, for rebuilds.

What `leaderboards.counting` does match by match, done for many thousands at once. Rows are taken as
the database gives them: making a moment or a decimal of each would take longer than all the rest.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain, compress, pairwise
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import F, Model, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from games.models import Seat, Side
from games.registry import Game
from leaderboards.compiled import Array, measure
from leaderboards.constants import CLIP
from leaderboards.counting import counting, in_order
from leaderboards.packing import CODES, EPOCH, MICROSECOND, NONE, PART, Place, micros, moment
from leaderboards.tallies import DRAWN, LOST, WON

PARTS = np.dtype([(name, f"<{code}") for name, code in PART])
DAY = 24 * 60 * 60 * 1_000_000


def raw(rows: QuerySet[Any]) -> list[tuple[Any, ...]]:
    """Return rows as the database's own client gives them."""
    query, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(query, params)
        return cursor.fetchall()


@dataclass
class Heads:
    """Matches that may count, in order: what their own rows say."""

    names: Sequence[str]
    at: Array
    clubs: Sequence[int]
    families: Sequence[str]
    ended_by: Sequence[str]

    def part(self, begin: int, end: int) -> "Heads":
        """Return some of them."""
        some = slice(begin, end)
        texts = (self.clubs[some], self.families[some], self.ended_by[some])
        return Heads(self.names[some], self.at[some], *texts)


def heads(game: str, after: Place) -> Heads:
    """Return the matches that count from after a place on."""
    text = connection.vendor != "postgresql"
    # SQLite's client would make a moment of it, one by one.
    ended: Any = Cast("finished_at", TextField()) if text else F("finished_at")
    rows = in_order(counting().filter(game=game), after)
    found = raw(rows.values_list("pk", ended, "club", "preset", "ended_by"))
    names, ends, clubs, families, ended_by = zip(*found, strict=True) if found else ((),) * 5
    if text:
        at = np.array(ends, "datetime64[us]").astype(np.int64)
    else:
        at = np.array([micros(end) for end in ends], np.int64)
    return Heads(names, at, clubs, families, ended_by)


@dataclass
class Columns:
    """Matches that count, and the places of their players, each match's from `starts[n]` on."""

    names: list[str]
    at: Array
    day: Array
    year: Array
    clubs: list[int]
    families: list[str]
    starts: Array
    parts: Array
    paired: Array


@dataclass
class Reader:
    """Reads matches of a game, and remembers what it was told of rulesets."""

    game: Game
    spreads: dict[tuple[Any, ...], float] = field(default_factory=dict)
    # The rules that the usual spread depends on, as far as is known.
    telling: tuple[str, ...] = ()

    def read(self, heads: Heads) -> Columns:
        """Return those of these matches that boards count, in their order."""
        count = len(heads.names)
        seat_match, seat_side, seat_player = _seats(heads.names)
        side_match, points, ranks, first = _sides(heads.names)
        side_count = np.bincount(side_match, minlength=count)
        side_starts = np.concatenate(([0], side_count.cumsum()))
        # Two sides or more, everyone known, and an outcome.
        due = side_count >= 2
        due &= np.bincount(seat_match, seat_player == 0, count) == 0
        due &= np.bincount(side_match, ranks == 0, count) == 0
        known = points != NONE
        margins = np.zeros(len(points))
        call(
            measure,
            count,
            side_starts,
            # As the nearest float to the decimal, which a quotient of whole numbers is.
            np.where(known, points / 100.0, np.nan),
            ranks,
            np.array([one in self.game.ends_by_rank for one in heads.ended_by], bool),
            self._spreads(heads.names),
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
        seated = np.bincount(seat_match, minlength=count)
        firsts = np.bincount(seat_match, seat_side == 0, count)
        paired = (side_count == 2) & (seated == 4) & (firsts == 2)
        at = heads.at[due]
        day, year = days(at)
        return Columns(
            names=list(compress(heads.names, due)),
            at=at,
            day=day,
            year=year,
            clubs=list(compress(heads.clubs, due)),
            families=list(compress(heads.families, due)),
            starts=np.concatenate(([0], seated[due].cumsum())).astype(np.int64),
            parts=parts,
            paired=paired[due],
        )

    def _spreads(self, names: Sequence[str]) -> Array:
        """Return the usual spread of each match's ruleset; most rulesets are the same few."""
        while True:
            found = np.ones(len(names))
            if all(self._filled(found, *row) for row in self._rulesets(names)):
                return found

    def _rulesets(self, names: Sequence[str]) -> list[tuple[str, tuple[Any, ...], str]]:
        """Return the matches of each ruleset, as far as the spread depends on it, one's name."""
        model = self.game.rules_model
        own = ", ".join(f"own.{quoted(model, name)}" for name in self.telling)
        rows = aggregated(
            f"{f'{own}, ' if own else ''}{joined_text('piece.key')}, MIN(own.match_id)",
            model,
            names,
            f"GROUP BY {own}" if own else "",
        )
        return [(values[-2], tuple(values[:-2]), values[-1]) for values in rows if values[-1]]

    def _filled(self, found: Array, places: str, key: tuple[Any, ...], name: str) -> bool:
        """Fill in a ruleset's spread; False if it turns out to depend on more than was known."""
        if key not in self.spreads:
            rules = self.game.rules_model._default_manager.get(match=name)
            watched = Watched(rules)
            self.spreads[key] = float(self.game.spread(watched))
            more = watched.read - set(self.telling)
            if more:
                self.telling, self.spreads = (*self.telling, *sorted(more)), {}
                return False
        found[numbers(places)] = self.spreads[key]
        return True


class Watched:
    """A match's rules that remember which of them were asked for.

    What was not asked for can't have told: rulesets alike in the rest have the same spread.
    """

    def __init__(self, rules: Any) -> None:
        self.rules, self.read = rules, set[str]()

    def __getattr__(self, name: str) -> Any:
        if name not in self.rules.rule_names():
            # Not a rule itself, so whatever it may look at.
            self.read.update(self.rules.rule_names())
        else:
            self.read.add(name)
        return getattr(self.rules, name)


def quoted(model: type[Model], name: str) -> str:
    """Return a field's column as queries name it."""
    return connection.ops.quote_name(str(model._meta.get_field(name).column))  # type: ignore[union-attr]


def joined_text(expression: str) -> str:
    """Return the aggregate that writes whole numbers one behind another.

    One text for a column of many thousand rows costs a tenth of as many rows.
    """
    if connection.vendor == "postgresql":
        return f"STRING_AGG(CAST({expression} AS text), ',')"
    return f"GROUP_CONCAT({expression})"


def aggregated(
    columns: str, model: type[Model], names: Sequence[str], rest: str = ""
) -> list[tuple[Any, ...]]:
    """Return aggregates over rows (`own`) of these matches; `piece.key` is a match's place."""
    table = connection.ops.quote_name(model._meta.db_table)
    if connection.vendor == "postgresql":
        piece = (
            "(SELECT value, place - 1 AS key"
            " FROM unnest(%s::text[]) WITH ORDINALITY AS t(value, place))"
        )
        values: Any = list(names)
    else:
        piece, values = "(SELECT value, key FROM json_each(%s))", json.dumps(names)
    query = f"SELECT {columns} FROM {piece} piece JOIN {table} own ON own.match_id = piece.value"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"{query} {rest}", [values])
        return cursor.fetchall()


def numbers(text: str | None) -> Array:
    """Return whole numbers from their text."""
    return np.fromstring(text or "", np.int64, sep=",")


def call(compiled: Any, size: int, *values: Any) -> Any:
    """Call a compiled function: for few matches as plain Python, as compiling takes longer."""
    return (compiled if size >= COMPILED_FROM else compiled.py_func)(*values)


# So many matches are worth compiling for.
COMPILED_FROM = 3000


def _seats(names: Sequence[str]) -> tuple[Array, Array, Array]:
    """Each place: its match, side and player (0: nobody known), by match, side and seat."""
    where = f"(piece.key * {WIDE} + own.side) * {WIDE} + own.number"
    columns = f"{joined_text(where)}, {joined_text('COALESCE(own.player_id, 0)')}"
    place, player = map(numbers, aggregated(columns, Seat, names)[0])
    order = place.argsort(kind="stable")
    place = place[order]
    return place // WIDE // WIDE, place // WIDE % WIDE, player[order]


def _sides(names: Sequence[str]) -> tuple[Array, Array, Array, Array]:
    """Each side: its match, hundredths of a point, rank (0: none), whether it came first."""
    hundredths = f"COALESCE(CAST(ROUND(own.score * 100) AS bigint), {NONE + 1} - 1)"
    out = "CASE WHEN own.eliminated THEN 1 ELSE 0 END"
    texts = (f"piece.key * {WIDE} + own.number", hundredths, "COALESCE(own.rank, 0)", out)
    found = aggregated(", ".join(map(joined_text, texts)), Side, names)[0]
    place, points, rank, gone = map(numbers, found)
    order = place.argsort(kind="stable")
    points, rank, gone = points[order], rank[order], gone[order]
    return place[order] // WIDE, points, rank, (rank == 1) & (gone == 0)


# No match has so many seats or sides.
WIDE = 1 << 16


def days(at: Array) -> tuple[Array, Array]:
    """Return the ordinals and years of the calendar days, by the site's clock, of moments."""
    dates, back = np.unique(at // DAY, return_inverse=True)
    begins = np.array([_shift(date * DAY) for date in dates.tolist()], np.int64)
    ends = np.array([_shift((date + 1) * DAY) for date in dates.tolist()], np.int64)
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


def split(columns: Columns) -> list[bytes]:
    """Return each match's parts as its row keeps them."""
    size, data = PARTS.itemsize, columns.parts.tobytes()
    edges = (columns.starts * size).tolist()
    return [data[begin:end] for begin, end in pairwise(edges)]


def joined(parts: Sequence[bytes]) -> tuple[Array, Array]:
    """Return the parts of many matches from their rows, and where each match's begin."""
    found = np.frombuffer(b"".join(parts), PARTS)
    lengths = np.fromiter(chain((0,), map(len, parts)), np.int64, len(parts) + 1)
    return found, lengths.cumsum() // PARTS.itemsize
