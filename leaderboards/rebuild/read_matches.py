"""All matches of a game that count, as columns.

Tables are read from one end to the other, a column as one text: making a row, a date or a decimal
for each value would take longer than all the rest. The work that `leaderboards.matches` does match
by match is done for all at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import numpy as np
from django.db.models import Aggregate, BigIntegerField, F, IntegerField, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce, Round
from django.utils import timezone

from games.models import Seat, Side
from games.registry import Game
from leaderboards.matches import countable
from leaderboards.rating.matches import DRAWN, LOST, NO_SCORE, WON, PlayerPart
from leaderboards.rating.packing import EPOCH, MICROSECOND, PART, moment
from leaderboards.rebuild.fold import Array, call, fill_all_margins

PARTS = np.dtype([(name, f"<{type}") for name, type in zip(PlayerPart._fields, PART, strict=True)])
DAY = 24 * 60 * 60 * 1_000_000
INTEGER = BigIntegerField()
# More than a game has rulesets.
WIDE = 1 << 16


class Joined(Aggregate):
    """Values joined in one text; none of them has a comma."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Return the same for PostgreSQL."""
        template = "STRING_AGG(CAST(%(expressions)s AS text), ',')"
        return self.as_sql(compiler, connection, template=template, **extra)


@dataclass
class Columns:
    """Matches that count, oldest first, and the seats of each, from `starts[n]` on.

    `groups`: all pairs of a club and a family. `group`: the group of each match.
    """

    names: Array
    at: Array
    day: Array
    year: Array
    groups: list[tuple[int | None, str]]
    group: Array
    starts: Array
    parts: Array

    @property
    def paired(self) -> Array:
        """Which matches have two sides of two, as `has_pairs` says for one."""
        found = np.diff(self.starts) == 4
        sides = self.parts["side"][self.starts[:-1][found][:, None] + np.arange(4)]
        found[found] = (sides == (0, 0, 1, 1)).all(axis=1)
        return found


def read(game: Game) -> Columns:
    """Read a game's matches."""
    names, at, clubs, families, ended_by = _heads(game)
    (ways, way), (families, family) = _coded(ended_by), _coded(families)
    # Oldest first, then by name in the order of letters.
    order = np.lexsort((names.view(">i8"), at))
    names, at = names[order], at[order]
    places = MatchPositions(names)
    seat_match, seat_side, seat_player = _seats(places)
    side_match, points, ranks, first = _sides(places)
    count = len(names)
    side_starts = _starts(side_match, count)
    margins = np.zeros(len(points))
    by_rank = np.array([one in game.ends_by_rank for one in ways], bool)[way[order]]
    spreads = _spreads(game, places)
    call(fill_all_margins, count, side_starts, points, ranks, by_rank, spreads, margins)
    winners = np.bincount(side_match, first, count)[side_match]
    outcomes = np.where(first, np.where(winners == 1, WON, DRAWN), LOST)
    # Two sides or more, everyone known, and an outcome.
    counts = np.diff(side_starts) >= 2
    counts &= np.bincount(seat_match, seat_player == 0, count) == 0
    counts &= np.bincount(side_match, ranks == 0, count) == 0
    kept = counts[seat_match]
    seat_match, seat_side, seat_player = seat_match[kept], seat_side[kept], seat_player[kept]
    side = side_starts[seat_match] + seat_side
    parts = np.empty(len(side), PARTS)
    parts["player"], parts["side"] = seat_player, seat_side
    parts["points"], parts["margin"] = points[side], margins[side]
    parts["rank"], parts["outcome"] = ranks[side], outcomes[side]
    day, year = days(at[counts])
    groups, group = np.unique(clubs * WIDE + family, return_inverse=True)
    return Columns(
        names=names[counts],
        at=at[counts],
        day=day,
        year=year,
        groups=[(one // WIDE, families[one % WIDE]) for one in groups.tolist()],
        group=group[order][counts],
        starts=_starts(seat_match, count)[np.append(counts, True)],
        parts=parts,
    )


def _starts(matches: Array, count: int) -> Array:
    """Return where each match's rows begin, and where the last one's end."""
    return np.concatenate(([0], np.bincount(matches, minlength=count).cumsum())).astype(np.int64)


def _heads(game: Game) -> tuple[Array, Array, Array, list[str], list[str]]:
    """Return the matches that may count, unordered: names, ends, clubs, families, how ended."""
    rows = countable().filter(game=game.slug).order_by()
    names, ends, clubs, families, ended_by = _texts(
        rows, "pk", "finished_at", "club_id", "preset", "ended_by"
    )
    # PostgreSQL adds the zone, which is UTC for both.
    at = np.array(_split((ends or "").replace("+00", "") or None), "datetime64[us]")
    return _names(names), at.astype(np.int64), _numbers(clubs), _split(families), _split(ended_by)


def _texts(rows: QuerySet[Any], *columns: Any) -> list[str | None]:
    """Return columns of rows, each as one text."""
    found = rows.aggregate(**{f"column_{n}": Joined(one) for n, one in enumerate(columns)})
    return list(found.values())


def _split(text: str | None) -> list[str]:
    return [] if text is None else text.split(",")


def _numbers(text: str | None) -> Array:
    return np.fromstring(text or "", np.int64, sep=",")


def _names(text: str | None) -> Array:
    """Return names of matches from their text: eight letters each."""
    cells = np.frombuffer(f"{text},".encode("ascii") if text else b"", "S9")
    return cells.astype("S8")


def _coded(values: Sequence[str]) -> tuple[list[str], Array]:
    """Return the different values, and the index of each."""
    names = sorted(set(values))
    code = {name: number for number, name in enumerate(names)}
    return names, np.array([code[value] for value in values], np.int64)


class MatchPositions:
    """The places of matches among all, by their names."""

    def __init__(self, names: Array) -> None:
        keys = names.view("<i8")
        self.order = keys.argsort()
        # One empty place after the last, so that every search finds a place.
        self.keys = np.append(keys[self.order], 0)

    def find(self, names: str | None, *columns: str | None) -> tuple[Array, ...]:
        """Return the places of matches, and the numbers given with each; without unknown ones."""
        wanted = _names(names).view("<i8")
        near = np.searchsorted(self.keys[:-1], wanted)
        known = self.keys[near] == wanted
        return (self.order[near[known]], *(_numbers(one)[known] for one in columns))


def _seats(places: MatchPositions) -> tuple[Array, Array, Array]:
    """Each seat: its match, side and player (0: nobody known), by match, side and number."""
    known = Coalesce("player_id", 0, output_field=INTEGER)
    texts = _texts(Seat.objects.all(), "match_id", "side", "number", known)
    match, side, number, player = places.find(*texts)
    order = np.lexsort((number, side, match))
    return match[order], side[order], player[order]


def _sides(places: MatchPositions) -> tuple[Array, Array, Array, Array]:
    """Each side: its match, hundredths of a point, rank (0: none), whether it came first."""
    hundredths = Coalesce(Cast(Round(F("score") * 100), INTEGER), NO_SCORE)
    gone = Cast("eliminated", IntegerField())
    texts = _texts(Side.objects.all(), "match_id", "number", hundredths, Coalesce("rank", 0), gone)
    match, number, points, rank, eliminated = places.find(*texts)
    order = np.lexsort((number, match))
    first = (rank == 1) & (eliminated == 0)
    return match[order], points[order], rank[order], first[order]


def _spreads(game: Game, places: MatchPositions) -> Array:
    """Return the usual spread of each match's ruleset, computed once for equal rulesets."""
    if not game.spread_rules:
        return np.full(len(places.order), float(game.spread(SimpleNamespace())))
    found = np.ones(len(places.order))
    rows = game.rules_model._default_manager.order_by().values_list(*game.spread_rules)
    for *values, names in rows.annotate(names=Joined("match_id")):
        rules = SimpleNamespace(**dict(zip(game.spread_rules, values, strict=True)))
        found[places.find(names)[0]] = float(game.spread(rules))
    return found


def days(at: Array) -> tuple[Array, Array]:
    """Return the ordinals and years of the calendar days, by the site's clock, of moments."""
    dates, date = np.unique(at // DAY, return_inverse=True)
    begins, ends = (
        np.array([_ahead(one * DAY) for one in some.tolist()]) for some in (dates, dates + 1)
    )
    ahead = begins[date]
    # The clock is changed on few days: only on those is each moment checked.
    for one in np.flatnonzero((begins != ends)[date]).tolist():
        ahead[one] = _ahead(int(at[one]))
    local = (at + ahead) // DAY
    years = local.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    return local + EPOCH.toordinal(), years


def _ahead(at: int) -> int:
    """Return by how much the site's clock is ahead of UTC, in microseconds."""
    here = moment(at).astimezone(timezone.get_current_timezone())
    return (here.utcoffset() or timedelta()) // MICROSECOND
