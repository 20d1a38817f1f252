"""Imports an exported match as a new match, with the same lines, scores and dates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club
from core.exactly_once import fingerprint_of
from games.errors import Denied, Refused
from games.match import permissions
from games.models import Change, EntryBase, Status
from games.presentation.table import Table
from games.queries import Loaded
from games.services import seating
from games.services.starting import Created, SeatAsked, StartAsked, create, made_once
from games.services.writing import (
    Changed,
    Kind,
    WriteOutcome,
    Writing,
    change,
    keep_end,
    keep_sides,
    log,
)
from games.sheet import RuleError, Scoresheet

# The number of changes that one SQL statement writes.
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class EntryAsked:
    """A line of an exported match that is to be imported."""

    data: Mapping[str, Any]
    client_id: UUID | None
    recorded_at: datetime


def import_match(
    *,
    setup: StartAsked,
    entries: Sequence[EntryAsked],
    abandoned: bool,
    finished_at: datetime | None,
    by: Writing,
) -> WriteOutcome:
    """Create a new match from an exported one.

    Players stay players only if the caller may seat them; the others become guests. The match gets
    its club only if the caller may accept matches there; otherwise it is proposed to the club.
    Raises `Refused` on the line at fault.
    """
    lines = [[entry.data, entry.client_id, entry.recorded_at] for entry in entries]
    fingerprint = fingerprint_of(
        Kind.START, None, [setup.body(), setup.started_at, finished_at, abandoned, lines]
    )
    setup = _within_rights(setup, by.caller)
    answered = 1 + len(entries) + abandoned
    return made_once(
        by,
        fingerprint,
        lambda: write_whole(
            create(setup, by, fingerprint, answered), entries, abandoned, finished_at, by
        ),
    )


def write_whole(
    created: Created,
    given_entries: Sequence[EntryAsked],
    abandoned: bool,
    finished_at: datetime | None,
    by: Writing,
) -> Table:
    """Add lines to a new match, with one change for each line, as if recorded one by one.

    Must run inside a transaction. Raises `Refused` on the line at fault.
    """
    loaded, match = created.loaded, created.loaded.match
    entries = [_entry(loaded, number, entry, by) for number, entry in enumerate(given_entries, 1)]
    sheet = _replay(loaded, entries)
    for entry, line in zip(entries, sheet.lines, strict=True):
        entry.fill(dict(line.completed))
    loaded.game.entry.model._default_manager.bulk_create(entries)
    loaded.entries.extend(entries)
    changes = []
    for entry, wish in zip(entries, given_entries, strict=True):
        match.version += 1
        if entry is entries[-1]:
            keep_end(match, sheet, _not_in_future(finished_at or entry.recorded_at))
        done = Changed(Kind.RECORD, entry.number, after=entry.data(), at=entry.recorded_at)
        written = Writing(by.caller, wish.client_id)
        changes.append(change(match, done, written, fingerprint_of(*_as_recorded(wish))))
    Change.objects.bulk_create(changes, batch_size=AT_ONCE)
    if abandoned:
        if sheet.result is not None:
            raise Refused("status_not_possible", "status")
        match.version += 1
        match.status = Status.ABANDONED
        before, after = {"status": Status.IN_PROGRESS}, {"status": Status.ABANDONED}
        log(match, Changed(Kind.ABANDON, None, before, after), Writing(by.caller))
    keep_sides(loaded, sheet)
    match.save()
    return loaded.table(sheet)


def _as_recorded(entry: EntryAsked) -> tuple[str, None, Mapping[str, Any]]:
    return Kind.RECORD, None, entry.data


def _entry(loaded: Loaded, number: int, given_entry: EntryAsked, by: Writing) -> EntryBase:
    entry = loaded.game.entry.model(
        match=loaded.match,
        club_id=loaded.match.club_id,
        number=number,
        client_id=given_entry.client_id,
        recorded_at=_not_in_future(given_entry.recorded_at),
        recorded_by=by.caller.account,
    )
    entry.fill(dict(given_entry.data))
    return entry


def _replay(loaded: Loaded, entries: list[EntryBase]) -> Scoresheet:
    try:
        return loaded.replay(entries)
    except RuleError as fault:
        place = f"entries.{(fault.number or 1) - 1}.data"
        fault.field = f"{place}.{fault.field}" if fault.field else place
        raise Refused.of([fault], loaded.game, loaded.names) from fault


def _not_in_future(moment: datetime) -> datetime:
    return min(moment, timezone.now())


def _within_rights(setup: StartAsked, caller: Caller) -> StartAsked:
    """Return the start without the club, club room and players to which the caller has no right."""
    club = setup.club if setup.club and permissions.can_start(setup.club, caller) else None
    room = setup.in_club_room and club is not None and _allowed_room(club, caller)
    seats = [_known_or_guest(seat, club, caller) for seat in setup.seats]
    started_at = _not_in_future(setup.started_at or timezone.now())
    return replace(
        setup,
        club=club,
        in_club_room=room,
        seats=seats,
        started_at=started_at,
        imported=True,
    )


def _allowed_room(club: Club, caller: Caller) -> bool:
    if not caller.may("accept_matches", club):
        return False
    try:
        seating.check_club_room(club, caller)
    except Denied:
        return False
    return True


def _known_or_guest(seat: SeatAsked, club: Club | None, caller: Caller) -> SeatAsked:
    """Return the player of a seat if this site knows the same person, otherwise a guest with that
    name.
    """
    guest = SeatAsked(name=seat.name)
    if seat.player is None:
        return guest
    try:
        player = seating.players([seat.player], caller)[seat.player]
    except (Denied, Refused):
        return guest
    called_in(club, [player])
    return SeatAsked(player=seat.player) if player.public_name == seat.name else guest
