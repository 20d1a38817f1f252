"""Rebuilds the boards of a game: counted match by match, written in one transaction."""

from collections.abc import Callable, Sequence
from tempfile import TemporaryFile
from uuid import uuid4

from django.db import transaction

from core.bulk import insert, update
from games.registry.installed import game_of
from leaderboards.incremental.process import lock, process_due
from leaderboards.matches import countable, rated_by_name
from leaderboards.models import (
    DueMatch,
    EntryChunk,
    Ladder,
    Meeting,
    RatedMatch,
    RebuildState,
    SeasonStanding,
    Standing,
)
from leaderboards.rating.matches import MatchMoment
from leaderboards.rating.packing import micros
from leaderboards.rebuild.boards import Boards
from leaderboards.storage import AT_ONCE, in_parts

# After how many parts of the matches the progress is stored.
STEPS = 10

ProgressCallback = Callable[[int], object]


def rebuild(*, game: str, progress: ProgressCallback = lambda done: None) -> None:
    """Rebuild a game's boards from its matches.

    `progress` is called with the number of matches counted since its last call. The old boards stay
    until the new ones are written. Matches changed meanwhile are counted afterwards.
    """
    run = uuid4().hex
    with transaction.atomic():
        state = lock(game)
        state.running = run
        state.save()
    try:
        places = _places(game)
        RebuildState.objects.filter(game=game).update(done=0, total=len(places))
        with TemporaryFile() as file:
            boards = Boards(game_of(game), file)
            for done, part in enumerate(in_parts(places)):
                boards.count(_rows(game, part))
                progress(len(part))
                if done % STEPS == STEPS - 1:
                    RebuildState.objects.filter(game=game).update(done=(done + 1) * AT_ONCE)
            _write(game, boards, run)
    finally:
        # A stopped run leaves nothing behind: the next one starts from the beginning.
        RebuildState.objects.filter(game=game, running=run).update(running="")
    process_due()


def _places(game: str) -> list[MatchMoment]:
    """Return the matches of a game in their order."""
    rows = countable().filter(game=game).order_by().values_list("finished_at", "pk")
    return sorted(MatchMoment(micros(at), match) for at, match in rows.iterator() if at)


def _rows(game: str, places: Sequence[MatchMoment]) -> list[RatedMatch]:
    """Return the matches at these moments, in order.

    A match whose end was changed meanwhile is left out. It is due, so it is counted afterwards.
    """
    rows = {(row.at, row.match): row for row in rated_by_name(game, [at.match for at in places])}
    return [rows[place] for place in places if place in rows]


@transaction.atomic
def _write(game: str, boards: Boards, run: str) -> None:
    """Write the boards in place of the old ones."""
    if lock(game).running != run:
        raise RuntimeError("another rebuild is under way")
    EntryChunk.objects.filter(ladder__game=game).delete()
    Standing.objects.filter(ladder__game=game).delete()
    SeasonStanding.objects.filter(ladder__game=game).delete()
    RatedMatch.objects.filter(game=game).delete()
    Meeting.objects.filter(game=game).delete()
    Ladder.objects.filter(game=game).update(seasons={})
    for rows in boards.rows():
        insert(rows)
    update(Ladder, ("seasons",), boards.years())
    RebuildState.objects.filter(game=game).update(seasons_ready=True)
    # The game as a whole is no longer due. Its single matches stay due, because their facts must
    # still be computed.
    DueMatch.objects.filter(game=game, match="").delete()
