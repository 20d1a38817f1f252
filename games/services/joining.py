"""Adds a player to a running match, as the last in the order of play."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Player
from games import queries
from games.errors import Refused
from games.match import joining
from games.models import Match, Seat, Side
from games.queries import Loaded
from games.services import seating
from games.services.match_details import who_sits
from games.services.starting import SeatAsked
from games.services.writing import (
    Changed,
    Kind,
    WriteOutcome,
    Writing,
    begin,
    check_fresh,
    store,
)


@transaction.atomic
def join(*, match_id: str, person: SeatAsked, by: Writing) -> WriteOutcome:
    """Add a last seat to a running match, with its person: a guest, a player, or nobody yet.

    All lines so far keep their scores, as `SeatsOf.joins` guarantees. Raise `NotFound`, `Denied`,
    `Stale`, or `Refused` (`joining.faults`, `player_repeated`, `player_unknown`). After an error,
    nothing has changed.
    """
    body = {"joins": [person.player, person.name]}
    begun = begin(match_id, by, Kind.PATCH, None, body)
    if begun.repeated:
        return begun.repeated
    loaded = queries.load(begun.match)
    check_fresh(loaded, by)
    _check(loaded)
    player = _player(loaded, person, by.caller)
    before = _people(loaded)
    joined = _with_seat(loaded, player, person.name)
    done = Changed(Kind.PATCH, None, before, {**_people(joined), "joined": len(before["players"])})
    return store(joined, joined.fold(), done, by, begun.fingerprint)


def _check(loaded: Loaded) -> None:
    faults = joining.faults(
        loaded.match, loaded.game, loaded.rules, loaded.sheet(), len(loaded.seats)
    )
    if faults:
        raise Refused.of(faults, loaded.game, loaded.names)


def _player(loaded: Loaded, person: SeatAsked, caller: Caller) -> Player | None:
    """Return the known player who joins, or None for a guest.

    The right to seat the player is the same as at the start of a match.
    """
    if person.player is None:
        return None
    player = seating.players([person.player], caller)[person.player]
    if any(seat.player_id == player.pk for seat in loaded.seats):
        raise Refused("player_repeated", "seats")
    called_in(loaded.match.club, [player])
    return player


def _people(loaded: Loaded) -> dict[str, Any]:
    """Return the people and the names of the sides as the log stores them."""
    return who_sits(loaded) | {"sides": [side.name for side in loaded.sides]}


def _with_seat(loaded: Loaded, player: Player | None, name: str) -> Loaded:
    """Store one more seat and its side. Return the match with both, and without any cached data."""
    match, number = loaded.match, len(loaded.seats)
    owner = {"match": match, "club_id": match.club_id}
    seat = Seat.objects.create(
        **owner,
        number=number,
        side=loaded.game.seats.side_of(number),
        player=player,
        guest_name=name,
        person=_person(match, loaded.seats),
    )
    side = Side.objects.create(**owner, number=number, name=seat.stored_name)
    return Loaded(
        match=match,
        game=loaded.game,
        rules=loaded.rules,
        seats=[*loaded.seats, seat],
        sides=[*loaded.sides, side],
        entries=loaded.entries,
    )


def _person(match: Match, seats: Sequence[Seat]) -> int | None:
    """Return the number for a further person in the match's series, or None if it has no series."""
    if match.series_id is None:
        return None
    others = Seat.objects.filter(match__series=match.series_id)
    return 1 + max(seat.in_series for seat in (*seats, *others))
