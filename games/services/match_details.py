"""Writes on the details of a match: names, people, the club room, the lab's advice, abandoning."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from clubs import services as people
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Player
from games import queries
from games.errors import Refused
from games.models import Seat, Side, Status
from games.queries import Loaded
from games.services import seating
from games.services.writing import (
    Changed,
    Kind,
    WriteOutcome,
    Writing,
    begin,
    check_fresh,
    store,
)


def abandon(*, match_id: str, by: Writing) -> WriteOutcome:
    """Abandon a running match. It keeps its lines, has no result, and can be resumed."""
    return patch(match_id=match_id, changes={"status": Status.ABANDONED}, by=by)


def resume(*, match_id: str, by: Writing) -> WriteOutcome:
    """Resume an abandoned match."""
    return patch(match_id=match_id, changes={"status": Status.IN_PROGRESS}, by=by)


@transaction.atomic
def patch(*, match_id: str, changes: Mapping[str, Any], by: Writing) -> WriteOutcome:
    """Change a match's details: side names, club room, who sits where, whether it is abandoned.

    `changes` may have `sides` (number → name), `seats` (number → a player's number or a guest's
    name), `in_club_room`, `advice`, `seats_record` and `status`. Raise `Refused` or `Denied`; then
    nothing has changed.
    """
    begun = begin(match_id, by, Kind.PATCH, None, changes)
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_fresh(loaded, by)
    if not changes:
        return WriteOutcome(loaded.table())
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for key, apply in _PATCHES.items():
        if key in changes:
            old, new = apply(loaded, changes[key], by.caller)
            before |= old
            after |= new
    kind = Kind.ABANDON if changes.get("status") == Status.ABANDONED else Kind.PATCH
    done = Changed(kind, None, before, after)
    return store(loaded, loaded.take_fold(), done, by, begun.fingerprint)


def _patch_sides(
    loaded: Loaded, names: Mapping[int, str], caller: Caller
) -> tuple[dict[str, Any], dict[str, Any]]:
    before = [side.name for side in loaded.sides]
    for number, name in names.items():
        if number >= len(loaded.sides):
            raise Refused("side_unknown", "sides")
        loaded.sides[number].name = name
    Side.objects.filter(match=loaded.match.pk).bulk_update(loaded.sides, ["name"])
    return {"sides": before}, {"sides": [side.name for side in loaded.sides]}


def _patch_seats(
    loaded: Loaded, sitting: Mapping[int, int | str], caller: Caller
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Replace guests by players, or correct names. Return the people before and after, for the
    log.
    """
    before = who_sits(loaded)
    named = [person for person in sitting.values() if isinstance(person, int)]
    players = seating.players(named, caller, field="seats")
    called_in(loaded.match.club, players.values())
    for number, person in sitting.items():
        if number >= len(loaded.seats):
            raise Refused("seat_unknown", "seats")
        if isinstance(person, int):
            _tie(loaded, loaded.seats[number], players[person])
        else:
            _name(loaded, loaded.seats[number], person)
    _take_back(loaded, before["players"], caller)
    return before, who_sits(loaded)


def _take_back(loaded: Loaded, before: Sequence[int | None], caller: Caller) -> None:
    """Remove players from the club's list if they no longer sit here and were added only for this
    start.
    """
    club, sitting = loaded.match.club, {seat.player_id for seat in loaded.seats}
    left = {player for player in before if player is not None and player not in sitting}
    if club is None or not left:
        return
    first = loaded.match.changes.get(version=1).after or {}
    for player in Player.objects.filter(pk__in=left & set(first.get("added", ()))):
        people.take_back_addition(club=club, player=player, caller=caller)


def who_sits(loaded: Loaded) -> dict[str, Any]:
    """Return the people on the seats as the log stores them: `players` and `guests`, in seat
    order.
    """
    return {
        "players": [seat.player_id for seat in loaded.seats],
        "guests": [seat.guest_name for seat in loaded.seats],
    }


def _tie(loaded: Loaded, seat: Seat, player: Player) -> None:
    """Put a known player in the place of a guest.

    Raise `Refused` (`player_already_tied` or `player_repeated`).
    """
    if seat.player_id not in (None, player.pk):
        raise Refused("player_already_tied", "seats")
    if any(other.player_id == player.pk for other in loaded.seats if other is not seat):
        raise Refused("player_repeated", "seats")
    seat.player = player
    seat.save(update_fields=["player"])


def _name(loaded: Loaded, seat: Seat, name: str) -> None:
    """Correct a guest's name. Until the match is finished, a guest may also replace a player.

    Raise `Refused` (`player_already_tied`) after that.
    """
    if seat.player_id is not None and loaded.match.status == Status.FINISHED:
        raise Refused("player_already_tied", "seats")
    seat.player, seat.guest_name = None, name
    seat.save(update_fields=["player", "guest_name"])


def _patch_room(
    loaded: Loaded, value: bool, caller: Caller
) -> tuple[dict[str, Any], dict[str, Any]]:
    match = loaded.match
    if value:
        seating.check_club_room(match.club, caller)
    before, match.in_club_room = match.in_club_room, value
    return {"in_club_room": before}, {"in_club_room": value}


def _patch_advice(
    loaded: Loaded, value: bool, caller: Caller
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Turn the lab's advice on or off. Return the values before and after, for the log.

    Raise `Refused` if it would be turned on in a match of a tournament.
    """
    match = loaded.match
    if value and match.event_id:
        raise Refused("advice_in_tournament", "advice")
    before, match.advice = match.advice, value
    return {"advice": before}, {"advice": value}


def _patch_seats_record(
    loaded: Loaded, value: bool, caller: Caller
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Set whether phones with the table's code may record too. Return the values before and
    after.
    """
    match = loaded.match
    before, match.seats_record = match.seats_record, value
    return {"seats_record": before}, {"seats_record": value}


def _patch_status(
    loaded: Loaded, status: str, caller: Caller
) -> tuple[dict[str, Any], dict[str, Any]]:
    match = loaded.match
    if status not in (Status.ABANDONED, Status.IN_PROGRESS):
        raise Refused("status_not_possible", "status")
    if match.status == Status.FINISHED:
        raise Refused("match_finished", "status")
    before, match.status = match.status, status
    return {"status": before}, {"status": status}


_PATCHES: dict[str, Callable[..., tuple[dict[str, Any], dict[str, Any]]]] = {
    "sides": _patch_sides,
    "seats": _patch_seats,
    "in_club_room": _patch_room,
    "advice": _patch_advice,
    "seats_record": _patch_seats_record,
    "status": _patch_status,
}
