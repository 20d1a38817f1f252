"""The boards of a game from nothing, in pieces that a stopped run goes on from.

Matches are read, rated and written as columns, the rating compiled (`compiled`).
`numpy` and `numba` are loaded when something is rebuilt, and never while pages are served.
"""

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import IntegrityError, connection, transaction

from clubs.bulk import insert, update
from clubs.models import Club, Player
from games.registry import game_of
from leaderboards.counting import countable
from leaderboards.live.process import lock, process_due
from leaderboards.models import DueMatch, EntryChunk, Ladder, Meeting, RatedMatch, Standing
from leaderboards.rating.tallies import Place
from leaderboards.rebuild.columns import Columns, Source, grouped, joined, paired
from leaderboards.rebuild.folding import (
    Fold,
    Seasons,
    Told,
    chunk_rows,
    rated_match_rows,
    standing_rows,
)
from leaderboards.rebuild.meetings import Meetings

Progress = Callable[[int], None]
# Matches of one transaction, and of one step of the progress told.
PIECE, BLOCK = 200_000, 20_000
# SQLite keeps so much of the database at hand meanwhile (in KiB, negative by its own convention):
# indexes are written all over.
AT_HAND = -256 * 1024
# Where a rebuild begins.
BEFORE_ALL = Place(-(2**62), "")


def rebuild(*, game: str, progress: Progress = lambda done: None) -> int:
    """Make a game's boards anew from its matches, and return how many matches they count.

    A run that was stopped is gone on with. `progress` hears of how many matches were looked at.
    What changes meanwhile is counted at the end. The boards stand as they were until then; curves
    and the last 90 days fill up piece by piece where a game has several.
    """
    with _room():
        begun = _begin(game)
        if begun is not None:
            _run(game, begun, progress)
    process_due()
    return RatedMatch.objects.filter(game=game).count()


def _run(game: str, begun: Place, progress: Progress) -> None:
    recalled = _recalled(game) if begun != BEFORE_ALL else _columns([])
    source = Source.read(game_of(game), begun, without=recalled.names)
    people = np.unique(np.concatenate(([0], recalled.parts["player"], source.seat_player)))
    fold, meetings = Fold(game_of(game), people), Meetings()
    if len(recalled.names):
        _count(fold, meetings, recalled)
        progress(len(recalled.names))
    starts = list(range(0, len(source.names), PIECE))
    place = begun
    for start in starts[:-1]:
        place = _piece(fold, meetings, source, (start, start + PIECE), place, progress)
    # In one transaction: of a game that is one piece nobody sees the half.
    with transaction.atomic():
        for start in starts[-1:]:
            rest = (start, len(source.names))
            place = _piece(fold, meetings, source, rest, place, progress)
        _finish(fold, meetings, place)


def _count(fold: Fold, meetings: Meetings, columns: Columns) -> Told:
    who = fold.numbers(columns)
    meetings.count(columns, who)
    return fold.count(columns, who)


@contextmanager
def _room() -> Iterator[None]:
    """Keep more of the database at hand, and do not look for cycles: lists of numbers have none.

    SQLite looks up whoever a row refers to, row by row, and for that reason alone also deletes row
    by row. The few thousand who are referred to are looked up at once instead (`_check_known`).
    Nor does it write zeros over rows it deletes, as some makers have it: they hold nothing that the
    matches do not.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        with (
            _pragma("cache_size", AT_HAND),
            _pragma("foreign_keys", 0),
            _pragma("secure_delete", 0),
        ):
            yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def _pragma(name: str, value: int) -> Iterator[None]:
    """Have SQLite go by a setting meanwhile; within a transaction it keeps to some of its own."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        was = cursor.execute(f"PRAGMA {name}").fetchone()[0]
        cursor.execute(f"PRAGMA {name} = {value}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {name} = {was}")


@transaction.atomic
def _begin(game: str) -> Place | None:
    """Return the place to go on from; None if no match counts."""
    state = lock(game)
    if state.rebuilt_to is not None:
        return Place(state.rebuilt_to, state.rebuilt_match)
    # The whole game was due; single matches still are, to have their facts found.
    DueMatch.objects.filter(game=game, match="").delete()
    if not countable().filter(game=game).exists():
        _clear_counted(game)
        _clear_boards(game)
        return None
    state.rebuilt_to, state.rebuilt_match = BEFORE_ALL
    state.save()
    return BEFORE_ALL


def _ladders(game: str) -> list[int]:
    return list(Ladder.objects.filter(game=game).values_list("pk", flat=True))


def _clear_counted(game: str) -> None:
    _clear(EntryChunk, game, ladder__in=_ladders(game))
    _clear(RatedMatch, game, game=game)


def _clear_boards(game: str) -> None:
    _clear(Standing, game, ladder__in=_ladders(game))
    _clear(Meeting, game, game=game)
    Ladder.objects.filter(game=game).update(seasons={})


def _clear(model: Any, of: str, **whose: Any) -> None:
    """Delete a game's rows, which nothing refers to.

    Where no other game has any, all at once without looking at each; with one writer at a time
    none can come meanwhile.
    """
    alone = connection.vendor == "sqlite" and not Ladder.objects.exclude(game=of).exists()
    rows = model.objects.all() if alone else model.objects.filter(**whose)
    rows._raw_delete(rows.db)


def _recalled(game: str) -> Columns:
    """Return the matches that a stopped run has counted, as it read them."""
    rows = RatedMatch.objects.filter(game=game).order_by("at", "match")
    names = ("match", "club", "family", "at", "day", "year", "parts")
    return _columns(list(rows.values_list(*names).iterator(10_000)))


def _columns(rows: Sequence[tuple[Any, ...]]) -> Columns:
    matches, clubs, families, at, day, year, data = zip(*rows, strict=True) if rows else ((),) * 7
    parts, starts = joined([bytes(one) for one in data])
    groups, group = grouped(np.array(clubs, np.int64), families)
    return Columns(
        names=np.array(matches, "S8"),
        at=np.array(at, np.int64),
        day=np.array(day, np.int64),
        year=np.array(year, np.int64),
        groups=groups,
        group=group,
        starts=starts,
        parts=parts,
        paired=paired(parts, starts),
    )


def _check_known(fold: Fold) -> None:
    """Raise `IntegrityError` if somebody or a club that rows refer to is gone since it was read.

    With one writer at a time, as SQLite has, they stay until the transaction ends.
    """
    clubs = {ladder.club_id for ladder in fold.ladders} - {None}
    gone = set(fold.people.tolist()) - {0, *Player.objects.values_list("pk", flat=True)}
    if gone or clubs - {*Club.objects.values_list("pk", flat=True)}:
        raise IntegrityError(f"gone while boards were made anew: {sorted(gone)}")


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
    state = lock(fold.game.slug)
    if (state.rebuilt_to, state.rebuilt_match) != begun:
        raise RuntimeError("another rebuild is under way")
    if begun == BEFORE_ALL:
        _clear_counted(fold.game.slug)
    blocks: list[Told] = []
    for start in range(*piece, BLOCK):
        end = min(start + BLOCK, piece[1])
        columns = source.part(start, end)
        if len(columns.names):
            blocks.append(_count(fold, meetings, columns))
        progress(end - start)
    if blocks:
        _check_known(fold)
        insert(rated_match_rows(fold.game.slug, blocks))
        insert(chunk_rows(fold, blocks))
    last = piece[1] - 1
    place = Place(int(source.at[last]), source.names[last].decode("ascii"))
    state.rebuilt_to, state.rebuilt_match = place
    state.save()
    return place


@transaction.atomic
def _finish(fold: Fold, meetings: Meetings, begun: Place) -> None:
    """Write the boards, and who met whom, in the place of what stood there."""
    game = fold.game.slug
    state = lock(game)
    if (state.rebuilt_to, state.rebuilt_match) != begun:
        raise RuntimeError("another rebuild is under way")
    if begun == BEFORE_ALL:
        _clear_counted(game)
    _clear_boards(game)
    if fold.used:
        _check_known(fold)
        seasons = Seasons.of(fold)
        insert(standing_rows(fold, seasons))
        insert(meetings.rows(game, fold.people))
        years = map(json.dumps, seasons.on_ladders(fold))
        pks = (ladder.pk for ladder in fold.ladders)
        update(Ladder, ("seasons",), list(zip(years, pks, strict=True)))
    state.rebuilt_to, state.rebuilt_match = None, ""
    state.save()
