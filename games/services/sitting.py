"""A seat that its person takes with their own phone, and that the table frees."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Player
from core.exactly_once import fingerprint_of
from games import queries
from games.errors import Denied, Refused
from games.match import permissions
from games.models import Change, Match, Seat
from games.queries import Loaded
from games.services import seating
from games.services.match_details import who_sits
from games.services.writing import (
    Changed,
    Kind,
    WriteOutcome,
    Writing,
    begin,
    check_fresh,
    first_answer,
    store,
)


@transaction.atomic
def sit(
    *, match_id: str, seat: int, name: str, by: Writing, leaves: int | None = None
) -> WriteOutcome:
    """Take a free seat for the caller: as the player behind their account, else under a name.

    A seat is free if it has no known player and no phone has taken it. If `name` is empty, a guest
    keeps the name that the table wrote. `leaves`: the seat that the same guest's phone took before,
    which is freed. Raises `NotFound`, `Denied`, or `Refused`; then nothing has changed.
    """
    match = queries.find(match_id, by.caller, lock=True)
    if not permissions.can_sit(match, by.caller):
        raise Denied("sitting_not_allowed")
    fingerprint = fingerprint_of(Kind.PATCH, None, {"seat": seat, "name": name})
    repeated = first_answer(match, by, fingerprint)
    if repeated:
        return repeated
    loaded = queries.load(match)
    check_fresh(loaded, by)
    row = _seat(loaded, seat)
    if row.taken or row.player_id is not None:
        raise Refused("seat_taken", "seat")
    before = who_sits(loaded)
    freed = {} if leaves is None else {"freed": leaves}
    if leaves is not None:
        _free(loaded, _seat(loaded, leaves))
    person = person_of(by.caller)
    if person is None and not (name or row.guest_name):
        raise Refused("name_blank", "name")
    if person is not None:
        if any(other.player_id == person.pk for other in loaded.seats):
            raise Refused("already_seated", "seat")
        called_in(match.club, [person])
        row.player = person
    else:
        row.guest_name = name or row.guest_name
    row.taken = True
    row.save(update_fields=["player", "guest_name", "taken"])
    done = Changed(Kind.PATCH, None, before, {**who_sits(loaded), "sat": seat, **freed})
    return store(loaded, loaded.take_fold(), done, by, fingerprint)


@transaction.atomic
def free(*, match_id: str, seat: int, by: Writing) -> WriteOutcome:
    """Free a seat that a phone has taken: its previous guest gets it back, or nobody sits there.

    Those who may write the match may do this, also after its end, because it was not the table that
    named this person. Raises as `patch` does, and `Refused` `seat_free`.
    """
    begun = begin(match_id, by, Kind.PATCH, None, {"free": seat})
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_fresh(loaded, by)
    before = who_sits(loaded)
    _free(loaded, _seat(loaded, seat))
    done = Changed(Kind.PATCH, None, before, {**who_sits(loaded), "freed": seat})
    return store(loaded, loaded.take_fold(), done, by, begun.fingerprint)


def _free(loaded: Loaded, row: Seat) -> None:
    if not row.taken:
        raise Refused("seat_free", "seat")
    was: Any = _takings(loaded.match, row.number).values_list("before", flat=True)[0]
    row.player, row.guest_name, row.taken = None, was["guests"][row.number], False
    row.save(update_fields=["player", "guest_name", "taken"])


def _takings(match: Match, seat: int) -> QuerySet[Change]:
    """Return the writes by which phones took a seat, the newest first."""
    taken = Change.objects.filter(match=match, kind=Kind.PATCH, after__sat=seat)
    return taken.order_by("-version")


def is_taken_by(match: Match, seat: int, version: int) -> bool:
    """Return whether a seat is still taken by the write of that version."""
    newest = _takings(match, seat).values_list("version", flat=True).first()
    return newest == version and Seat.objects.filter(match=match, number=seat, taken=True).exists()


def person_of(caller: Caller) -> Player | None:
    """Return the player behind the caller's account, if they may be seated."""
    own = Player.objects.filter(user=caller.account, merged=None) if caller.account else None
    person = own.first() if own is not None else None
    if person is None:
        return None
    try:
        return seating.players([person.pk], caller)[person.pk]
    except (Denied, Refused):
        return None


def _seat(loaded: Loaded, number: int) -> Seat:
    if number >= len(loaded.seats):
        raise Refused("seat_unknown", "seat")
    return loaded.seats[number]
