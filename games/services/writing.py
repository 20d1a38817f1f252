"""The steps that all writes on a match share: lock, exactly-once, version check, log,
notification.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from clubs.callers import Caller
from core.exactly_once import fingerprint_of, first_write
from games import queries
from games.errors import Denied, Refused, Stale
from games.live.hub import announce
from games.match import past, permissions
from games.match.sizes import RECORDED_FIGURES, figures
from games.models import Change, EntryBase, Match, Side, Status
from games.presentation.table import Table
from games.queries import Loaded
from games.registry.game import Game
from games.registry.installed import game_of
from games.sheet import Fold, RuleError, Scoresheet
from games.signals import match_stored

Kind = Change.Kind
# The columns of a match that a write may change.
SAVED = (
    "version",
    "status",
    "finished_at",
    "ended_by",
    "in_club_room",
    "advice",
    "seats_record",
)


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """The answer to a write: the match, and whether an earlier answer is repeated.

    `proposed`: the match counts in a club and the caller may not change it. The write was only
    proposed to the club, and the match has not changed.
    """

    table: Table
    repeated: bool = False
    proposed: bool = False


@dataclass(frozen=True, slots=True)
class Writing:
    """A write: its caller, its `client_id`, and the version that the caller had read (`after`).

    `rules` is the hash of the rules by which a phone scored the line; empty for other callers.
    """

    caller: Caller
    client_id: UUID | None = None
    after: int | None = None
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that a write made, for the log: its kind, its line, and the values before and
    after.
    """

    kind: str
    number: int | None = None
    before: Any = None
    after: Any = None
    at: datetime = field(default_factory=timezone.now)


def writable(match_id: str, by: Writing) -> Match:
    """Lock the match and check the right to write it.

    Raise `NotFound`, `Denied`, or `Refused` (`result_only`) for a match without lines, whose result
    must be corrected where it was typed.
    """
    match = queries.find(match_id, by.caller, lock=True)
    if not permissions.can_score(match, by.caller):
        raise Denied("edit_token_needed")
    if match.result_only:
        raise Refused("result_only")
    return match


def first_answer(match: Match, by: Writing, fingerprint: str) -> WriteOutcome | None:
    """Return the first answer of a repeated write; None for a new one.

    Raises `ClientIdReused` if the same `client_id` was used with another body.
    """
    first = first_write(Change.objects.filter(match=match), by.client_id, fingerprint)
    if first is None:
        return None
    return WriteOutcome(past.table_at(match, first.version), repeated=True)


@dataclass(frozen=True, slots=True)
class LockedMatch:
    """A write on a locked match: its body, its fingerprint, and its first answer if it is
    repeated.
    """

    match: Match
    body: Mapping[str, Any]
    fingerprint: str
    repeated: WriteOutcome | None


# A body, or a function that reads the body once the game is known.
Body = Mapping[str, Any] | Callable[[Game], Mapping[str, Any]]


def read_body(match: Match, body: Body) -> Mapping[str, Any]:
    """Return the body. If it is a function, the function reads it for the match's game."""
    return body(game_of(match.game)) if callable(body) else body


def begin(match_id: str, by: Writing, kind: str, number: int | None, body: Body) -> LockedMatch:
    """Lock the match, check the right to write it, and look for the first answer of a repeated
    write.

    Raise `NotFound`, `Denied`, `ClientIdReused`, and the errors of reading the body.
    """
    match = writable(match_id, by)
    values = read_body(match, body)
    fingerprint = fingerprint_of(kind, number, values)
    begun = LockedMatch(match, values, fingerprint, first_answer(match, by, fingerprint))
    # These kinds need no check here: a finished match takes no new line, a line set aside is only
    # logged, and a corrected line may be proposed instead.
    if begun.repeated is None and kind not in (Kind.RECORD, Kind.ASIDE, Kind.CORRECT):
        check_may_change(match, by)
    return begun


def check_may_change(match: Match, by: Writing) -> None:
    """Raise `Denied` for a match that counts, unless the caller vouches or is an officer."""
    if not permissions.can_change_counted(match, by.caller):
        raise Denied("match_counts")


def check_correctable(loaded: Loaded, by: Writing) -> None:
    """Check that this caller may correct or take back a line now, on this version.

    The table may correct a finished match for 24 hours after its end, an officer always.
    """
    if not permissions.can_correct(loaded.match, by.caller):
        raise Denied("correction_window_closed")
    check_fresh(loaded, by)
    check_not_abandoned(loaded.match)


def check_fresh(loaded: Loaded, by: Writing) -> None:
    """Raise `Stale` for a write made on an older version, so that it overwrites nothing.

    Versions that only logged a line set aside, or a proposal to a club, are ignored, because they
    changed nothing that the writer saw.
    """
    match = loaded.match
    if by.after is None or by.after == match.version:
        return
    since = Change.objects.filter(match=match, version__gt=by.after)
    since = since.exclude(Q(kind=Kind.ASIDE) | Q(kind=Kind.PATCH, after__has_key="proposed"))
    if by.after > match.version or since.exists():
        raise Stale(loaded.table())


def check_not_abandoned(match: Match) -> None:
    """Raise `Refused` for an abandoned match, which must be resumed before lines are written."""
    if match.status == Status.ABANDONED:
        raise Refused("match_abandoned")


def check_room(loaded: Loaded) -> None:
    """Raise `Refused` if one more line would exceed `RECORDED_FIGURES`."""
    if figures(len(loaded.entries) + 1, len(loaded.seats)) > RECORDED_FIGURES:
        raise Refused("match_full")


def check_open(match: Match) -> None:
    """Raise `Refused` unless the match is running, so that a line can be added."""
    check_not_abandoned(match)
    if match.status == Status.FINISHED:
        raise Refused("match_finished")


def fold_more(loaded: Loaded, fold: Fold, entry: EntryBase) -> None:
    """Add an entry to the fold. Raises `Refused`, with the sentence of the broken rule."""
    try:
        fold.add(entry)
    except RuleError as fault:
        raise Refused.of([fault], loaded.game, loaded.names) from fault


def store(loaded: Loaded, fold: Fold, done: Changed, by: Writing, fingerprint: str) -> WriteOutcome:
    """Store the outcome on sides and match, log the change, and notify. Return the answer."""
    match, sheet = loaded.match, fold.sheet()
    was_finished = match.status == Status.FINISHED
    keep_sides(loaded, sheet)
    keep_end(match, sheet, done.at)
    match.version += 1
    match.save(update_fields=SAVED)
    log(match, done, by, fingerprint)
    announce(match.pk, match.version)
    transaction.on_commit(partial(loaded.keep, fold, sheet))
    # Most writes are lines of a running match. The layers above can ignore them.
    running = not was_finished and match.status == Status.IN_PROGRESS
    match_stored.send(sender=Match, match=match, running=running, same_result=False)
    return WriteOutcome(loaded.table(sheet))


def note(match: Match, before: Mapping[str, Any], after: Mapping[str, Any], caller: Caller) -> None:
    """Log an event around a match, such as a proposal. The lines and the result do not change."""
    match.version += 1
    match.save(update_fields=["version"])
    log(match, Changed(Kind.PATCH, None, before, after), Writing(caller))
    announce(match.pk, match.version)


def keep_sides(loaded: Loaded, sheet: Scoresheet) -> None:
    """Store the sides' scores and ranks, for lists and leaderboards; at most one query."""
    standings = {place.side: place for place in sheet.result.ranking} if sheet.result else {}
    moved = []
    for side in loaded.sides:
        place = standings.get(side.number)
        outcome = (
            sheet.scores[side.number],
            place.rank if place else None,
            bool(place and place.eliminated),
        )
        if outcome != (side.score, side.rank, side.eliminated):
            side.score, side.rank, side.eliminated = outcome
            moved.append(side)
    if not moved:
        return
    # `bulk_update` would build a CASE expression, and that takes longer than the rest of the write.
    table = Side._meta.db_table
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET score = %s, rank = %s, eliminated = %s"  # noqa: S608
            " WHERE match_id = %s AND id = %s",
            [(side.score, side.rank, side.eliminated, side.match_id, side.pk) for side in moved],
        )


def keep_end(match: Match, sheet: Scoresheet, at: datetime) -> None:
    """Set the match's status and end from its sheet. A match that was finished before keeps its
    time of end.
    """
    if match.status == Status.ABANDONED:
        return
    if sheet.result is None:
        match.status, match.finished_at, match.ended_by = Status.IN_PROGRESS, None, ""
    else:
        match.status = Status.FINISHED
        match.finished_at = match.finished_at or at
        match.ended_by = sheet.result.ended_by


def log(match: Match, done: Changed, by: Writing, fingerprint: str = "") -> Change:
    """Store a change in the match's history and return it."""
    written = change(match, done, by, fingerprint)
    written.save(force_insert=True)
    return written


def change(match: Match, done: Changed, by: Writing, fingerprint: str = "") -> Change:
    """Return a change for the match's history, unsaved."""
    return Change(
        match=match,
        club_id=match.club_id,
        version=match.version,
        kind=done.kind,
        number=done.number,
        before=done.before,
        after=done.after,
        at=done.at,
        by=by.caller.account,
        client_id=by.client_id,
        fingerprint=fingerprint,
        status=match.status,
        finished_at=match.finished_at,
    )
