"""The writes on lines of a match: recording, correcting and taking back, and their previews."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from clubs.callers import Caller
from games import queries
from games.errors import Denied, LaterEntryIllegal, NotFound, Refused
from games.match import permissions
from games.match.match_cache import RenderedLines
from games.models import EntryBase
from games.queries import Loaded
from games.services import offers
from games.services.writing import (
    Body,
    Changed,
    Kind,
    WriteOutcome,
    Writing,
    begin,
    check_correctable,
    check_fresh,
    check_open,
    check_room,
    fold_more,
    read_body,
    store,
)
from games.sheet import Fold, RuleError, Scoresheet


@transaction.atomic
def record(*, match_id: str, data: Body, by: Writing) -> WriteOutcome:
    """Add a line to a running match.

    Raises `NotFound`, `Denied`, `ClientIdReused`, `Stale`, or `Refused` with the broken rule.
    """
    begun = begin(match_id, by, Kind.RECORD, None, data)
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_fresh(loaded, by)
    check_open(begun.match)
    check_room(loaded)
    entry = _new_entry(loaded, _drawn(loaded, begun.body), by)
    fold = loaded.take_fold()
    fold_more(loaded, fold, entry)
    entry.fill(dict(fold.lines[-1].completed))
    entry.save(force_insert=True)
    loaded.entries.append(entry)
    done = Changed(Kind.RECORD, entry.number, after=entry.data(), at=entry.recorded_at)
    return store(loaded, fold, done, by, begun.fingerprint)


@transaction.atomic
def correct(*, match_id: str, number: int, data: Body, by: Writing) -> WriteOutcome:
    """Replace a line. All lines after it are folded again.

    If the match counts and the caller may not change it, the correction is only proposed to the
    club. Raise the errors of `record`, and `LaterEntryIllegal` if a later line would break the
    rules.
    """
    begun = begin(match_id, by, Kind.CORRECT, number, data)
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_correctable(loaded, by)
    corrected, fold = _corrected(loaded, number, _drawn(loaded, begun.body, number - 1))
    entry = corrected[number - 1]
    before = loaded.entries[number - 1].data()
    entry.fill(dict(fold.lines[number - 1].completed))
    if not permissions.can_change_counted(begun.match, by.caller):
        offers.offer_line(begun.match, number, before, entry.data(), by.caller)
        return WriteOutcome(loaded.table(), proposed=True)
    entry.save(force_update=True, update_fields=entry.column_names())
    loaded.entries, loaded.rendered = corrected, RenderedLines()
    done = Changed(Kind.CORRECT, number, before, entry.data())
    return store(loaded, fold, done, by, begun.fingerprint)


@transaction.atomic
def take_back(*, match_id: str, number: int | None, by: Writing) -> WriteOutcome:
    """Take the last line back. `number` is its number, or None for whichever line is the last.

    A finished match then runs again. Raise `Refused` (`not_last`) if the line is not the last, and
    `NotFound` if there is no such line.
    """
    begun = begin(match_id, by, Kind.TAKE_BACK, number, {})
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_correctable(loaded, by)
    last = _entry_at(loaded, len(loaded.entries) if number is None else number)
    if last.number != len(loaded.entries):
        raise Refused("not_last", "number")
    loaded.entries.pop()
    loaded.rendered = RenderedLines()
    before = last.data()
    last.delete()
    done = Changed(Kind.TAKE_BACK, last.number, before)
    return store(loaded, loaded.fold(), done, by, begun.fingerprint)


# The largest line number that the database column can hold.
NUMBER_MAX = 32_767


@transaction.atomic
def set_aside(*, match_id: str, number: int, data: Body, by: Writing) -> WriteOutcome:
    """Log a line that a phone recorded without network and that was then dropped.

    It was dropped because another phone had written in the meantime, or because the rules refuse it
    now. The sheet does not change. `number` is the number that the line had on the phone.
    """
    if not 1 <= number <= NUMBER_MAX:
        raise NotFound
    begun = begin(match_id, by, Kind.ASIDE, number, data)
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    done = Changed(Kind.ASIDE, number, after=dict(begun.body))
    return store(loaded, loaded.take_fold(), done, by, begun.fingerprint)


def preview(
    *, match_id: str, data: Body, caller: Caller, number: int | None = None
) -> tuple[Loaded, Scoresheet]:
    """Return the match, and its sheet with this line added or put in place of line `number`.

    Nothing is stored. Raise the errors of `record` or `correct`.
    """
    match = queries.find(match_id, caller)
    if not permissions.can_score(match, caller):
        raise Denied("edit_token_needed")
    data = read_body(match, data)
    loaded = queries.load(match)
    if number is not None:
        return loaded, _corrected(loaded, number, data)[1].sheet()
    check_open(match)
    fold = loaded.fold()
    fold_more(loaded, fold, _new_entry(loaded, data, Writing(caller)))
    return loaded, fold.sheet()


def _corrected(
    loaded: Loaded, number: int, data: Mapping[str, Any]
) -> tuple[list[EntryBase], Fold]:
    """Return the entries with line `number` replaced, and their fold. Nothing is stored.

    Raise `LaterEntryIllegal` if a later line would break the rules, and `Refused` if this line
    does.
    """
    old = _entry_at(loaded, number)
    entry = type(old)(
        id=old.id,
        club_id=old.club_id,
        match_id=old.match_id,
        number=old.number,
        client_id=old.client_id,
        recorded_at=old.recorded_at,
        recorded_by_id=old.recorded_by_id,
    )
    entry.fill(dict(data))
    entries = [*loaded.entries[: number - 1], entry, *loaded.entries[number:]]
    try:
        return entries, loaded.fold(entries)
    except RuleError as fault:
        if fault.number is not None and fault.number > number:
            raise LaterEntryIllegal.by(fault, loaded.game, loaded.names) from fault
        raise Refused.of([fault], loaded.game, loaded.names) from fault


def _entry_at(loaded: Loaded, number: int) -> EntryBase:
    if not 1 <= number <= len(loaded.entries):
        raise NotFound
    return loaded.entries[number - 1]


def _drawn(loaded: Loaded, data: Mapping[str, Any], before: int | None = None) -> Mapping[str, Any]:
    """Return the entry with its random part, if its game has one.

    With `before`, only the lines before that index count. The fingerprint is computed from the
    entry as it was sent. So if the same entry is sent again, it gets the first answer, with the
    random part of the first time.
    """
    if loaded.game.entry.chance is None:
        return data
    if before is None:
        return loaded.game.entry.chance(loaded.rules, loaded.sheet, data)
    so_far = loaded.entries[:before]
    return loaded.game.entry.chance(loaded.rules, lambda: loaded.replay(so_far), data)


def _new_entry(loaded: Loaded, data: Mapping[str, Any], by: Writing) -> EntryBase:
    entry = loaded.game.entry.model(
        # The keys are set instead of the rows, so that cached entries do not hold the rows in
        # memory.
        match_id=loaded.match.pk,
        club_id=loaded.match.club_id,
        number=len(loaded.entries) + 1,
        client_id=by.client_id,
        recorded_by_id=by.caller.account.pk if by.caller.account else None,
    )
    entry.fill(dict(data))
    return entry
