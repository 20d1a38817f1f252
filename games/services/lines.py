"""Lines of a match: record, correct, take back, and what each would give."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from clubs.callers import Caller
from games import permissions, queries
from games.errors import Denied, LaterEntryIllegal, NotFound, Refused
from games.models import EntryBase, Match
from games.queries import Loaded
from games.registry import Game, game_of
from games.services.writing import (
    Changed,
    Kind,
    Outcome,
    Writing,
    check_correctable,
    check_fresh,
    check_not_abandoned,
    check_open,
    fingerprint,
    first_answer,
    fold,
    store,
    writable,
)
from games.sheet import RuleError, Scoresheet

# An entry as the game takes it, or what reads one once the match has said of which game.
EntryData = Mapping[str, Any] | Callable[[Game], Mapping[str, Any]]


def _read(match: Match, data: EntryData) -> Mapping[str, Any]:
    return data(game_of(match.game)) if callable(data) else data


@transaction.atomic
def record(*, match_id: str, data: EntryData, by: Writing) -> Outcome:
    """Add a line to a running match.

    Raises `NotFound`, `Denied`, `ClientIdReused`, `Stale`, or `Refused` with the rule broken.
    """
    match = writable(match_id, by)
    data = _read(match, data)
    mark = fingerprint(Kind.RECORD, None, data)
    repeated = first_answer(match, by, mark)
    if repeated:
        return repeated
    loaded = queries.load(match)
    check_fresh(loaded, by)
    check_open(match)
    entry = _new_entry(loaded, len(loaded.entries) + 1, _drawn(loaded, data), by)
    sheet = fold(loaded, [*loaded.entries, entry])
    entry.fill(dict(sheet.lines[-1].completed))
    entry.save(force_insert=True)
    loaded.entries.append(entry)
    done = Changed(Kind.RECORD, entry.number, after=entry.data(), at=entry.recorded_at)
    return store(loaded, sheet, done, by, mark)


@transaction.atomic
def correct(*, match_id: str, number: int, data: EntryData, by: Writing) -> Outcome:
    """Replace what a line says; everything after it is folded anew.

    Raises as `record` does, and `LaterEntryIllegal` when a later line would break the rules.
    """
    match = writable(match_id, by)
    data = _read(match, data)
    mark = fingerprint(Kind.CORRECT, number, data)
    repeated = first_answer(match, by, mark)
    if repeated:
        return repeated
    loaded = queries.load(match)
    check_correctable(match, by)
    check_fresh(loaded, by)
    check_not_abandoned(match)
    corrected, sheet = corrected_sheet(loaded, number, _drawn(loaded, data, number - 1))
    entry = corrected[number - 1]
    before = loaded.entries[number - 1].data()
    entry.fill(dict(sheet.lines[number - 1].completed))
    entry.save(force_update=True, update_fields=entry.data_names())
    loaded.entries[:] = corrected
    return store(loaded, sheet, Changed(Kind.CORRECT, number, before, entry.data()), by, mark)


@transaction.atomic
def take_back(*, match_id: str, number: int | None, by: Writing) -> Outcome:
    """Take the last line back (`number` None: whichever is last). A finished match runs again.

    Raises `RuleError` `not_last` (in `Refused`) for any other line, `NotFound` for none.
    """
    mark = fingerprint(Kind.TAKE_BACK, number, {})
    match = writable(match_id, by)
    repeated = first_answer(match, by, mark)
    if repeated:
        return repeated
    loaded = queries.load(match)
    check_correctable(match, by)
    check_fresh(loaded, by)
    check_not_abandoned(match)
    last = _entry_at(loaded, len(loaded.entries) if number is None else number)
    if last.number != len(loaded.entries):
        raise Refused([RuleError("not_last", "number")])
    loaded.entries.pop()
    sheet = fold(loaded, loaded.entries)
    before = last.data()
    last.delete()
    return store(loaded, sheet, Changed(Kind.TAKE_BACK, last.number, before), by, mark)


def preview(
    *, match_id: str, data: EntryData, caller: Caller, number: int | None = None
) -> tuple[Loaded, Scoresheet]:
    """Fold the match as it would be with this line (or with it in place of line `number`).

    Nothing is stored. Raises as `record` and `correct` do.
    """
    match = queries.find(match_id, caller)
    if not permissions.can_score(match, caller):
        raise Denied("edit_token_needed")
    data = _read(match, data)
    loaded = queries.load(match)
    if number is not None:
        return loaded, corrected_sheet(loaded, number, data)[1]
    check_open(match)
    entry = _new_entry(loaded, len(loaded.entries) + 1, data, Writing(caller))
    return loaded, fold(loaded, [*loaded.entries, entry])


def corrected_sheet(
    loaded: Loaded, number: int, data: Mapping[str, Any]
) -> tuple[list[EntryBase], Scoresheet]:
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
        return entries, loaded.replay(entries)
    except RuleError as fault:
        if fault.number is not None and fault.number > number:
            raise LaterEntryIllegal(fault, loaded.game, loaded.names) from fault
        raise Refused([fault], loaded.game, loaded.names) from fault


def _entry_at(loaded: Loaded, number: int) -> EntryBase:
    if not 1 <= number <= len(loaded.entries):
        raise NotFound
    return loaded.entries[number - 1]


def _drawn(loaded: Loaded, data: Mapping[str, Any], before: int | None = None) -> Mapping[str, Any]:
    """Return the entry with what chance decides, told by the lines before line `before`.

    The write is known by what was sent: sent again it answers the lot drawn the first time.
    """
    if loaded.game.chance is None:
        return data
    so_far = loaded.entries[:before]
    return loaded.game.chance(loaded.rules, lambda: loaded.replay(so_far), data)


def _new_entry(loaded: Loaded, number: int, data: Mapping[str, Any], by: Writing) -> EntryBase:
    entry = loaded.game.entry_model(
        match=loaded.match,
        club_id=loaded.match.club_id,
        number=number,
        client_id=by.client_id,
        recorded_by=by.caller.account,
    )
    entry.fill(dict(data))
    return entry
