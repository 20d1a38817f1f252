"""Lets the person at an unnamed seat give it a name, and lets the table take that name back.

From which seat a phone looks is not stored here (`games.match.places_cookie`). Only the table or an
account says which known player sits there: sitting down never does.
"""

from typing import Any

from django.db import transaction

from core.exactly_once import fingerprint_of
from games import queries
from games.errors import Denied, Refused
from games.match import permissions
from games.models import Change, Seat
from games.queries import Loaded
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
def sit(*, match_id: str, seat: int, name: str, by: Writing) -> WriteOutcome:
    """Give an unnamed seat the name of the person who sits there, as a guest.

    An empty name, or the name that the seat has, writes nothing. Raise `NotFound`, `Denied`, or
    `Refused` (`seat_taken` if the seat has another name). After an error, nothing has changed.
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
    if not name or (row.named and row.name == name):
        return WriteOutcome(loaded.table())
    if row.named:
        raise Refused("seat_taken", "seat")
    before = who_sits(loaded)
    row.guest_name = name
    row.save(update_fields=["guest_name"])
    done = Changed(Kind.PATCH, None, before, {**who_sits(loaded), "sat": seat})
    return store(loaded, loaded.take_fold(), done, by, fingerprint)


@transaction.atomic
def free(*, match_id: str, seat: int, by: Writing) -> WriteOutcome:
    """Take back the name that a phone gave to its seat. The seat gets its earlier name again.

    Everybody who may write the match may do this, even after its end, because the table did not
    choose this name. Raise the errors of `patch`, and `Refused` (`seat_free`).
    """
    begun = begin(match_id, by, Kind.PATCH, None, {"free": seat})
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_fresh(loaded, by)
    row, before = _seat(loaded, seat), who_sits(loaded)
    row.player, row.guest_name = None, _name_before(loaded, row)
    row.save(update_fields=["player", "guest_name"])
    done = Changed(Kind.PATCH, None, before, {**who_sits(loaded), "freed": seat})
    return store(loaded, loaded.take_fold(), done, by, begun.fingerprint)


def _name_before(loaded: Loaded, row: Seat) -> str:
    """Return the name that a seat had before a phone named it.

    Raise `Refused` (`seat_free`) if no phone has named it, or if it has been changed since. In
    older logs, a phone may also have seated its account's own player.
    """
    logged = Change.objects.filter(match=loaded.match, kind=Kind.PATCH, after__sat=row.number)
    taking = logged.order_by("-version").first()
    before: Any = taking.before if taking else None
    after: Any = taking.after if taking else None
    if taking is None or _at(after, row) != (row.player_id, row.guest_name):
        raise Refused("seat_free", "seat")
    if _at(before, row) == _at(after, row):
        raise Refused("seat_free", "seat")
    return str(before["guests"][row.number])


def _at(people: Any, row: Seat) -> tuple[int | None, str]:
    return people["players"][row.number], people["guests"][row.number]


def _seat(loaded: Loaded, number: int) -> Seat:
    if number >= len(loaded.seats):
        raise Refused("seat_unknown", "seat")
    return loaded.seats[number]
