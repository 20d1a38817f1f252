"""The boards of a game from nothing, in pieces that a stopped run goes on from.

Matches are read, rated and written as columns, the rating compiled (`leaderboards.compiled`).
`numpy` and `numba` are loaded when something is rebuilt, and never while pages are served.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import connection, transaction

from games.registry import game_of
from leaderboards.columns import Columns, Source, joined
from leaderboards.counting import counting, in_order
from leaderboards.folding import (
    Fold,
    Seasons,
    Told,
    counted_rows,
    standing_rows,
    stretch_rows,
)
from leaderboards.meeting import Meetings
from leaderboards.models import Counted, Due, Ladder, Meeting, Standing, Stretch
from leaderboards.packing import micros
from leaderboards.services.recounting import lock, settle
from leaderboards.tallies import Place
from leaderboards.writing import insert, update

Progress = Callable[[int], None]
# Matches of one transaction, and of one step of the progress told.
PIECE, BLOCK = 200_000, 20_000
# SQLite keeps so much of the database at hand meanwhile, in KiB: indexes are written all over.
AT_HAND = 256 * 1024


def rebuild(*, game: str, progress: Progress = lambda done: None) -> int:
    """Make a game's boards anew from its matches, and return how many matches they count.

    A run that was stopped is gone on with. `progress` hears of how many matches were looked at.
    What changes meanwhile is counted at the end. The boards stand as they were until then.
    """
    with _much_at_hand():
        begun = _begin(game)
        if begun is not None:
            _run(game, begun, progress)
    settle()
    return Counted.objects.filter(game=game).count()


def _run(game: str, begun: Place, progress: Progress) -> None:
    fold, meetings = Fold(game_of(game)), Meetings()
    recalled = _recalled(game)
    if len(recalled.names):
        meetings.count(fold.count(recalled).columns)
        progress(len(recalled.names))
    source = Source.read(fold.game, begun)
    place = begun
    for start in range(0, len(source.names), PIECE):
        end = min(start + PIECE, len(source.names))
        place = _piece(fold, meetings, source, (start, end), place, progress)
    _finish(fold, meetings)


@contextmanager
def _much_at_hand() -> Iterator[None]:
    """Have SQLite keep more of the database at hand."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        was = cursor.execute("PRAGMA cache_size").fetchone()[0]
        cursor.execute(f"PRAGMA cache_size = -{AT_HAND}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = {was}")


@transaction.atomic
def _begin(game: str) -> Place | None:
    """Return the place to go on from; None if no match counts."""
    book = lock(game)
    if book.rebuilt_to is not None:
        return Place(book.rebuilt_to, book.rebuilt_match)
    first = in_order(counting().filter(game=game)).values_list("finished_at", flat=True).first()
    if first is None:
        _clear_boards(game)
    _clear(Stretch, ladder__in=_ladders(game))
    _clear(Counted, game=game)
    # The whole game was due; single matches still are, to have their facts found.
    _clear(Due, game=game, match="")
    if first is None:
        return None
    # Just before the first match: the names of matches begin after the empty one.
    book.rebuilt_to, book.rebuilt_match = micros(first), ""
    book.save()
    return Place(micros(first), "")


def _ladders(game: str) -> list[int]:
    return list(Ladder.objects.filter(game=game).values_list("pk", flat=True))


def _clear_boards(game: str) -> None:
    _clear(Standing, ladder__in=_ladders(game))
    _clear(Meeting, game=game)
    Ladder.objects.filter(game=game).update(seasons={})


def _clear(model: Any, **whose: Any) -> None:
    """Delete a game's rows, which nothing refers to; all at once if there are no others."""
    rows = model.objects.filter(**whose)
    if not model.objects.exclude(**whose).exists():
        rows = model.objects.all()
    rows._raw_delete(rows.db)


def _recalled(game: str) -> Columns:
    """Return the matches that a stopped run has counted, as it read them."""
    rows = list(Counted.objects.filter(game=game).order_by("at", "match"))
    parts, starts = joined([bytes(row.parts) for row in rows])
    seated = np.diff(starts)
    sides = parts["side"]
    firsts = np.add.reduceat(sides == 0, starts[:-1]) if len(rows) else np.zeros(0, np.int64)
    last = sides[starts[1:] - 1] if len(rows) else np.zeros(0, np.int64)
    return Columns(
        names=np.array([row.match for row in rows], "S8"),
        at=np.array([row.at for row in rows], np.int64),
        day=np.array([row.day for row in rows], np.int64),
        year=np.array([row.year for row in rows], np.int64),
        clubs=[row.club_id for row in rows],
        families=[row.family for row in rows],
        starts=starts,
        parts=parts,
        paired=(seated == 4) & (firsts == 2) & (last == 1),
    )


@transaction.atomic
def _piece(
    fold: Fold,
    meetings: Meetings,
    source: Source,
    piece: tuple[int, int],
    begun: Place,
    progress: Progress,
) -> Place:
    """Count the next matches and store what they come to; return the last one's place."""
    book = lock(fold.game.slug)
    if (book.rebuilt_to, book.rebuilt_match) != begun:
        raise RuntimeError("another rebuild is under way")
    blocks: list[Told] = []
    for start in range(*piece, BLOCK):
        end = min(start + BLOCK, piece[1])
        columns = source.part(start, end)
        if len(columns.names):
            told = fold.count(columns)
            meetings.count(columns)
            insert(counted_rows(fold.game.slug, told))
            blocks.append(told)
        progress(end - start)
    if blocks:
        insert(stretch_rows(fold, blocks))
    last = piece[1] - 1
    place = Place(int(source.at[last]), source.names[last].decode("ascii"))
    book.rebuilt_to, book.rebuilt_match = place
    book.save()
    return place


@transaction.atomic
def _finish(fold: Fold, meetings: Meetings) -> None:
    """Write the boards, and who met whom, in the place of what stood there."""
    game = fold.game.slug
    book = lock(game)
    _clear_boards(game)
    if fold.used:
        seasons = Seasons.of(fold)
        insert(standing_rows(fold, seasons))
        insert(meetings.rows(game))
        years = map(json.dumps, seasons.on_ladders(fold))
        pks = (ladder.pk for ladder in fold.ladders)
        update(Ladder, ("seasons",), list(zip(years, pks, strict=True)))
    book.rebuilt_to, book.rebuilt_match = None, ""
    book.save()
