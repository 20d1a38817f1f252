"""What boards do when matches finish, change, or change hands."""

from collections import defaultdict
from collections.abc import Collection

from django.db import transaction

from games.models import Match
from games.registry import rules_accessors
from leaderboards.counting import counted, counting, played_of
from leaderboards.models import Book, Counted
from leaderboards.services.meetings import count_meetings
from leaderboards.services.replay import Replay
from leaderboards.storage import LadderKey, ladder_keys, ladders_of


def recount(*, matches: Collection[str]) -> None:
    """Bring the boards up to date with these matches, whatever became of them.

    Costs in proportion to the later matches of those who played them, and of whom they played.
    """
    old = list(Counted.objects.filter(match__in=matches).values_list("game", flat=True))
    new = list(counting().filter(pk__in=matches).values_list("game", flat=True))
    for game in sorted({*old, *new}):
        _recount(game, matches)


@transaction.atomic
def _recount(game: str, matches: Collection[str]) -> None:
    book = _locked(game)
    was = {row.match: row for row in Counted.objects.filter(game=game, match__in=matches)}
    rows = counting().filter(game=game, pk__in=matches).select_related(*rules_accessors())
    now = {row.match: row for row in counted(list(rows)) if _is_due(book, row)}
    gone = [row for match, row in was.items() if not _same(row, now.get(match))]
    come = [row for match, row in now.items() if not _same(row, was.get(match))]
    if gone or come:
        _move_on(game, gone, come)


def _locked(game: str) -> Book:
    Book.objects.get_or_create(game=game)
    return Book.objects.select_for_update().get(game=game)


def _is_due(book: Book, row: Counted) -> bool:
    """While a rebuild is under way it will come by what lies after its place itself."""
    if book.rebuilt_to is None:
        return True
    return (row.ended_at, row.match) <= (book.rebuilt_to, book.rebuilt_match)


def _same(one: Counted, other: Counted | None) -> bool:
    names = ("club_id", "family", "ended_at", "parts")
    return other is not None and all(getattr(one, n) == getattr(other, n) for n in names)


def _move_on(game: str, gone: list[Counted], come: list[Counted]) -> None:
    Counted.objects.bulk_create(
        come,
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=["club", "family", "ended_at", "day", "year", "parts"],
    )
    count_meetings(game, gone, come)
    left, joined = _by_ladder(gone), _by_ladder(come)
    ladders = ladders_of(game, joined)
    for key in {**left, **joined}:
        Replay(ladders[key]).run(left.get(key, []), joined.get(key, []))
    kept = {row.match for row in come}
    Counted.objects.filter(match__in=[row.match for row in gone if row.match not in kept]).delete()


def _by_ladder(rows: list[Counted]) -> dict[LadderKey, list[Counted]]:
    groups: dict[LadderKey, list[Counted]] = defaultdict(list)
    for row in rows:
        for key in ladder_keys(row, played_of(row)):
            groups[key].append(row)
    return dict(groups)


def matches_of(players: Collection[int]) -> list[str]:
    """Return the matches at which these players sit, or were counted as sitting."""
    sits = Match.objects.filter(seats__player__in=players).values_list("pk", flat=True)
    was = Counted.objects.filter(rated__player__in=players).values_list("pk", flat=True)
    return sorted({*sits, *was})
