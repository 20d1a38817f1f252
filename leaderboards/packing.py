"""How matches and curves are kept in bytes. Pure.

`PART` is a player's place in a match that counts, in the order of the sides and of their members;
`STATE` is somebody after a match. A rebuild reads and writes the same bytes as columns.
"""

import struct
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from leaderboards.rating import Skill
from leaderboards.tallies import DRAWN, FORM, LOST, WON, Count, Part, State

# As a database gives them.
Bytes = bytes | memoryview
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
# What stands for no score.
NONE = -(2**63)
# Outcomes by their code; 0 is none.
OUTCOMES = ("", WON, DRAWN, LOST)
CODES = {outcome: code for code, outcome in enumerate(OUTCOMES)}

# Names and codes of columns, as `struct` and `numpy` both read them.
PART = (
    ("player", "q"),
    ("points", "q"),
    ("margin", "d"),
    ("rank", "H"),
    ("side", "H"),
    ("outcome", "B"),
)
STATE = (
    ("match", "8s"),
    ("at", "q"),
    ("mu", "d"),
    ("sigma", "d"),
    ("points", "q"),
    ("best", "q"),
    ("season_points", "q"),
    ("season_best", "q"),
    ("played", "I"),
    ("won", "I"),
    ("drawn", "I"),
    ("season_played", "I"),
    ("season_won", "I"),
    ("season_drawn", "I"),
    ("day", "i"),
    ("streak", "i"),
    ("year", "H"),
    ("form", "H"),
)
_part = struct.Struct("<" + "".join(code for _name, code in PART))
_state = struct.Struct("<" + "".join(code for _name, code in STATE))
_place = struct.Struct("<8sq")
STATE_SIZE = _state.size


class Place(NamedTuple):
    """A match's place in time: boards count matches in this order. `at` as `micros` gives it."""

    at: int
    match: str


class Point(NamedTuple):
    """Somebody after a match: a point of their curve."""

    place: Place
    state: State


def micros(moment: datetime) -> int:
    """Return a moment in whole microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


def moment(micros: int) -> datetime:
    """Return the moment of so many microseconds since 1970."""
    return EPOCH + micros * MICROSECOND


def pack_parts(parts: Sequence[Part]) -> bytes:
    """Return the sides of a match as its row keeps them; a float keeps every bit."""
    return b"".join(
        _part.pack(
            player,
            NONE if part.points is None else part.points,
            part.margin,
            part.rank,
            side,
            CODES[part.outcome],
        )
        for side, part in enumerate(parts)
        for player in part.players
    )


def unpack_parts(data: Bytes) -> tuple[Part, ...]:
    """Return the sides of a match from its row."""
    rows = groupby(_part.iter_unpack(data), key=lambda row: row[4])
    parts = []
    for _side, members in rows:
        seated = list(members)
        _player, points, margin, rank, _number, outcome = seated[0]
        parts.append(
            Part(
                tuple(row[0] for row in seated),
                None if points == NONE else points,
                OUTCOMES[outcome],
                margin,
                rank,
            )
        )
    return tuple(parts)


def pack_form(form: str) -> int:
    """Return the last outcomes as a number, two bits each."""
    number = 0
    for outcome in form:
        number = number << 2 | CODES[outcome]
    return number


def unpack_form(number: int) -> str:
    """Return the last outcomes from their number, oldest first."""
    shifts = range(2 * (FORM - 1), -1, -2)
    return "".join(OUTCOMES[number >> shift & 3] for shift in shifts)


def pack_points(points: Iterable[Point]) -> bytes:
    """Return the points of a curve as a stretch keeps them."""
    return b"".join(_packed(point) for point in points)


def _packed(point: Point) -> bytes:
    (at, match), state = point
    ever, season = state.ever, state.season
    return _state.pack(
        match.encode("ascii"),
        at,
        *state.skill,
        ever.points,
        _score(ever.best),
        season.points,
        _score(season.best),
        ever.played,
        ever.won,
        ever.drawn,
        season.played,
        season.won,
        season.drawn,
        state.day,
        state.streak,
        state.year,
        pack_form(state.form),
    )


def _score(best: int | None) -> int:
    return NONE if best is None else best


def unpack_points(data: Bytes) -> list[Point]:
    """Return the points of a stretch, oldest first."""
    return [_unpacked(row) for row in _state.iter_unpack(data)]


def places_of(data: Bytes) -> list[Place]:
    """Return the places of a stretch's points, without unpacking the rest of them."""
    found = (_place.unpack_from(data, start) for start in range(0, len(data), STATE_SIZE))
    return [Place(at, match.decode("ascii").rstrip("\0")) for match, at in found]


def last_point(data: Bytes) -> Point:
    """Return the last point of a stretch."""
    return _unpacked(_state.unpack_from(data, len(data) - STATE_SIZE))


def _unpacked(row: Any) -> Point:
    match, at, mu, sigma, points, best, season_points, season_best, *counts = row
    played, won, drawn, season_played, season_won, season_drawn, day, streak, year, form = counts
    state = State(
        Skill(mu, sigma),
        day,
        year,
        Count(played, won, drawn, points, _known(best)),
        Count(season_played, season_won, season_drawn, season_points, _known(season_best)),
        streak,
        unpack_form(form),
    )
    return Point(Place(at, match.decode("ascii").rstrip("\0")), state)


def _known(best: int) -> int | None:
    return None if best == NONE else best
