"""Wishes: entrants whom strangers have entered under « Je viens ». A wish does not reserve a name.

An entrant stays a wish until an officer confirms it. When somebody with the right to enter
people enters the same ones, the new entrant replaces the wish. But a wish that has paid or was
drawn is not replaced.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.club_names import called_in
from clubs.lists.near import match_key
from clubs.models import Player
from core.names import name_key
from tournaments.models import NAME_LENGTH, Tournament
from tournaments.services.entrants.same_people import Called, people_of
from tournaments.state.events import Event
from tournaments.state.tournament import Enrolled, TournamentState
from tournaments.storage import person_key

# A person of an entrant: a known player's number, or None and a guest's name.
Seat = tuple[int | None, str]


@dataclass(frozen=True, slots=True)
class PeopleNames:
    """The names of a tournament's players, as its club calls them. `players` is by the player's
    number.
    """

    players: Mapping[int, Player]

    def whole(self, player: int) -> tuple[str, ...]:
        """Return a player's full names, even if hidden. They are used only to compare, never
        shown.
        """
        row = self.players.get(player)
        return () if row is None else tuple(dict.fromkeys((row.called, row.name)))

    def public(self, member: Seat) -> str:
        """Return the name of an entrant's person as anyone may read it."""
        player, guest = member
        row = None if player is None else self.players.get(player)
        return guest if row is None else row.public_name


def names_in(
    tournament: Tournament, folded: TournamentState, players: Iterable[Player] = ()
) -> PeopleNames:
    """Return the names of the tournament's players and of `players`. This takes at most two
    queries.
    """
    members = (member for entrant in folded.entrants for member in entrant.members)
    ids = {player for player, _guest in members if player is not None}
    known = {player.pk: player for player in players}
    known |= Player.objects.in_bulk(ids - known.keys())
    called_in(tournament.club_id, known.values())
    return PeopleNames(known)


def enrolled_as(data: Mapping[str, Any]) -> Enrolled:
    """Return an entrant with the name and the people in an event's data."""
    members = tuple((player, guest) for player, guest in data["members"])
    return Enrolled(data.get("entrant", 0), data["name"], members=members)


def keys_of(entrant: Enrolled, names: PeopleNames) -> frozenset[int | str]:
    """Return the keys of an entrant's name and people.

    Two entrants that share a key may be the same, or have a person in common.
    """
    people = (person.keys for person in people_of(entrant, names.whole))
    return frozenset((match_key(entrant.name),)).union(*people)


def giving_way(folded: TournamentState) -> list[Enrolled]:
    """Return the wishes that may be replaced: those that have not paid and were never at a
    table.
    """
    wished = [entrant for entrant in folded.entrants if entrant.wish and entrant.paid is None]
    seated = folded.seated if wished else frozenset()
    return [entrant for entrant in wished if entrant.number not in seated]


def in_the_way(
    folded: TournamentState, entrants: Iterable[Enrolled], names: PeopleNames
) -> Iterator[tuple[Enrolled, list[Seat]]]:
    """Yield each wish that shares a name or a person with `entrants`.

    With it comes a list of its other people, which is empty if the whole wish is to be replaced.
    """
    fresh = list(entrants)
    people = [person for entrant in fresh for person in people_of(entrant, names.whole)]
    keys = {key for person in people for key in person.keys}
    called = {match_key(entrant.name) for entrant in fresh}
    for wish in giving_way(folded):
        held = people_of(wish, names.whole)
        if match_key(wish.name) in called:
            yield wish, []
        elif any(person.keys & keys for person in held):
            yield wish, _others(wish, held, keys)


def _others(wish: Enrolled, held: Sequence[Called], keys: Collection[int | str]) -> list[Seat]:
    if not wish.members:
        return []
    pairs = zip(held, wish.members, strict=True)
    return [member for person, member in pairs if person.keys.isdisjoint(keys)]


def make_way(
    folded: TournamentState, entrants: Iterable[Enrolled], names: PeopleNames, *, instead: bool
) -> Iterator[Event]:
    """Yield the events that remove the people of `entrants` from wishes.

    If a wish is a pair, the other person stays, alone and with a new link. If nobody is left,
    the wish is deleted. With `instead`, the new entrants take the places of the deleted wishes.
    These places are then not given to the waiting list.
    """
    for wish, rest in in_the_way(folded, entrants, names):
        if rest:
            yield Event("entrants_changed", {"entrants": [_alone(wish, rest, names)]})
        else:
            # After the first draw a freed place is not given to the waiting list in any case.
            taken = {"instead": True} if instead or folded.begun else {}
            yield Event("entrant_deleted", {"entrant": wish.number, **taken})


def entered(
    folded: TournamentState, data: Sequence[Mapping[str, Any]], names: PeopleNames
) -> Iterator[Event]:
    """Yield the events that enter people: first those that remove them from wishes, then
    `entered`.
    """
    way = list(make_way(folded, map(enrolled_as, data), names, instead=True))
    yield from way
    yield Event("entered", {"entrants": list(data), **after(way)})


def after(way: Iterable[Event]) -> dict[str, bool]:
    """Return the flag for an event that enters people.

    The flag is `instead` if one of the events in `way` has deleted a wish for them.
    """
    return {"instead": True} if any(event.kind == "entrant_deleted" for event in way) else {}


def _alone(wish: Enrolled, rest: Sequence[Seat], names: PeopleNames) -> dict[str, Any]:
    """Return the data of a wish for an `entrants_changed` event, after it has lost a person.

    `rest` has the people who stay.
    """
    name = wish.name if wish.named else " & ".join(map(names.public, rest))[:NAME_LENGTH]
    return {
        "entrant": wish.number,
        "name": name,
        "key": name_key(name),
        "named": wish.named,
        "players": [person_key(*member) for member in rest],
        "members": [list(member) for member in rest],
        "renewed": True,
    }
