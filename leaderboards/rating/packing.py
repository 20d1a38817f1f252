"""The packed bytes of matches, skills and counts. Pure."""

import struct
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice

from leaderboards.rating.matches import PlayerPart
from leaderboards.rating.tallies import PlayedMatch, Season

# The types in which databases return bytes.
Bytes = bytes | bytearray | memoryview
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

# The byte formats of `PlayerPart`, `PlayedMatch` and `Season`. A match's name is eight bytes.
_part, _entry, _season = map(struct.Struct, ("<qqdHHB", "<8sqqqHB", "<qqqIIIiHH"))
_skill = struct.Struct("<dd")
ENTRY_SIZE = _entry.size
# The number of ladders of players on which a match counts: in its club and over all clubs, for
# its family and for all families. It counts on as many ladders of pairs.
LADDERS = 4
# μ and σ of each competitor of a match on one ladder, in the order of the sides.
LadderSkills = list[tuple[float, float]]


def micros(moment: datetime) -> int:
    """Return a moment in whole microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


def moment(micros: int) -> datetime:
    """Return a moment from its microseconds since 1970."""
    return EPOCH + micros * MICROSECOND


def pack_parts(parts: Iterable[PlayerPart]) -> bytes:
    """Return the packed seats of a match. Floats are packed exactly."""
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
    """Return the packed seasons of a row on a ladder."""
    return b"".join(_season.pack(*season) for season in seasons)


def unpack_seasons(data: Bytes) -> list[Season]:
    """Return the seasons of a row on a ladder, oldest first."""
    return [Season(*row) for row in _season.iter_unpack(data)]


def unpack_skills(data: Bytes, seats: int, *, pairs: bool) -> list[LadderSkills]:
    """Return the skills after a match on each of its ladders: of players, then of pairs if `pairs`.

    The first byte has a bit for each ladder. It is set if the ladder's skills equal those of the
    previous ladder, because these are not stored twice. Without any bytes all ladders are empty.
    """
    ladders: list[LadderSkills] = []
    alike, rows = bytes(data[:1]) or b"\0", _skill.iter_unpack(data[1:])
    for kind in range(2 * LADDERS if pairs else LADDERS):
        many = seats if kind < LADDERS else 2
        ladders.append(ladders[-1] if alike[0] >> kind & 1 else list(islice(rows, many)))
    return ladders


def pack_skills(ladders: Sequence[LadderSkills]) -> bytes:
    """Return the packed skills after a match."""
    alike, different = 0, []
    for kind, skills in enumerate(ladders):
        if kind % LADDERS and skills == ladders[kind - 1]:
            alike |= 1 << kind
        else:
            different += skills
    return bytes([alike]) + b"".join(_skill.pack(*skill) for skill in different)
