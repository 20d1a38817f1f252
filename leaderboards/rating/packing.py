"""The packed bytes of matches, skills and counts. Pure.

A rebuild reads and writes the same bytes as columns: `leaderboards.rebuild`.
"""

import struct
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from leaderboards.rating.matches import PlayerPart
from leaderboards.rating.tallies import PlayedMatch, Season

# As a database returns them.
Bytes = bytes | bytearray | memoryview
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

# The types of the fields of `Part`, `Entry` and `Season`; a match's name is eight bytes.
PART, ENTRY, SEASON = "qqdHHB", ("8s", *"qqqHB"), "qqqIIIiHH"
_part, _entry, _season = (struct.Struct("<" + "".join(types)) for types in (PART, ENTRY, SEASON))
_skill = struct.Struct("<dd")
PART_SIZE, ENTRY_SIZE, SKILL_SIZE = _part.size, _entry.size, _skill.size
# A match counts on so many ladders of players, and on as many of pairs: of its club or over all, of
# its family or all.
LADDERS = 4


def micros(moment: datetime) -> int:
    """Return a moment in whole microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


def moment(micros: int) -> datetime:
    """Return a moment from its microseconds since 1970."""
    return EPOCH + micros * MICROSECOND


def pack_parts(parts: Iterable[PlayerPart]) -> bytes:
    """Return the packed seats of a match; a float keeps every bit."""
    return b"".join(_part.pack(*part) for part in parts)


def unpack_parts(data: Bytes) -> list[PlayerPart]:
    """Return the seats of a match from its bytes."""
    return [PlayerPart(*row) for row in _part.iter_unpack(data)]


def pack_entries(entries: Iterable[PlayedMatch]) -> bytes:
    """Return the packed entries of a chunk."""
    return b"".join(_entry.pack(match.encode("ascii"), *rest) for match, *rest in entries)


def unpack_entries(data: Bytes) -> list[PlayedMatch]:
    """Return the entries of a chunk, oldest first."""
    rows = _entry.iter_unpack(data)
    return [PlayedMatch(match.rstrip(b"\0").decode("ascii"), *rest) for match, *rest in rows]


def pack_seasons(seasons: Iterable[Season]) -> bytes:
    """Return the packed seasons of somebody's row on a ladder."""
    return b"".join(_season.pack(*season) for season in seasons)


def unpack_seasons(data: Bytes) -> list[Season]:
    """Return somebody's seasons, oldest first."""
    return [Season(*row) for row in _season.iter_unpack(data)]


def unpack_skills(data: Bytes, seats: int, *, pairs: bool) -> bytearray:
    """Return the skills after a match, on each ladder: of its players, then of two pairs.

    A ladder that equals the one before it takes only a bit of the first byte. Nothing yet: zeros.
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
    """Return the packed skills after a match."""
    alike, kept, at = 0, b"", 0
    for kind, size in enumerate(_sizes(seats, pairs=pairs)):
        block = bytes(full[at : at + size])
        if kind % LADDERS and block == bytes(full[at - size : at]):
            alike |= 1 << kind
        else:
            kept += block
        at += size
    return bytes([alike]) + kept


def _sizes(seats: int, *, pairs: bool) -> list[int]:
    """Return how many bytes the skills on each ladder take."""
    return [seats * SKILL_SIZE] * LADDERS + [2 * SKILL_SIZE] * (LADDERS if pairs else 0)


def skill_place(kind: int, number: int, seats: int, *, pairs: bool) -> int:
    """Return where a skill begins: on the ladder `kind` (0–3), of the competitor `number`."""
    before = LADDERS * seats + 2 * kind if pairs else kind * seats
    return (before + number) * SKILL_SIZE


def skill_at(data: Bytes, place: int) -> tuple[float, float]:
    """Return the skill that begins at a place."""
    mu, sigma = _skill.unpack_from(data, place)
    return mu, sigma


def put_skill(data: bytearray, place: int, mu: float, sigma: float) -> bool:
    """Write a skill at a place, and return whether it differs from the old one."""
    packed = _skill.pack(mu, sigma)
    if data[place : place + SKILL_SIZE] == packed:
        return False
    data[place : place + SKILL_SIZE] = packed
    return True
