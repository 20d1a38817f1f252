"""Rebuilds the boards of a game: read, folded in memory, written in one transaction."""

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
from leaderboards.rebuild.board_rows import Boards
from leaderboards.rebuild.read_matches import read

ProgressCallback = Callable[[int], None]


def rebuild(*, game: str, progress: ProgressCallback = lambda done: None) -> None:
    """Rebuild a game's boards from its matches.

    `progress` is called with the number of matches done. The old boards stay until all is written.
    Changes made meanwhile are counted afterwards.
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
        # A stopped run leaves nothing behind: the next one starts from the beginning.
        RebuildState.objects.filter(game=game, running=run).update(running="")
    process_due()


@contextmanager
def _unchecked() -> Iterator[None]:
    """Turn off SQLite's foreign key checks row by row; `_check` checks all at once.

    With the checks on, SQLite would also delete row by row.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        # Inside a transaction this setting does not change.
        cursor.execute("PRAGMA foreign_keys = 0")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys = 1")


def _check(boards: Boards) -> None:
    """Raise `IntegrityError` if a person or a club of the rows was deleted since it was read.

    With one writer at a time, as SQLite has, they stay until the transaction ends.
    """
    gone = set(boards.people.tolist()) - {0, *Player.objects.values_list("pk", flat=True)}
    clubs = {club for club, _family in boards.columns.groups}
    if gone or clubs - {*Club.objects.values_list("pk", flat=True)}:
        raise IntegrityError(f"gone while boards were made anew: {sorted(gone)}")


@transaction.atomic
def _write(game: str, boards: Boards, run: str) -> None:
    """Write the boards in place of the old ones."""
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
        stored = [ladder for ladder in boards.ladders if ladder.pk is not None]
        years = [(json.dumps(ladder.seasons), ladder.pk) for ladder in stored]
        update(Ladder, ("seasons",), years)
    # The whole game was due and no longer is; single matches still are, for their facts.
    DueMatch.objects.filter(game=game, match="").delete()


def _clear(model: Any, of: str, **whose: Any) -> None:
    """Delete a game's rows, to which nothing refers; all at once if no other game has any."""
    alone = connection.vendor == "sqlite" and not Ladder.objects.exclude(game=of).exists()
    rows = model.objects.all() if alone else model.objects.filter(**whose)
    rows._raw_delete(rows.db)
