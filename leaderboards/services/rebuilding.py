"""The boards of a game from nothing, in pieces that a stopped run goes on from."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from games.models import Match
from games.registry import rules_accessors
from leaderboards.constants import constants_of
from leaderboards.counting import counted, counting, in_order, played_of
from leaderboards.models import EVER, Book, Counted, Ladder, Meeting, Rated, Standing
from leaderboards.services.meetings import count_meetings
from leaderboards.storage import (
    Ended,
    LadderKey,
    competitor_of,
    ladder_keys,
    ladders_of,
    rated_row,
    standing_row,
    state_of,
    write_rated,
)
from leaderboards.tallies import Competitor, State, competitors, moved_on

PIECE = 2000


@dataclass
class _Fold:
    """All ladders of a game, moved on match by match."""

    game: str
    ladders: dict[LadderKey, Ladder] = field(default_factory=dict)
    states: dict[tuple[int, Competitor], State] = field(default_factory=dict)
    rows: list[Rated] = field(default_factory=list)

    def add(self, row: Counted) -> None:
        """Count one more match on each ladder it is for."""
        played = played_of(row)
        for key in ladder_keys(row, played):
            ladder, who = self.ladders[key], competitors(played, pairs=key[2])
            before = [[self.states.get((ladder.pk, one)) for one in side] for side in who]
            states = moved_on(played, before, constants_of(self.game))
            for side, moved in zip(who, states, strict=True):
                for one, state in zip(side, moved, strict=True):
                    self.states[ladder.pk, one] = state
                    self.rows.append(rated_row(ladder, row, one, state))

    def recall(self) -> None:
        """Take up the states that a stopped run has left."""
        for row in _last_rows(self.game):
            self.states[row.ladder_id, competitor_of(row)] = state_of(row)


def rebuild(*, game: str, progress: Callable[[int], None] = lambda done: None) -> int:
    """Make a game's boards anew from its matches, and return how many matches they count.

    A run that was stopped is gone on with. `progress` hears of how many matches were looked at.
    """
    _begin(game)
    fold = _Fold(game)
    fold.recall()
    while True:
        looked = _piece(fold)
        progress(looked)
        if looked == 0:
            break
    _finish(game)
    return Counted.objects.filter(game=game).count()


@transaction.atomic
def _begin(game: str) -> None:
    Book.objects.get_or_create(game=game)
    book = Book.objects.select_for_update().get(game=game)
    if book.rebuilt_to is not None:
        return
    Ladder.objects.filter(game=game).delete()
    Counted.objects.filter(game=game).delete()
    Meeting.objects.filter(game=game).delete()
    first = in_order(counting().filter(game=game)).first()
    if first is not None and first.finished_at is not None:
        # Just before the first match: the names of matches begin after the empty one.
        book.rebuilt_to, book.rebuilt_match = first.finished_at, ""
        book.save()


@transaction.atomic
def _piece(fold: _Fold) -> int:
    """Count the next matches, and say how many there were to look at."""
    book = Book.objects.select_for_update().get(game=fold.game)
    if book.rebuilt_to is None:
        return 0
    matches = list(_next(fold.game, book))
    if not matches:
        return 0
    rows = counted(matches)
    Counted.objects.bulk_create(rows)
    keys = {key for row in rows for key in ladder_keys(row, played_of(row))}
    fold.ladders = ladders_of(fold.game, keys)
    for row in rows:
        fold.add(row)
    write_rated(fold.rows)
    fold.rows.clear()
    book.rebuilt_to, book.rebuilt_match = matches[-1].finished_at, matches[-1].pk
    book.save()
    return len(matches)


def _next(game: str, book: Book) -> list[Match]:
    place = (book.rebuilt_to, book.rebuilt_match)
    rows = in_order(counting().filter(game=game).select_related(*rules_accessors()), place)
    return list(rows[:PIECE])


@transaction.atomic
def _finish(game: str) -> None:
    """Read the boards off the curves: everybody's last row of each season."""
    book = Book.objects.select_for_update().get(game=game)
    last = {(row.ladder_id, competitor_of(row)): row for row in _last_rows(game)}
    ladders = Ladder.objects.filter(game=game).in_bulk()
    Standing.objects.filter(ladder__game=game).delete()
    Meeting.objects.filter(game=game).delete()
    count_meetings(game, [], Counted.objects.filter(game=game).iterator(PIECE))
    rows = []
    for row in _last_rows(game, by_year=True):
        who = competitor_of(row)
        newest, end = last[row.ladder_id, who], Ended(state_of(row), row.ended_at)
        seasons = [str(row.year)] + ([EVER] if row.pk == newest.pk else [])
        ladder = ladders[row.ladder_id]
        rows += [standing_row(ladder, season, who, state_of(newest), end) for season in seasons]
    Standing.objects.bulk_create(rows, batch_size=PIECE)
    book.rebuilt_to, book.rebuilt_match = None, ""
    book.save()


def _last_rows(game: str, *, by_year: bool = False) -> list[Rated]:
    """Everybody's last row on each ladder of a game, or on each in each year."""
    fields = [F("ladder"), F("player"), F("partner"), *([F("year")] if by_year else [])]
    newest = Window(RowNumber(), partition_by=fields, order_by=["-ended_at", "-match"])
    rows = Rated.objects.filter(ladder__game=game).annotate(newest=newest)
    return list(rows.filter(newest=1))
