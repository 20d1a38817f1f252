"""Finished matches as columns, read in few queries, for rebuilds.

What `leaderboards.counting` does match by match, done for many thousands at once. Rows are taken as
the database gives them: making a moment or a decimal of each would take longer than all the rest.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import F, QuerySet, TextField
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast
from django.utils import timezone

from games.models import Match, Seat, Side
from games.registry import Game
from leaderboards.compiled import Array, measure
from leaderboards.constants import CLIP
from leaderboards.counting import counting, in_order
from leaderboards.packing import CODES, EPOCH, NONE, PART, Place, micros
from leaderboards.tallies import DRAWN, LOST, WON

PARTS = np.dtype([(name, f"<{code}") for name, code in PART])
# Clocks of the world change at whole quarters of an hour.
QUARTER = 15 * 60 * 1_000_000
DAY = 24 * 60 * 60 * 1_000_000


def raw(rows: QuerySet[Any]) -> list[tuple[Any, ...]]:
    """Return rows as the database's own client gives them."""
    query, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(query, params)
        return cursor.fetchall()


def ended() -> Any:
    """Return when matches ended as an expression that costs little to read."""
    if connection.vendor == "postgresql":
        return F("finished_at")
    # SQLite's client would make a moment of it, one by one.
    return Cast("finished_at", TextField())


def moments(values: Sequence[Any]) -> Array:
    """Return moments, as a client gives them, in microseconds since 1970."""
    if values and isinstance(values[0], str):
        return np.array(values, "datetime64[us]").astype(np.int64)
    return np.array([micros(value) for value in values], np.int64)


def places(game: str, after: Place) -> tuple[list[str], Array]:
    """Return the matches that count from after a place on, in order: their names and ends."""
    rows = raw(in_order(counting().filter(game=game), after).values_list("pk", ended()))
    return [row[0] for row in rows], moments([row[1] for row in rows])


def among(names: Collection[str]) -> RawSQL:
    """Return many names as one parameter of a query."""
    if connection.vendor == "postgresql":
        return RawSQL("SELECT unnest(%s::text[])", [list(names)])
    return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(list(names))])  # noqa: S611


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

    def read(self, names: Sequence[str], at: Array) -> Columns | None:
        """Return those of these matches that boards count, in their order; None for none.

        `at` is when each is known to have ended: one that has moved since is left out.
        """
        where = {name: number for number, name in enumerate(names)}
        rows = raw(
            counting()
            .filter(game=self.game.slug, pk__in=among(names))
            .values_list("pk", "club", "preset", "ended_by", ended())
        )
        number = np.array([where[row[0]] for row in rows], np.int64)
        still = moments([row[4] for row in rows]) == at[number] if rows else number.astype(bool)
        order = number.argsort()[still[number.argsort()]] if rows else number
        heads = [rows[one] for one in order]
        return self._columns(heads, at[number[order]]) if heads else None

    def _columns(self, heads: list[tuple[Any, ...]], at: Array) -> Columns | None:
        where = {row[0]: number for number, row in enumerate(heads)}
        names = among(list(where))
        seats = _seats(names, where)
        sides = _sides(names, where)
        if seats is None or sides is None:
            return None
        count = len(heads)
        seat_match, seat_side, seat_player = seats
        side_match, scores, ranks, first = sides
        side_count = np.bincount(side_match, minlength=count)
        # Two sides or more, everyone known, and an outcome.
        due = side_count >= 2
        due &= np.bincount(seat_match, seat_player == 0, count) == 0
        due &= np.bincount(side_match, ranks == 0, count) == 0
        side_starts = np.concatenate(([0], side_count.cumsum()))
        margins = np.zeros(len(scores))
        by_rank = np.array([row[3] in self.game.ends_by_rank for row in heads], bool)
        spreads = self._spreads(names, where)
        call(measure, count, side_starts, scores, ranks, by_rank, spreads, CLIP, margins)
        winners = np.bincount(side_match, first, count)[side_match]
        won = np.where(winners == 1, CODES[WON], CODES[DRAWN])
        outcomes = np.where(first, won, CODES[LOST])
        hundredths = np.where(np.isnan(scores), 0, np.round(scores * 100)).astype(np.int64)
        hundredths[np.isnan(scores)] = NONE

        kept = due[seat_match]
        seat_match, seat_side, seat_player = seat_match[kept], seat_side[kept], seat_player[kept]
        row = side_starts[seat_match] + seat_side
        parts = np.empty(len(row), PARTS)
        parts["player"], parts["side"] = seat_player, seat_side
        parts["points"], parts["margin"] = hundredths[row], margins[row]
        parts["rank"], parts["outcome"] = ranks[row], outcomes[row]
        seated = np.bincount(seat_match, minlength=count)
        firsts = np.bincount(seat_match, seat_side == 0, count)
        paired = (side_count == 2) & (seated == 4) & (firsts == 2)
        day, year = days(at[due])
        chosen = due.nonzero()[0]
        return Columns(
            names=[heads[one][0] for one in chosen],
            at=at[due],
            day=day,
            year=year,
            clubs=[heads[one][1] for one in chosen],
            families=[heads[one][2] for one in chosen],
            starts=np.concatenate(([0], seated[due].cumsum())).astype(np.int64),
            parts=parts,
            paired=paired[due],
        )

    def _spreads(self, names: RawSQL, where: dict[str, int]) -> Array:
        """Return the usual spread of each match's ruleset; most rulesets are the same few."""
        model = self.game.rules_model
        rules = model._default_manager.filter(match__in=names)
        found = np.ones(len(where))
        columns = [one.attname for one in model._meta.concrete_fields]
        own = [name for name in columns if name not in ("match_id", "club_id")]
        for match, *values in raw(rules.values_list("match", *own)):
            key = tuple(values)
            spread = self.spreads.get(key)
            if spread is None:
                spread = float(self.game.spread(model._default_manager.get(match=match)))
                self.spreads[key] = spread
            found[where[match]] = spread
        return found


def call(compiled: Any, size: int, *values: Any) -> Any:
    """Call a compiled function: for few matches as plain Python, as compiling takes longer."""
    return (compiled if size >= COMPILED_FROM else compiled.py_func)(*values)


# So many matches are worth compiling for.
COMPILED_FROM = 3000


def _seats(names: RawSQL, where: dict[str, int]) -> tuple[Array, Array, Array] | None:
    """Each place: its match, side and player (0: nobody known), by match, side and seat."""
    rows = Seat.objects.filter(match__in=names).order_by("match", "number")
    found = raw(rows.values_list("match", "side", "player"))
    if not found:
        return None
    matches, sides, players = zip(*found, strict=True)
    match = np.array([where[name] for name in matches], np.int64)
    side = np.array(sides, np.int64)
    player = np.array([one or 0 for one in players], np.int64)
    order = np.lexsort((side, match))  # stable: within a side in the order of the seats
    return match[order], side[order], player[order]


def _sides(names: RawSQL, where: dict[str, int]) -> tuple[Array, Array, Array, Array] | None:
    """Each side: its match, score, rank (0: none), whether it came first; by match and number."""
    rows = Side.objects.filter(match__in=names).order_by("match", "number")
    found = raw(rows.values_list("match", "score", "rank", "eliminated"))
    if not found:
        return None
    matches, scores, ranks, out = zip(*found, strict=True)
    match = np.array([where[name] for name in matches], np.int64)
    score = np.array(scores, np.float64)
    rank = np.array([one or 0 for one in ranks], np.int64)
    order = match.argsort(kind="stable")
    match, score, rank = match[order], score[order], rank[order]
    return match, score, rank, (rank == 1) & ~np.array(out, bool)[order]


def days(at: Array) -> tuple[Array, Array]:
    """Return the ordinals and years of the calendar days, by the site's clock, of moments."""
    quarters, back = np.unique(at // QUARTER, return_inverse=True)
    zone = timezone.get_current_timezone()
    shifts = []
    for quarter in quarters.tolist():
        begun = (EPOCH + timedelta(microseconds=quarter * QUARTER)).astimezone(zone)
        shifts.append((begun.utcoffset() or timedelta()) // timedelta(microseconds=1))
    local = (at + np.array(shifts, np.int64)[back]) // DAY
    years = local.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    return local + datetime(1970, 1, 1, tzinfo=UTC).toordinal(), years


def split(columns: Columns) -> list[bytes]:
    """Return each match's parts as its row keeps them."""
    size, data = PARTS.itemsize, columns.parts.tobytes()
    edges = (columns.starts * size).tolist()
    return [data[begin:end] for begin, end in zip(edges, edges[1:], strict=False)]


def joined(parts: Sequence[bytes]) -> tuple[Array, Array]:
    """Return the parts of many matches from their rows, and where each match's begin."""
    found = np.frombuffer(b"".join(parts), PARTS)
    lengths = np.fromiter(chain((0,), map(len, parts)), np.int64, len(parts) + 1)
    return found, lengths.cumsum() // PARTS.itemsize
