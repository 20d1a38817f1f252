"""What strangers typed under « Je viens »: it locks no name, until an officer confirms it.

An entrant whom nobody who runs the tournament has confirmed is a wish. Whoever enters its people
in their own right has their place; what was paid or drawn is no mere wish any more.
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
    """The players of a tournament by number, as its club calls them."""

    players: Mapping[int, Player]

    def whole(self, player: int) -> tuple[str, ...]:
        """Return somebody's whole names, also if they are hidden: to compare, never to show."""
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
    """Return the names of those who are entered, and of some more. Two queries at most."""
    members = (member for entrant in folded.entrants for member in entrant.members)
    ids = {player for player, _guest in members if player is not None}
    known = {player.pk: player for player in players}
    known |= Player.objects.in_bulk(ids - known.keys())
    called_in(tournament.club_id, known.values())
    return PeopleNames(known)


def enrolled_as(data: Mapping[str, Any]) -> Enrolled:
    """Return an entrant under the name and with the people that an event tells."""
    members = tuple((player, guest) for player, guest in data["members"])
    return Enrolled(data.get("entrant", 0), data["name"], members=members)


def keys_of(entrant: Enrolled, names: PeopleNames) -> frozenset[int | str]:
    """Return what the same entrant, or one with one of its people, would have in common."""
    people = (person.keys for person in people_of(entrant, names.whole))
    return frozenset((match_key(entrant.name),)).union(*people)


def giving_way(folded: TournamentState) -> list[Enrolled]:
    """Return the entrants who leave their place to whoever is entered in their own right."""
    wished = [entrant for entrant in folded.entrants if entrant.wish and entrant.paid is None]
    seated = folded.seated if wished else frozenset()
    return [entrant for entrant in wished if entrant.number not in seated]


def in_the_way(
    folded: TournamentState, entrants: Iterable[Enrolled], names: PeopleNames
) -> Iterator[tuple[Enrolled, list[Seat]]]:
    """Yield each wish that holds people who are entered now, and whom else it holds."""
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
    """Yield what becomes of the wishes whose people are entered now.

    The rest of a pair stays, alone and with another link; a wish of nobody else goes. `instead`:
    those who are entered take the places of those who go, which nobody else is then given.
    """
    for wish, rest in in_the_way(folded, entrants, names):
        if rest:
            yield Event("entrants_changed", {"entrants": [_alone(wish, rest, names)]})
        else:
            # Once something is drawn nobody is given a place anyhow.
            taken = {"instead": True} if instead or folded.begun else {}
            yield Event("entrant_deleted", {"entrant": wish.number, **taken})


def entered(
    folded: TournamentState, data: Sequence[Mapping[str, Any]], names: PeopleNames
) -> Iterator[Event]:
    """Yield what becomes of the wishes of those who enter, then that they enter."""
    way = list(make_way(folded, map(enrolled_as, data), names, instead=True))
    yield from way
    yield Event("entered", {"entrants": list(data), **after(way)})


def after(way: Iterable[Event]) -> dict[str, bool]:
    """Return what an event tells that enters somebody in the places of wishes who have gone."""
    return {"instead": True} if any(event.kind == "entrant_deleted" for event in way) else {}


def _alone(wish: Enrolled, rest: Sequence[Seat], names: PeopleNames) -> dict[str, Any]:
    """Return what the log tells of a wish that has lost somebody."""
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
