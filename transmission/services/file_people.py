"""Looks up the people of a file: by their number, by their name in the club, and by their clubs.

A number of another site means somebody else. So a number only counts if the player has the name of
the file.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer, Player
from clubs.queries import visible_lines
from core import errors
from core.names import clean_name, name_key
from games.registry.game import Game
from transmission import queries
from transmission.parsing import FilePerson, LinkRow

# The key of the name, and the number that the file gives. People of the file for whom both are
# equal are the same person.
Identity = tuple[str, int | None]
# Why a person of a file is refused: the code and the values of its sentence.
Fault = tuple[str, dict[str, str]]


@dataclass(slots=True)
class FilePeople:
    """The people of a file.

    `known` has the numbers of players, `new` the names of new people, `places` their negative
    numbers until they are written, and `faults` why somebody can't be looked up. `listed` has the
    players on the club's list. `nameless` has the players whose names the caller may not see, who
    may only be in links that are there already.
    """

    identities: dict[FilePerson, Identity]
    known: dict[Identity, int] = field(default_factory=dict)
    new: dict[Identity, str] = field(default_factory=dict)
    faults: dict[Identity, Fault] = field(default_factory=dict)
    listed: frozenset[int] = frozenset()
    nameless: frozenset[int] = frozenset()
    places: dict[Identity, int] = field(default_factory=dict)

    @property
    def elsewhere(self) -> bool:
        """Whether somebody is not on the club's list, but on others."""
        return not self.listed.issuperset(self.known.values())

    def ends(self, row: LinkRow) -> tuple[int, int]:
        """Return the numbers of teacher and learner. New people have negative numbers."""
        return self.number(row.teacher), self.number(row.learner)

    def number(self, person: FilePerson) -> int:
        """Return the number of a player, which is negative for a new person."""
        identity = self.identities[person]
        if identity in self.known:
            return self.known[identity]
        return self.places.setdefault(identity, -len(self.places) - 1)


def look_up(
    *, game: Game, club: Club, rows: Iterable[LinkRow], caller: Caller, create: bool
) -> FilePeople:
    """Return the people of a file. With `create`, those whom nobody knows are new.

    A player is looked up by number and name, else by name on the lists of the clubs that the
    file states for them, else by name on the club's list. If the file states no clubs, all clubs
    of the file are searched last.
    """
    rows = list(rows)
    texts = dict.fromkeys(person for row in rows for person in row.people)
    people = FilePeople(_identities(texts))
    _by_number(game, people, caller)
    own = dict(ClubPlayer.objects.filter(club=club).values_list("name_key", "player_id").iterator())
    people.listed = frozenset(own.values())
    names: dict[Identity, str] = {}
    clubs: dict[Identity, set[str]] = defaultdict(set)
    for person, identity in people.identities.items():
        names.setdefault(identity, person.name)
        clubs[identity].update(person.clubs)
    every = {row.club for row in rows if row.club}.union(*clubs.values())
    rest = [identity for identity in names if identity not in people.known]
    others = _on_other_lists(club, {key for key, _number in rest}, every, caller) if every else {}
    for identity in rest:
        stated, here = clubs[identity], own.get(identity[0])
        there = {
            player
            for slug, player in others.get(identity[0], {}).items()
            if slug in (stated or every)
        }
        other_person = there and stated and club.slug not in stated
        players = there if here is None or other_person else {here}
        if len(players) == 1:
            people.known[identity] = players.pop()
        elif not players and create:
            people.new[identity] = clean_name(names[identity])
        else:
            code = "name_of_several" if players else "name_unknown"
            people.faults[identity] = (code, {"name": names[identity][:80]})
    _refuse_doubles(people, names)
    return people


def _identities(people: Iterable[FilePerson]) -> dict[FilePerson, Identity]:
    """Return who is who in the file. People with invalid names are left out.

    A person without a number is the one of that name with a number, if there is only one: so a
    line may be added by hand to a file of ours.
    """
    keys: dict[FilePerson, str] = {}
    numbers: dict[str, set[int]] = defaultdict(set)
    for person in people:
        with suppress(errors.Refused):
            key = keys[person] = name_key(clean_name(person.name))
            if person.number is not None:
                numbers[key].add(person.number)
    only = {key: next(iter(known)) for key, known in numbers.items() if len(known) == 1}
    return {
        person: (key, person.number if person.number is not None else only.get(key))
        for person, key in keys.items()
    }


def _by_number(game: Game, people: FilePeople, caller: Caller) -> None:
    """Add the players whose number and name the file has, as the caller may see the name."""
    numbers = {number for _key, number in people.identities.values() if number is not None}
    if not numbers:
        return
    seen = queries.graph_of(game, caller)
    keys = {
        number: name_key(name) for number, name in queries.names_of(seen, list(numbers)).items()
    }
    for key, number in people.identities.values():
        if number is not None and keys.get(number) == key:
            people.known[key, number] = number
    people.nameless = seen.nameless.intersection(people.known.values())


def _on_other_lists(
    club: Club, keys: Collection[str], slugs: Collection[str], caller: Caller
) -> dict[str, dict[str, int]]:
    """Return the players with these names on the lists of other clubs, by name and by club.

    Only clubs that the caller may see are searched, and only names that are shown in full.
    """
    full = {"shown": Player.Shown.FULL, "player__shown": Player.Shown.FULL}
    lines = visible_lines(caller).filter(club__slug__in=list(slugs), **full).exclude(club=club)
    rows = lines.order_by().values_list("name_key", "club__slug", "player_id")
    parts = [rows]
    if len(keys) <= queries.MANY:
        wanted = list(keys)
        starts = range(0, len(wanted), queries.AT_ONCE)
        parts = [rows.filter(name_key__in=wanted[at : at + queries.AT_ONCE]) for at in starts]
    players: dict[str, dict[str, int]] = defaultdict(dict)
    for part in parts:
        for key, slug, player in part.iterator():
            if key in keys:
                players[key][slug] = player
    return players


def _refuse_doubles(people: FilePeople, names: Mapping[Identity, str]) -> None:
    """Add a fault for each person who would be the same player as another person of the file."""
    first: dict[int | str, Identity] = {}
    for identity in (*people.known, *people.new):
        player = people.known.get(identity, identity[0])
        other = first.setdefault(player, identity)
        if other != identity:
            people.faults[identity] = ("people_of_one_name", {"name": names[identity][:80]})
