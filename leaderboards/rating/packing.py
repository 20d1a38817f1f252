"""How matches, skills and counts are kept in bytes. Pure.

`PART` is a player's place in a match that counts, in the order of the sides and of their members;
`ENTRY` what came of a match for a player; `SEASON` what stands at the end of a civil year; a skill
is two floats, which keep every bit. A rebuild reads and writes the same bytes as columns.
"""

import struct
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

from leaderboards.rating.formulas import Skill
from leaderboards.rating.tallies import DRAWN, FORM, LOST, WON, Count, Entry, Part, Place, Season

# As a database gives them.
Bytes = bytes | bytearray | memoryview
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
ENTRY = (
    ("match", "8s"),
    ("at", "q"),
    ("partner", "q"),
    ("points", "q"),
    ("year", "H"),
    ("outcome", "B"),
)
SEASON = (
    ("at", "q"),
    ("points", "q"),
    ("best", "q"),
    ("played", "I"),
    ("won", "I"),
    ("drawn", "I"),
    ("streak", "i"),
    ("year", "H"),
    ("form", "H"),
)
_part = struct.Struct("<" + "".join(code for _name, code in PART))
_entry = struct.Struct("<" + "".join(code for _name, code in ENTRY))
_season = struct.Struct("<" + "".join(code for _name, code in SEASON))
_skill = struct.Struct("<dd")
PART_SIZE, ENTRY_SIZE, SKILL_SIZE = _part.size, _entry.size, _skill.size
# A match counts on so many ladders of players, and on as many of pairs.
LADDERS = 4
# The first byte of a match's skills: which ladders are as the one before.
SHAPES = [bytes([shape]) for shape in range(256)]


def micros(moment: datetime) -> int:
    """Return a moment in whole microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


def moment(micros: int) -> datetime:
    """Return the moment of so many microseconds since 1970."""
    return EPOCH + micros * MICROSECOND


def pack_parts(parts: Sequence[Part]) -> bytes:
    """Return the sides of a match as its row keeps them; a float keeps every bit."""
    return b"".join(
        _part.pack(player, _score(part.points), part.margin, part.rank, side, CODES[part.outcome])
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
        players = tuple(row[0] for row in seated)
        parts.append(Part(players, _known(points), OUTCOMES[outcome], margin, rank))
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


def pack_entries(entries: Iterable[Entry]) -> bytes:
    """Return what came of matches as a stretch keeps it."""
    return b"".join(
        _entry.pack(
            entry.place.match.encode("ascii"),
            entry.place.at,
            entry.partner,
            _score(entry.points),
            entry.year,
            CODES[entry.outcome],
        )
        for entry in entries
    )


def unpack_entries(data: Bytes) -> list[Entry]:
    """Return what came of the matches of a stretch, oldest first."""
    return [
        Entry(
            Place(at, match.rstrip(b"\0").decode("ascii")),
            partner,
            _known(points),
            year,
            OUTCOMES[outcome],
        )
        for match, at, partner, points, year, outcome in _entry.iter_unpack(data)
    ]


def pack_seasons(seasons: Iterable[Season]) -> bytes:
    """Return somebody's seasons as their row on a ladder keeps them."""
    return b"".join(
        _season.pack(
            season.at,
            season.counted.points,
            _score(season.counted.best),
            season.counted.played,
            season.counted.won,
            season.counted.drawn,
            season.streak,
            season.year,
            pack_form(season.form),
        )
        for season in seasons
    )


def unpack_seasons(data: Bytes) -> list[Season]:
    """Return somebody's seasons, oldest first."""
    return [
        Season(year, at, Count(played, won, drawn, points, _known(best)), streak, unpack_form(form))
        for at, points, best, played, won, drawn, streak, year, form in _season.iter_unpack(data)
    ]


def unpack_skills(data: Bytes, seats: int, *, pairs: bool) -> bytearray:
    """Return the skills that a match came to, on each ladder: of its players, then of two pairs.

    A ladder that is as the one before it is kept as a bit of the first byte. Nothing yet: zeros.
    """
    full = bytearray()
    kept, at = bytes(data), 1
    for kind, size in enumerate(_sizes(seats, pairs=pairs)):
        if not kept:
            full += bytes(size)
        elif kept[0] >> kind & 1:
            full += full[-size:]
        else:
            full += kept[at : at + size]
            at += size
    return full


def pack_skills(full: Bytes, seats: int, *, pairs: bool) -> bytes:
    """Return the skills that a match came to as its row keeps them."""
    shape, kept, at = 0, b"", 0
    for kind, size in enumerate(_sizes(seats, pairs=pairs)):
        block = bytes(full[at : at + size])
        if kind % LADDERS and block == bytes(full[at - size : at]):
            shape |= 1 << kind
        else:
            kept += block
        at += size
    return SHAPES[shape] + kept


def _sizes(seats: int, *, pairs: bool) -> list[int]:
    """Return how many bytes the skills on each ladder take."""
    return [seats * SKILL_SIZE] * LADDERS + [2 * SKILL_SIZE] * (LADDERS if pairs else 0)


def skill_place(kind: int, number: int, seats: int, *, pairs: bool) -> int:
    """Return where a skill begins: on the ladder `kind` (0–3), of the competitor `number`."""
    before = LADDERS * seats + 2 * kind if pairs else kind * seats
    return (before + number) * SKILL_SIZE


def skill_at(data: Bytes, place: int) -> Skill:
    """Return the skill that begins at a place."""
    return Skill(*_skill.unpack_from(data, place))


def put_skill(data: bytearray, place: int, skill: Skill) -> bool:
    """Write a skill at a place, and say whether it is another than stood there."""
    packed = _skill.pack(*skill)
    if data[place : place + SKILL_SIZE] == packed:
        return False
    data[place : place + SKILL_SIZE] = packed
    return True


def _score(points: int | None) -> int:
    return NONE if points is None else points


def _known(points: int) -> int | None:
    return None if points == NONE else points
