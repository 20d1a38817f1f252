"""The boards of a game from nothing: read, folded in memory, written in one transaction."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.db import IntegrityError, connection, transaction

from clubs.bulk import insert, update
from clubs.models import Club, Player
from games.registry import game_of
from leaderboards.live.process import lock, process_due
from leaderboards.models import (
    DueMatch,
    EntryChunk,
    Ladder,
    Meeting,
    RatedMatch,
    RebuildState,
    Standing,
)
from leaderboards.rebuild.columns import read
from leaderboards.rebuild.rows import Boards

ProgressCallback = Callable[[int], None]


def rebuild(*, game: str, progress: ProgressCallback = lambda done: None) -> int:
    """Make a game's boards anew from its matches, and return how many matches they count.

    `progress` hears of how many matches were looked at. The boards stand as they were until all is
    written; what changes meanwhile is counted after it.
    """
    run = uuid4().hex
    with transaction.atomic():
        state = lock(game)
        state.running = run
        state.save()
    try:
        boards = Boards(game_of(game), read(game_of(game)))
        for done in boards.fold():
            progress(done)
        with _unchecked():
            _write(game, boards, run)
    finally:
        # A run that was stopped leaves nothing behind: the next one begins anew.
        RebuildState.objects.filter(game=game, running=run).update(running="")
    process_due()
    return RatedMatch.objects.filter(game=game).count()


@contextmanager
def _unchecked() -> Iterator[None]:
    """Have SQLite not look up whom each row refers to, row by row; `_check` does it at once.

    For the same reason alone it also deletes row by row.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        # Within a transaction this keeps to what it was.
        cursor.execute("PRAGMA foreign_keys = 0")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys = 1")


def _check(boards: Boards) -> None:
    """Raise `IntegrityError` if somebody or a club that rows refer to is gone since it was read.

    With one writer at a time, as SQLite has, they stay until the transaction ends.
    """
    gone = set(boards.people.tolist()) - {0, *Player.objects.values_list("pk", flat=True)}
    clubs = {club for club, _family in boards.columns.groups}
    if gone or clubs - {*Club.objects.values_list("pk", flat=True)}:
        raise IntegrityError(f"gone while boards were made anew: {sorted(gone)}")


@transaction.atomic
def _write(game: str, boards: Boards, run: str) -> None:
    """Write the boards in the place of what stood there."""
    if lock(game).running != run:
        raise RuntimeError("another rebuild is under way")
    ladders = list(Ladder.objects.filter(game=game).values_list("pk", flat=True))
    _clear(EntryChunk, game, ladder__in=ladders)
    _clear(RatedMatch, game, game=game)
    _clear(Standing, game, ladder__in=ladders)
    _clear(Meeting, game, game=game)
    Ladder.objects.filter(game=game).update(seasons={})
    if len(boards.columns.names):
        _check(boards)
        for rows in boards.rated_matches():
            insert(rows)
        insert(boards.entry_chunks())
        insert(boards.standings())
        insert(boards.meetings())
        years = [(json.dumps(ladder.seasons), ladder.pk) for ladder in boards.ladders]
        update(Ladder, ("seasons",), years)
    # All of the game was due; single matches still are, to have their facts found.
    DueMatch.objects.filter(game=game, match="").delete()


def _clear(model: Any, of: str, **whose: Any) -> None:
    """Delete a game's rows, which nothing refers to; at once where no other game has any."""
    alone = connection.vendor == "sqlite" and not Ladder.objects.exclude(game=of).exists()
    rows = model.objects.all() if alone else model.objects.filter(**whose)
    rows._raw_delete(rows.db)
