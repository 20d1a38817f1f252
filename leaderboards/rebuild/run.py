"""Rebuilds the boards of a game: read, folded in memory, written in one transaction."""

import json
from collections.abc import Callable
from uuid import uuid4

from django.db import transaction

from clubs.bulk import insert, update
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
        _write(game, boards, run)
    finally:
        # A stopped run leaves nothing behind: the next one starts from the beginning.
        RebuildState.objects.filter(game=game, running=run).update(running="")
    process_due()


@transaction.atomic
def _write(game: str, boards: Boards, run: str) -> None:
    """Write the boards in place of the old ones."""
    if lock(game).running != run:
        raise RuntimeError("another rebuild is under way")
    EntryChunk.objects.filter(ladder__game=game).delete()
    RatedMatch.objects.filter(game=game).delete()
    Standing.objects.filter(ladder__game=game).delete()
    Meeting.objects.filter(game=game).delete()
    Ladder.objects.filter(game=game).update(seasons={})
    if len(boards.columns.names):
        for rows in boards.rated_matches():
            insert(rows)
        insert(boards.entry_chunks())
        insert(boards.standings())
        insert(boards.meetings())
        years = [(json.dumps(ladder.seasons), ladder.pk) for ladder in boards.ladders]
        update(Ladder, ("seasons",), years)
    # The whole game was due and no longer is; single matches still are, for their facts.
    DueMatch.objects.filter(game=game, match="").delete()
