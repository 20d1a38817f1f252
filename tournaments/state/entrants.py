"""Changes of entrants: joining, checking in, leaving. A published round stays as it was drawn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tournaments.state import partners
from tournaments.state.errors import StateError
from tournaments.state.tournament import GONE, Enrolled, EntrantState, TournamentState

# The highest payment that can be stored, in hundredths of the currency.
MOST_PAID = 10**8


def add(
    tournament: TournamentState, entrants: Sequence[Enrolled], *, signed: bool = False
) -> TournamentState:
    """Add entrants, at any time before the end. Late ones are drawn from the next round on.

    With `signed`, they sign up themselves, and go onto the waiting list if no place is free.

    Raise `StateError` `entrant_repeated` or `player_in_two_entrants`, with the index in
    `entrants` as `at`, or `tournament_finished`.
    """
    if tournament.state == "finished":
        raise StateError("tournament_finished")
    names = {_key(entrant) for entrant in tournament.entrants}
    people = {player for entrant in tournament.entrants for player in entrant.players}
    for at, enrolled in enumerate(entrants):
        if _key(enrolled) in names:
            raise StateError("entrant_repeated", "name", name=enrolled.name, at=at)
        names.add(_key(enrolled))
        _check_players(enrolled, people, at)
    first = tournament.last_number + 1
    numbered = [replace(entrant, number=first + at) for at, entrant in enumerate(entrants)]
    entered = replace(
        tournament,
        entrants=(*tournament.entrants, *numbered),
        last_number=tournament.last_number + len(numbered),
    )
    for entrant in numbered if signed else ():
        entered = _seated(entered, entrant.number)
    return entered


def change(tournament: TournamentState, changed: Sequence[Enrolled]) -> TournamentState:
    """Change names and people of several entrants together. So two entrants may exchange theirs.

    Raise `StateError` `entrant_repeated` or `player_in_two_entrants`.
    """
    fresh = {entrant.number: entrant for entrant in changed}
    for number in fresh:
        tournament.entrant(number)
    others = [entrant for entrant in tournament.entrants if entrant.number not in fresh]
    names = {_key(entrant) for entrant in others}
    people = {player for entrant in others for player in entrant.players}
    for at, entrant in enumerate(changed):
        if _key(entrant) in names:
            raise StateError("entrant_repeated", "name", name=entrant.name, at=at)
        names.add(_key(entrant))
        _check_players(entrant, people, at)
    entrants = tuple(
        _renamed(entrant, fresh.get(entrant.number, entrant)) for entrant in tournament.entrants
    )
    resized = [
        entrant.number
        for entrant in tournament.entrants
        if entrant.number in fresh and len(fresh[entrant.number].members) != len(entrant.members)
    ]
    return partners.no_longer_waiting(replace(tournament, entrants=entrants), resized)


def _renamed(before: Enrolled, after: Enrolled) -> Enrolled:
    field_names = ("name", "key", "named", "players", "members", "wish", "generation", "alone")
    return replace(before, **{name: getattr(after, name) for name in field_names})


def renew(tournament: TournamentState, number: int) -> TournamentState:
    """End an entrant's present link. It is replaced by a new one."""
    entrant = tournament.entrant(number)
    return _changed(tournament, replace(entrant, generation=entrant.generation + 1))


def delete(tournament: TournamentState, number: int, *, joined: bool = False) -> TournamentState:
    """Remove an entrant completely.

    After the first draw this is only possible for a wish that was in no draw. `joined`: the
    entrant's person becomes the partner of another entrant, which is possible for every entrant who
    was in no published round. Raise `StateError` `drawn_stays` otherwise.
    """
    gone = tournament.entrant(number)
    stays = number in tournament.drawn if joined else not gone.wish or number in tournament.seated
    if tournament.begun and stays:
        raise StateError("drawn_stays", "entrant", name=gone.name)
    others = tuple(entrant for entrant in tournament.entrants if entrant.number != number)
    return partners.no_longer_waiting(replace(tournament, entrants=others), [number])


def _key(enrolled: Enrolled) -> str:
    return enrolled.key or enrolled.name


def _check_players(enrolled: Enrolled, seen: set[Any], at: int) -> None:
    for player in enrolled.players:
        if player in seen:
            raise StateError("player_in_two_entrants", "players", name=enrolled.name, at=at)
        seen.add(player)


def set_state(
    tournament: TournamentState, number: int, state: EntrantState, *, signed: bool = False
) -> TournamentState:
    """Check an entrant in, withdraw or disqualify them, or register them again.

    `waiting` puts them at the end of the waiting list. Any other state takes them off it. With
    `signed`, the entrant does this, not an officer. Raise `StateError` `waiting_not_possible` if
    a place is free or the first draw has been made.
    """
    entrant = tournament.entrant(number)
    changed = _changed(tournament, replace(entrant, state=state, waits=None))
    if signed and state == "registered" and entrant.state in GONE:
        return _seated(changed, number)
    if state != "waiting":
        return changed
    if entrant.state == "waiting":
        return tournament
    left = _changed(tournament, replace(entrant, state="withdrawn", waits=None))
    if tournament.begun or not (left.waiting or left.full):
        raise StateError("waiting_not_possible", "state", name=entrant.name)
    return _put_last(left, number)


def _seated(tournament: TournamentState, number: int) -> TournamentState:
    """Move an entrant who has signed up to the waiting list, if no place is free for them."""
    others = _changed(tournament, replace(tournament.entrant(number), state="withdrawn"))
    return _put_last(tournament, number) if others.waiting or others.full else tournament


def _put_last(tournament: TournamentState, number: int) -> TournamentState:
    entrant = tournament.entrant(number)
    last = max((other.waits or 0 for other in tournament.waiting), default=0)
    return _changed(tournament, replace(entrant, state="waiting", waits=last + 1))


def move(tournament: TournamentState, number: int, place: int) -> TournamentState:
    """Move an entrant to a place on the waiting list, from 1. A place beyond its end means the last
    one.

    Raise `StateError` `not_waiting` if the entrant is not on it.
    """
    entrant = tournament.entrant(number)
    if entrant.waits is None:
        raise StateError("not_waiting", "waiting", name=entrant.name)
    order = [other for other in tournament.waiting if other.number != number]
    order.insert(max(place, 1) - 1, entrant)
    places = sorted(other.waits or 0 for other in order)
    for waits, other in zip(places, order, strict=True):
        tournament = _changed(tournament, replace(other, waits=waits))
    return tournament


def limit(tournament: TournamentState, places: int | None) -> TournamentState:
    """Set the number of places. None means no limit.

    Entrants who sign up when all places are taken go onto the waiting list. Nobody who has a
    place loses it.
    """
    if places is not None and places < 1:
        raise ValueError("limit")
    return replace(tournament, limit=places)


def let_up(tournament: TournamentState) -> TournamentState:
    """Give each free place to the first entrant on the waiting list. After the first draw, change
    nothing.
    """
    while not tournament.begun and tournament.waiting and not tournament.full:
        first = replace(tournament.waiting[0], state="registered", waits=None)
        tournament = _changed(tournament, first)
    return tournament


def pay(tournament: TournamentState, number: int, paid: int | None) -> TournamentState:
    """Store what an entrant has paid, in hundredths of the currency; None if nothing is paid
    yet.
    """
    if paid is not None and not 0 <= paid <= MOST_PAID:
        raise ValueError("paid")
    return _changed(tournament, replace(tournament.entrant(number), paid=paid))


def set_seed(tournament: TournamentState, number: int, seed: int | None) -> TournamentState:
    """Set an entrant's seed. Raise `StateError` `already_drawn` once the first draw has fixed the
    seeding.
    """
    if tournament.order:
        raise StateError("already_drawn", "seed")
    return _changed(tournament, replace(tournament.entrant(number), seed=seed))


def _changed(tournament: TournamentState, changed: Enrolled) -> TournamentState:
    entrants = tuple(
        changed if entrant.number == changed.number else entrant for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
