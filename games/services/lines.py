"""Lines of a match: record, correct, take back, and preview each."""

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
    """Replace a line; all lines after it are folded again.

    Of a match that counts, a caller who may not change it only proposes the correction to the club.
    Raises as `record` does, and `LaterEntryIllegal` if a later line would break the rules.
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
    """Take the last line back. `number` is its number, or None for whichever is the last.

    A finished match runs again. Raises `RuleError` `not_last` (in `Refused`) for another line than
    the last, `NotFound` if there is no such line.
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
    type(last)._default_manager.filter(pk=last.pk).delete()
    done = Changed(Kind.TAKE_BACK, last.number, before)
    return store(loaded, loaded.fold(), done, by, begun.fingerprint)


# The largest line number that its column holds.
NUMBER_MAX = 32_767


@transaction.atomic
def set_aside(*, match_id: str, number: int, data: Body, by: Writing) -> WriteOutcome:
    """Write in the history a line that a phone recorded without network and that was dropped.

    It was dropped because another phone had written in the meantime, or because the sheet refuses
    it now. The sheet does not change. `number` is the line's number on that phone.
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
    """Fold the match with this line added, or with it in place of line `number`.

    Nothing is stored. Raises as `record` and `correct` do.
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
    """Return the entries with line `number` replaced, and their fold. Nothing is stored."""
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
    """Return the entry with its random part, drawn from the lines before line `before`.

    The fingerprint is computed from the entry as it was sent. So the same entry, sent again, gets
    the first answer, with the random part drawn then.
    """
    if loaded.game.entry.chance is None:
        return data
    if before is None:
        return loaded.game.entry.chance(loaded.rules, loaded.sheet, data)
    so_far = loaded.entries[:before]
    return loaded.game.entry.chance(loaded.rules, lambda: loaded.replay(so_far), data)


def _new_entry(loaded: Loaded, data: Mapping[str, Any], by: Writing) -> EntryBase:
    entry = loaded.game.entry.model(
        # The keys are given and not the rows, so that the cached entries hold no reference to the
        # rows.
        match_id=loaded.match.pk,
        club_id=loaded.match.club_id,
        number=len(loaded.entries) + 1,
        client_id=by.client_id,
        recorded_by_id=by.caller.account.pk if by.caller.account else None,
    )
    entry.fill(dict(data))
    return entry
