"""Queries of the people of entrants, and of the names by which anyone may read of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from clubs.callers import Caller
from clubs.club_names import with_line
from clubs.models import Club, most_careful, shown_as
from clubs.queries import list_of
from core.names import name_key
from core.removed import REMOVED_STORED, is_removed, readable, readable_pair, together
from tournaments import permissions, storage
from tournaments.models import (
    NAME_LENGTH,
    Member,
    Place,
    PlacePerson,
    Tournament,
)
from tournaments.state.tournament import GONE, TournamentState


@dataclass(frozen=True, slots=True)
class Person:
    """A person of an entrant, under the name that anyone may read in the tournament's club."""

    player_id: int | None
    name: str
    # Whether the club or the person hides the name. `View.number_told` depends on this.
    hidden: bool = False


# The columns on which the shown name of a player depends: the player's own, and those of the
# player's row on the club's list.
NAMED = ("player__name", "player__shown", "line__name", "line__shown")


def people_of(tournament: Tournament, folded: TournamentState) -> dict[int, list[Person]]:
    """Return the people of each entrant, by the entrant's number. This takes at most one query."""
    known = any(player for entrant in folded.entrants for player, _guest in entrant.members)
    person_by_player: dict[int, Person] = {}
    if known:
        for player, name, how, own, care in _names(tournament.pk, tournament.club_id):
            here = most_careful(how, care or how)
            person_by_player[player] = Person(player, shown_as(own or name, here), here == "hidden")
    return {
        entrant.number: [
            Person(None, readable(guest)) if player is None else person_by_player[player]
            for player, guest in entrant.members
        ]
        for entrant in folded.entrants
        if entrant.members
    }


def _names(tournament_id: str, club: int) -> QuerySet[Member, tuple[Any, ...]]:
    entered = Member.objects.filter(tournament=tournament_id, player__isnull=False)
    return with_line(entered, "player__", club).values_list("player_id", *NAMED)


def names_of(folded: TournamentState, people: Mapping[int, Sequence[Person]]) -> dict[int, str]:
    """Return each entrant's name as anyone may read it, by the entrant's number.

    If no name was given, it is made of the current names of the entrant's people. If two
    entrants would have the same name, the number of the later one is added to it.
    """
    names: dict[int, str] = {}
    seen: set[str] = set()
    for entrant in folded.entrants:
        members = people.get(entrant.number, ())
        name, key = entrant.name, entrant.key
        if not entrant.named and any(
            member.player_id or is_removed(member.name) for member in members
        ):
            name = together([member.name for member in members])[:NAME_LENGTH]
            key = ""
        elif REMOVED_STORED in name:
            name, key = readable_pair(name), ""
        key = key or name_key(name)
        names[entrant.number] = f"{name} ({entrant.number})" if key in seen else name
        seen.add(key)
    return names


@dataclass(frozen=True, slots=True)
class PlaceTold:
    """A place in a finished tournament, with the names that anyone may read."""

    rank: int
    name: str
    members: Sequence[str]
    people: Sequence[Person] = ()


def palmares(ids: Collection[str], most: int | None = None) -> list[tuple[str, PlaceTold]]:
    """Return the places of palmarès, each with its tournament, best first. Two queries.

    A person of the club's list has the name of today. `most`: only the places up to this rank.
    """
    rows = Place.objects.filter(tournament__in=ids).order_by("rank", "pk")
    places = list(rows if most is None else rows.filter(rank__lte=most))
    people: dict[int, list[tuple[str, Person]]] = {}
    if places:
        of = PlacePerson.objects.filter(place__in=[place.pk for place in places])
        fields = ("place", "guest_name", "player", *NAMED)
        lines = with_line(of, "player__", F("club")).order_by("position").values_list(*fields)
        for at, typed, player, name, how, own, care in lines:
            here = most_careful(how, care or how) if player else ""
            now = shown_as(own or name, here) if player else readable(typed)
            hidden = here == "hidden"
            people.setdefault(at, []).append((typed, Person(player, now, hidden)))
    return [
        (place.tournament_id, _place_shown(place, people.get(place.pk, ()))) for place in places
    ]


def _place_shown(place: Place, people: Sequence[tuple[str, Person]]) -> PlaceTold:
    """Return a place under its people's names: as each was typed, and as it is now."""
    name, now = place.name, [person.name for _typed, person in people]
    if name == " & ".join(typed for typed, _person in people):
        read = [typed if person.player_id is None else person.name for typed, person in people]
        name = " & ".join(read)[:NAME_LENGTH]
    members = now if place.players and people else list(map(readable, place.players))
    own = [person for _typed, person in people]
    return PlaceTold(place.rank, readable_pair(name), members, own)


@dataclass(frozen=True, slots=True)
class KnownLines:
    """Whom a club may expect, as lines of a list: the entrants of its last tournament, and the
    other people of its list.
    """

    last: Sequence[str]
    others: Sequence[str]


def known_lines(club: Club, caller: Caller, most: int) -> KnownLines:
    """Return whom a club may expect, at most `most` of each kind; nobody if the caller may not
    enter its people.
    """
    if not caller.may("seat_players", club):
        return KnownLines((), ())
    played = permissions.visible_of(club, caller).filter(past=False)
    last = played.exclude(order=[]).order_by("-date", "-created_at").first()
    here: list[list[Person]] = []
    if last is not None:
        folded = storage.load(last)
        people = people_of(last, folded)
        here = [
            people[entrant.number]
            for entrant in folded.entrants
            if entrant.state not in GONE and entrant.number in people
        ]
    named = [members for members in here if not any(person.hidden for person in members)][:most]
    there = {name_key(person.name) for members in named for person in members}
    # Who manages the list sees the names as they are, as when a name is typed.
    manages = caller.may("manage_players", club)
    rows = list_of(club, caller).order_by("name", "pk")[:most]
    names = [_list_name(player) if manages else player.public_name for player in rows]
    return KnownLines(
        last=[" & ".join(person.name for person in members) for members in named],
        others=[name for name in names if name_key(name) not in there],
    )


def _list_name(player: Any) -> str:
    """Return the name of a player on the club's list, whatever the public may read of it."""
    return (player.line.name if player.line else "") or player.name
