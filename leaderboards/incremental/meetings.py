"""Updates the counters of how often two people met, and with which results."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

from leaderboards.models import Meeting
from leaderboards.rating.matches import MEETINGS, TOGETHER, TOGETHER_WON, met
from leaderboards.storage import AT_ONCE, LoadedMatch, in_parts

# The key of the counters of two players: the lower player number, the higher one, and the club.
Key = tuple[int, int, int | None]
# The counters of each key, by their names in `MEETINGS`.
MeetingCounts = dict[Key, Counter[str]]


def count_meetings(game: str, gone: Iterable[LoadedMatch], come: Iterable[LoadedMatch]) -> None:
    """Update a game's counters of meetings: subtract the matches `gone`, add the matches `come`."""
    changes: MeetingCounts = defaultdict(Counter)
    for matches, sign in ((gone, -1), (come, 1)):
        for match in matches:
            add_meetings(changes, match, sign)
    _apply(game, {key: counts for key, counts in changes.items() if any(counts.values())})


def add_meetings(changes: MeetingCounts, match: LoadedMatch, sign: int) -> None:
    """Add the meetings of a match to the counters, or subtract them if `sign` is −1."""
    for part, other in combinations(sorted(match.parts), 2):
        kind = met(part.side, part.rank, other.side, other.rank, part.outcome)
        counts = changes[part.player, other.player, match.row.club_id]
        counts[MEETINGS[kind]] += sign
        if kind == TOGETHER_WON:
            counts[MEETINGS[TOGETHER]] += sign


def _apply(game: str, changes: MeetingCounts) -> None:
    known: dict[Key, Meeting] = {}
    for players in in_parts({player for player, _other, _club in changes}):
        rows = Meeting.objects.filter(game=game, one__in=players)
        known |= {(row.one_id, row.other_id, row.club_id): row for row in rows}
    fresh, moved, empty = [], [], []
    for key, counts in changes.items():
        player, other, club = key
        row = known.get(key) or Meeting(game=game, one_id=player, other_id=other, club_id=club)
        for name, count in counts.items():
            setattr(row, name, getattr(row, name) + count)
        if row._state.adding:
            fresh.append(row)
        elif any(getattr(row, name) for name in MEETINGS):
            moved.append(row)
        else:
            empty.append(row.pk)
    Meeting.objects.bulk_create(fresh, batch_size=AT_ONCE)
    Meeting.objects.bulk_update(moved, MEETINGS, batch_size=AT_ONCE)
    Meeting.objects.filter(pk__in=empty).delete()
