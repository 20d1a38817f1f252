"""An unnamed seat that gets a name from whoever sits there, and gives it back.

Which seat a phone looks from is its own matter (`games.match.places_cookie`). Who a person is, the
table says, or their account: sitting never seats a known player.
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
    """Give an unnamed seat the name of whoever sits there, as a guest's.

    An empty name, or the seat's own, writes nothing. Raises `NotFound`, `Denied`, or `Refused`
    (`seat_taken` for another name); then nothing has changed.
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
    """Take back the name that a phone gave to its seat; the name of before stands there again.

    Those who may write the match may do this, also after its end, because it was not the table that
    named this person. Raises as `patch` does, and `Refused` `seat_free`.
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
    """Return the name of a seat before a phone named it. `Refused` if no phone has, or not since.

    A log of before also has seats that an account took as its own player.
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
