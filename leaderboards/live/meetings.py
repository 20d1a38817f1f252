"""Who met whom, and how it went: counters that follow the matches counted."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import combinations

from leaderboards.counting import played_of
from leaderboards.models import Meeting, RatedMatch
from leaderboards.rating.tallies import WON, Part

BATCH = 200
COUNTS = ("won", "lost", "drawn", "together", "together_won")
# The lower number, the higher one, and the club.
Key = tuple[int, int, int | None]


def count_meetings(game: str, gone: Iterable[RatedMatch], come: Iterable[RatedMatch]) -> None:
    """Take the meetings of matches off, and put those of others on."""
    changes: dict[Key, list[int]] = defaultdict(lambda: [0] * len(COUNTS))
    for rows, sign in ((gone, -1), (come, 1)):
        for row in rows:
            for key, counts in _meetings(row):
                for place, count in enumerate(counts):
                    changes[key][place] += sign * count
    _apply(game, {key: counts for key, counts in changes.items() if any(counts)})


def _meetings(row: RatedMatch) -> list[tuple[Key, tuple[int, ...]]]:
    seated = [(player, part) for part in played_of(row).parts for player in part.players]
    found = []
    for (one, his), (other, theirs) in combinations(sorted(seated, key=lambda it: it[0]), 2):
        found.append(((one, other, row.club_id), _counts(his, theirs)))
    return found


def _counts(one: Part, other: Part) -> tuple[int, ...]:
    if one is other:
        return (0, 0, 0, 1, int(one.outcome == WON))
    return (
        int(one.rank < other.rank),
        int(one.rank > other.rank),
        int(one.rank == other.rank),
        0,
        0,
    )


def _apply(game: str, changes: dict[Key, list[int]]) -> None:
    known = _known(game, changes)
    fresh, moved, empty = [], [], []
    for key, counts in changes.items():
        row = known.get(key, None) or Meeting(
            game=game, one_id=key[0], other_id=key[1], club_id=key[2]
        )
        for name, count in zip(COUNTS, counts, strict=True):
            setattr(row, name, getattr(row, name) + count)
        if row._state.adding:
            fresh.append(row)
        elif any(getattr(row, name) for name in COUNTS):
            moved.append(row)
        else:
            empty.append(row.pk)
    Meeting.objects.bulk_create(fresh, batch_size=BATCH)
    Meeting.objects.bulk_update(moved, COUNTS, batch_size=BATCH)
    Meeting.objects.filter(pk__in=empty).delete()


def _known(game: str, changes: Collection[Key]) -> dict[Key, Meeting]:
    ones = sorted({key[0] for key in changes})
    rows: dict[Key, Meeting] = {}
    for start in range(0, len(ones), BATCH):
        found = Meeting.objects.filter(game=game, one__in=ones[start : start + BATCH])
        rows |= {(row.one_id, row.other_id, row.club_id): row for row in found}
    return {key: rows[key] for key in changes if key in rows}
